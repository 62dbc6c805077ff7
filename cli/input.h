// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "cli/options.h"
#include "engine/input.h"

namespace pawl::cli {

/// The front end for the file's language. Null: its errors are in the diagnostics. `file`
/// outlives the input.
std::unique_ptr<engine::Input> open_input(const Options& options, const SourceFile& file,
                                          Diagnostics& diagnostics);

}  // namespace pawl::cli
