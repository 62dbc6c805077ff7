// SPDX-License-Identifier: Apache-2.0
//
// Dataflow analysis joined with predicates [FischerJhalaMajumdar05]: the least solution over a
// lattice and predicates, and more predicates where it does not prove what was asserted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dataflow/options.h"
#include "dataflow/proof.h"
#include "explain/newton.h"

namespace pawl::dataflow {

enum class Verdict {
  Safe,      // by the solution: `proof` says why, and check/ has to agree
  Violated,  // `run` was replayed in the interpreter
  Unknown,
};

enum class Reason {
  None,
  NoNewPredicates,  // no real run, but nobody has a predicate that tells
  PathLimit,        // too many paths to look at one by one
  PathUndecided,    // the solver or the interpreter cannot decide a path
  PredicateLimit,
  RefinementLimit,  // of rounds
  BddLimit,
  LatticeLimit,  // of the work on octagons and polyhedra
  Timeout,
  Interrupted,
};
const char* to_string(Reason reason);

/// What holds at a location: in each set of valuations of the predicates, what the lattice knows.
struct FactRow {
  SourceRange range;
  std::string operation;  // what is done next
  bool loop_head = false;
  struct Piece {
    std::string when;  // "true": whatever the predicates are
    std::string facts;
  };
  std::vector<Piece> pieces;  // none: never reached
};
struct FactTable {
  std::string procedure;
  std::vector<FactRow> rows;  // in text order
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  Reason reason = Reason::None;
  std::vector<Round> rounds;
  std::vector<std::pair<std::string, std::string>> predicates;  // scope ("": global), text
  std::vector<FactTable> tables;
  std::size_t dropped = 0;                 // facts that the IL has no words for
  Proof proof;                             // Safe; without refinement: what is claimed
  std::optional<explain::Feasible> run;    // Violated
  const gcl::Stmt* failing = nullptr;      // Violated: of `program`
  std::vector<const gcl::Stmt*> unproved;  // assertions, of `program`
  gcl::Program program;                    // the internal form
  /// A replay that disagrees with the solver: a bug of ours, never a verdict. Empty: none.
  std::string disagreement;
};

/// `program` outlives the result.
Outcome dataflow(gcl::Context& context, const gcl::Program& program, const Options& options,
                 prover::QueryLog& log);

/// What a lattice knows at the heads of the loops of one procedure, however it is entered: one
/// pass, without predicates. By loop, in text order; claims, for somebody to prove. Nothing if it
/// was stopped.
std::vector<std::vector<gcl::Expr>> loop_facts(gcl::Context& context, const gcl::Program& program,
                                               const std::string& procedure, LatticeKind lattice,
                                               const std::function<bool()>& stop,
                                               prover::QueryLog& log);

}  // namespace pawl::dataflow
