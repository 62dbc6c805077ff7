// SPDX-License-Identifier: Apache-2.0
//
// The path that a program takes when every condition and choice is decided from outside.
#pragma once

#include <vector>

#include "explain/path.h"
#include "gcl/program.h"

namespace pawl::test {

/// From the start of `procedure`, through calls. Each `if`, `while` and `[]` takes the next of
/// `decisions` (1: the condition holds, or the index of the branch; 0 when none is left). The path
/// ends with the last assertion it meets, which fails; the others hold.
explain::Path path_of(gcl::Context& context, const gcl::Program& program,
                      const gcl::Procedure& procedure, std::vector<std::size_t> decisions = {});

}  // namespace pawl::test
