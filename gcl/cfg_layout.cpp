// SPDX-License-Identifier: Apache-2.0
//
// The dominator-tree translation of [Ramsey22] writes every block inside its immediate dominator.
// WebAssembly loops can only be left by a branch, so there the code after a loop is inside it as
// well. Here it goes after the loop: a block that is not in the loop of its immediate dominator
// follows the outermost loop it has left. Loop bodies then hold exactly the blocks from which the
// loop can go on, and the variables a body changes are those the loop changes.
//
// The order of what follows one loop is still reverse post-order, and every jump is from inside:
// what jumps to a block Y that follows loop h is in h, or is dominated by some block that has left
// h as well and no more (it reaches Y, so it is in every loop that Y is in), and comes before Y.
#include "gcl/cfg_layout.h"

#include <algorithm>
#include <tuple>

#include "gcl/cfg_simplify.h"

namespace pawl::gcl {
namespace {

/// The head of the outermost loop that holds the immediate dominator of `block` but not `block`.
BlockId outermost_loop_left(const Flow& flow, BlockId block) {
  const BlockId above = flow.idom[block];
  BlockId left = no_block;
  BlockId around = flow.head[above] ? above : flow.loop[above];
  while (around != flow.loop[block]) {
    left = around;
    around = flow.loop[around];
  }
  return left;
}

std::vector<bool> can_finish(const Cfg& cfg, const Flow& flow) {
  std::vector<bool> result(cfg.blocks.size());
  std::vector<BlockId> todo;
  const auto add = [&](BlockId block) {
    if (!result[block]) todo.push_back(block);
    result[block] = true;
  };
  for (BlockId block = 0; block < cfg.blocks.size(); ++block) {
    if (std::holds_alternative<Finish>(cfg.blocks[block].end)) add(block);
  }
  while (!todo.empty()) {
    const BlockId block = todo.back();
    todo.pop_back();
    std::ranges::for_each(flow.predecessors[block], add);
  }
  return result;
}

/// How many blocks each one dominates.
std::vector<std::size_t> dominated(const Flow& flow) {
  std::vector<std::size_t> count(flow.idom.size(), 1);
  for (BlockId block = flow.idom.size(); block-- > 1;) count[flow.idom[block]] += count[block];
  return count;
}

}  // namespace

bool stays_in_loop(const Flow& flow, BlockId head, BlockId target) {
  return target == head || (flow.idom[target] == head && flow.loop[target] == head);
}

Layout lay_out(const Cfg& cfg, const Flow& flow) {
  const std::size_t size = cfg.blocks.size();
  Layout layout{std::vector<bool>(size), std::vector<std::vector<BlockId>>(size),
                std::vector<std::vector<BlockId>>(size)};
  for (BlockId block = 1; block < size; ++block) {
    if (only_ends(cfg.blocks[block])) continue;
    const auto forward =
        std::ranges::count_if(flow.predecessors[block], [&](BlockId from) { return from < block; });
    const BlockId loop = outermost_loop_left(flow, block);
    if (loop != no_block) {
      layout.after_loop[loop].push_back(block);
    } else if (forward > 1) {
      layout.following[flow.idom[block]].push_back(block);
    } else {
      continue;
    }
    layout.placed[block] = true;
  }
  return layout;
}

Preference main_line_last(const Cfg& cfg, const Flow& flow) {
  const std::vector<bool> finishes = can_finish(cfg, flow);
  const std::vector<std::size_t> size = dominated(flow);
  Preference earlier(cfg.blocks.size(), Side::Then);
  for (BlockId id = 0; id < cfg.blocks.size(); ++id) {
    const auto* branch = std::get_if<Branch>(&cfg.blocks[id].end);
    if (branch == nullptr) continue;
    const auto weight = [&](BlockId target) {
      const bool leaves = flow.head[id] && !stays_in_loop(flow, id, target);
      return std::tuple<bool, bool, std::size_t>(finishes[target], leaves, size[target]);
    };
    if (weight(branch->else_target) < weight(branch->then_target)) earlier[id] = Side::Else;
  }
  return earlier;
}

}  // namespace pawl::gcl
