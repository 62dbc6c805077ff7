// SPDX-License-Identifier: Apache-2.0
//
// That nothing changes outside of a range is an invariant like any other: it is put into the loop,
// and its obligations, not those of the rest, are asked.
#include "check/frames.h"

#include <algorithm>
#include <array>

#include "check/remove_assertions.h"
#include "gcl/build.h"
#include "gcl/vc.h"

namespace pawl::check {
namespace {

/// Are all obligations of this conjunct proved?
bool is_inductive(gcl::Context& context, const gcl::Program& program,
                  const gcl::Procedure& procedure, std::size_t loop, std::size_t conjunct,
                  const Options& options, prover::QueryLog& log) {
  gcl::Desugared desugared = gcl::desugar(context, program, procedure);
  remove_assertions(desugared.body, desugared.obligations);
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  const gcl::Vc vc = gcl::make_vc(context, passive);
  return std::ranges::all_of(vc.goals, [&](const gcl::Goal& goal) {
    const gcl::Obligation& obligation = desugared.obligations[goal.obligation];
    const bool of_loop = obligation.kind == gcl::ObligationKind::Initiation ||
                         obligation.kind == gcl::ObligationKind::Consecution;
    if (!of_loop || obligation.loop != loop || obligation.conjunct != conjunct) return true;
    const auto prover = prover::make_prover(context, options.prover, log);
    prover->set_caller("check.frames");
    for (const gcl::Expr fact : gcl::background(context, program)) prover->assert_formula(fact);
    for (const gcl::Expr fact : gcl::constraints_for(context, vc, goal.segment)) {
      prover->assert_formula(fact);
    }
    const std::array assumptions = {vc.segments[goal.segment].guard,
                                    gcl::mk_not(context, goal.condition)};
    return prover->satisfiable(assumptions) == prover::Answer::No;
  });
}

}  // namespace

std::vector<std::vector<gcl::MapRange>> find_frames(
    gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
    const std::vector<gcl::While*>& loops,
    const std::vector<std::vector<gcl::MapRange>>& candidates, const Options& options,
    prover::QueryLog& log) {
  std::vector<std::vector<gcl::MapRange>> found(loops.size());
  for (std::size_t i = loops.size(); i-- > 0;) {  // a loop stands before those inside of it
    std::vector<gcl::Located>& invariants = loops[i]->invariants;
    for (const gcl::MapRange& candidate : candidates[i]) {
      if (std::ranges::find(found[i], candidate.map, &gcl::MapRange::map) != found[i].end()) {
        continue;
      }
      invariants.push_back({gcl::unchanged_outside(context, candidate), {}});
      if (is_inductive(context, program, procedure, i, invariants.size() - 1, options, log)) {
        found[i].push_back(candidate);
      } else {
        invariants.pop_back();
      }
    }
  }
  return found;
}

}  // namespace pawl::check
