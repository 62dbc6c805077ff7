// SPDX-License-Identifier: Apache-2.0
//
// POLY's symbolic constants. `old(g)` as a variable of its own, named like it is written, so that
// substitution and cones of influence need not know about moments. Parameters are never assigned in
// the IL, so they are their own symbolic constants.
#pragma once

#include "gcl/program.h"

namespace pawl::gcl {

/// The variable that stands for old(var); printed it reads `old(var)`.
Expr old_constant(Context& context, Expr var);
/// The variable a symbolic constant speaks of; null for every other variable.
Expr constant_of(Context& context, Expr var);

/// Old is replaced by symbolic constants of globals; nothing else changes. `e` has no Entry.
Expr to_symbolic(Context& context, const Program& program, Expr e);
/// Back again.
Expr to_source(Context& context, Expr e);

}  // namespace pawl::gcl
