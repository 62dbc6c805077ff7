// SPDX-License-Identifier: Apache-2.0
//
// From an inconsistent set of conditions to predicates in program variables: the conditions where
// they stand, the store equations they depend on where those were made, and both carried over the
// borders of the calls between them.
#pragma once

#include <set>
#include <vector>

#include "explain/newton.h"
#include "explain/simulate.h"

namespace pawl::explain {

/// Collects distinct predicates; splits formulas into atoms and tells their scope.
class PredicateList {
 public:
  PredicateList(gcl::Context& context, const gcl::Program& program)
      : context_(context), program_(program) {}
  /// `formula` is over what is in scope in `procedure`; null is ignored.
  void add(gcl::Expr formula, const gcl::Procedure& procedure);
  std::vector<ScopedPredicate> take() { return std::move(found_); }

 private:
  gcl::Context& context_;
  const gcl::Program& program_;
  std::vector<ScopedPredicate> found_;
  std::set<std::pair<gcl::Expr, const gcl::Procedure*>> seen_;
};

/// `core`: indices of conditions that are contradictory in the simulation with these renamings.
std::vector<ScopedPredicate> explaining_predicates(gcl::Context& context,
                                                   const gcl::Program& program, const Path& path,
                                                   const Simulation& simulation,
                                                   const std::set<std::size_t>& renamed,
                                                   const std::set<std::size_t>& core);

}  // namespace pawl::explain
