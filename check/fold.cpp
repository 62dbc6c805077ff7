// SPDX-License-Identifier: Apache-2.0
//
// Constant propagation in terms, sums with one literal, and reads of what was stored at a literal
// key.
#include "check/fold.h"

#include <algorithm>
#include <vector>

#include "gcl/build.h"
#include "gcl/operations.h"

namespace pawl::check {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;
using gcl::Value;

bool is_zero(Expr e) { return e.is(Kind::IntConst) && e.text() == "0"; }

/// Operations on integers and bit-vectors that need nothing but their arguments.
bool is_operation(Expr e) {
  if (e.is(Kind::Div) || e.is(Kind::Mod)) return !is_zero(e.arg(1));
  const Kind kind = e.kind();
  return (kind >= Kind::Le && kind <= Kind::Mul) || (kind >= Kind::BvNot && kind <= Kind::IntToBv);
}

Expr fold_operation(Context& context, Expr e) {
  std::vector<Value> values;
  for (const Expr arg : e.args()) {
    const auto value = value_of(arg);
    if (!value) return e;
    values.push_back(*value);
  }
  return literal_of(context, gcl::apply_operation(e, values), e.sort()).value_or(e);
}

Expr negated(Context& context, Expr number) {
  return context.int_const((-gcl::Integer(number.text())).to_string());
}

/// Sums in a sum are opened, and its literals are one, the last.
Expr fold_sum(Context& context, Expr e) {
  std::vector<Expr> terms;
  gcl::Integer constant(0);
  const auto add = [&](Expr term) {
    if (term.is(Kind::IntConst)) {
      constant = constant + gcl::Integer(term.text());
    } else {
      terms.push_back(term);
    }
  };
  for (const Expr arg : e.args()) {
    if (arg.is(Kind::Add)) {
      std::ranges::for_each(arg.args(), add);
    } else {
      add(arg);
    }
  }
  if (!constant.is_zero() || terms.empty())
    terms.push_back(context.int_const(constant.to_string()));
  return terms.size() == 1 ? terms.front() : context.make(Kind::Add, terms);
}

bool differ(Expr a, Expr b) { return is_literal(a) && is_literal(b) && !(a == b); }

Expr fold_select(Context& context, Expr map, Expr key) {
  while (map.is(Kind::Store) && differ(map.arg(1), key)) map = map.arg(0);
  return gcl::mk_select(context, map, key);
}

/// What was stored there before, above nothing but literal keys, is forgotten.
Expr fold_store(Context& context, Expr map, Expr key, Expr value) {
  std::vector<Expr> above;
  Expr below = map;
  while (below.is(Kind::Store) && differ(below.arg(1), key)) {
    above.push_back(below);
    below = below.arg(0);
  }
  const bool again = below.is(Kind::Store) && below.arg(1) == key;
  if (!again) return context.make(Kind::Store, {map, key, value});
  below = below.arg(0);
  for (const Expr one : std::vector<Expr>(above.rbegin(), above.rend())) {
    below = context.make(Kind::Store, {below, one.arg(1), one.arg(2)});
  }
  return context.make(Kind::Store, {below, key, value});
}

}  // namespace

bool is_literal(Expr e) {
  return e.is(Kind::IntConst) || e.is(Kind::BitVecConst) || e.is_true() || e.is_false();
}

std::optional<Value> value_of(Expr literal) {
  if (literal.is_true() || literal.is_false()) return Value::boolean(literal.is_true());
  if (literal.is(Kind::IntConst)) return Value::integer(gcl::Integer(literal.text()));
  if (!literal.is(Kind::BitVecConst)) return std::nullopt;
  return Value::bitvec(gcl::Integer(literal.text()), literal.sort().width());
}

std::optional<Expr> literal_of(Context& context, const Value& value, gcl::Sort sort) {
  if (value.is_bool()) return context.bool_(value.as_bool());
  if (value.is_integer()) return context.int_const(value.as_integer().to_string());
  if (value.is_bitvec()) {
    return context.bitvec_const(value.as_bitvec().bits.to_string(), value.as_bitvec().width);
  }
  if (!value.is_map()) return std::nullopt;
  const auto otherwise = literal_of(context, value.as_map().default_value, sort.value());
  if (!otherwise) return std::nullopt;
  Expr map = context.make_const_map(sort, *otherwise);
  for (const auto& [key, mapped] : value.as_map().updates) {
    const auto at = literal_of(context, key, sort.key());
    const auto now = literal_of(context, mapped, sort.value());
    if (!at || !now) return std::nullopt;
    map = context.make(Kind::Store, {map, *at, *now});
  }
  return map;
}

Expr fold(Context& context, Expr e) {
  if (e.is(Kind::Not)) return gcl::mk_not(context, e.arg(0));
  if (e.is(Kind::And)) return gcl::mk_and(context, e.args());
  if (e.is(Kind::Or)) return gcl::mk_or(context, e.args());
  if (e.is(Kind::Implies)) return gcl::mk_implies(context, e.arg(0), e.arg(1));
  if (e.is(Kind::Iff) || e.is(Kind::Eq)) {
    if (differ(e.arg(0), e.arg(1))) return context.false_();
    return gcl::mk_eq(context, e.arg(0), e.arg(1));
  }
  if (e.is(Kind::Ite)) return gcl::mk_ite(context, e.arg(0), e.arg(1), e.arg(2));
  if (e.is(Kind::Select)) return fold_select(context, e.arg(0), e.arg(1));
  if (e.is(Kind::Store)) return fold_store(context, e.arg(0), e.arg(1), e.arg(2));
  if (e.is(Kind::Add)) return fold_sum(context, e);
  if (e.is(Kind::Sub) && e.arg(1).is(Kind::IntConst)) {
    return fold_sum(context, context.make(Kind::Add, {e.arg(0), negated(context, e.arg(1))}));
  }
  if (e.is(Kind::Mul) && std::ranges::any_of(e.args(), is_zero)) return context.int_const(0);
  return is_operation(e) ? fold_operation(context, e) : e;
}

}  // namespace pawl::check
