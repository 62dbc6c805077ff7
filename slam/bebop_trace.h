// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "slam/bebop_result.h"
#include "slam/reachability.h"

namespace pawl::slam {

struct TraceProblem {
  std::uint32_t entry = 0;
  std::map<NodeId, abstraction::Bdd> violations;  // at least one is reachable
  bool unfold = false;
  std::size_t max_steps = 0;  // of an unfolded trace
  std::function<bool()> should_stop;
};

/// A shortest trace to a violation; see Rings for what is short. Unfolded, the inside of every
/// call is shown too, as short as the time at which its effect was found allows. Nothing when
/// stopped.
std::optional<std::vector<BebopStep>> shortest_trace(const BpCfg& cfg, const StateSpace& space,
                                                     Reachability& reachability,
                                                     const TraceProblem& problem);

}  // namespace pawl::slam
