// SPDX-License-Identifier: Apache-2.0
//
// Loop-invariant inference [FlanaganQadeer02]: a fixpoint per loop over strongest postconditions
// and predicate abstraction at the loop head, universally quantified over skolem constants.
// What comes out is a claim; check/ decides whether it is printed as a fact.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "abstraction/abstract.h"
#include "gcl/program.h"
#include "heuristics/predicate_source.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace pawl::infer {

struct Progress {
  std::string procedure;
  std::size_t loop = 0;  // 1-based, in text order
  std::size_t loops = 0;
  std::uint64_t round = 0;
  std::size_t predicates = 0;
  std::uint64_t queries = 0;
};

struct LoopInvariant;

/// What is known of the loops that are done; saying it readably costs questions.
using SoFar =
    std::function<std::vector<LoopInvariant>(const prover::ProverOptions&, prover::QueryLog&)>;

struct Options {
  prover::ProverOptions prover;
  abstraction::Options abstraction;
  std::string heuristics = "all";
  /// For the source `newton`; over the context of the procedure.
  std::vector<gcl::Expr> path_predicates;
  /// Queries one loop may cost, all rounds and re-inferences together.
  std::uint64_t loop_queries = 6000;
  /// Predicates abstracted together, exactly; beyond it they are split into groups.
  std::size_t group_size = 24;
  std::function<void(const Progress&)> on_progress;
  /// Called when a loop that stands in no other is done and there are more.
  std::function<void(const SoFar&)> on_loop_done = {};
};

enum class LoopStatus {
  Fixpoint,     // r stopped growing: the strongest combination in the domain
  Houdini,      // a budget ended; only inductive survivors are claimed
  Unreachable,  // never entered: the invariant is `false`
};

struct LoopInvariant {
  LoopStatus status = LoopStatus::Fixpoint;
  std::vector<gcl::Expr> conjuncts;  // in source terms, closed; Entry nodes may occur
  std::vector<gcl::Expr> skolems;
  std::vector<heuristics::Predicate> predicates;
  std::vector<char> used;     // predicates[i] occurs in a conjunct
  std::string precision;      // "exact", "exact in 3 groups", "clauses of at most 2 literals", ...
  std::string incomplete;     // why it may be weaker than the predicates allow
  std::uint64_t rounds = 0;   // of the fixpoint, over all runs
  std::uint64_t runs = 0;     // how often the loop was inferred: nested loops, several times
  std::uint64_t queries = 0;  // over all runs
};

/// One entry per loop, in text order. `procedure` has a body. The budget is the one of the prover's
/// limits: when the part of it that is for the search ends, only inductive survivors are claimed.
std::vector<LoopInvariant> infer_procedure(gcl::Context& context, const gcl::Program& program,
                                           const gcl::Procedure& procedure, const Options& options,
                                           prover::QueryLog& log);

}  // namespace pawl::infer
