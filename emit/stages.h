// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "gcl/program.h"

namespace pawl::emit {

enum class Stage { None, Parse, Desugar, Passive, Vc };

/// The whole program after a stage, as text that `pawl` reads again.
void print_stage(std::ostream& out, Stage stage, gcl::Context& context,
                 const gcl::Program& program);

}  // namespace pawl::emit
