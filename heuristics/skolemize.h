// SPDX-License-Identifier: Apache-2.0
//
// From the cells a loop works on to predicates over skolem constants: which skolem stands for
// which dimension of a map, and how it lies to the frontier.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heuristics/loop_facts.h"
#include "heuristics/predicate_source.h"

namespace pawl::heuristics {

/// The skolem that stands for a key of this dimension. Dimensions of one sort have different
/// ones, in order, so that a[x][y] and a goal `forall x, y` agree.
gcl::Expr skolem_for(Proposal& proposal, gcl::Expr map, std::size_t dimension);

/// a[sc] for a[*], a[e][sc2] for a[e][*].
gcl::Expr skolemized_cell(gcl::Context& context, Proposal& proposal, const MapTarget& target);

/// `key`, a term over a skolem, against the frontiers: `key < i`; and against where they start
/// and end. In `x < y` only x needs a lower end and only y an upper one.
enum class Ends { None, Lower, Upper, Both };
void propose_bounds(gcl::Context& context, Proposal& proposal, gcl::Expr key,
                    const std::vector<const Frontier*>& frontiers, Ends ends,
                    std::string_view source);

/// Which ends a key over a skolem needs beside these atoms.
Ends ends_needed(const Proposal& proposal, const std::vector<gcl::Expr>& atoms, gcl::Expr key);

/// `e` with every key of `access` that moves with the loop replaced by its skolem: `a[i] < m`
/// becomes `a[sc] < m`, and what else depends on i follows: `b[i + 1]` becomes `b[sc + 1]`.
/// Null when no key moves, or one moves that is neither a counter nor a temporary.
gcl::Expr skolemize_keys(gcl::Context& context, Proposal& proposal, const Access& access,
                         gcl::Expr e);

/// Every occurrence of the node `from` in `e` replaced.
gcl::Expr replace_node(gcl::Context& context, gcl::Expr e, gcl::Expr from, gcl::Expr to);

}  // namespace pawl::heuristics
