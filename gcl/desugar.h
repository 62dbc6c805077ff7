// SPDX-License-Identifier: Apache-2.0
//
// From programs to primitive statements [FlanaganQadeer02, section 3]:
//
//   match:  {P,I} while e do B end
//   result: assert I; havoc targets(B); assume I;
//           ( assume e; B; assert I; assume false [] assume !e )
//
// conjunct by conjunct. A call becomes its contract: assert requires; havoc results and modifies;
// assume ensures. `if` becomes a choice. `entry(e)` in a loop's clauses becomes e over ghost
// variables `x@entry`, one for each variable the loop may change, assigned just before the loop
// (and so targets of enclosing loops). Contracts frame the body: assume requires first, assert
// ensures last; the axioms are not part of the code (gcl/vc.h: background). What is left: Assert,
// Assume, Assign, Havoc, Choice, LabeledBlock, Exit.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "gcl/program.h"

namespace pawl::gcl {

enum class ObligationKind {
  Assertion,      // the user's assert
  Precondition,   // a callee's requires, at the call
  Initiation,     // a loop invariant on entry
  Consecution,    // a loop invariant after the body
  Postcondition,  // an ensures
};
const char* to_string(ObligationKind kind);

/// One thing to prove, named and located. `formula` is in source terms, before renaming; a
/// callee's requires is over the call's arguments, and entry(x) is the ghost, so that it can be
/// read in the state of the assert.
struct Obligation {
  ObligationKind kind = ObligationKind::Assertion;
  Located formula;           // with the place where the user wrote it
  SourceRange at;            // where it must hold: the assert, the call, the loop, the procedure
  std::size_t loop = 0;      // Initiation, Consecution: index into Desugared::loops
  std::size_t conjunct = 0;  // which of the invariants, requires or ensures
  /// Kind, clause and statement together identify the obligation. Both point into the program.
  const Located* clause = nullptr;  // the assertion, invariant, requires or ensures
  const Stmt* stmt = nullptr;       // the assert, loop or call; null for a postcondition
};

/// Where a loop stands in the desugared code. Loops are numbered in text order, from 0.
struct Loop {
  const While* source = nullptr;
  SourceRange range;
  std::size_t depth = 0;              // 0: not nested
  std::optional<std::size_t> parent;  // the loop around it
  std::vector<Expr> targets;          // what the body may change, by id; ghosts included
  std::vector<std::pair<Expr, Expr>> entry_ghosts;  // (x, ghost for entry(x)), by id of x
};

/// The places engines ask about. desugar marks an `assume` with each (Assume::point).
enum class PointKind {
  LoopEntry,  // before the first test: what holds here must imply the invariant
  LoopHead,   // an arbitrary iteration: targets havocked, invariants assumed
  LoopBack,   // after the body, before the next test (also where `continue` lands)
  LoopExit,   // the loop has been left through its condition
};
struct Point {
  PointKind kind = PointKind::LoopEntry;
  std::size_t loop = 0;
};

struct Desugared {
  Block body;
  std::vector<Expr> locals;  // every variable the code may mention, ghosts included, by id
  std::vector<Expr> ghosts;  // those of them that are not the program's, by id
  std::vector<Obligation> obligations;
  std::vector<Loop> loops;
  std::vector<Point> points;
};

/// `procedure` has a body and both outlive the result.
Desugared desugar(Context& context, const Program& program, const Procedure& procedure);

/// A clause of `loop` without Entry: entry(e) is e over the loop's ghosts. Ghosts exist for the
/// targets that the loop's clauses mention under entry; what is no target has not changed.
Expr entry_by_ghosts(Context& context, Expr clause, const Loop& loop);
/// The way back, for printing: entry(x) for the ghost of x.
Expr ghosts_to_entry(Context& context, Expr formula, const Loop& loop);

}  // namespace pawl::gcl
