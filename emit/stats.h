// SPDX-License-Identifier: Apache-2.0
//
// Queries by caller, over all procedures. Times make this the one output that is not byte-stable.
#pragma once

#include <iosfwd>

#include "result/result.h"

namespace pawl::emit {

/// What it took to read the program. It is read again for every use.
struct FrontendTime {
  double seconds = 0;     // all of it
  double first = 0;       // until the program was there for the first time
  std::size_t loads = 0;  // how often
};

void write_stats(std::ostream& out, const result::Result& result, const FrontendTime& frontend);
void write_stats_json(std::ostream& out, const result::Result& result,
                      const FrontendTime& frontend);

}  // namespace pawl::emit
