// SPDX-License-Identifier: Apache-2.0
//
// What costs little to find: the answer for loops that a search does not get to.
#pragma once

#include "engine/input.h"
#include "engine/options.h"
#include "engine/procedure/trial.h"
#include "prover/query_log.h"
#include "support/budget.h"

namespace pawl::engine {

/// What lattices know of the loops of a procedure and is inductive together with the claims of
/// `trial`, certified; `result` is the one of `trial`. Each step has a part of `budget`.
void claim_simply(const Input& input, const Options& options, const Budget& budget,
                  prover::QueryLog& log, Trial& trial, ProcedureResult& result);

/// Gives loops of `result` whose search did not come to its end what is known otherwise.
void fall_back_to(const Claims& known, ProcedureResult& result);

}  // namespace pawl::engine
