// SPDX-License-Identifier: Apache-2.0
//
// Queries by caller, over all procedures. Times make this the one output that is not byte-stable.
#pragma once

#include <iosfwd>

#include "engine/result.h"

namespace pawl::emit {

void write_stats(std::ostream& out, const engine::Result& result);
void write_stats_json(std::ostream& out, const engine::Result& result);

}  // namespace pawl::emit
