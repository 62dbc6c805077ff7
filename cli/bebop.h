// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

namespace pawl::cli {

/// `pawl bebop`: reads a Boolean program, checks it, writes. Returns the exit code.
int run_bebop(const Options& options);

}  // namespace pawl::cli
