// SPDX-License-Identifier: Apache-2.0
//
// Proof by exhaustion: every run of a procedure is followed from its start to its end,
// symbolically, and no obligation fails on any. For programs that end after a bounded number of
// rounds, whatever is chosen; invariants are neither needed nor found.
#pragma once

#include <cstddef>
#include <string>

#include "check/check.h"

namespace pawl::check {

struct ExhaustLimits {
  std::size_t steps = 200'000;  // statements and loop tests, of all paths together
  std::size_t paths = 3'000;
  std::size_t queries = 1'500;
};

struct Exhaustion {
  /// Every run that there is has come to its end, and every assertion, precondition and
  /// postcondition held on it. What the user says of loops has not been looked at.
  bool complete = false;
  std::size_t paths = 0;
  std::string why = {};  // it is not complete
};

/// `procedure` has a body. Unknown answers of the prover make it incomplete.
Exhaustion exhaust(gcl::Context& context, const gcl::Program& program,
                   const gcl::Procedure& procedure, const ExhaustLimits& limits,
                   const prover::ProverOptions& options, prover::QueryLog& log);

}  // namespace pawl::check
