// SPDX-License-Identifier: Apache-2.0
//
// What others say of a procedure's loops: which of it goes into the search, and what became of it.
#pragma once

#include <string>
#include <vector>

#include "engine/input.h"
#include "engine/options.h"
#include "engine/result.h"
#include "gcl/program.h"
#include "prover/query_log.h"

namespace pawl::engine {

/// Of this procedure, which has so many loops.
std::vector<HintClaim> hints_of(const Options& options, const std::string& procedure,
                                std::size_t loops);

/// As a claim, not certified. Its text is HintClaim::text.
ConjunctResult hint_conjunct(gcl::Context& context, const gcl::Program& program,
                             const gcl::Procedure& procedure, const HintClaim& hint);

/// Each as a predicate of its loop, for the search.
void add_predicates(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
                    const std::vector<HintClaim>& hints);

/// Sets LoopResult::hints: for each hint of the procedure its fate, once everything else is known.
/// `hold` are those that were found inductive, together with what is certified. Of the others each
/// is claimed by itself beside them, for a counterexample to induction or a run.
void judge_hints(const Input& input, const Options& options, const std::vector<HintClaim>& hold,
                 prover::QueryLog& log, ProcedureResult& result);

}  // namespace pawl::engine
