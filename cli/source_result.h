// SPDX-License-Identifier: Apache-2.0
//
// What was found out about IL loops, said of the loops of the C text.
#pragma once

#include "cli/loop_describer.h"
#include "cli/source_map.h"
#include "gcl/program.h"
#include "prover/prover.h"
#include "result/result.h"

namespace pawl::cli {

/// Fills in ConjunctResult::source, VariantResult::source and Result::source_loops; runs and states
/// get the names of C.
///
/// Whose calls are meant: of a function by anybody, or those of the program that is judged.
enum class Callers { Any, OfProgram };

/// A conjunct is said of a loop of the text only if it holds whenever that loop's head is reached
/// in any run of the program: it is certified for the function as a root of its own, in any state,
/// or, when only callers of the program count, in every activation that a run may come to.
void add_source_terms(const SourceMap& map, gcl::Context& context, const gcl::Program& program,
                      CTerms c_terms, Callers callers, const prover::ProverOptions& prover,
                      result::Result& result);

}  // namespace pawl::cli
