// SPDX-License-Identifier: Apache-2.0
//
// One round of a loop, path by path: which conditions a path passes, which cells it reads and
// writes, and what every variable is afterwards, all in terms of the values at the loop head.
// Inner loops, calls and havoc make what they change opaque. Few paths are followed; what is cut
// off is not guessed from.
#pragma once

#include <map>
#include <vector>

#include "gcl/program.h"
#include "heuristics/formula.h"

namespace pawl::heuristics {

/// An expression as the text has it, and in terms of the values at the loop head.
struct Seen {
  gcl::Expr written;
  gcl::Expr at_head;
};

/// A cell a[i][j] that is read or written.
struct Access {
  gcl::Expr map;           // the Var
  std::vector<Seen> keys;  // outermost map first; at least one
  Seen value;              // what is written; null for a read
  bool is_write() const { return static_cast<bool>(value.written); }
};

struct BodyPath {
  enum class End { Back, Left };  // at the loop head again, or out of the loop
  End end = End::Back;
  std::vector<Seen> conditions;  // passed tests and assumptions, conjuncts apart
  std::vector<Access> accesses;
  std::map<gcl::Expr, gcl::Expr> after;  // variable -> value, for what was assigned

  gcl::Expr value_after(gcl::Expr variable) const;
};

/// The guard is a condition of every path. Paths inside inner loops are followed for their
/// conditions and accesses only.
std::vector<BodyPath> body_paths(gcl::Context& context, const gcl::Program& program,
                                 const gcl::While& loop);

}  // namespace pawl::heuristics
