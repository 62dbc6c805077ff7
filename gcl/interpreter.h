// SPDX-License-Identifier: Apache-2.0
//
// Runs a procedure of a source program on concrete values. The oracle of the tests and the judge
// of counterexamples: it shares no code with desugaring, sp, wp or the prover. Loops loop, callees
// with a body run, those without return what the chooser picks as long as it meets their contract.
// Nothing is guessed: what cannot be decided (an unbounded quantifier) ends the run as Undecided.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gcl/chooser.h"
#include "gcl/desugar.h"
#include "gcl/program.h"

namespace pawl::gcl {

struct NormalEnd {};
/// An obligation of the running procedure does not hold. Kind, clause and stmt are those of its
/// Obligation (gcl/desugar.h).
struct WentWrong {
  ObligationKind kind = ObligationKind::Assertion;
  const Located* clause = nullptr;
  const Stmt* stmt = nullptr;  // null for a postcondition
  SourceRange at;              // the assert, the call, the loop, the procedure
  const Procedure* procedure = nullptr;
  std::size_t depth = 0;  // of calls: 0 is the procedure the run started in
};
/// An assumption does not hold (assume, requires of the first procedure, axiom, ensures of a
/// callee without a body): there is no such run.
struct Blocked {
  SourceRange range;
};
struct OutOfFuel {};
struct Undecided {
  std::string why;
  SourceRange range;
};
using RunOutcome = std::variant<NormalEnd, WentWrong, Blocked, OutOfFuel, Undecided>;

struct TraceStep {
  SourceRange range;
  std::vector<std::pair<Expr, Value>> changes;
  std::optional<bool> condition;      // of an if or while, `*` included, as the source has it
  std::optional<std::size_t> branch;  // of a choice
  std::size_t depth = 0;              // of calls
  bool is_havoc = false;              // the changes were chosen, not computed
};

struct Run {
  RunOutcome outcome;
  State initial;  // of the procedure the run started in
  State final;    // of the procedure the run ended in
  std::vector<TraceStep> trace;
  std::uint64_t left_out = 0;  // steps of the middle that are not in the trace
  /// Axioms that could not be decided. The run is one of the program only if they hold for the
  /// functions and constants that were chosen.
  std::vector<SourceRange> undecided_axioms;
  /// Calls of procedures without a body: whether the choice was possible is known by contract
  /// only.
  std::vector<SourceRange> contract_calls;

  template <class T>
  bool ended() const {
    return std::holds_alternative<T>(outcome);
  }
};

/// At each arrival at a loop's head, before its condition is tested.
struct LoopVisit {
  const While& loop;
  const Procedure& procedure;
  const State& now;
  const State& old;
  const State& entry;  // when the loop was reached
  std::size_t iteration = 0;
  std::size_t depth = 0;
};

enum class InvariantChecks { Off, On };
enum class Tracing { Off, On };

struct InterpreterOptions {
  std::uint64_t fuel = 100'000;                       // statements and loop tests
  InvariantChecks invariants = InvariantChecks::Off;  // do the user's invariants count?
  Tracing tracing = Tracing::On;
  std::function<void(const LoopVisit&)> observer;
  /// Of a longer trace only as many steps of its start and its end are kept, and between them those
  /// in which something was chosen.
  std::size_t longest_trace = std::numeric_limits<std::size_t>::max();
  /// Asked now and then: should the run go on? (It ends as out of fuel.)
  std::function<bool()> go_on = {};
};

/// `procedure` has a body.
Run run(const Program& program, const Procedure& procedure, Chooser& chooser,
        const InterpreterOptions& options);

}  // namespace pawl::gcl
