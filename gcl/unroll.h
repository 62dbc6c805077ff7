// SPDX-License-Identifier: Apache-2.0
//
// The first iterations only: a procedure without loops, whose runs are runs of the original. To
// look for real failures where desugar's havoc gives counterexamples that may be unreachable.
//
//   match:  while e { B }
//   result: block L { { assume e } [] { assume !e; exit L }; B;  ... k times ...  assume !e }
//
// Callees with a body are inlined, with variables of their own; calls nested more deeply than the
// limit are not followed (assume false). Callees without a body become their contracts. Whatever
// the interpreter would ask its chooser is marked as a Decision, so that a model of the code
// becomes a Script for it (gcl/replay.h), and the run is judged there, not here.
#pragma once

#include <cstddef>
#include <vector>

#include "gcl/desugar.h"

namespace pawl::gcl {

struct UnrollOptions {
  std::size_t iterations = 4;  // of every loop, each time it is entered
  std::size_t call_depth = 3;
  /// Statements. Where they run out the code ends with `assume false`: fewer runs, no wrong ones.
  std::size_t max_size = 20'000;
};

/// What the interpreter asks its chooser for, at the place of Assume::point.
struct Decision {
  enum class Kind { Branch, Havoc } kind = Kind::Havoc;
  Expr var;  // holds the answer there; an integer for Branch
};

struct Unrolled {
  Block body;  // desugared
  /// By Assert::obligation: which of the procedure's own obligations (Desugared::obligations)
  /// this copy is. A loop invariant that fails does not end the run: what follows an assertion of
  /// it does not assume it. Callees' assertions are assumed to hold.
  std::vector<std::size_t> origin;
  std::vector<Decision> decisions;  // by Assume::point, in the order of asking
  /// Calls by contract. If there are any, a run through them exists only if the callee can indeed
  /// return that (Run::contract_calls tells whether a run passed one).
  std::vector<SourceRange> contract_calls;
  bool has_loops = false;  // of callees, too: more iterations would show more runs
};

/// `desugared` is that of `procedure`, in the same Context.
Unrolled unroll(Context& context, const Program& program, const Procedure& procedure,
                const Desugared& desugared, const UnrollOptions& options);

}  // namespace pawl::gcl
