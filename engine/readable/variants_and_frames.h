// SPDX-License-Identifier: Apache-2.0
//
// What is known of the rounds of a loop once its invariant is: a variant, and which part of a map
// it has left alone.
#pragma once

#include "engine/input.h"
#include "engine/options.h"
#include "engine/result.h"
#include "prover/query_log.h"

namespace pawl::engine {

/// Sets LoopResult::variant and ::frames, under what is certified. Nothing if something that the
/// user claims is not.
void find_variants_and_frames(const Input& input, const Options& options, prover::QueryLog& log,
                              ProcedureResult& result);

}  // namespace pawl::engine
