// SPDX-License-Identifier: Apache-2.0
#include "slam/rings.h"

#include <algorithm>
#include <utility>

#include "support/assert.h"

namespace pawl::slam {

using abstraction::Bdd;

std::optional<std::vector<Rings::Visit>> Rings::shortest(const Problem& problem) {
  std::vector<Ring> rings{{{problem.start, problem.states}}};
  seen_ = rings.front();
  std::optional<Visit> last;
  while (!(last = goal_in(problem, rings.back()))) {
    if (problem.should_stop()) return std::nullopt;
    Ring next = next_ring(problem, rings.back());
    if (next.empty()) return std::nullopt;
    rings.push_back(std::move(next));
  }
  std::vector<Visit> path{*last};
  for (std::size_t i = rings.size() - 1; i-- > 0;) {
    path.push_back(predecessor(problem, rings[i], path.back()));
  }
  std::ranges::reverse(path);
  return path;
}

std::optional<Rings::Visit> Rings::goal_in(const Problem& problem, const Ring& ring) const {
  for (const auto& [node, states] : ring) {
    const Bdd found = problem.goal(node, states);
    if (!found.is_false()) return Visit{node, space_.pick(found)};
  }
  return std::nullopt;
}

Rings::Ring Rings::next_ring(const Problem& problem, const Ring& ring) {
  Ring next;
  for (const auto& [node, states] : ring) {
    for (const Step& step : problem.steps(node)) {
      const Bdd found = StateSpace::apply(states, *step.transfer);
      const auto known = seen_.try_emplace(step.target, space_.none()).first;
      const Bdd fresh = found & !known->second;
      if (fresh.is_false()) continue;
      known->second |= fresh;
      const auto in_ring = next.try_emplace(step.target, space_.none()).first;
      in_ring->second |= fresh;
    }
  }
  return next;
}

Rings::Visit Rings::predecessor(const Problem& problem, const Ring& ring,
                                const Visit& visit) const {
  for (const auto& [node, states] : ring) {
    for (const Step& step : problem.steps(node)) {
      if (step.target != visit.node) continue;
      const Bdd found = space_.before(states, *step.transfer, visit.state);
      if (!found.is_false()) return {node, space_.pick(found), step.kind};
    }
  }
  PAWL_UNREACHABLE("a state of a ring should come from the ring before");
}

}  // namespace pawl::slam
