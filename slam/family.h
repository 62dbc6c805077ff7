// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gcl/program.h"

namespace pawl::slam {

/// The equations by which a program tells the values of one place apart, each with its procedure:
/// `place == e` where that is tested; where a variable y is assigned to the place or compared with
/// it, `place == y`; and, if the program sets y to numbers only, what y may be.
std::vector<std::pair<std::string, gcl::Expr>> family_of(gcl::Context& context,
                                                         const gcl::Program& program,
                                                         gcl::Expr place);

/// `copy == c` where another variable is copied to it, for the numbers c that this one is set to.
std::vector<std::pair<std::string, gcl::Expr>> values_of_copy(gcl::Context& context,
                                                              const gcl::Program& program,
                                                              gcl::Expr copy);

}  // namespace pawl::slam
