// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace pawl::abstraction {

/// Predicate `predicate`, or its negation.
struct Literal {
  std::uint32_t predicate = 0;
  bool positive = true;

  Literal operator!() const { return {predicate, !positive}; }
  /// By predicate; the positive literal first.
  friend std::strong_ordering operator<=>(Literal a, Literal b) {
    if (const auto order = a.predicate <=> b.predicate; std::is_neq(order)) return order;
    return b.positive <=> a.positive;
  }
  friend bool operator==(Literal a, Literal b) = default;
};

/// A disjunction, sorted, each predicate at most once. The empty clause is false.
using Clause = std::vector<Literal>;
/// A conjunction, likewise. The empty cube is true.
using Cube = std::vector<Literal>;
/// One truth value per predicate.
using Minterm = std::vector<bool>;

/// Literal by literal the opposite: a clause becomes the cube of the states that violate it.
std::vector<Literal> negated(std::span<const Literal> literals);

Cube cube_of(const Minterm& minterm);
bool contains(const Minterm& minterm, std::span<const Literal> cube);

/// The order clauses are shown in: shorter first, then lexicographic.
bool shown_before(const Clause& a, const Clause& b);

}  // namespace pawl::abstraction
