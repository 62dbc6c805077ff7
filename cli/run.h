// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

namespace pawl::cli {

/// Reads, analyses, writes. Returns the exit code.
int run(const Options& options);

}  // namespace pawl::cli
