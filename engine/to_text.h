// SPDX-License-Identifier: Apache-2.0
//
// From what the engines and the checker return to the plain data of engine/result.h.
#pragma once

#include <vector>

#include "check/report.h"
#include "engine/result.h"
#include "infer/infer.h"
#include "prover/query_log.h"

namespace pawl::engine {

Reason reason_of(prover::UnknownReason reason);
ObligationResult to_text(const check::ObligationReport& report);
ConjunctResult user_conjunct(gcl::Expr formula);
/// Appends what was inferred, as claims: not certified yet.
void add_claims(const infer::LoopInvariant& found, LoopResult& loop);
std::vector<CallerCount> count_queries(const prover::QueryLog& log);

}  // namespace pawl::engine
