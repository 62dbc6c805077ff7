// SPDX-License-Identifier: Apache-2.0
//
// Several FILEs on the command line: as many runs, and one summary.
#pragma once

#include "cli/options.h"

namespace pawl::cli {

/// Why these options cannot be used with several files; empty: they can.
std::string not_for_several(const Options& options);

/// Runs each file in a process of its own, one after the other, so that a crash, or the memory one
/// takes, is of no concern to the others. Returns the worst exit code: internal error, wrong
/// input, violated, unknown.
int run_each(const Options& options);

}  // namespace pawl::cli
