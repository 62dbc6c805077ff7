// SPDX-License-Identifier: Apache-2.0
//
// Programs that end after a bounded number of rounds need no invariants.
#pragma once

#include "check/exhaust.h"
#include "engine/input.h"
#include "engine/options.h"
#include "engine/result.h"
#include "prover/query_log.h"

namespace pawl::engine {

enum class Patience { Short, Long };

check::ExhaustLimits exhaust_limits(Patience patience);

/// Where nothing but assertions and contracts is open: follows all runs to their ends, and if
/// nothing fails on any, says so in `result`. Not for what the user says of loops: that has to be
/// inductive.
bool prove_by_exhaustion(const Input& input, const Options& options, Patience patience,
                         prover::QueryLog& log, ProcedureResult& result);

}  // namespace pawl::engine
