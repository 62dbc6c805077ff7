// SPDX-License-Identifier: Apache-2.0
//
// Which states reach which nodes: interprocedural reachability in the style of
// [RepsHorwitzSagiv95] over sets of states held as BDDs [BallRajamani00].
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "slam/bebop_result.h"
#include "slam/state_space.h"
#include "slam/trivector.h"

namespace pawl::slam {

/// Everything a procedure was known to do at some time.
struct Effect {
  std::uint64_t time = 0;
  abstraction::Bdd relation;  // StateSpace::effect
};

class Reachability {
 public:
  /// Ends the search early; asked once per step.
  using ShouldStop = std::function<std::optional<BebopUnknown>(std::uint64_t steps)>;

  Reachability(const BpCfg& cfg, const StateSpace& space, Domain domain);

  /// To the fixpoint, from any state at the entry of the procedure, or until stopped. What was
  /// found before a stop is reachable, but not all that is.
  std::optional<BebopUnknown> run(std::uint32_t start, const ShouldStop& should_stop);

  /// <state at the entry of v's procedure, state at v>
  const abstraction::Bdd& path_edges(NodeId v) const { return path_edges_[v]; }
  bool reached(NodeId v) const { return !path_edges_[v].is_false(); }
  /// Growing; each was derived with effects of earlier times only. That makes it possible to
  /// unfold calls, recursive ones too, and to come to an end.
  const std::vector<Effect>& effects(std::uint32_t procedure) const { return effects_[procedure]; }
  /// Is anything known of what the callee does?
  bool returns(NodeId call) const;
  /// From the state at a call that returns to the state where it does.
  const Transfer& summary_edges(NodeId call);
  /// From the state at a call to the entry of the callee.
  const Transfer& enter(NodeId call);
  const Transfer& step(NodeId v, std::size_t edge);
  std::uint64_t steps() const { return steps_; }

 private:
  std::vector<abstraction::Bdd> join(NodeId v, const Transfer& step) const;
  abstraction::Bdd remember(NodeId v, const abstraction::Bdd& pairs);
  void propagate(NodeId v, const std::vector<abstraction::Bdd>& pairs);
  void leave(NodeId exit);
  void order_nodes(std::uint32_t start);
  NodeId return_point(NodeId call) const { return cfg_.nodes[call].edges.front().target; }

  const BpCfg& cfg_;
  const StateSpace& space_;
  Domain domain_;
  std::vector<abstraction::Bdd> path_edges_;
  std::vector<std::vector<abstraction::Bdd>> trivectors_;  // by node; together the path edges
  struct Summary {
    std::uint64_t time = 0;  // of the effect it was made from; 0: not made yet
    Transfer edges;
  };
  std::vector<Summary> summaries_;                // of calls; made when needed
  std::vector<std::vector<Transfer>> transfers_;  // of other nodes, by edge; made when needed
  std::vector<std::optional<Transfer>> enters_;   // of calls; made when needed
  std::vector<std::vector<Effect>> effects_;      // by procedure
  // Callees before callers, and within a procedure along the flow: what a node needs is complete
  // more often than not when it is taken.
  std::vector<std::uint32_t> rank_;
  std::set<std::pair<std::uint32_t, NodeId>> worklist_;
  std::uint64_t steps_ = 0;
};

}  // namespace pawl::slam
