// SPDX-License-Identifier: Apache-2.0
//
// Dominators as in [CooperHarveyKennedy01]: the immediate dominator of a block is where the paths
// from its predecessors to the root of the dominator tree meet, found in reverse post-order. We
// look at forward edges only, once: back edges change no dominator when the graph is reducible, and
// it is reducible iff each back edge's target dominates its source in this tree. (A path that takes
// a back edge to a dominator of its source has passed there before; without the detour it visits
// fewer blocks.) The meeting point is found with the jump pointers of [Myers83], so that long
// chains of blocks which all leave for the same place cost a logarithm each and not their length.
//
// Loops are nested as in [Havlak97], for reducible graphs: from the innermost head outwards, what
// reaches a back edge without passing the head is in the loop; loops already found count as one.
#include "gcl/flow.h"

#include <algorithm>
#include <utility>

#include "support/assert.h"

namespace pawl::gcl {
namespace {

/// Targets in the order in which the search visits them.
std::vector<BlockId> visits(const BasicBlock& block, Side earlier) {
  std::vector<BlockId> targets;
  for_each_target(block, [&](BlockId target) { targets.push_back(target); });
  if (earlier == Side::Then) std::ranges::reverse(targets);
  return targets;
}

/// A tree that grows at its leaves, with one jump pointer per node: the first common ancestor
/// of two nodes in logarithmic time.
class DominatorTree {
 public:
  explicit DominatorTree(std::size_t size) : parent_(size, 0), jump_(size, 0), depth_(size, 0) {}

  void add(BlockId node, BlockId parent) {
    parent_[node] = parent;
    depth_[node] = depth_[parent] + 1;
    const BlockId above = jump_[parent];
    const bool equal_steps = depth_[parent] - depth_[above] == depth_[above] - depth_[jump_[above]];
    jump_[node] = equal_steps ? jump_[above] : parent;
  }

  BlockId meet(BlockId a, BlockId b) const {
    if (depth_[a] < depth_[b]) std::swap(a, b);
    a = at_depth(a, depth_[b]);
    while (a != b) {
      // Jumps depend on the depth only, so both sides stay level.
      const bool far = jump_[a] != jump_[b];
      a = far ? jump_[a] : parent_[a];
      b = far ? jump_[b] : parent_[b];
    }
    return a;
  }

  bool dominates(BlockId above, BlockId below) const {
    return depth_[above] <= depth_[below] && at_depth(below, depth_[above]) == above;
  }
  BlockId parent(BlockId node) const { return parent_[node]; }

 private:
  BlockId at_depth(BlockId node, std::size_t depth) const {
    while (depth_[node] > depth) {
      node = depth_[jump_[node]] >= depth ? jump_[node] : parent_[node];
    }
    return node;
  }

  std::vector<BlockId> parent_;
  std::vector<BlockId> jump_;
  std::vector<std::size_t> depth_;
};

DominatorTree find_dominators(const Flow& flow) {
  DominatorTree tree(flow.predecessors.size());
  for (BlockId block = 1; block < flow.predecessors.size(); ++block) {
    BlockId above = no_block;
    for (const BlockId from : flow.predecessors[block]) {
      if (from < block) above = above == no_block ? from : tree.meet(above, from);
    }
    PAWL_ASSERT(above != no_block, "a block should come after one that leads to it");
    tree.add(block, above);
  }
  return tree;
}

class LoopNest {
 public:
  explicit LoopNest(Flow& flow) : flow_(flow), outermost_(flow.predecessors.size()) {
    for (BlockId block = 0; block < outermost_.size(); ++block) outermost_[block] = block;
  }

  void find() {
    for (BlockId head = flow_.predecessors.size(); head-- > 0;) {
      if (flow_.head[head]) close(head);
    }
  }

 private:
  void close(BlockId head) {
    std::vector<BlockId> todo;
    const auto add = [&](BlockId block) {
      block = representative(block);
      if (block == head) return;
      flow_.loop[block] = head;
      outermost_[block] = head;
      todo.push_back(block);
    };
    for (const BlockId from : flow_.predecessors[head]) {
      if (from >= head) add(from);
    }
    while (!todo.empty()) {
      const BlockId block = todo.back();
      todo.pop_back();
      for (const BlockId from : flow_.predecessors[block]) {
        if (from < block) add(from);
      }
    }
  }

  /// The head of the outermost loop found so far around `block`; halves the path.
  BlockId representative(BlockId block) {
    while (outermost_[block] != block) {
      outermost_[block] = outermost_[outermost_[block]];
      block = outermost_[block];
    }
    return block;
  }

  Flow& flow_;
  std::vector<BlockId> outermost_;
};

}  // namespace

std::vector<BlockId> post_order(const Cfg& cfg, const Preference& earlier) {
  struct Open {
    BlockId block;
    std::vector<BlockId> targets;
    std::size_t next = 0;
  };
  std::vector<BlockId> order;
  std::vector<bool> seen(cfg.blocks.size());
  std::vector<Open> path;
  const auto open = [&](BlockId block) {
    seen[block] = true;
    path.push_back(
        {block, visits(cfg.blocks[block], earlier.empty() ? Side::Then : earlier[block])});
  };
  open(cfg.entry);
  while (!path.empty()) {
    Open& top = path.back();
    if (top.next == top.targets.size()) {
      order.push_back(top.block);
      path.pop_back();
    } else if (const BlockId target = top.targets[top.next++]; !seen[target]) {
      open(target);
    }
  }
  return order;
}

Cfg in_reverse_post_order(Cfg cfg, const Preference& earlier) {
  std::vector<BlockId> order = post_order(cfg, earlier);
  std::ranges::reverse(order);
  std::vector<BlockId> number(cfg.blocks.size(), no_block);
  Cfg result;
  for (const BlockId block : order) {
    number[block] = result.blocks.size();
    result.blocks.push_back(std::move(cfg.blocks[block]));
  }
  for (BasicBlock& block : result.blocks) {
    for_each_target(block, [&](BlockId& target) { target = number[target]; });
  }
  return result;
}

Flow analyze_flow(const Cfg& cfg) {
  const std::size_t size = cfg.blocks.size();
  Flow flow;
  flow.predecessors.resize(size);
  flow.head.resize(size);
  flow.idom.resize(size, no_block);
  flow.loop.resize(size, no_block);
  for (BlockId from = 0; from < size; ++from) {
    for_each_target(cfg.blocks[from], [&](BlockId to) {
      flow.predecessors[to].push_back(from);
      if (to <= from) flow.head[to] = true;
    });
  }
  const DominatorTree tree = find_dominators(flow);
  for (BlockId block = 1; block < size; ++block) flow.idom[block] = tree.parent(block);
  for (BlockId to = 0; to < size; ++to) {
    for (const BlockId from : flow.predecessors[to]) {
      if (from >= to && !tree.dominates(to, from)) flow.improper.push_back({from, to});
    }
  }
  if (flow.improper.empty()) LoopNest(flow).find();
  return flow;
}

Flow::Edge jump_into_loop(const Flow& flow, Flow::Edge improper) {
  // Some forward path leads to `from` past `to`: it crosses from smaller to larger numbers.
  std::vector<bool> seen(flow.predecessors.size());
  std::vector<BlockId> todo{improper.from};
  seen[improper.from] = true;
  while (!todo.empty()) {
    const BlockId block = todo.back();
    todo.pop_back();
    for (const BlockId from : flow.predecessors[block]) {
      if (from < improper.to) return {from, block};
      if (from == improper.to || seen[from]) continue;
      seen[from] = true;
      todo.push_back(from);
    }
  }
  PAWL_UNREACHABLE("an irreducible loop should have a second entry");
}

}  // namespace pawl::gcl
