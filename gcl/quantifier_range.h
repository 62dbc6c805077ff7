// SPDX-License-Identifier: Apache-2.0
//
// Which values of quantified integers matter. `forall k :: 0 <= k && k < n ==> ...` is decided by
// the k from 0 to n-1: elsewhere the body is true. This file finds such bounds in the shape of
// the body; the evaluator puts numbers in.
#pragma once

#include <optional>
#include <vector>

#include "gcl/expr.h"
#include "gcl/integer.h"

namespace pawl::gcl {

/// `variable` <= term + offset (Upper), `variable` >= term + offset (Lower). The term is another
/// variable of the same quantifier, or `other`, in which none of them occurs.
struct RangeBound {
  enum class Side { Lower, Upper };
  std::size_t variable = 0;  // index into bound()
  Side side = Side::Lower;
  std::optional<std::size_t> relative_to;  // index into bound()
  Expr other;                              // null for the number 0, or with relative_to
  Integer offset;
};

/// The parts of the body that can be decided one by one: the conjuncts below Forall, the
/// disjuncts below Exists.
std::vector<Expr> quantifier_parts(Expr quantifier);

/// Bounds that every assignment satisfies for which `part` is false (below Forall) or true
/// (below Exists).
std::vector<RangeBound> range_bounds(Expr quantifier, Expr part);

}  // namespace pawl::gcl
