// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

namespace pawl::cli {

/// `pawl abstract`: the Boolean program of a program and given predicates. Returns the exit code.
int run_abstract(const Options& options);

}  // namespace pawl::cli
