// SPDX-License-Identifier: Apache-2.0
//
// What structuring has to know about a control-flow graph: an order, dominators, loops. Blocks are
// renumbered in reverse post-order first, so that an edge goes forward iff its target is larger.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "gcl/cfg.h"

namespace pawl::gcl {

inline constexpr BlockId no_block = static_cast<BlockId>(-1);

/// `visit(target)`, then before else; by reference.
template <class AnyBlock, class Visit>
void for_each_target(AnyBlock& block, Visit visit) {
  if (auto* jump = std::get_if<Goto>(&block.end)) visit(jump->target);
  if (auto* branch = std::get_if<Branch>(&block.end)) {
    visit(branch->then_target);
    visit(branch->else_target);
  }
}

/// At a block that branches: which side a depth-first search goes to last. That side comes first in
/// reverse post-order. Empty: `then` everywhere.
enum class Side : std::uint8_t { Then, Else };
using Preference = std::vector<Side>;

/// The blocks that can be reached, each after what the search found below it.
std::vector<BlockId> post_order(const Cfg& cfg, const Preference& earlier = {});

/// The same graph without what cannot be reached, in reverse post-order; the entry is 0.
Cfg in_reverse_post_order(Cfg cfg, const Preference& earlier = {});

/// Of a graph in reverse post-order.
struct Flow {
  std::vector<std::vector<BlockId>> predecessors;
  std::vector<BlockId> idom;  // immediate dominator; no_block for the entry
  std::vector<bool> head;     // does a back edge lead here?
  /// The head of the innermost loop around a block; for a head, of the loop around its own.
  std::vector<BlockId> loop;
  /// Back edges whose target does not dominate their source: empty iff the graph is reducible.
  /// Loops are known only then.
  struct Edge {
    BlockId from = 0;
    BlockId to = 0;
  };
  std::vector<Edge> improper;
};

Flow analyze_flow(const Cfg& cfg);

/// An edge that enters the loop of an improper back edge elsewhere than at its target.
Flow::Edge jump_into_loop(const Flow& flow, Flow::Edge improper);

}  // namespace pawl::gcl
