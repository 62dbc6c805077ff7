// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/from_runs.h"

#include <algorithm>

#include "check/used.h"
#include "engine/loaded.h"
#include "engine/procedure/from_lattices.h"
#include "engine/procedure/search.h"
#include "gcl/printer.h"
#include "heuristics/data/claims.h"
#include "infer/inductive_claims.h"
#include "prover/prover.h"
#include "result/annotate.h"
#include "support/log.h"

namespace pawl::engine {
namespace {

constexpr double for_lattices = 0.1;
constexpr double for_runs = 0.2;

void describe(const char* what, const infer::LoopClaims& claims) {
  if (!log_enabled(LogLevel::Debug)) return;
  for (std::size_t loop = 0; loop < claims.size(); ++loop) {
    for (const gcl::Expr claim : claims[loop]) {
      log(LogLevel::Debug, "engine",
          std::string(what) + " " + std::to_string(loop + 1) + ": " + gcl::print(claim));
    }
  }
}

/// The claims that the proof of everything rests on: those of the obligations themselves, of those
/// claims, and so on.
std::set<check::ConjunctId> needed(const std::vector<check::UsedConjuncts>& proofs) {
  std::set<check::ConjunctId> found;
  std::vector<check::ConjunctId> open;
  const auto add = [&](const check::UsedConjuncts& proof) {
    for (const check::ConjunctId one : proof.used) {
      if (found.insert(one).second) open.push_back(one);
    }
  };
  const auto of_loop = [](const gcl::Obligation& one) {
    return one.kind == gcl::ObligationKind::Initiation ||
           one.kind == gcl::ObligationKind::Consecution;
  };
  for (const check::UsedConjuncts& proof : proofs) {
    if (!of_loop(proof.obligation)) add(proof);
  }
  while (!open.empty()) {
    const check::ConjunctId wanted = open.back();
    open.pop_back();
    for (const check::UsedConjuncts& proof : proofs) {
      const gcl::Obligation& one = proof.obligation;
      if (of_loop(one) && one.loop == wanted.loop && one.conjunct == wanted.conjunct) add(proof);
    }
  }
  return found;
}

/// All of it or nothing: a core may be of a proof that the judge does not find again.
void keep_needed(const Input& input, const Options& options, prover::QueryLog& log, Trial& trial,
                 ProcedureResult& result) {
  const ProcedureResult before = result;
  {
    Loaded loaded(input, result.name);
    add_invariants(loaded.context, loaded.program, *loaded.procedure, trial.texts());
    const std::vector<gcl::While*> loops = loops_of(*loaded.procedure->body);
    const auto proofs = check::used_conjuncts(loaded.context, loaded.program, *loaded.procedure,
                                              loops, options.check, log);
    if (!std::ranges::all_of(proofs, &check::UsedConjuncts::proved)) return;
    const std::set<check::ConjunctId> kept = needed(proofs);
    for (std::size_t loop = 0; loop < result.loops.size(); ++loop) {
      std::vector<ConjunctResult> left;
      std::vector<ConjunctResult>& all = result.loops[loop].invariant;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (i < trial.of_user(loop) || kept.contains({loop, i})) left.push_back(all[i]);
      }
      all = std::move(left);
    }
  }
  trial.judge_quickly();
  if (!trial.all_proved()) result = before;
  trial.set_status();
}

/// What is known already is not claimed again.
void add_new(const infer::LoopClaims& more, infer::LoopClaims& to) {
  to.resize(std::max(to.size(), more.size()));
  for (std::size_t loop = 0; loop < more.size(); ++loop) {
    for (const gcl::Expr one : more[loop]) {
      if (std::ranges::find(to[loop], one) == to[loop].end()) to[loop].push_back(one);
    }
  }
}

void claim(const infer::LoopClaims& claims, ProcedureResult& result) {
  for (std::size_t loop = 0; loop < claims.size(); ++loop) {
    for (const gcl::Expr one : claims[loop]) {
      result.loops[loop].invariant.push_back(
          {gcl::print(one), prover::to_smtlib(one), Origin::Inferred});
    }
  }
}

}  // namespace

void claim_from_runs(const Input& input, const Options& options, prover::QueryLog& log,
                     Trial& trial, ProcedureResult& result) {
  infer::LoopClaims left;
  {
    Loaded loaded(input, result.name);
    add_invariants(loaded.context, loaded.program, *loaded.procedure, trial.texts());
    prover::ProverOptions prover = options.infer.prover;
    const Budget& budget = prover.limits.budget;
    infer::LoopClaims claims(result.loops.size());
    if (asks(options, "lattices")) {
      const auto known = claims_of_lattices(loaded, budget.slice(for_lattices), log);
      describe("known by lattices of loop", known);
      add_new(known, claims);
    }
    if (asks(options, "data")) {
      const auto suggested = heuristics::claims_of_runs(loaded.context, loaded.program,
                                                        *loaded.procedure, budget.slice(for_runs));
      describe("suggested of loop", suggested);
      add_new(suggested, claims);
    }
    prover.limits.divide_rlimit(10);
    left = infer::inductive_claims(loaded.context, loaded.program, *loaded.procedure, claims,
                                   prover, log);
    describe("inductive at loop", left);
    claim(left, result);
  }
  if (std::ranges::all_of(left, [](const auto& loop) { return loop.empty(); })) return;
  trial.certify();
  if (trial.all_proved()) keep_needed(input, options, log, trial, result);
}

}  // namespace pawl::engine
