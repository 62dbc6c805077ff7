// SPDX-License-Identifier: Apache-2.0
#include "heuristics/data/claims.h"

#include "heuristics/data/loop_data.h"

namespace pawl::heuristics {

using gcl::Expr;

std::vector<std::vector<Expr>> claims_of_runs(gcl::Context& context, const gcl::Program& program,
                                              const gcl::Procedure& procedure,
                                              const Budget& budget) {
  const Parametrized parametrized = parametrize(context, program);
  const gcl::Procedure& same = *parametrized.program.find_procedure(procedure.name);
  ProcedureData data(context, parametrized.program, same);
  data.visits = visits_of_loops(parametrized, same, budget);
  std::vector<std::vector<Expr>> found;
  for (std::size_t loop = 0; loop < data.desugared.loops.size(); ++loop) {
    Claims& claims = found.emplace_back();
    if (data.visits[loop].empty()) continue;
    const LoopData of_loop(data, loop);
    claim_numbers(of_loop, claims);
    claim_cells(of_loop, claims);
    for (Expr& claim : claims) claim = parametrized.back(context, claim);
  }
  return found;
}

}  // namespace pawl::heuristics
