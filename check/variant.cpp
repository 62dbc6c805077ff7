// SPDX-License-Identifier: Apache-2.0
//
// A ranking function is tried as one more question: where the loop goes back to its head, the term
// is smaller than it was at the head, and it was not negative there.
#include "check/variant.h"

#include <array>

#include "check/remove_assertions.h"
#include "gcl/build.h"
#include "gcl/vc.h"

namespace pawl::check {
namespace {

using gcl::Expr;

struct Points {
  std::size_t head = 0, back = 0;
};

std::optional<Points> points_of(const gcl::Desugared& desugared, std::size_t loop) {
  std::optional<std::size_t> head, back;
  for (std::size_t i = 0; i < desugared.points.size(); ++i) {
    if (desugared.points[i].loop != loop) continue;
    if (desugared.points[i].kind == gcl::PointKind::LoopHead) head = i;
    if (desugared.points[i].kind == gcl::PointKind::LoopBack) back = i;
  }
  if (!head || !back) return std::nullopt;
  return Points{*head, *back};
}

}  // namespace

std::vector<std::optional<Expr>> find_variants(gcl::Context& context, const gcl::Program& program,
                                               const gcl::Procedure& procedure,
                                               const std::vector<std::vector<Expr>>& candidates,
                                               const Options& options, prover::QueryLog& log) {
  gcl::Desugared desugared = gcl::desugar(context, program, procedure);
  remove_assertions(desugared.body, desugared.obligations);
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  const gcl::Vc vc = gcl::make_vc(context, passive);
  std::vector<std::optional<Expr>> found(candidates.size());
  for (std::size_t loop = 0; loop < candidates.size(); ++loop) {
    const std::optional<Points> points = points_of(desugared, loop);
    if (!points || candidates[loop].empty()) continue;
    const std::size_t back = vc.point_segment[points->back];
    const auto prover = prover::make_prover(context, options.prover, log);
    prover->set_caller("check.variant");
    for (const Expr fact : gcl::background(context, program)) prover->assert_formula(fact);
    for (const Expr fact : gcl::constraints_for(context, vc, back)) prover->assert_formula(fact);
    for (const Expr candidate : candidates[loop]) {
      const Expr before = gcl::in_state(context, candidate, passive.point_env[points->head]);
      const Expr after = gcl::in_state(context, candidate, passive.point_env[points->back]);
      const Expr counts_down = gcl::mk_and(
          context,
          {gcl::mk_le(context, context.int_const(0), before), gcl::mk_lt(context, after, before)});
      const std::array assumptions = {vc.segments[back].guard, gcl::mk_not(context, counts_down)};
      if (prover->satisfiable(assumptions) != prover::Answer::No) continue;
      found[loop] = candidate;
      break;
    }
  }
  return found;
}

}  // namespace pawl::check
