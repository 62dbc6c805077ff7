// SPDX-License-Identifier: Apache-2.0
//
// From the strongest invariant to the shortest equivalent one we can find cheaply.
#pragma once

#include <span>
#include <vector>

#include "gcl/expr.h"
#include "prover/prover.h"

namespace pawl::infer {

/// Drops what says nothing about the loop's targets (it was known before the loop) and what the
/// other conjuncts imply, the longest first. `prover` may have more asserted; it is left as found.
/// An Unknown answer keeps the conjunct.
std::vector<gcl::Expr> simplify(gcl::Context& context, std::vector<gcl::Expr> conjuncts,
                                std::span<const gcl::Expr> targets,
                                const prover::ProverOptions& options, prover::QueryLog& log);

/// Does a conjunct contain the predicate, or its negation, with skolems as bound variables?
bool mentions(gcl::Context& context, std::span<const gcl::Expr> conjuncts, gcl::Expr predicate,
              std::span<const gcl::Expr> skolems);

}  // namespace pawl::infer
