// SPDX-License-Identifier: Apache-2.0
//
// Intervals, then Houdini over all loops at once [FlanaganLeino01]: a pass and a few
// questions, where a search asks hundreds about each loop. In a function of many loops, or in a
// file of many functions, that is all there is time for.
#include "engine/procedure/simple_claims.h"

#include <algorithm>

#include "engine/loaded.h"
#include "engine/procedure/from_lattices.h"
#include "gcl/printer.h"
#include "infer/inductive_claims.h"
#include "prover/prover.h"
#include "result/annotate.h"

namespace pawl::engine {
namespace {

/// Of what is left when a step begins.
constexpr double for_lattices = 0.5;
constexpr double for_houdini = 0.5;

bool has(const LoopResult& loop, const std::string& text) {
  return std::ranges::find(loop.invariant, text, &ConjunctResult::text) != loop.invariant.end();
}

}  // namespace

void claim_simply(const Input& input, const Options& options, const Budget& budget,
                  prover::QueryLog& log, Trial& trial, ProcedureResult& result) {
  bool any = false;
  {
    Loaded loaded(input, result.name);
    add_invariants(loaded.context, loaded.program, *loaded.procedure, trial.texts());
    infer::LoopClaims claims =
        claims_of_lattices(loaded, budget.slice(for_lattices), log, Lattices::Cheap);
    claims.resize(result.loops.size());
    prover::ProverOptions prover = options.infer.prover;
    prover.limits.divide_rlimit(10);
    prover.limits.budget = budget.slice(for_houdini);
    const infer::LoopClaims left = infer::inductive_claims(loaded.context, loaded.program,
                                                           *loaded.procedure, claims, prover, log);
    for (std::size_t loop = 0; loop < left.size(); ++loop) {
      for (const gcl::Expr one : left[loop]) {
        const std::string text = gcl::print(one);
        if (has(result.loops[loop], text)) continue;
        result.loops[loop].invariant.push_back({text, prover::to_smtlib(one), Origin::Inferred});
        any = true;
      }
    }
  }
  if (any) trial.certify_inductive();
  {
    std::size_t n = 0;
    for (auto& c : result.loops) n += c.invariant.size();
  }
}

void fall_back_to(const Claims& known, ProcedureResult& result) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    LoopResult& loop = result.loops[i];
    if (loop.incomplete.empty()) continue;
    for (const ConjunctResult& one : known[i]) {
      if (!has(loop, one.text)) loop.invariant.push_back(one);
    }
  }
}

}  // namespace pawl::engine
