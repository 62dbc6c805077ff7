// SPDX-License-Identifier: Apache-2.0
#include "gcl/conjuncts.h"

#include <algorithm>

#include "gcl/build.h"

namespace pawl::gcl {
namespace {

/// forall bound :: premise ==> conclusion
struct Parts {
  std::vector<Expr> bound;
  std::vector<std::vector<Expr>> triggers;
  Expr premise, conclusion;
};

/// Without a premise there is nothing to share.
bool take_apart(Expr e, Parts& parts) {
  if (e.is(Kind::Forall)) {
    parts.bound.assign(e.bound().begin(), e.bound().end());
    parts.triggers = e.triggers();
    e = e.arg(0);
  }
  if (!e.is(Kind::Implies)) return false;
  parts.premise = e.arg(0);
  parts.conclusion = e.arg(1);
  return true;
}

Expr put_together(Context& context, const Parts& parts) {
  const Expr body = context.make(Kind::Implies, {parts.premise, parts.conclusion});
  if (parts.bound.empty()) return body;
  return context.make_quantifier(Kind::Forall, parts.bound, parts.triggers, body);
}

/// Only those that the variables occur in are of use.
void add_triggers(const Parts& from, Parts& to) {
  for (const std::vector<Expr>& one : from.triggers) {
    if (std::ranges::find(to.triggers, one) == to.triggers.end()) to.triggers.push_back(one);
  }
}

}  // namespace

std::vector<Expr> merge_premises(Context& context, std::span<const Expr> conjuncts) {
  std::vector<Expr> result;
  std::vector<Parts> taken;
  std::vector<std::size_t> where;  // by taken
  for (const Expr e : conjuncts) {
    Parts parts;
    if (!take_apart(e, parts)) {
      result.push_back(e);
      continue;
    }
    const auto same = std::ranges::find_if(taken, [&](const Parts& other) {
      return other.bound == parts.bound && other.premise == parts.premise;
    });
    if (same == taken.end()) {
      where.push_back(result.size());
      taken.push_back(parts);
      result.push_back(e);
      continue;
    }
    same->conclusion = mk_and(context, {same->conclusion, parts.conclusion});
    add_triggers(parts, *same);
    result[where[static_cast<std::size_t>(same - taken.begin())]] = put_together(context, *same);
  }
  return result;
}

std::vector<Expr> split_conclusion(Context& context, Expr e) {
  Parts parts;
  if (!take_apart(e, parts) || !parts.conclusion.is(Kind::And)) return {e};
  std::vector<Expr> result;
  for (const Expr one : conjuncts(parts.conclusion)) {
    Parts single = parts;
    single.conclusion = one;
    single.triggers.clear();  // those of the whole may speak of what is gone
    result.push_back(put_together(context, single));
  }
  return result;
}

}  // namespace pawl::gcl
