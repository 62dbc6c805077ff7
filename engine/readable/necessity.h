// SPDX-License-Identifier: Apache-2.0
//
// Which conjunct is needed for what, for --explain.
#pragma once

#include "engine/input.h"
#include "engine/options.h"
#include "engine/result.h"
#include "prover/query_log.h"

namespace pawl::engine {

/// Sets ConjunctResult::needed. A conjunct is needed for an obligation if that is not proved any
/// more without it: without it, that is, and without what is then no longer inductive. Unsat cores
/// tell which conjuncts may be; each of those is taken away once to know.
void find_needed(const Input& input, const Options& options, prover::QueryLog& log,
                 ProcedureResult& result);

/// Sets PredicateResult::fate.
void find_fates(const Input& input, const Options& options, prover::QueryLog& log,
                ProcedureResult& result);

}  // namespace pawl::engine
