// SPDX-License-Identifier: Apache-2.0
//
// F without a solver, for predicates that compare places with each other or with constants: x == c,
// x == y + c, x <= c. Programs that keep their state in a variable give dozens of these, mutually
// exclusive, and a solver would be asked about every pair. Literals are edges between places, a
// constant is a distance from zero, and what contradicts itself is a cycle.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gcl/integer.h"
#include "slam/predicate_cube.h"

namespace pawl::slam {

/// `left - right` is, is not, or is at most `distance`. No place (null) is zero.
struct Difference {
  enum class Relation { Equal, Different, AtMost };
  Relation relation = Relation::Equal;
  gcl::Expr left;
  gcl::Expr right;
  gcl::Integer distance;
};
/// The literal as a difference of two places; nullopt: it speaks of something else. Places are
/// integers (of any sort for x == y): variables, and m[k] as a whole.
std::optional<Difference> difference_of(gcl::Context& context, gcl::Expr literal);

/// May places be taken for independent of each other? Not when one map is read at two addresses
/// that may be the same.
bool independent_places(std::span<const Difference> differences);

struct ConflictLimits {
  std::size_t cube_length = 3;  // 0: any
  std::size_t max_steps = 200'000;
};

/// The minimal cubes over `predicates` that contradict the conjunction of `facts`, each with the
/// help of a fact; without facts those that contradict themselves. A cube that implies another one
/// through x == 1 => x != 2 alone may be left out. Every cube is right; all of them are found when
/// nothing is AtMost, no limit is met and the places are independent.
Cubes equality_conflicts(std::span<const Difference> facts, std::span<const Difference> predicates,
                         const ConflictLimits& limits);

}  // namespace pawl::slam
