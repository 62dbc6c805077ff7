// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

#include "gcl/expr.h"

namespace pawl::slam {

struct PredicateLiteral {
  std::size_t predicate = 0;  // index into the predicates that were given
  bool positive = true;
  friend auto operator<=>(const PredicateLiteral&, const PredicateLiteral&) = default;
};
using PredicateCube = std::vector<PredicateLiteral>;
/// A disjunction; none: false. The empty cube is true.
using Cubes = std::vector<PredicateCube>;
/// A conjunction of disjunctions; none: true.
using Combination = std::vector<Cubes>;

/// `e` or its negation as an atom that equal literals share: x < 5, !(5 <= x) and x <= 4 have one.
struct Atom {
  gcl::Expr expr;
  bool positive = true;
};
Atom atom_of(gcl::Context& context, gcl::Expr e);

}  // namespace pawl::slam
