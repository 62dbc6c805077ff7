// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/back/extents.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {
namespace {

using gcl::Expr;
using gcl::Kind;

bool reads_memory(Expr e) {
  bool found = false;
  gcl::post_order(e, [&](Expr one) { found |= one.is(Kind::Select); });
  return found;
}

/// The bound variables in it.
std::vector<Expr> bound_in(Expr e) {
  std::vector<Expr> found;
  gcl::post_order(e, [&](Expr one) {
    if (one.is(Kind::BoundVar)) found.push_back(one);
  });
  return found;
}

struct Sides {
  bool low = false, high = false;
};

/// Of `variable`, by one comparison.
Sides sides_of(Expr comparison, Expr variable) {
  bool negated = false;
  for (; comparison.is(Kind::Not); comparison = comparison.arg(0)) negated = !negated;
  const auto is_term = [&](Expr side) {
    return side == variable ||
           (side.is(Kind::Add) && std::ranges::find(side.args(), variable) != side.args().end());
  };
  if (comparison.is(Kind::Eq) && !negated) {
    const bool equal = is_term(comparison.arg(0)) || is_term(comparison.arg(1));
    return {equal, equal};
  }
  if (!comparison.is(Kind::Le) && !comparison.is(Kind::Lt)) return {};
  const bool left = is_term(comparison.arg(0)), right = is_term(comparison.arg(1));
  if (left == right) return {};
  return {negated ? left : right, negated ? right : left};
}

}  // namespace

std::vector<Expr> premises(Kind quantifier, Expr body, gcl::Context& context) {
  std::vector<Expr> found;
  const auto add = [&](Expr e) {
    for (const Expr one : gcl::conjuncts(e)) {
      if (!reads_memory(one)) found.push_back(one);
    }
  };
  if (quantifier == Kind::Exists) {
    add(body);
    return found;
  }
  for (; body.is(Kind::Implies); body = body.arg(1)) add(body.arg(0));
  if (!body.is(Kind::Or)) return found;
  for (const Expr other : body.args()) add(gcl::mk_not(context, other));
  return found;
}

bool is_bounded(Expr index, std::span<const Expr> premises) {
  return std::ranges::all_of(bound_in(index), [&](Expr variable) {
    Sides all;
    for (const Expr premise : premises) {
      const Sides one = sides_of(premise, variable);
      all = {all.low || one.low, all.high || one.high};
    }
    return all.low && all.high;
  });
}

bool follows_from(const Certified& certified, std::span<const Expr> bound,
                  std::span<const Expr> premises, Expr fact) {
  if (std::ranges::find(premises, fact) != premises.end()) return true;
  if (!certified.implies) return false;
  gcl::Context& context = certified.context;
  const Expr claim = gcl::mk_implies(context, gcl::mk_and(context, premises), fact);
  if (claim.is_true() || claim.is_false() || !claim.has_bound_vars()) {
    return certified.implies(claim);
  }
  return certified.implies(context.make_quantifier(Kind::Forall, bound, {}, claim));
}

}  // namespace pawl::frontend::c
