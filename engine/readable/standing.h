// SPDX-License-Identifier: Apache-2.0
//
// What holds wherever a procedure is, because nothing in it changes what that speaks of:
//
//   requires v != 0;  assume a$off == 0 || 0 < a;  assume a <= 0;      v != 0, a$off == 0
//
// A pointer parameter of a function that is looked at by itself points to the start of what it
// points to, and `requires \valid(v)` says that there is something.
#pragma once

#include <span>
#include <vector>

#include "engine/readable/consequences.h"
#include "gcl/program.h"
#include "gcl/traverse.h"

namespace pawl::engine {

/// Preconditions, and what is assumed before anything else happens, as far as they speak only of
/// what the procedure never changes.
std::vector<gcl::Expr> standing_facts(const gcl::Program& program, const gcl::Procedure& procedure);

/// Parameters that are 0 by what `known` was told.
gcl::Substitution zero_parameters(gcl::Context& context, const gcl::Procedure& procedure,
                                  std::span<const gcl::Expr> facts, Consequences& known);

/// The same formula or term with the replacements, sums written anew.
gcl::Expr replaced(gcl::Context& context, gcl::Expr e, const gcl::Substitution& by);

}  // namespace pawl::engine
