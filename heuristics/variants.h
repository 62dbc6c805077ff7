// SPDX-License-Identifier: Apache-2.0
//
// Terms that might count down in a loop:
//
//   while i < n && x != 0 { ... }          n - i, x, 0 - x
//
// from the guard, and from the tests in the body by which `while true` is left.
#pragma once

#include <vector>

#include "gcl/program.h"

namespace pawl::heuristics {

/// The likeliest first; each mentions something that the loop changes. At most a dozen.
std::vector<gcl::Expr> propose_variants(gcl::Context& context, const gcl::Program& program,
                                        const gcl::While& loop);

}  // namespace pawl::heuristics
