// SPDX-License-Identifier: Apache-2.0
#include "gcl/build.h"

#include <algorithm>
#include <unordered_set>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

/// match:  kind(a, kind(b, c), unit, a)
/// result: kind(a, b, c), or the zero when it or a complementary pair occurs
Expr flatten(Context& c, Kind kind, Expr unit, Expr zero, std::span<const Expr> args) {
  std::vector<Expr> flat;
  std::unordered_set<Expr> seen;
  for (const Expr arg : args) {
    const std::span<const Expr> parts = arg.is(kind) ? arg.args() : std::span<const Expr>(&arg, 1);
    for (const Expr part : parts) {
      if (part == zero) return zero;
      if (!(part == unit) && seen.insert(part).second) flat.push_back(part);
    }
  }
  const auto complement = [&](Expr e) { return e.is(Kind::Not) && seen.contains(e.arg(0)); };
  if (std::ranges::any_of(flat, complement)) return zero;
  if (flat.empty()) return unit;
  return flat.size() == 1 ? flat.front() : c.make(kind, flat);
}

bool distinct_constants(Expr a, Expr b) {
  return !(a == b) && a.kind() == b.kind() &&
         (a.is(Kind::IntConst) || a.is(Kind::RealConst) || a.is(Kind::BitVecConst));
}

}  // namespace

Expr mk_not(Context& c, Expr e) {
  if (e.is_true()) return c.false_();
  if (e.is_false()) return c.true_();
  return e.is(Kind::Not) ? e.arg(0) : c.make(Kind::Not, {e});
}

Expr mk_and(Context& c, std::span<const Expr> args) {
  return flatten(c, Kind::And, c.true_(), c.false_(), args);
}

Expr mk_or(Context& c, std::span<const Expr> args) {
  return flatten(c, Kind::Or, c.false_(), c.true_(), args);
}

Expr mk_implies(Context& c, Expr premise, Expr conclusion) {
  if (premise.is_true() || conclusion.is_true()) return conclusion;
  if (premise.is_false() || premise == conclusion) return c.true_();
  if (conclusion.is_false()) return mk_not(c, premise);
  return c.make(Kind::Implies, {premise, conclusion});
}

Expr mk_eq(Context& c, Expr left, Expr right) {
  if (left == right) return c.true_();
  if (!left.sort().is_bool()) {
    return distinct_constants(left, right) ? c.false_() : c.make(Kind::Eq, {left, right});
  }
  if (left.is_true()) return right;
  if (right.is_true()) return left;
  if (left.is_false()) return mk_not(c, right);
  if (right.is_false()) return mk_not(c, left);
  return c.make(Kind::Iff, {left, right});
}

Expr mk_ite(Context& c, Expr condition, Expr then_value, Expr else_value) {
  if (condition.is_true() || then_value == else_value) return then_value;
  if (condition.is_false()) return else_value;
  return c.make(Kind::Ite, {condition, then_value, else_value});
}

Expr mk_le(Context& c, Expr left, Expr right) {
  return left == right ? c.true_() : c.make(Kind::Le, {left, right});
}

Expr mk_lt(Context& c, Expr left, Expr right) {
  return left == right ? c.false_() : c.make(Kind::Lt, {left, right});
}

Expr mk_add(Context& c, Expr left, Expr right) {
  const Expr zero = c.int_const(0);
  if (left == zero) return right;
  return right == zero ? left : c.make(Kind::Add, {left, right});
}

Expr mk_sub(Context& c, Expr left, Expr right) {
  if (left == right) return c.int_const(0);
  return right == c.int_const(0) ? left : c.make(Kind::Sub, {left, right});
}

Expr mk_select(Context& c, Expr map, Expr key) {
  // match:  m[k := v][k]
  // result: v
  if (map.is(Kind::Store) && map.arg(1) == key) return map.arg(2);
  if (map.is(Kind::ConstMap)) return map.arg(0);
  return c.make(Kind::Select, {map, key});
}

Expr mk_store(Context& c, Expr map, Expr key, Expr value) {
  return c.make(Kind::Store, {map, key, value});
}

Expr mk_forall_over(Context& c, std::span<const Expr> vars, Expr body,
                    std::vector<std::vector<Expr>> triggers) {
  Substitution bind;
  std::vector<Expr> bound;
  const std::vector<Expr> occurring = free_vars(body);
  for (const Expr var : vars) {
    if (std::ranges::find(occurring, var) == occurring.end()) continue;
    bound.push_back(c.bound_var(var.name(), var.sort()));
    bind.emplace(var, bound.back());
  }
  if (bound.empty()) return body;
  for (auto& trigger : triggers) {
    for (Expr& term : trigger) term = substitute(c, term, bind);
  }
  return c.make_quantifier(Kind::Forall, bound, std::move(triggers), substitute(c, body, bind));
}

std::vector<Expr> conjuncts(Expr e) {
  std::vector<Expr> result;
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr top = stack.back();
    stack.pop_back();
    if (top.is(Kind::And)) {
      stack.insert(stack.end(), top.args().rbegin(), top.args().rend());
    } else if (!top.is_true()) {
      result.push_back(top);
    }
  }
  return result;
}

}  // namespace pawl::gcl
