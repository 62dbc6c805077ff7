// SPDX-License-Identifier: Apache-2.0
//
// The SLAM loop [BallRajamani02]: abstract (C2BP), check (BEBOP), explain (NEWTON), refine.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explain/newton.h"
#include "slam/bebop.h"
#include "slam/c2bp.h"
#include "slam/proof.h"

namespace pawl::slam {

enum class SlamVerdict {
  Safe,      // in the abstraction: `proof` says why, and check/ has to agree
  Violated,  // `run` was replayed in the interpreter
  Unknown,
};

enum class SlamUnknown {
  None,
  RepeatedCounterexample,  // a path that was excluded came back
  NoNewPredicates,         // the path is infeasible, but nobody has a predicate that tells
  PredicateLimit,
  RefinementLimit,  // of rounds
  QueryLimit,
  PathUndecided,  // the solver or the interpreter cannot decide the path
  BddLimit,
  Timeout,
  Interrupted,
};
const char* to_string(SlamUnknown reason);

/// One round, for progress and reports.
struct SlamRound {
  std::size_t round = 0;
  std::size_t predicates = 0;
  std::uint64_t statements = 0;  // that were abstracted anew
  std::uint64_t queries = 0;     // of the abstraction
  std::uint64_t bdd_nodes = 0;
  std::size_t trace = 0;  // steps; 0: safe
};

struct SlamOptions {
  std::string entry;  // a procedure with a body
  C2bpOptions c2bp;
  BebopOptions bebop;
  explain::NewtonOptions newton;
  gcl::LoopInvariants invariants = gcl::LoopInvariants::Check;
  std::size_t max_rounds = 200;
  std::size_t max_predicates = 400;
  std::uint64_t max_queries = 0;  // of C2BP; 0: no limit
  Budget budget = {};             // of all of it; a stop by the clock is not reproducible
  std::function<void(const SlamRound&)> on_round;
};

struct SlamResult {
  SlamVerdict verdict = SlamVerdict::Unknown;
  SlamUnknown reason = SlamUnknown::None;
  std::string detail;  // for people
  std::vector<SlamRound> rounds;
  std::vector<std::pair<std::string, std::string>> predicates;  // scope ("": global), text
  C2bpCounts counts;
  Proof proof;                           // Safe
  std::optional<explain::Feasible> run;  // Violated
  const gcl::Stmt* failing = nullptr;    // Violated: of `program`
  gcl::Program program;                  // the internal form
  /// A replay that disagrees with the solver: a bug of ours, never a verdict. Empty: none.
  std::string disagreement;
};

/// `given` are predicates to start with, beside those of the property. `program` outlives the
/// result.
SlamResult slam(gcl::Context& context, const gcl::Program& program, const PredicateSet& given,
                const SlamOptions& options, prover::QueryLog& log);

/// What the loop starts from: the atoms of assertions, in the scope of their procedures.
void add_property_predicates(gcl::Context& context, const gcl::Program& internal,
                             PredicateSet& into);

}  // namespace pawl::slam
