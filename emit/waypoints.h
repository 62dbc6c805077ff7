// SPDX-License-Identifier: Apache-2.0
//
// A failing run as waypoints of a violation witness: where the source has what the format wants to
// see there, and nowhere else. A run with fewer waypoints is still that run.
#pragma once

#include <string>
#include <vector>

#include "result/result.h"
#include "support/source.h"

namespace pawl::emit {

struct Waypoint {
  std::string type;  // assumption, branching, function_enter, function_return, target
  SourcePosition at;
  std::string value;   // of the constraint; empty: there is none
  std::string format;  // of the constraint; empty: not said
};

/// In the order of the run; the last one is the target.
std::vector<Waypoint> waypoints_of(const result::ObligationResult& failure, const SourceFile& file);

}  // namespace pawl::emit
