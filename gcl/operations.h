// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "gcl/expr.h"
#include "gcl/value.h"

namespace pawl::gcl {

/// The value of `e` from those of its arguments. Every kind that needs nothing else: not
/// variables, functions, quantifiers, Old, Entry, nor Div and Mod by zero. Bit-vector operations
/// are total, as in SMT-LIB: division by zero gives all ones, the remainder is the dividend.
Value apply_operation(Expr e, std::span<const Value> args);

}  // namespace pawl::gcl
