// SPDX-License-Identifier: Apache-2.0
//
// Facts from data, and of lattices, as claims of a trial.
#pragma once

#include "engine/input.h"
#include "engine/options.h"
#include "engine/procedure/trial.h"
#include "prover/query_log.h"

namespace pawl::engine {

/// Claims what runs of the procedure suggest (source `data`) and what lattices know of it
/// (`lattices`), and keeps what is certified together with what was claimed before. If that proves
/// everything, only what the proofs rest on stays.
void claim_from_runs(const Input& input, const Options& options, prover::QueryLog& log,
                     Trial& trial, ProcedureResult& result);

}  // namespace pawl::engine
