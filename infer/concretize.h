// SPDX-License-Identifier: Apache-2.0
//
// γ: from clauses over predicates to formulas people read.
#pragma once

#include <span>
#include <vector>

#include "abstraction/region.h"
#include "gcl/expr.h"

namespace pawl::infer {

/// The clause as one formula over source variables and skolems, as an implication where that
/// reads better: `0 <= k && k < i ==> a[k] == 0`.
gcl::Expr readable(gcl::Context& context, const abstraction::Clause& clause,
                   std::span<const gcl::Expr> predicates);

/// `forall skolems. formula` with triggers; `formula` itself when no skolem occurs.
gcl::Expr close_over_skolems(gcl::Context& context, gcl::Expr formula,
                             std::span<const gcl::Expr> skolems);

/// A negation pushed into a comparison: !(a < b) is b <= a.
gcl::Expr negate(gcl::Context& context, gcl::Expr formula);

}  // namespace pawl::infer
