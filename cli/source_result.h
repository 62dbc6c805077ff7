// SPDX-License-Identifier: Apache-2.0
//
// What was found out about IL loops, said of the loops of the C text.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/result.h"
#include "frontends/c/lower.h"
#include "gcl/program.h"
#include "prover/prover.h"

namespace pawl::cli {

/// What the front end knows of the way back; in the context of the program.
struct SourceMap {
  std::vector<frontend::c::LoopSite> sites;
  std::vector<frontend::c::LoopActivation> activations;
  std::set<std::string> proof_only;
  std::map<std::string, std::map<std::string, std::string>> names;  // as frontend::c::Lowered has
  std::map<std::string, std::string> input_functions;
};

enum class CTerms { With, Without };

/// Fills in ConjunctResult::source, VariantResult::source and Result::source_loops; runs and states
/// get the names of C.
///
/// A conjunct is said of a loop of the text only if it holds whenever that loop's head is reached
/// in any run of the program: it is certified for the function as a root of its own, in any state,
/// or in every activation that a run may come to.
void add_source_terms(const SourceMap& map, gcl::Context& context, const gcl::Program& program,
                      CTerms c_terms, const prover::ProverOptions& prover, engine::Result& result);

/// The same for people who know the C text only: formulas as ACSL where they have that form, else
/// with the names of C.
engine::Result in_source_names(const SourceMap& map, engine::Result result);

}  // namespace pawl::cli
