// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "slam/bp_program.h"
#include "support/diagnostic.h"

namespace pawl::slam {

/// Parses and checks a whole `.bp` text (docs/boolean-programs.md). Reports several errors per
/// run; nullopt iff at least one was reported. `file` must outlive the program.
std::optional<BpProgram> parse_bp(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace pawl::slam
