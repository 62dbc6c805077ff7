// SPDX-License-Identifier: Apache-2.0
//
// Unfolding: a call that was stepped over is replaced by a path through the callee from the entry
// state to the exit state in question. That path uses only effects that were known before the
// effect it explains, so unfolding recursive calls ends. It has a stack of its own: runs may be
// deeper than ours.
#include "slam/bebop_trace.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "slam/rings.h"
#include "support/assert.h"

namespace pawl::slam {
namespace {

using abstraction::Bdd;
using Kind = BebopStep::Kind;

constexpr std::uint64_t end_of_time = std::numeric_limits<std::uint64_t>::max();

class Tracer {
 public:
  Tracer(const BpCfg& cfg, const StateSpace& space, Reachability& reachability,
         const TraceProblem& problem)
      : cfg_(cfg), space_(space), reachability_(reachability), problem_(problem) {}

  std::optional<std::vector<BebopStep>> run() {
    const auto path = path_to_violation();
    if (!path) return std::nullopt;
    std::uint32_t depth = 0;
    for (const Rings::Visit& visit : *path) {
      items_.push_back({visit, depth, end_of_time, {}});
      if (visit.kind == Kind::Enter) ++depth;
    }
    items_.back().visit.kind = Kind::Failure;
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) items_[i].after = items_[i + 1].visit.state;
    if (problem_.unfold && !unfold()) return std::nullopt;
    std::vector<BebopStep> steps;
    for (const Item& item : items_) steps.push_back(step(item));
    return steps;
  }

 private:
  struct Item {
    Rings::Visit visit;
    std::uint32_t depth = 0;
    std::uint64_t time = 0;  // only effects from before may explain it
    BpState after;           // StepOver: the state where it returns
  };

  std::optional<std::vector<Rings::Visit>> path_to_violation() {
    Rings::Problem search;
    search.start = cfg_.procedures[problem_.entry].entry;
    search.states = space_.all();
    search.steps = [this](NodeId v) {
      std::vector<Rings::Step> steps = statement_steps(v);
      if (cfg_.nodes[v].kind != CfgNode::Kind::Call) return steps;
      const NodeId entry = cfg_.procedures[cfg_.call(v).procedure].entry;
      if (reachability_.returns(v)) {
        steps.push_back({return_point(v), Kind::StepOver, &reachability_.summary_edges(v)});
      }
      steps.push_back({entry, Kind::Enter, &reachability_.enter(v)});
      return steps;
    };
    search.goal = [this](NodeId v, const Bdd& states) {
      const auto found = problem_.violations.find(v);
      return found == problem_.violations.end() ? space_.none() : states & found->second;
    };
    search.should_stop = problem_.should_stop;
    return Rings(space_).shortest(search);
  }

  std::vector<Rings::Step> statement_steps(NodeId v) {
    std::vector<Rings::Step> steps;
    const CfgNode& node = cfg_.nodes[v];
    if (node.kind == CfgNode::Kind::Call || node.kind == CfgNode::Kind::Exit) return steps;
    for (std::size_t e = 0; e < node.edges.size(); ++e) {
      steps.push_back({node.edges[e].target, Kind::Statement, &reachability_.step(v, e)});
    }
    return steps;
  }

  NodeId return_point(NodeId call) const { return cfg_.nodes[call].edges.front().target; }

  /// False when stopped.
  bool unfold() {
    std::vector<Item> todo(items_.rbegin(), items_.rend());
    items_.clear();
    while (!todo.empty()) {
      Item item = std::move(todo.back());
      todo.pop_back();
      if (item.visit.kind != Kind::StepOver || items_.size() + todo.size() >= problem_.max_steps) {
        items_.push_back(std::move(item));
        continue;
      }
      std::optional<std::vector<Item>> inside = inside_of(item);
      if (!inside) return false;
      item.visit.kind = Kind::Enter;
      items_.push_back(std::move(item));
      std::move(inside->rbegin(), inside->rend(), std::back_inserter(todo));
    }
    return true;
  }

  /// From the entry of the callee to its exit.
  std::optional<std::vector<Item>> inside_of(const Item& item) {
    const NodeId call = item.visit.node;
    const std::uint32_t callee = cfg_.call(call).procedure;
    for (const Effect& effect : reachability_.effects(callee)) {
      if (effect.time >= item.time) break;
      const auto passage = space_.passage(call, effect.relation, item.visit.state, item.after);
      if (!passage) continue;
      const auto path = path_through(callee, *passage, effect.time);
      if (!path) return std::nullopt;
      std::vector<Item> items;
      for (std::size_t i = 0; i < path->size(); ++i) {
        const BpState after = i + 1 < path->size() ? (*path)[i + 1].state : BpState{};
        items.push_back({(*path)[i], item.depth + 1, effect.time, after});
      }
      items.back().visit.kind = Kind::Leave;
      return items;
    }
    PAWL_UNREACHABLE("a call that was stepped over should have an effect to explain it");
  }

  std::optional<std::vector<Rings::Visit>> path_through(std::uint32_t callee,
                                                        const StateSpace::Passage& passage,
                                                        std::uint64_t time) {
    std::vector<Slot> known = space_.global_slots();
    std::vector<Slot> wanted = known;
    std::ranges::copy(space_.formal_slots(callee), std::back_inserter(known));
    std::ranges::copy(space_.result_slots(callee), std::back_inserter(wanted));
    const Bdd goal = space_.cube(passage.exit, wanted);
    std::map<NodeId, Transfer> over;
    Rings::Problem search;
    search.start = cfg_.procedures[callee].entry;
    search.states = space_.cube(passage.entry, known);
    search.steps = [&](NodeId v) {
      std::vector<Rings::Step> steps = statement_steps(v);
      if (cfg_.nodes[v].kind != CfgNode::Kind::Call) return steps;
      if (!over.contains(v)) {
        const Effect* effect = newest_before(cfg_.call(v).procedure, time);
        if (effect == nullptr) return steps;
        over.emplace(v, space_.step_over(v, effect->relation));
      }
      steps.push_back({return_point(v), Kind::StepOver, &over.at(v)});
      return steps;
    };
    search.goal = [&](NodeId v, const Bdd& states) {
      return v == cfg_.procedures[callee].exit ? states & goal : space_.none();
    };
    bool stopped = false;
    search.should_stop = [&] { return stopped = problem_.should_stop(); };
    auto path = Rings(space_).shortest(search);
    PAWL_ASSERT(path || stopped, "an effect should have a path that explains it");
    return path;
  }

  const Effect* newest_before(std::uint32_t procedure, std::uint64_t time) const {
    const Effect* found = nullptr;
    for (const Effect& effect : reachability_.effects(procedure)) {
      if (effect.time < time) found = &effect;
    }
    return found;
  }

  /// Only what is in scope, and at an exit the results.
  BebopStep step(const Item& item) const {
    const std::uint32_t procedure = cfg_.nodes[item.visit.node].procedure;
    BebopStep result{item.visit.kind, item.visit.node, item.depth, {}};
    for (const Slot s : space_.scope(procedure)) result.values.push_back(item.visit.state[s]);
    if (item.visit.kind == Kind::Leave) {
      for (const Slot s : space_.result_slots(procedure)) {
        result.values.push_back(item.visit.state[s]);
      }
    }
    return result;
  }

  const BpCfg& cfg_;
  const StateSpace& space_;
  Reachability& reachability_;
  const TraceProblem& problem_;
  std::vector<Item> items_;
};

}  // namespace

std::optional<std::vector<BebopStep>> shortest_trace(const BpCfg& cfg, const StateSpace& space,
                                                     Reachability& reachability,
                                                     const TraceProblem& problem) {
  return Tracer(cfg, space, reachability, problem).run();
}

}  // namespace pawl::slam
