// SPDX-License-Identifier: Apache-2.0
//
// POLY's symbolic constants. `old(g)` is a variable of its own inside slam/, named like it is
// written, so that substitution and cones of influence need not know about moments. Parameters are
// never assigned in the IL, so they are their own symbolic constants.
#pragma once

#include "gcl/program.h"

namespace pawl::slam {

/// The variable that stands for old(var); printed it reads `old(var)`.
gcl::Expr old_constant(gcl::Context& context, gcl::Expr var);
/// The variable a symbolic constant speaks of; null for every other variable.
gcl::Expr constant_of(gcl::Context& context, gcl::Expr var);

/// Old is replaced by symbolic constants of globals; nothing else changes. `e` has no Entry.
gcl::Expr to_symbolic(gcl::Context& context, const gcl::Program& program, gcl::Expr e);
/// Back again.
gcl::Expr to_source(gcl::Context& context, gcl::Expr e);

/// Constants are folded, reads of written maps resolved: m[k := v][q] is if k == q then v else
/// m[q]. What is left of maps are reads of variables, unless a whole map is compared or stored.
gcl::Expr simplify(gcl::Context& context, gcl::Expr e);

}  // namespace pawl::slam
