// SPDX-License-Identifier: Apache-2.0
//
// The names are the paper's: PathEdges, SummaryEdges, Propagate, Join (StateSpace::apply),
// SelfLoop, Lift (StateSpace::effect and step_over). One difference: the worklist is ordered,
// which changes how often a node is taken and not what is found.
#include "slam/reachability.h"

#include <algorithm>

namespace pawl::slam {

using abstraction::Bdd;
using Kind = CfgNode::Kind;

Reachability::Reachability(const BpCfg& cfg, const StateSpace& space, Domain domain)
    : cfg_(cfg),
      space_(space),
      domain_(domain),
      path_edges_(cfg.nodes.size(), space.none()),
      trivectors_(cfg.nodes.size()),
      summaries_(cfg.nodes.size()),
      transfers_(cfg.nodes.size()),
      enters_(cfg.nodes.size()),
      effects_(cfg.procedures.size()),
      rank_(cfg.nodes.size()) {}

std::optional<BebopUnknown> Reachability::run(std::uint32_t start, const ShouldStop& should_stop) {
  order_nodes(start);
  propagate(cfg_.procedures[start].entry, {space_.self_loop(start)});
  while (!worklist_.empty()) {
    const NodeId v = worklist_.extract(worklist_.begin()).value().second;
    if (const auto stopped = should_stop(++steps_)) return stopped;
    const CfgNode& node = cfg_.nodes[v];
    if (node.kind == Kind::Call) {
      const std::uint32_t callee = cfg_.call(v).procedure;
      std::vector<Bdd> entered = join(v, enter(v));
      for (Bdd& states : entered) states &= space_.self_loop(callee);
      propagate(cfg_.procedures[callee].entry, entered);
      if (returns(v)) propagate(return_point(v), join(v, summary_edges(v)));
    } else if (node.kind == Kind::Exit) {
      leave(v);
    } else {
      for (std::size_t e = 0; e < node.edges.size(); ++e) {
        propagate(node.edges[e].target, join(v, step(v, e)));
      }
    }
  }
  return std::nullopt;
}

std::vector<Bdd> Reachability::join(NodeId v, const Transfer& step) const {
  if (domain_ == Domain::Total) return {StateSpace::apply(path_edges_[v], step)};
  return post(trivectors_[v], step, domain_);
}

/// As trivectors; what they contain.
Bdd Reachability::remember(NodeId v, const Bdd& pairs) {
  std::vector<Bdd>& known = trivectors_[v];
  if (pairs.implies(path_edges_[v])) return pairs;
  if (domain_ != Domain::Cartesian || known.empty()) return known.emplace_back(trivector_of(pairs));
  return known.front() = trivector_of(known.front() | pairs);
}

void Reachability::propagate(NodeId v, const std::vector<Bdd>& pairs) {
  Bdd all = path_edges_[v];
  for (const Bdd& some : pairs) {
    if (some.is_false()) continue;
    all |= domain_ == Domain::Total ? some : remember(v, some);
  }
  if (all == path_edges_[v]) return;
  path_edges_[v] = all;
  worklist_.insert({rank_[v], v});
}

/// The procedure does more than was known: so do the calls of it.
void Reachability::leave(NodeId exit) {
  const std::uint32_t procedure = cfg_.nodes[exit].procedure;
  const Bdd effect = space_.effect(procedure, path_edges_[exit]);
  std::vector<Effect>& known = effects_[procedure];
  if (!known.empty() && known.back().relation == effect) return;
  known.push_back({steps_, effect});
  for (const NodeId call : cfg_.procedures[procedure].callers) {
    if (!reached(call)) continue;
    propagate(return_point(call), join(call, summary_edges(call)));
  }
}

bool Reachability::returns(NodeId call) const {
  return !effects_[cfg_.call(call).procedure].empty();
}

const Transfer& Reachability::summary_edges(NodeId call) {
  const Effect& newest = effects_[cfg_.call(call).procedure].back();
  Summary& summary = summaries_[call];
  if (summary.time != newest.time) {
    summary = {newest.time, space_.step_over(call, newest.relation)};
  }
  return summary.edges;
}

const Transfer& Reachability::enter(NodeId call) {
  if (!enters_[call]) enters_[call] = space_.enter(call);
  return *enters_[call];
}

const Transfer& Reachability::step(NodeId v, std::size_t edge) {
  if (transfers_[v].empty()) {
    for (const CfgEdge& one : cfg_.nodes[v].edges) transfers_[v].push_back(space_.edge(v, one));
  }
  return transfers_[v][edge];
}

/// Ranks nodes in reverse postorder of a depth-first search over the flow and over the calls. What
/// is visited first comes last: the way out of a loop (its last edge) before its body, the return
/// point of a call before the callee.
void Reachability::order_nodes(std::uint32_t start) {
  struct Frame {
    NodeId node;
    std::size_t next;
  };
  std::vector<bool> seen(cfg_.nodes.size(), false);
  std::vector<NodeId> left;
  std::vector<Frame> stack{{cfg_.procedures[start].entry, 0}};
  seen[stack.back().node] = true;
  const auto successors = [&](NodeId v) {
    std::vector<NodeId> targets;
    for (const CfgEdge& edge : cfg_.nodes[v].edges) targets.push_back(edge.target);
    std::ranges::reverse(targets);
    if (cfg_.nodes[v].kind == Kind::Call) {
      targets.push_back(cfg_.procedures[cfg_.call(v).procedure].entry);
    }
    return targets;
  };
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const std::vector<NodeId> targets = successors(frame.node);
    if (frame.next == targets.size()) {
      left.push_back(frame.node);
      stack.pop_back();
      continue;
    }
    const NodeId target = targets[frame.next++];
    if (seen[target]) continue;
    seen[target] = true;
    stack.push_back({target, 0});
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    rank_[left[i]] = static_cast<std::uint32_t>(left.size() - i);
  }
}

}  // namespace pawl::slam
