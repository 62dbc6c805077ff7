// SPDX-License-Identifier: Apache-2.0
#include "check/used.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/vc.h"
#include "support/assert.h"

namespace pawl::check {
namespace {

using gcl::Expr;

struct Guard {
  Expr literal;
  ConjunctId conjunct;
};

/// match: invariant e     result: invariant use ==> e, with a new constant `use`
std::vector<Guard> guard_invariants(gcl::Context& context, gcl::Program& program,
                                    std::span<gcl::While* const> loops) {
  std::vector<Guard> guards;
  for (std::size_t loop = 0; loop < loops.size(); ++loop) {
    std::vector<gcl::Located>& invariants = loops[loop]->invariants;
    for (std::size_t i = 0; i < invariants.size(); ++i) {
      const Expr use = context.fresh_var("use", context.bool_sort());
      program.constants.push_back({use, {}});
      invariants[i].expr = gcl::mk_implies(context, use, invariants[i].expr);
      guards.push_back({use, {loop, i}});
    }
  }
  return guards;
}

std::vector<ConjunctId> in_core(const std::vector<Expr>& core, const std::vector<Guard>& guards) {
  std::vector<ConjunctId> used;
  for (const Guard& guard : guards) {
    if (std::ranges::find(core, guard.literal) != core.end()) used.push_back(guard.conjunct);
  }
  return used;
}

}  // namespace

std::vector<UsedConjuncts> used_conjuncts(gcl::Context& context, gcl::Program& program,
                                          const gcl::Procedure& procedure,
                                          std::span<gcl::While* const> loops,
                                          const Options& options, prover::QueryLog& log) {
  const std::vector<Guard> guards = guard_invariants(context, program, loops);
  const gcl::Desugared desugared = gcl::desugar(context, program, procedure);
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  const gcl::Vc vc = gcl::make_vc(context, passive);
  const auto prover = prover::make_prover(context, options.prover, log);
  prover->set_caller("check.used");
  for (const Expr fact : gcl::background(context, program)) prover->assert_formula(fact);
  std::vector<UsedConjuncts> result;
  std::size_t fed = 0;
  for (const gcl::Goal& goal : vc.goals) {
    for (; fed <= goal.segment; ++fed) {
      for (const Expr constraint : gcl::segment_constraints(context, vc, fed)) {
        prover->assert_formula(constraint);
      }
    }
    std::vector<Expr> assumptions = {vc.segments[goal.segment].guard,
                                     gcl::mk_not(context, goal.condition)};
    for (const Guard& guard : guards) assumptions.push_back(guard.literal);
    UsedConjuncts& one = result.emplace_back();
    one.obligation = desugared.obligations[goal.obligation];
    one.proved = prover->satisfiable(assumptions) == prover::Answer::No;
    if (one.proved) one.used = in_core(prover->unsat_core(), guards);
  }
  return result;
}

}  // namespace pawl::check
