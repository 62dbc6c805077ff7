// SPDX-License-Identifier: Apache-2.0
//
// From what is known of the loops to predicates, and what has to be proved of these. Nothing here
// is believed: who prints a solution has its obligations proved.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "frontends/clauses/system.h"

namespace pawl::frontend::clauses {

/// What is known of the loop at a predicate.
struct LoopFacts {
  std::vector<gcl::Expr> invariant;                  // Entry may occur
  std::optional<std::size_t> within = std::nullopt;  // the predicate of the loop around it
};

/// Which conjuncts of an invariant are used.
enum class Conjuncts {
  OfState,  // those over the arguments of the predicate
  All,      // also of where the loop began, and of variables of other predicates, as there is some
};

/// By predicate, over Predicate::state.
using Solution = std::vector<gcl::Expr>;

/// `loops`: those of lower(system), by predicate. A predicate without a loop is what its clauses
/// say. nullopt: one would have to be known before itself.
std::optional<Solution> solution(gcl::Context& context, const System& system,
                                 const std::map<std::size_t, LoopFacts>& loops, Conjuncts which);

/// The clause, with these predicates: valid for all values of its variables, or this is none.
gcl::Expr obligation(gcl::Context& context, const System& system, const Clause& clause,
                     const Solution& solution);

}  // namespace pawl::frontend::clauses
