// SPDX-License-Identifier: Apache-2.0
//
// The sources, one file each; docs/heuristics.md has an example loop for every one.
#pragma once

#include <memory>

#include "heuristics/predicate_source.h"

namespace pawl::heuristics {

/// The loop's own `predicate` and `skolem` clauses.
std::unique_ptr<PredicateSource> make_user_source();
/// Loop targets and their values on entry [FlanaganQadeer02, section 6].
std::unique_ptr<PredicateSource> make_targets_source();
/// Atoms of the code around and in the loop, and what is one step away from them.
std::unique_ptr<PredicateSource> make_atoms_source();
/// What must be proved after and in the loop, with bounds replaced by the loop's frontier.
std::unique_ptr<PredicateSource> make_goals_source();
/// What the loop has not changed yet.
std::unique_ptr<PredicateSource> make_frame_source();
/// Why short paths to an open assertion are infeasible [BallRajamani02]; LoopView::path_predicates.
std::unique_ptr<PredicateSource> make_newton_source();
/// What held in a number of runs (data/claims.h); proposes nothing to a single loop.
std::unique_ptr<PredicateSource> make_data_source();
/// What lattices know of loops (dataflow/); likewise.
std::unique_ptr<PredicateSource> make_lattices_source();

}  // namespace pawl::heuristics
