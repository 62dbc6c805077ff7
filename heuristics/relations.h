// SPDX-License-Identifier: Apache-2.0
//
// Relations between variables that one round of the loop keeps or makes.
#pragma once

#include <string>
#include <vector>

#include "gcl/expr.h"
#include "heuristics/predicate_source.h"

namespace pawl::heuristics {

/// Linear equalities among counters that every path keeps: `i == j`, `j == 2 * i`,
/// `lo + hi == n - 1`, `k == i + j`. A basis of them, sparse ones first.
std::vector<gcl::Expr> kept_equalities(gcl::Context& context, const LoopFacts& facts);

/// `x <= y` for counters of which x never gains on y.
std::vector<gcl::Expr> kept_inequalities(gcl::Context& context, const LoopFacts& facts);

/// What an assignment in the loop says at the next head: `k < i` after `k := i; i := i + 1`,
/// `m == a[k]` after `m := a[i]; k := i`, and the tests passed before it in terms of the copy:
/// `val[prev] <= v` after `prev := curr` under `val[curr] <= v`.
void propose_assigned(gcl::Context& context, Proposal& proposal);

}  // namespace pawl::heuristics
