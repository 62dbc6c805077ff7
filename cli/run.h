// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/guard.h"
#include "cli/options.h"

namespace pawl::cli {

/// Reads, analyses, writes. Returns the exit code. The guard's time began with the command.
int run(const Options& options, Guard& guard);

}  // namespace pawl::cli
