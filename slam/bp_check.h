// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "slam/bp_program.h"
#include "support/diagnostic.h"

namespace pawl::slam {

/// What the types cannot say: numbers of values, arguments and results agree; labels are unique
/// and known; names are unique and no used global is hidden; 'x stands in `constrain` only, `*`
/// not in `enforce`. For parsed programs the user's errors, for generated ones our bugs.
void check_bp(const BpProgram& program, Diagnostics& diagnostics);

}  // namespace pawl::slam
