// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abstraction/bdd.h"
#include "abstraction/clause.h"
#include "gcl/expr.h"

namespace pawl::abstraction {

/// A set of abstract states: a Boolean function of the predicates 0 .. n-1, as a BDD (to decide
/// with) and as its clauses (to read). The clauses are an irredundant cover by prime implicates,
/// in a fixed order; the same function always has the same clauses.
class Region {
 public:
  Region() = default;                               // no region at all; only for "absent"
  static Region bottom(const BddManager& manager);  // no state: the single empty clause
  static Region top(const BddManager& manager);     // every state: no clause
  /// nullopt: more than max_clauses clauses.
  static std::optional<Region> exactly(const Bdd& function, std::size_t max_clauses = 5'000);
  /// The strongest region at least as large whose clauses have at most `max_literals` literals
  /// (as far as a sweep over all of them is affordable).
  static Region at_least(const Bdd& function, std::size_t max_literals);

  const Bdd& function() const { return function_; }
  const std::vector<Clause>& clauses() const { return clauses_; }
  BddManager manager() const { return function_.manager(); }
  bool is_bottom() const { return function_.is_false(); }
  bool is_top() const { return function_.is_true(); }
  friend bool operator==(const Region& a, const Region& b) { return a.function_ == b.function_; }

 private:
  Region(Bdd function, std::vector<Clause> clauses)
      : function_(std::move(function)), clauses_(std::move(clauses)) {}
  Bdd function_;
  std::vector<Clause> clauses_;
};

/// The clause as a disjunction of predicates and their negations.
gcl::Expr concretize(gcl::Context& context, const Clause& clause,
                     std::span<const gcl::Expr> predicates);
/// gamma: the conjunction of the clauses. Linear in their total length.
gcl::Expr concretize(gcl::Context& context, const Region& region,
                     std::span<const gcl::Expr> predicates);

/// `(b0 | !b2) & b1`; for logs and tests.
std::string to_string(const Region& region);

}  // namespace pawl::abstraction
