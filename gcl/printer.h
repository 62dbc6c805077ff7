// SPDX-License-Identifier: Apache-2.0
//
// parse(print(p)) == p. Fewest parentheses that keep the tree; deterministic.
#pragma once

#include <iosfwd>
#include <string>

#include "gcl/program.h"

namespace pawl::gcl {

std::string print(Expr e);
void print(std::ostream& out, const Program& program);
void print(std::ostream& out, const Procedure& procedure);
/// Each line starts with `indent` spaces.
void print(std::ostream& out, const Block& block, int indent);
std::string print(const Program& program);

}  // namespace pawl::gcl
