// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

/// The triggers of `quantifier` that solvers can match: each term is an application, a select or
/// a store, without connectives, quantifiers or ite inside, and together they mention every bound
/// variable. Others are dropped, which costs instances, never soundness.
std::vector<std::vector<Expr>> usable_triggers(Expr quantifier);

}  // namespace pawl::gcl
