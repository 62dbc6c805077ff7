// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::slam {

/// E of the papers: predicates by scope. Global ones mention globals only; those of a procedure
/// also its variables and symbolic constants (slam/symbolic.h).
class PredicateSet {
 public:
  enum class Added { New, Known };
  /// `scope` empty: global. A predicate that differs from a known one only in its sign or its
  /// spelling is known; constants are.
  Added add(gcl::Context& context, const std::string& scope, gcl::Expr predicate);

  const std::vector<gcl::Expr>& globals() const { return of(std::string()); }
  const std::vector<gcl::Expr>& of(const std::string& scope) const;
  std::size_t size() const;

 private:
  std::map<std::string, std::vector<gcl::Expr>> by_scope_;
  std::map<std::string, std::vector<gcl::Expr>> atoms_;  // sorted
};

/// Adds the predicates of a file (docs/slam.md):
///
///   global:
///     lock == 1
///   procedure main:
///     i < n       // up to the end of the line
///
/// `old(x)` is a symbolic constant. Errors are in the diagnostics.
void read_predicates(gcl::Context& context, const gcl::Program& program, const SourceFile& file,
                     PredicateSet& into, Diagnostics& diagnostics);

/// The predicates of the program's own clauses, and those that speak of symbolic constants bind
/// them: where a predicate of a procedure mentions old(g), g == old(g) is added, and m[a] ==
/// old(m)[a] where it reads m on entry at a.
void add_binding_predicates(gcl::Context& context, const gcl::Program& program, PredicateSet& into);

/// The `predicate` clauses of loops without skolems, in the scope of their procedures.
void add_clauses(gcl::Context& context, const gcl::Program& program, PredicateSet& into);

}  // namespace pawl::slam
