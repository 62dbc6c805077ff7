// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "frontends/c/source_loops.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

/// A formula as a C expression that is 1 where the formula holds and 0 elsewhere, and whose
/// evaluation is always defined: no quantifier, no memory access, and arithmetic done in a type in
/// which it cannot overflow. Empty: there is none. Only for the machine's integers.
std::string to_c(gcl::Expr formula, const SourceScope& scope);

}  // namespace pawl::frontend::c
