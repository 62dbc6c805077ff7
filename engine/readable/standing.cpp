// SPDX-License-Identifier: Apache-2.0
#include "engine/readable/standing.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/moments.h"
#include "gcl/targets.h"
#include "heuristics/linear.h"

namespace pawl::engine {

using gcl::Expr;
using gcl::Kind;

std::vector<Expr> standing_facts(const gcl::Program& program, const gcl::Procedure& procedure) {
  std::vector<Expr> facts;
  if (!procedure.body) return facts;
  const std::vector<Expr> changed = gcl::targets(program, *procedure.body);
  const auto add = [&](Expr formula) {
    for (const Expr one : gcl::conjuncts(formula)) {
      const bool stays = std::ranges::none_of(gcl::free_vars(one), [&](Expr var) {
        return std::ranges::find(changed, var) != changed.end();
      });
      const bool of_now = !gcl::mentions(one, Kind::Old) && !gcl::mentions(one, Kind::Entry);
      if (stays && of_now && std::ranges::find(facts, one) == facts.end()) facts.push_back(one);
    }
  };
  for (const gcl::Located& one : procedure.requires_) add(one.expr);
  for (const gcl::Stmt& stmt : *procedure.body) {
    const auto* assume = std::get_if<gcl::Assume>(&stmt.node);
    if (assume == nullptr) break;
    add(assume->condition.expr);
  }
  return facts;
}

gcl::Substitution zero_parameters(gcl::Context& context, const gcl::Procedure& procedure,
                                  std::span<const Expr> facts, Consequences& known) {
  gcl::Substitution zeros;
  const Expr zero = context.int_const(0);
  const std::vector<Expr> spoken_of = gcl::free_vars(facts);
  for (const gcl::VarDecl& one : procedure.parameters) {
    const bool may_be =
        one.var.sort().is_int() && std::ranges::find(spoken_of, one.var) != spoken_of.end();
    if (may_be && known.implies(gcl::mk_eq(context, one.var, zero))) zeros[one.var] = zero;
  }
  return zeros;
}

/// match:  a$off + (n - 1) with 0 for a$off
/// result: n + -1
Expr replaced(gcl::Context& context, Expr e, const gcl::Substitution& by) {
  if (by.empty()) return e;
  const Expr changed = gcl::substitute(context, e, by);
  if (changed == e) return e;
  gcl::Rewriter fold(context, [&](Expr one) {
    const bool sum = one.is(Kind::Add) || one.is(Kind::Sub);
    if (sum && one.sort().is_int()) {
      const auto form = heuristics::linear_form(one);
      return form ? heuristics::to_expr(context, *form) : one;
    }
    if (one.is(Kind::Le)) return heuristics::nice_le(context, one.arg(0), one.arg(1));
    if (one.is(Kind::Lt)) return heuristics::nice_lt(context, one.arg(0), one.arg(1));
    return one;
  });
  return fold(changed);
}

}  // namespace pawl::engine
