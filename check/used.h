// SPDX-License-Identifier: Apache-2.0
//
// Which loop invariants a proof rests on.
#pragma once

#include <span>

#include "check/check.h"

namespace pawl::check {

struct ConjunctId {
  std::size_t loop = 0;      // in text order
  std::size_t conjunct = 0;  // among the loop's invariants
  friend auto operator<=>(const ConjunctId&, const ConjunctId&) = default;
};

struct UsedConjuncts {
  gcl::Obligation obligation;
  bool proved = false;
  std::vector<ConjunctId> used;  // in an unsat core: enough, not necessarily least; sorted
};

/// For each obligation the conjuncts that its proof uses. Every invariant is guarded by a literal
/// of its own, and the core of the refutation tells which literals it needs.
/// `loops` are those of `procedure` in text order; their invariants and the constants of `program`
/// are changed.
std::vector<UsedConjuncts> used_conjuncts(gcl::Context& context, gcl::Program& program,
                                          const gcl::Procedure& procedure,
                                          std::span<gcl::While* const> loops,
                                          const Options& options, prover::QueryLog& log);

}  // namespace pawl::check
