// SPDX-License-Identifier: Apache-2.0
//
// Boolean programs as the text that the parser reads: parse_bp(print(p)) is p.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "slam/bp_program.h"

namespace pawl::slam {

void print(std::ostream& out, const BpProgram& program);
std::string to_string(const BpProgram& program);

/// The name, in braces where it needs them.
std::string shown_name(std::string_view name);
std::string to_string(const BpProgram& program, const BpProcedure& procedure, const BpExpr& expr);
/// On one line, without labels; of if, while and branch only the head.
std::string head_of(const BpProgram& program, const BpProcedure& procedure, const BpStmt& stmt);

}  // namespace pawl::slam
