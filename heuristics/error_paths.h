// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "explain/path.h"
#include "gcl/program.h"

namespace pawl::heuristics {

struct PathLimits {
  std::size_t rounds = 3;  // of each loop, each time it is reached
  std::size_t paths = 12;
  std::size_t steps = 200;     // of one path; longer ones are given up
  std::size_t visits = 4'000;  // of statements, over all paths
};

/// Paths from the start of a procedure to an assertion of `failing` that does not hold, the
/// shortest first; whether a run takes them is not asked. Paths end at calls: what a callee does
/// is not followed.
std::vector<explain::Path> error_paths(gcl::Context& context, const gcl::Procedure& procedure,
                                       const std::vector<const gcl::Stmt*>& failing,
                                       const PathLimits& limits = {});

}  // namespace pawl::heuristics
