// SPDX-License-Identifier: Apache-2.0
//
// Flat guarded verification conditions: the passive program as a DAG of straight-line segments,
// each with a Boolean guard "a run passes here". The constraints
//
//   guard ==> (guards of the predecessors, one of them)      guard ==> fact
//
// are linear in the program but for the equations at joins, have no nesting, and are asserted
// once; every question is then a check under assumptions: obligation k fails iff the constraints
// are satisfiable with its guard and the negation of its condition. A model names a path: from
// the guard backwards, always to a predecessor whose guard is true.
#pragma once

#include <cstddef>
#include <vector>

#include "gcl/passive.h"

namespace pawl::gcl {

struct Fact {
  Expr formula;  // over versions
  SourceRange range;
};

struct Segment {
  Expr guard;
  std::vector<std::size_t> predecessors;  // smaller indices; empty: the start, or unreachable
  std::vector<Fact> facts;
};

struct Goal {
  std::size_t obligation = 0;  // index into Desugared::obligations
  std::size_t segment = 0;     // a run that reaches the end of this segment ...
  Expr condition;              // ... satisfies this
};

struct Vc {
  std::vector<Segment> segments;  // topologically ordered; [0] is the start, guard `true`
  std::vector<Goal> goals;        // in program order
  std::vector<std::size_t>
      point_segment;             // by index into Desugared::points: ends there, no two alike
  std::size_t exit_segment = 0;  // end of it: the normal end
};

Vc make_vc(Context& context, const Passive& passive);

/// The constraints of one segment: its predecessors' guards, then its facts.
std::vector<Expr> segment_constraints(Context& context, const Vc& vc, std::size_t segment);

/// The constraints of the segments from which `target` is reached backwards (itself included),
/// in order. Everything a question about the end of `target` depends on.
std::vector<Expr> constraints_for(Context& context, const Vc& vc, std::size_t target);
std::vector<Expr> all_constraints(Context& context, const Vc& vc);

/// Definitions of functions and the axioms, as closed formulas.
std::vector<Expr> background(Context& context, const Program& program);

}  // namespace pawl::gcl
