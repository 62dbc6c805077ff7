// SPDX-License-Identifier: Apache-2.0
//
// Which part of a map a loop may have changed so far:
//
//   while i < n { a[i] := 0; i := i + 1; }     0 <= k <= i - 1
//
// The keys of the stores, one step behind the counter, on one side; on the other what is known of
// the counter, or its value before the loop.
#pragma once

#include <vector>

#include "gcl/map_range.h"
#include "gcl/program.h"

namespace pawl::heuristics {

/// The likeliest and narrowest first; at most half a dozen for each map, and what the
/// postconditions of its procedure say stays as it is. `loop` has its invariants, and those of the
/// loops inside.
std::vector<gcl::MapRange> propose_frames(gcl::Context& context, const gcl::Program& program,
                                          const gcl::Procedure& procedure, const gcl::While& loop);

}  // namespace pawl::heuristics
