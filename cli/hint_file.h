// SPDX-License-Identifier: Apache-2.0
//
// --hints: what a file says of the program's loops, as formulas of the program.
#pragma once

#include <optional>
#include <vector>

#include "cli/input.h"
#include "cli/options.h"
#include "engine/options.h"
#include "result/result.h"
#include "support/diagnostic.h"

namespace pawl::cli {

struct Candidates {
  std::vector<engine::HintClaim> claims;
  std::vector<result::HintSource> sources;  // HintClaim::number is an index into it
};

/// nullopt: the file is not what it should be, speaks of a loop that is not there, or of names that
/// are not in scope; the errors are in the diagnostics. `program` is `input` loaded in `context`.
std::optional<Candidates> read_candidates(const Options& options, const SourceInput& input,
                                          gcl::Context& context, const gcl::Program& program,
                                          Diagnostics& diagnostics);

}  // namespace pawl::cli
