// SPDX-License-Identifier: Apache-2.0
//
// A goal taken apart: its universal variables become the loop's skolems, its Boolean structure
// is dropped, its atoms remain.
#pragma once

#include <vector>

#include "heuristics/goal_collection.h"
#include "heuristics/predicate_source.h"

namespace pawl::heuristics {

struct OpenedGoal {
  std::vector<gcl::Expr> skolems;  // that stand for its universal variables
  std::vector<gcl::Expr> atoms;    // over skolems or ground, in order of occurrence
  /// Quantified parts that cannot be opened by a skolem: `exists` to be proved, `forall` to be
  /// refuted, both below an equivalence.
  std::vector<gcl::Expr> closed;
};

OpenedGoal open_goal(gcl::Context& context, Proposal& proposal, const Goal& goal);

}  // namespace pawl::heuristics
