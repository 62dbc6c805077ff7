// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "cli/options.h"
#include "gcl/program.h"

namespace pawl::cli {

/// The whole program after a stage, as text that `pawl` reads again.
void print_stage(std::ostream& out, Stage stage, gcl::Context& context,
                 const gcl::Program& program);

}  // namespace pawl::cli
