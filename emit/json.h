// SPDX-License-Identifier: Apache-2.0
//
// The native format, complete: docs/schema/result-1.schema.json describes it.
#pragma once

#include <string>
#include <vector>

#include "result/json.h"
#include "result/result.h"

namespace pawl::emit {

struct RunDescription {
  std::string command;     // infer, verify
  std::string prover;      // "Z3 4.8.12"
  std::string heuristics;  // --heuristics
  std::string inference;   // never, when-needed, always
  std::uint64_t rlimit = 0;
  std::uint32_t seed = 0;
  std::vector<std::string> load;  // how the source was read, as on the command line
};

std::string to_json(const result::Result& result, const RunDescription& run,
                    result::Statistics statistics);

}  // namespace pawl::emit
