// SPDX-License-Identifier: Apache-2.0
#include "check/queries.h"

#include <array>

#include "check/remove_assertions.h"
#include "gcl/build.h"
#include "gcl/printer.h"
#include "gcl/vc.h"
#include "prover/smtlib.h"

namespace pawl::check {

std::vector<ObligationQuery> obligation_queries(gcl::Context& context, const gcl::Program& program,
                                                const gcl::Procedure& procedure,
                                                Assertions assertions) {
  gcl::Desugared desugared = gcl::desugar(context, program, procedure);
  if (assertions == Assertions::Remove) remove_assertions(desugared.body, desugared.obligations);
  const gcl::Passive passive = gcl::make_passive(context, desugared);
  const gcl::Vc vc = gcl::make_vc(context, passive);
  std::vector<ObligationQuery> queries;
  for (const gcl::Goal& goal : vc.goals) {
    std::vector<gcl::Expr> asserted = gcl::background(context, program);
    const std::vector<gcl::Expr> before = gcl::constraints_for(context, vc, goal.segment);
    asserted.insert(asserted.end(), before.begin(), before.end());
    const std::array assumptions = {vc.segments[goal.segment].guard,
                                    gcl::mk_not(context, goal.condition)};
    const gcl::Obligation& obligation = desugared.obligations[goal.obligation];
    const char* kind = gcl::to_string(obligation.kind);
    queries.push_back({kind, gcl::print(obligation.formula.expr),
                       prover::query_to_smtlib({asserted, assumptions, kind, prover::Answer::No,
                                                prover::UnknownReason::None})});
  }
  return queries;
}

}  // namespace pawl::check
