// SPDX-License-Identifier: Apache-2.0
//
// Who starts and who is called: what a proof with summaries has to cover.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "gcl/program.h"

namespace pawl::engine {

/// Where runs start: in `wanted`; if that is empty in `main`, and without one in every procedure
/// with a body. Empty: there is no procedure `wanted` with a body.
std::vector<std::string> entries_of(const gcl::Program& program, const std::string& wanted);

/// The procedures with a body that a run from one of `entries` may be in, these included.
std::set<std::string> called_from(const gcl::Program& program,
                                  const std::vector<std::string>& entries);

}  // namespace pawl::engine
