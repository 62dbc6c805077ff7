// SPDX-License-Identifier: Apache-2.0
//
// NEWTON [BallRajamani02] on error paths that nobody claims to be feasible: only what refutes one
// is wanted.
#include "heuristics/path_predicates.h"

#include <algorithm>

#include "heuristics/error_paths.h"

namespace pawl::heuristics {

std::vector<gcl::Expr> path_predicates(gcl::Context& context, const gcl::Program& program,
                                       const gcl::Procedure& procedure,
                                       const std::vector<const gcl::Stmt*>& failing,
                                       const explain::NewtonOptions& options,
                                       std::uint64_t max_queries, prover::QueryLog& log) {
  std::vector<gcl::Expr> found;
  const std::uint64_t before = log.total().queries;
  for (const explain::Path& path : error_paths(context, procedure, failing)) {
    if (log.total().queries - before >= max_queries) break;
    const explain::Explanation answer = explain::newton(context, program, path, options, log);
    const auto* infeasible = std::get_if<explain::Infeasible>(&answer);
    if (infeasible == nullptr) continue;  // a guess is wanted, not an answer
    for (const explain::ScopedPredicate& one : infeasible->predicates) {
      if (std::ranges::find(found, one.expr) == found.end()) found.push_back(one.expr);
    }
  }
  return found;
}

}  // namespace pawl::heuristics
