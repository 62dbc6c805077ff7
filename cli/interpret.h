// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

namespace pawl::cli {

/// `pawl run`: runs the program in the interpreter, on given inputs. Returns the exit code.
int interpret(const Options& options);

}  // namespace pawl::cli
