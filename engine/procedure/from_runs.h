// SPDX-License-Identifier: Apache-2.0
//
// Facts from data as claims of a trial.
#pragma once

#include "engine/input.h"
#include "engine/options.h"
#include "engine/procedure/trial.h"
#include "prover/query_log.h"

namespace pawl::engine {

/// Runs the procedure, claims what its runs suggest, and keeps what is certified together with what
/// was claimed before. If that proves everything, only what the proofs rest on stays.
void claim_from_runs(const Input& input, const Options& options, prover::QueryLog& log,
                     Trial& trial, ProcedureResult& result);

}  // namespace pawl::engine
