// SPDX-License-Identifier: Apache-2.0
//
// Shortest paths, once it is known what every procedure does. A breadth-first search over the
// states at nodes, in which stepping over a call is one step and entering it is another: ring n
// holds what is reached after n steps and not before. Walking the rings backwards gives a path of
// the fewest steps ("hierarchical length"). PathEdges in the order of the worklist would not:
// they are found in an order that has nothing to do with length.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "slam/bebop_result.h"
#include "slam/state_space.h"

namespace pawl::slam {

class Rings {
 public:
  struct Step {
    NodeId target = 0;
    BebopStep::Kind kind = BebopStep::Kind::Statement;
    const Transfer* transfer = nullptr;  // valid until the search ends
  };
  struct Visit {
    NodeId node = 0;
    BpState state;
    BebopStep::Kind kind = BebopStep::Kind::Statement;  // how it goes on; of the last no meaning
  };
  struct Problem {
    NodeId start = 0;
    abstraction::Bdd states;  // at the start
    std::function<std::vector<Step>(NodeId)> steps;
    /// Those of the states at the node that end the search.
    std::function<abstraction::Bdd(NodeId, const abstraction::Bdd&)> goal;
    /// Asked once per ring; the search ends with nothing found.
    std::function<bool()> should_stop;
  };

  explicit Rings(const StateSpace& space) : space_(space) {}
  /// Nothing when no goal can be reached, or when stopped.
  std::optional<std::vector<Visit>> shortest(const Problem& problem);

 private:
  using Ring = std::map<NodeId, abstraction::Bdd>;  // ordered: the result is reproducible
  std::optional<Visit> goal_in(const Problem& problem, const Ring& ring) const;
  Ring next_ring(const Problem& problem, const Ring& ring);
  Visit predecessor(const Problem& problem, const Ring& ring, const Visit& visit) const;

  const StateSpace& space_;
  std::map<NodeId, abstraction::Bdd> seen_;
};

}  // namespace pawl::slam
