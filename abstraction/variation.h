// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abstraction/clause.h"
#include "gcl/expr.h"
#include "prover/prover.h"

namespace pawl::abstraction {

/// A change to a state that may lead to another state of Q.
struct Probe {
  std::vector<gcl::Expr> conditions;  // all true in a state of Q: the changed state is in Q too
  std::vector<gcl::Expr> values;      // what the predicates of the variation are then
};

/// Variables that can be changed while all others stay as they are, and the predicates that
/// notice. Variations of one problem share no predicate and no condition, so that the changes of
/// one can be combined with those of any other.
struct Variation {
  std::vector<std::uint32_t> predicates;  // ascending; they share variables
  std::vector<Probe> probes;
};

/// Of the variables that few and small facts mention, above all skolem constants, which no fact
/// does. The facts are all that is known of a state.
std::vector<Variation> find_variations(gcl::Context& context, std::span<const gcl::Expr> facts,
                                       std::span<const gcl::Expr> predicates);

/// The cubes over the variation's predicates that the variation reaches from the model, its own
/// (`here`) included; sorted, none twice. Each comes with a state of Q that differs from the
/// model in the variables of this variation only.
std::vector<Cube> reached(const Variation& variation, const prover::Model& model,
                          const Minterm& here);

}  // namespace pawl::abstraction
