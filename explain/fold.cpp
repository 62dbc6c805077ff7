// SPDX-License-Identifier: Apache-2.0
#include "explain/fold.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "gcl/build.h"
#include "gcl/evaluate.h"
#include "gcl/traverse.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using gcl::Kind;

bool is_constant(Expr e) {
  return e.is_true() || e.is_false() || e.is(Kind::IntConst) || e.is(Kind::BitVecConst);
}

/// Null when the value is none of a constant: an element, a map.
Expr to_expr(gcl::Context& context, const gcl::Value& value) {
  if (value.is_bool()) return context.bool_(value.as_bool());
  if (value.is_integer()) return context.int_const(value.as_integer().to_string());
  if (value.is_bitvec()) {
    const gcl::BitVecValue& bits = value.as_bitvec();
    return context.bitvec_const(bits.bits.to_string(), bits.width);
  }
  return {};
}

/// A division by zero is some function of the dividend: not for us to choose.
bool divides_by_zero(Expr e) {
  return (e.is(Kind::Div) || e.is(Kind::Mod)) && e.arg(1).is(Kind::IntConst) &&
         e.arg(1).text() == "0";
}

Expr fold_constants(gcl::Context& context, Expr e) {
  if (e.args().empty() || !e.bound().empty() || divides_by_zero(e) || e.is(Kind::Apply) ||
      !std::ranges::all_of(e.args(), is_constant)) {
    return {};
  }
  const gcl::Evaluation result = gcl::evaluate(e, {});
  return result.value ? to_expr(context, *result.value) : Expr{};
}

/// rest + offset
struct Sum {
  Expr rest;  // null: nothing but the offset
  gcl::Integer offset;
};

std::optional<Sum> as_sum(Expr e) {
  if (e.is(Kind::IntConst)) return Sum{{}, gcl::Integer(e.text())};
  if (e.args().size() != 2) return std::nullopt;
  if (e.is(Kind::Add) && e.arg(1).is(Kind::IntConst)) {
    return Sum{e.arg(0), gcl::Integer(e.arg(1).text())};
  }
  if (e.is(Kind::Add) && e.arg(0).is(Kind::IntConst)) {
    return Sum{e.arg(1), gcl::Integer(e.arg(0).text())};
  }
  if (e.is(Kind::Sub) && e.arg(1).is(Kind::IntConst)) {
    return Sum{e.arg(0), -gcl::Integer(e.arg(1).text())};
  }
  return std::nullopt;
}

Expr to_expr(gcl::Context& context, const Sum& sum) {
  if (!sum.rest) return context.int_const(sum.offset.to_string());
  if (sum.offset.is_zero()) return sum.rest;
  const bool negative = sum.offset.is_negative();
  const gcl::Integer size = negative ? -sum.offset : sum.offset;
  return context.make(negative ? Kind::Sub : Kind::Add,
                      {sum.rest, context.int_const(size.to_string())});
}

/// match: (x + 1) + 1, (x - 1) + 1, x + 0      result: x + 2, x, x
Expr fold_sum(gcl::Context& context, Expr e) {
  const auto outer = as_sum(e);
  if (!outer || !outer->rest) return e;
  const auto inner = as_sum(outer->rest);
  if (!inner && !outer->offset.is_zero()) return e;
  if (!inner) return outer->rest;
  return to_expr(context, Sum{inner->rest, inner->offset + outer->offset});
}

Sum split(Expr e) {
  const auto sum = as_sum(e);
  return sum ? *sum : Sum{e, gcl::Integer(0)};
}

}  // namespace

Alias alias(Expr a, Expr b) {
  if (a == b) return Alias::Same;
  if (a.is(Kind::BitVecConst) && b.is(Kind::BitVecConst)) return Alias::Different;
  const Sum left = split(a);
  const Sum right = split(b);
  if (!(left.rest == right.rest)) return Alias::Maybe;
  return left.offset == right.offset ? Alias::Same : Alias::Different;
}

Expr read_element(gcl::Context& context, Expr map, Expr key) {
  std::vector<Expr> maybe;  // stores, outermost first
  for (; map.is(Kind::Store); map = map.arg(0)) {
    const Alias same = alias(map.arg(1), key);
    if (same == Alias::Same) break;
    if (same == Alias::Maybe) maybe.push_back(map);
  }
  Expr result = map.is(Kind::Store) ? map.arg(2) : context.make(Kind::Select, {map, key});
  for (auto it = maybe.rbegin(); it != maybe.rend(); ++it) {
    const Expr condition = gcl::mk_eq(context, it->arg(1), key);
    result = gcl::mk_ite(context, condition, it->arg(2), result);
  }
  return result;
}

Expr fold_node(gcl::Context& context, Expr e) {
  if (const Expr constant = fold_constants(context, e)) return constant;
  if (e.is(Kind::Not)) return gcl::mk_not(context, e.arg(0));
  if (e.is(Kind::And)) return gcl::mk_and(context, e.args());
  if (e.is(Kind::Or)) return gcl::mk_or(context, e.args());
  if (e.is(Kind::Implies)) return gcl::mk_implies(context, e.arg(0), e.arg(1));
  if (e.is(Kind::Ite)) return gcl::mk_ite(context, e.arg(0), e.arg(1), e.arg(2));
  if (e.is(Kind::Add) || e.is(Kind::Sub)) return fold_sum(context, e);
  if (e.is(Kind::Eq) && e.arg(0).sort() == context.int_sort()) {
    const Alias same = alias(e.arg(0), e.arg(1));
    if (same != Alias::Maybe) return context.bool_(same == Alias::Same);
  }
  if (e.is(Kind::Eq) || e.is(Kind::Iff)) return gcl::mk_eq(context, e.arg(0), e.arg(1));
  return e;
}

Expr fold(gcl::Context& context, Expr e) {
  return gcl::Rewriter(context, [&](Expr node) { return fold_node(context, node); })(e);
}

}  // namespace pawl::explain
