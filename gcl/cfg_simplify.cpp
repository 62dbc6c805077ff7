// SPDX-License-Identifier: Apache-2.0
//
// Backward gotos make loops out of any block, and front ends make many empty ones. One pass in
// post-order sees a block after everything that comes after it, so that chains collapse at once.
#include "gcl/cfg_simplify.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gcl/build.h"
#include "gcl/flow.h"
#include "gcl/make_stmt.h"

namespace pawl::gcl {
namespace {

bool assumes_false(const Stmt& stmt) {
  const auto* assume = std::get_if<Assume>(&stmt.node);
  return assume != nullptr && assume->condition.expr.is_false();
}

bool asserts_false(const Stmt& stmt) {
  const auto* assertion = std::get_if<Assert>(&stmt.node);
  return assertion != nullptr && assertion->condition.expr.is_false();
}

/// Exactly `assert false`, then nothing; `assume false` may say so.
bool only_fails(const BasicBlock& block) {
  const Block& code = block.statements;
  return std::holds_alternative<Halt>(block.end) && !code.empty() && code.size() <= 2 &&
         asserts_false(code.front()) && (code.size() == 1 || assumes_false(code.back()));
}

bool only_halts(const BasicBlock& block) {
  return std::holds_alternative<Halt>(block.end) && only_ends(block);
}

class Simplifier {
 public:
  Simplifier(Context& context, Cfg& cfg)
      : context_(context), cfg_(cfg), past_(cfg.blocks.size()), retreat_(cfg.blocks.size()) {
    for (BlockId block = 0; block < past_.size(); ++block) past_[block] = block;
  }

  void operator()() {
    for (BasicBlock& block : cfg_.blocks) fold(block);
    const std::vector<BlockId> order = post_order(cfg_);
    find_retreats(order);
    for (const BlockId block : order) shorten(block);
    cfg_.entry = past_[cfg_.entry];
    concatenate();
  }

 private:
  // match:  branch true A B, branch c A A
  // result: goto A
  static void fold(BasicBlock& block) {
    const auto* branch = std::get_if<Branch>(&block.end);
    if (branch == nullptr) return;
    const auto& condition = branch->condition;
    if (branch->then_target == branch->else_target || (condition && condition->expr.is_true())) {
      block.end = Goto{branch->then_target};
    } else if (condition && condition->expr.is_false()) {
      block.end = Goto{branch->else_target};
    }
  }

  /// In a reducible graph the targets of retreating edges are the heads, whatever the search.
  void find_retreats(const std::vector<BlockId>& order) {
    std::vector<std::size_t> position(cfg_.blocks.size());
    for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
    for (const BlockId from : order) {
      for_each_target(cfg_.blocks[from], [&](BlockId to) {
        if (position[to] >= position[from]) retreat_[to] = true;
      });
    }
  }

  void shorten(BlockId id) {
    BasicBlock& block = cfg_.blocks[id];
    for_each_target(block, [&](BlockId& target) { target = past_[target]; });
    fold(block);
    if (!(retreat_[id] && only_assumes(block))) cut(block);
    const auto* jump = std::get_if<Goto>(&block.end);
    if (jump != nullptr && block.statements.empty() && !retreat_[id]) past_[id] = jump->target;
  }

  // match:  branch c A (assert false; halt)      branch c A halt
  // result: assert c; goto A                     assume c; goto A
  void cut(BasicBlock& block) {
    const auto* found = std::get_if<Branch>(&block.end);
    if (found == nullptr) return;
    const Branch branch = *found;
    if (branch.condition && cut(block, branch, only_fails)) return;
    cut(block, branch, only_halts);
  }

  bool cut(BasicBlock& block, const Branch& branch, bool (*stops)(const BasicBlock&)) {
    const bool stops_else = stops(cfg_.blocks[branch.else_target]);
    if (!stops_else && !stops(cfg_.blocks[branch.then_target])) return false;
    const BlockId stop = stops_else ? branch.else_target : branch.then_target;
    block.end = Goto{stops_else ? branch.then_target : branch.else_target};
    if (!branch.condition) return true;  // `*`: the runs that choose to stop are no runs
    Located condition = *branch.condition;
    if (!stops_else) condition.expr = mk_not(context_, condition.expr);
    if (stops == only_fails) {
      const Stmt& failure = cfg_.blocks[stop].statements.front();
      block.statements.push_back(
          {Assert{condition, {}, std::get<Assert>(failure.node).label}, failure.range});
    } else {
      block.statements.push_back(make_assume(condition));
    }
    return true;
  }

  void concatenate() {
    const std::vector<BlockId> order = post_order(cfg_);
    std::vector<std::size_t> jumps_to(cfg_.blocks.size());
    ++jumps_to[cfg_.entry];
    for (const BlockId block : order) {
      for_each_target(cfg_.blocks[block], [&](BlockId to) { ++jumps_to[to]; });
    }
    std::vector<bool> gone(cfg_.blocks.size());
    for (std::size_t i = order.size(); i-- > 0;) {
      const BlockId id = order[i];
      if (gone[id]) continue;
      BasicBlock& block = cfg_.blocks[id];
      while (const auto* jump = std::get_if<Goto>(&block.end)) {
        const BlockId next = jump->target;
        if (jumps_to[next] != 1 || next == id) break;
        absorb(block, cfg_.blocks[next]);
        gone[next] = true;
      }
    }
  }

  static void absorb(BasicBlock& block, BasicBlock& next) {
    std::ranges::move(next.statements, std::back_inserter(block.statements));
    next.statements.clear();
    block.end = std::exchange(next.end, Halt{});
  }

  Context& context_;
  Cfg& cfg_;
  std::vector<BlockId> past_;  // where a jump to a block may go instead
  std::vector<bool> retreat_;
};

}  // namespace

bool only_ends(const BasicBlock& block) {
  if (std::holds_alternative<Finish>(block.end)) return block.statements.empty();
  return std::holds_alternative<Halt>(block.end) && block.statements.size() <= 1 &&
         std::ranges::all_of(block.statements, assumes_false);
}

bool only_assumes(const BasicBlock& block) {
  return std::ranges::all_of(block.statements,
                             [](const Stmt& s) { return std::holds_alternative<Assume>(s.node); });
}

void simplify(Context& context, Cfg& cfg) { Simplifier(context, cfg)(); }

}  // namespace pawl::gcl
