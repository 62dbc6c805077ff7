// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "frontends/clauses/system.h"
#include "gcl/program.h"
#include "prover/prover.h"
#include "result/result.h"

namespace pawl::cli {

/// That a clause with these values gives a predicate these arguments, or `false`.
struct DerivationStep {
  const frontend::clauses::Clause* clause = nullptr;
  std::vector<gcl::Expr> arguments;  // of its head: literals
};

/// From a fact to a query, along a run of the lowered clauses; every step proved of its clause.
/// nullopt: the run cannot be followed.
std::optional<std::vector<DerivationStep>> derivation(gcl::Context& context,
                                                      const frontend::clauses::System& system,
                                                      const gcl::Program& program,
                                                      const result::RealRunText& run,
                                                      prover::Prover& prover);

}  // namespace pawl::cli
