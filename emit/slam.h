// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "engine/result_slam.h"

namespace pawl::emit {

/// How SLAM got there: a line for every round, and the predicates by scope.
void write_slam(std::ostream& out, const engine::SlamReport& report);

}  // namespace pawl::emit
