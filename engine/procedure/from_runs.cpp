// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/from_runs.h"

#include <algorithm>
#include <map>
#include <set>

#include "check/used.h"
#include "engine/loaded.h"
#include "engine/procedure/from_lattices.h"
#include "engine/procedure/search.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
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

/// Variables of the lowering (their names have a '$') that the program copies into one of its own,
/// as in n := input$1: for each, the claims that speak of it. A reader knows the value by the other
/// name.
std::vector<std::set<std::string>> of_copied_variables(const gcl::Block& body,
                                                       const infer::LoopClaims& claims) {
  const auto own = [](gcl::Expr var) { return var.name().find('$') == std::string::npos; };
  std::map<std::string, std::set<std::string>> found;
  gcl::for_each_stmt(body, [&](const gcl::Stmt& statement) {
    const auto* assign = std::get_if<gcl::Assign>(&statement.node);
    if (assign == nullptr) return;
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      const gcl::Expr value = assign->values[i].expr;
      if (value.kind() == gcl::Kind::Var && own(assign->targets[i]) && !own(value))
        found[value.name()];
    }
  });
  for (const auto& loop : claims) {
    for (const gcl::Expr claim : loop) {
      for (const gcl::Expr var : gcl::free_vars(claim)) {
        const auto at = found.find(var.name());
        if (at != found.end()) at->second.insert(gcl::print(claim));
      }
    }
  }
  std::vector<std::set<std::string>> groups;
  for (auto& [name, texts] : found) {
    if (!texts.empty()) groups.push_back(std::move(texts));
  }
  return groups;
}

/// Leaves out each group without which all is proved as well.
void drop_groups(const std::vector<std::set<std::string>>& groups, Trial& trial,
                 ProcedureResult& result) {
  for (const std::set<std::string>& group : groups) {
    const ProcedureResult before = result;
    for (std::size_t loop = 0; loop < result.loops.size(); ++loop) {
      std::vector<ConjunctResult>& all = result.loops[loop].invariant;
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(trial.of_user(loop));
      all.erase(std::remove_if(first, all.end(),
                               [&](const ConjunctResult& one) { return group.contains(one.text); }),
                all.end());
    }
    trial.judge_quickly();
    if (!trial.all_proved()) result = before;
  }
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
  std::vector<std::set<std::string>> groups;
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
    groups = of_copied_variables(*loaded.procedure->body, left);
  }
  if (std::ranges::all_of(left, [](const auto& loop) { return loop.empty(); })) return;
  trial.certify();
  if (!trial.all_proved()) return;
  drop_groups(groups, trial, result);
  keep_needed(input, options, log, trial, result);
}

}  // namespace pawl::engine
