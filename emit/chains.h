// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "emit/plain.h"

namespace pawl::emit {

/// For languages that say `a <= b < c`: inferred invariants `a <= b` and `b < c` become one, where
/// the first of them stood. What the user wrote stays as it is.
void join_comparisons(gcl::Context& context, PlainProgram& plain);

}  // namespace pawl::emit
