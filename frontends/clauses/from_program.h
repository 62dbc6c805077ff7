// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "frontends/clauses/system.h"
#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::frontend::clauses {

/// A program as clauses: a predicate for each loop, over the variables of its procedure. There are
/// predicates that make them true iff no run fails. nullopt: it calls procedures, has contracts or
/// invariants, or more paths than anybody wants to read; that is reported.
std::optional<System> from_program(const gcl::Program& program, gcl::Context& context,
                                   Diagnostics& diagnostics);

}  // namespace pawl::frontend::clauses
