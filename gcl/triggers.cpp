// SPDX-License-Identifier: Apache-2.0
#include "gcl/triggers.h"

#include <algorithm>
#include <unordered_set>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

bool can_be_matched(Expr term) {
  return term.has_bound_vars() &&
         (term.is(Kind::Apply) || term.is(Kind::Select) || term.is(Kind::Store));
}

bool is_usable(const std::vector<Expr>& trigger, std::span<const Expr> bound) {
  if (!std::ranges::all_of(trigger, can_be_matched)) return false;
  std::unordered_set<Expr> mentioned;
  bool usable = true;
  post_order(trigger, [&](Expr e) {
    if (e.is(Kind::BoundVar)) mentioned.insert(e);
    usable &= !e.is(Kind::Ite) && !e.is(Kind::Forall) && !e.is(Kind::Exists) &&
              (!e.sort().is_bool() || can_be_matched(e) || e.args().empty());
  });
  return usable && std::ranges::all_of(bound, [&](Expr v) { return mentioned.contains(v); });
}

}  // namespace

std::vector<std::vector<Expr>> usable_triggers(Expr quantifier) {
  std::vector<std::vector<Expr>> usable;
  for (const std::vector<Expr>& trigger : quantifier.triggers()) {
    if (!trigger.empty() && is_usable(trigger, quantifier.bound())) usable.push_back(trigger);
  }
  return usable;
}

}  // namespace pawl::gcl
