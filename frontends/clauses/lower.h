// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "frontends/clauses/system.h"
#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::frontend::clauses {

/// The clauses as a program of one procedure, `main`: control is at a predicate with the state that
/// its arguments are, clauses lead from one to the next, and queries are assertions. Its runs are
/// the derivations; an invariant of the loop at a predicate is a solution for it.
/// gcl::While::origin is the index of the predicate, plus one.
/// nullopt: it cannot be written as loops, which is reported.
std::optional<gcl::Program> lower(const System& system, gcl::Context& context,
                                  Diagnostics& diagnostics);

}  // namespace pawl::frontend::clauses
