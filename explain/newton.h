// SPDX-License-Identifier: Apache-2.0
//
// NEWTON [BallRajamani02]: is a path feasible? If it is, here is a run; if not, here are the
// predicates that tell why.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "explain/path.h"
#include "gcl/interpreter.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace pawl::explain {

/// A predicate and where it is in scope. A global one mentions globals and constants only. One of
/// a procedure mentions its variables and its symbolic constants too: the value of global g on
/// entry is Old(g), and parameters, which are never assigned, are their own symbolic constants.
struct ScopedPredicate {
  const gcl::Procedure* procedure = nullptr;  // null: global
  gcl::Expr expr;                             // Boolean; an atom, not negated
  friend bool operator==(const ScopedPredicate&, const ScopedPredicate&) = default;
};

/// The path is a run of the program, and the interpreter has run it.
struct Feasible {
  gcl::State initial;  // constants, globals, the variables of the first procedure
  gcl::Script script;  // repeats the run
  gcl::Run run;        // ended in WentWrong at the failing statement
};
/// The solver has a run, but the interpreter does something else on the same inputs: a bug in one
/// of them, never a verdict.
struct Disagreement {
  gcl::Run run;
  std::string what;  // "the run ends normally, but the path fails at x.gcl:3:5"
};
/// No run takes this path.
struct Infeasible {
  std::vector<ScopedPredicate> predicates;  // distinct; in the order of the path
  /// The steps whose conditions contradict each other, ascending: a minimal set, as far as the
  /// solver could tell.
  std::vector<std::size_t> conditions;
};
/// Nobody knows. Neither a verdict nor a refinement follows.
struct Undecided {
  enum class Reason {
    Solver,    // the solver does not know whether the path is feasible: `solver` says why
    NoValues,  // the solver's model cannot be written as values
    Replay,    // the interpreter cannot decide a quantifier or an axiom on the way
  };
  Reason reason = Reason::Solver;
  prover::UnknownReason solver = prover::UnknownReason::None;
};
using Explanation = std::variant<Feasible, Disagreement, Infeasible, Undecided>;

struct NewtonOptions {
  prover::ProverOptions prover{};
  /// Who is asked; for tests.
  decltype(&prover::make_prover) make_prover = &prover::make_prover;
};

/// Decides the exact path first, then explains it abstractly. `program` is the one that the path
/// is of, and that the replay runs.
Explanation newton(gcl::Context& context, const gcl::Program& program, const Path& path,
                   const NewtonOptions& options, prover::QueryLog& log);

/// When NEWTON repeats itself. For an infeasible path: the weakest preconditions of its failure
/// at every step, and the equations of all assignments, as atoms in scope where they stand.
/// `conditions` are those of Infeasible: of the other assumptions nothing is said. A path within
/// one procedure is infeasible under these predicates if every step is abstracted as precisely as
/// they allow; there may be many. No solver is asked.
std::vector<ScopedPredicate> predicates_along(gcl::Context& context, const gcl::Program& program,
                                              const Path& path,
                                              std::span<const std::size_t> conditions);

}  // namespace pawl::explain
