// SPDX-License-Identifier: Apache-2.0
//
// Conjunctions that share what stands before them: `P ==> A` and `P ==> B` are `P ==> A && B`,
// under the same quantifier or none. Both ways; equivalent, and nothing is asked of a solver.
#pragma once

#include <span>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

/// The same conjunction with common premises said once, each where the first of them stood.
std::vector<Expr> merge_premises(Context& context, std::span<const Expr> conjuncts);

/// `P ==> A && B` as `P ==> A` and `P ==> B`; {e} if it is nothing of that kind.
std::vector<Expr> split_conclusion(Context& context, Expr e);

}  // namespace pawl::gcl
