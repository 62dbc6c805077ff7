// SPDX-License-Identifier: Apache-2.0
//
// An invariant that reads better and says the same, before any format is made of it:
//
//   k <= high ==> k < n, for all k                 high < n
//   0 <= k < i ==> A, and 0 <= k < i ==> B         0 <= k < i ==> A && B
//   what the others imply                          is moved to LoopResult::redundant
//
// Every step is proved, or leaves things as they are. Whether the new texts are inductive is for
// the caller to find out: they are what is certified.
#pragma once

#include "engine/readable/consequences.h"
#include "engine/result.h"

namespace pawl::engine {

/// `first`: the conjuncts before it are the user's and stay. All are certified. True: something
/// changed.
bool tidy(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
          const prover::ProverOptions& options, prover::QueryLog& log, std::size_t first,
          LoopResult& loop);

}  // namespace pawl::engine
