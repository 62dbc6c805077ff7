// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "result/slam_report.h"

namespace pawl::emit {

/// How SLAM got there: a line for every round, and the predicates by scope.
void write_slam(std::ostream& out, const result::SlamReport& report);

}  // namespace pawl::emit
