// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "explain/newton.h"
#include "gcl/program.h"

namespace pawl::heuristics {

/// What NEWTON says of short paths to the assertions `failing` of a procedure: the predicates that
/// tell why no run takes them, over the procedure's own variables, globals and Old. For loops whose
/// invariant turned out too weak: what the source `newton` proposes. Stops after `max_queries`, or
/// where one path goes beyond it, after that path.
std::vector<gcl::Expr> path_predicates(gcl::Context& context, const gcl::Program& program,
                                       const gcl::Procedure& procedure,
                                       const std::vector<const gcl::Stmt*>& failing,
                                       const explain::NewtonOptions& options,
                                       std::uint64_t max_queries, prover::QueryLog& log);

}  // namespace pawl::heuristics
