// SPDX-License-Identifier: Apache-2.0
//
// One bottom-up pass over the DAG, so that C2BP's cubes [BallMillsteinRajamani05] meet short
// formulas, and equal ones once.
#include "slam/symbolic.h"

#include <algorithm>
#include <string_view>

#include "gcl/build.h"
#include "gcl/integer.h"
#include "gcl/traverse.h"

namespace pawl::slam {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

namespace {

bool is_constant(Expr e) { return e.is(Kind::IntConst); }

gcl::Integer number(Expr e) { return gcl::Integer(std::string_view(e.text())); }

/// match:  x + 1 == 3      result: x == 2; so that spellings of one atom meet
Expr move_constant(Context& context, Expr e) {
  for (const std::size_t side : {0U, 1U}) {
    const Expr sum = e.arg(side);
    const Expr bound = e.arg(1 - side);
    const bool moves = (sum.is(Kind::Add) || sum.is(Kind::Sub)) && sum.args().size() == 2 &&
                       is_constant(sum.arg(1)) && is_constant(bound);
    if (!moves) continue;
    const gcl::Integer shift = number(sum.arg(1));
    const gcl::Integer moved = sum.is(Kind::Add) ? number(bound) - shift : number(bound) + shift;
    const Expr constant = context.int_const(moved.to_string());
    return side == 0 ? context.make(e.kind(), {sum.arg(0), constant})
                     : context.make(e.kind(), {constant, sum.arg(0)});
  }
  return e;
}

Expr fold_comparison(Context& context, Expr e) {
  if (e.arg(0) == e.arg(1)) return context.bool_(e.is(Kind::Le));
  if (!is_constant(e.arg(0)) || !is_constant(e.arg(1))) return move_constant(context, e);
  const gcl::Integer left = number(e.arg(0));
  const gcl::Integer right = number(e.arg(1));
  return context.bool_(e.is(Kind::Le) ? left <= right : left < right);
}

Expr fold_arithmetic(Context& context, Expr e) {
  if (!std::ranges::all_of(e.args(), is_constant)) return e;
  gcl::Integer sum = number(e.arg(0));
  for (const Expr one : e.args().subspan(1)) {
    if (e.is(Kind::Add)) sum = sum + number(one);
    if (e.is(Kind::Sub)) sum = sum - number(one);
    if (e.is(Kind::Mul)) sum = sum * number(one);
  }
  if (e.is(Kind::Neg)) sum = gcl::Integer(0) - sum;
  return context.int_const(sum.to_string());
}

/// Reads under stores and choices, one layer after the other. Linear in the stores on the way.
Expr resolve_read(Context& context, Expr map, Expr key) {
  struct Layer {
    Expr condition, value;
  };
  std::vector<Layer> layers;
  while (map.is(Kind::Store)) {
    const Expr same = gcl::mk_eq(context, map.arg(1), key);
    if (same.is_true()) break;
    if (!same.is_false()) layers.push_back({same, map.arg(2)});
    map = map.arg(0);
  }
  Expr result = map.is(Kind::Store) ? map.arg(2) : gcl::mk_select(context, map, key);
  for (std::size_t i = layers.size(); i-- > 0;) {
    result = gcl::mk_ite(context, layers[i].condition, layers[i].value, result);
  }
  return result;
}

Expr read(Context& context, Expr map, Expr key) {
  if (!map.is(Kind::Ite)) return resolve_read(context, map, key);
  // match:  (if c then m else n)[k]
  // result: if c then m[k] else n[k]
  return gcl::mk_ite(context, map.arg(0), resolve_read(context, map.arg(1), key),
                     resolve_read(context, map.arg(2), key));
}

Expr compare_choice(Context& context, Expr e) {
  // match:  (if c then 1 else 0) == 0, as C compares what a comparison gave
  // result: !c
  for (const std::size_t side : {0U, 1U}) {
    const Expr choice = e.arg(side);
    const Expr other = e.arg(1 - side);
    if (!choice.is(Kind::Ite) || !is_constant(other) || !is_constant(choice.arg(1)) ||
        !is_constant(choice.arg(2))) {
      continue;
    }
    return gcl::mk_ite(context, choice.arg(0), gcl::mk_eq(context, choice.arg(1), other),
                       gcl::mk_eq(context, choice.arg(2), other));
  }
  return e;
}

Expr fold_choice(Context& context, Expr e) {
  if (!e.sort().is_bool()) return gcl::mk_ite(context, e.arg(0), e.arg(1), e.arg(2));
  if (e.arg(1).is_true() && e.arg(2).is_false()) return e.arg(0);
  if (e.arg(1).is_false() && e.arg(2).is_true()) return gcl::mk_not(context, e.arg(0));
  return gcl::mk_ite(context, e.arg(0), e.arg(1), e.arg(2));
}

Expr fold_equality(Context& context, Expr e) {
  const Expr equal = gcl::mk_eq(context, e.arg(0), e.arg(1));
  if (!equal.is(Kind::Eq)) return equal;
  const Expr simpler = compare_choice(context, move_constant(context, equal));
  return simpler.is(Kind::Ite) ? fold_choice(context, simpler) : simpler;
}

Expr step(Context& context, Expr e) {
  const auto is_any = [&](std::initializer_list<Kind> kinds) {
    return std::ranges::find(kinds, e.kind()) != kinds.end();
  };
  if (e.is(Kind::Not)) return gcl::mk_not(context, e.arg(0));
  if (e.is(Kind::And)) return gcl::mk_and(context, e.args());
  if (e.is(Kind::Or)) return gcl::mk_or(context, e.args());
  if (e.is(Kind::Implies)) return gcl::mk_implies(context, e.arg(0), e.arg(1));
  if (is_any({Kind::Eq, Kind::Iff})) return fold_equality(context, e);
  if (e.is(Kind::Ite)) return fold_choice(context, e);
  if (is_any({Kind::Le, Kind::Lt})) return fold_comparison(context, e);
  if (is_any({Kind::Add, Kind::Sub, Kind::Mul, Kind::Neg})) return fold_arithmetic(context, e);
  return e.is(Kind::Select) ? read(context, e.arg(0), e.arg(1)) : e;
}

}  // namespace

Expr simplify(Context& context, Expr e) {
  return gcl::Rewriter(context, [&](Expr one) { return step(context, one); })(e);
}

}  // namespace pawl::slam
