// SPDX-License-Identifier: Apache-2.0
//
// A program once more, in another context. What is parsed or lowered once need not be read again
// for every procedure; where the way through the text is the point (certification), it is taken.
#pragma once

#include <string>

#include "gcl/program.h"

namespace pawl::gcl {

/// In time linear in the program. Expressions are made in the order in which they were made before:
/// whatever goes by their ids goes the same way.
Program clone_into(Context& context, const Program& program);

/// What an analysis of the procedure may look at: all declarations, the procedure, and the
/// procedures that a run of it may enter, in their order. The rest says nothing about it.
Program slice(const Program& program, const std::string& procedure);

}  // namespace pawl::gcl
