// SPDX-License-Identifier: Apache-2.0
//
// The search for invariants of one procedure, and a second one where the first was too weak.
#pragma once

#include <string_view>

#include "engine/input.h"
#include "engine/options.h"
#include "engine/procedure/trial.h"
#include "prover/query_log.h"

namespace pawl::engine {

/// Is the source of this name selected?
bool asks(const Options& options, std::string_view source);

/// What was inferred, as claims of the loops of `result`.
void add_inferred(const std::vector<infer::LoopInvariant>& found, ProcedureResult& result);

/// Infers invariants of all loops and certifies them; `result` is the one of `trial`. On top of the
/// hints that hold; the others are predicates that may be of use in a combination. `known` is for
/// loops for which there is not time enough.
void search(const Input& input, const Options& options, const Claims& known, prover::QueryLog& log,
            Trial& trial, ProcedureResult& result);

/// Once more, with what NEWTON says of short paths to the assertions that are open. `before` are
/// the claims that the first search started from. Returns whether everything is proved now;
/// otherwise `result` stays as it is. Only if the first search came to its own end: where it ran
/// out of queries, more predicates are no help. May cost about as many queries as the first.
bool search_again(const Input& input, const Options& options, const Claims& before,
                  prover::QueryLog& log, ProcedureResult& result);

}  // namespace pawl::engine
