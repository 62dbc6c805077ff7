// SPDX-License-Identifier: Apache-2.0
//
// The answer to clauses in their own words: predicates that solve them, or a derivation that shows
// that there are none. Both are checked against the clauses as they were read, by a prover of their
// own, before they are said; how they were found, and the program in between, does not matter.
#pragma once

#include <string>

#include "cli/input.h"
#include "prover/prover.h"
#include "result/result.h"

namespace pawl::cli {

/// With the line end. Of clauses only.
std::string clause_answer(const SourceInput& input, const result::Result& result,
                          const prover::ProverOptions& prover);

}  // namespace pawl::cli
