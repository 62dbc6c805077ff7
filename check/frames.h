// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "check/check.h"
#include "gcl/map_range.h"

namespace pawl::check {

/// For each loop, in text order, the first of the candidates for each map that is inductive: under
/// the invariants of the program, which have been proved, no round changes the map outside of the
/// range. Inner loops come first, and what is found of them helps the outer ones. The program's own
/// assertions lend nothing. Unknown is no.
std::vector<std::vector<gcl::MapRange>> find_frames(
    gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
    const std::vector<gcl::While*>& loops,
    const std::vector<std::vector<gcl::MapRange>>& candidates, const Options& options,
    prover::QueryLog& log);

}  // namespace pawl::check
