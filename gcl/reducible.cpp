// SPDX-License-Identifier: Apache-2.0
//
// A loop with several entries gets one: a block that looks up, in a variable, which of the old
// entries is meant. Found from the outside in, by strongly connected components: of a component
// with one entry that entry is taken away, and what is left is looked at again.
#include <algorithm>
#include <map>
#include <set>

#include "gcl/build.h"
#include "gcl/cfg.h"
#include "gcl/flow.h"
#include "gcl/make_stmt.h"

namespace pawl::gcl {
namespace {

class Reducer {
 public:
  Reducer(Context& context, Cfg& cfg, const std::function<Expr()>& variable)
      : context_(context), cfg_(cfg), variable_(variable) {}

  void run() {
    std::vector<BlockId> all = post_order(cfg_);
    std::ranges::sort(all);
    std::vector<std::vector<BlockId>> work = {std::move(all)};
    while (!work.empty()) {
      const std::vector<BlockId> part = std::move(work.back());
      work.pop_back();
      for (std::vector<BlockId>& component : components(part)) {
        const BlockId head = make_head(component);
        std::erase(component, head);
        if (!component.empty()) work.push_back(std::move(component));
      }
    }
  }

 private:
  /// The components of `part` that have a cycle [Tarjan72], each in ascending order.
  std::vector<std::vector<BlockId>> components(const std::vector<BlockId>& part) {
    constexpr std::size_t unseen = 0;
    std::map<BlockId, std::size_t> order, low;
    const std::set<BlockId> inside(part.begin(), part.end());
    std::vector<BlockId> open;
    std::set<BlockId> is_open;
    std::vector<std::vector<BlockId>> found;
    std::size_t count = unseen;
    struct Visit {
      BlockId block;
      std::vector<BlockId> targets;
      std::size_t next = 0;
    };
    for (const BlockId root : part) {
      if (order[root] != unseen) continue;
      std::vector<Visit> stack;
      const auto enter = [&](BlockId block) {
        order[block] = low[block] = ++count;
        open.push_back(block);
        is_open.insert(block);
        stack.push_back({block, targets(block, inside), 0});
      };
      enter(root);
      while (!stack.empty()) {
        Visit& visit = stack.back();
        if (visit.next < visit.targets.size()) {
          const BlockId target = visit.targets[visit.next++];
          if (order[target] == unseen) {
            enter(target);
          } else if (is_open.contains(target)) {
            low[visit.block] = std::min(low[visit.block], order[target]);
          }
          continue;
        }
        const BlockId block = visit.block;
        stack.pop_back();
        if (!stack.empty()) {
          low[stack.back().block] = std::min(low[stack.back().block], low[block]);
        }
        if (low[block] != order[block]) continue;
        std::vector<BlockId> component;
        BlockId member = 0;
        do {
          member = open.back();
          open.pop_back();
          is_open.erase(member);
          component.push_back(member);
        } while (member != block);
        std::ranges::sort(component);
        const std::vector<BlockId> own = targets(block, inside);
        const bool cyclic = component.size() > 1 || std::ranges::find(own, block) != own.end();
        if (cyclic) found.push_back(std::move(component));
      }
    }
    return found;
  }

  std::vector<BlockId> targets(BlockId block, const std::set<BlockId>& inside) const {
    std::vector<BlockId> found;
    for_each_target(cfg_.blocks[block], [&](BlockId target) {
      if (inside.contains(target)) found.push_back(target);
    });
    return found;
  }

  /// The one entry of the component; made if there are several.
  BlockId make_head(const std::vector<BlockId>& component) {
    const std::set<BlockId> inside(component.begin(), component.end());
    std::set<BlockId> entries;
    if (inside.contains(cfg_.entry)) entries.insert(cfg_.entry);
    for (const BlockId from : post_order(cfg_)) {
      if (inside.contains(from)) continue;
      for_each_target(cfg_.blocks[from], [&](BlockId target) {
        if (inside.contains(target)) entries.insert(target);
      });
    }
    if (entries.size() <= 1) return entries.empty() ? component.front() : *entries.begin();
    return dispatch(entries, inside);
  }

  BlockId dispatch(const std::set<BlockId>& entries, const std::set<BlockId>& inside) {
    const Expr which = variable_();
    const std::size_t old_size = cfg_.blocks.size();
    const SourceRange range = cfg_.blocks[*entries.begin()].range;
    // Entry -> the block that says it is meant: one for those who come from outside, one for those
    // who come round again, or the loop would be entered through either.
    std::map<BlockId, BlockId> from_outside, from_inside;
    std::vector<BasicBlock> added;
    const BlockId head = old_size;
    const auto number = [&](std::size_t n) {
      return context_.int_const(static_cast<std::int64_t>(n));
    };
    // The tests, the first of them the new head; the last entry needs none.
    const std::vector<BlockId> order(entries.begin(), entries.end());
    // What is known of the variable also keeps the head from being merged into who jumps there.
    const Stmt known =
        make_assume({mk_and(context_, {mk_le(context_, number(0), which),
                                       mk_lt(context_, which, number(order.size()))}),
                     range});
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      BasicBlock test;
      test.range = range;
      if (i == 0) test.statements.push_back(known);
      const bool last = i + 2 == order.size();
      test.end = Branch{Located{mk_eq(context_, which, number(i)), range}, order[i],
                        last ? order[i + 1] : head + i + 1};
      added.push_back(std::move(test));
    }
    for (auto* ways : {&from_outside, &from_inside}) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        BasicBlock way;
        way.range = cfg_.blocks[order[i]].range;
        way.statements.push_back(make_assign({{which, number(i)}}, way.range));
        way.end = Goto{head};
        (*ways)[order[i]] = head + added.size();
        added.push_back(std::move(way));
      }
    }
    for (std::size_t block = 0; block < old_size; ++block) {
      const auto& ways = inside.contains(block) ? from_inside : from_outside;
      for_each_target(cfg_.blocks[block], [&](BlockId& target) {
        const auto way = ways.find(target);
        if (way != ways.end()) target = way->second;
      });
    }
    if (entries.contains(cfg_.entry)) cfg_.entry = from_outside.at(cfg_.entry);
    for (BasicBlock& block : added) cfg_.blocks.push_back(std::move(block));
    return head;
  }

  Context& context_;
  Cfg& cfg_;
  const std::function<Expr()>& variable_;
};

}  // namespace

void make_reducible(Context& context, Cfg& cfg, const std::function<Expr()>& variable) {
  Cfg reachable = in_reverse_post_order(cfg);
  if (analyze_flow(reachable).improper.empty()) return;
  cfg = std::move(reachable);
  Reducer(context, cfg, variable).run();
}

}  // namespace pawl::gcl
