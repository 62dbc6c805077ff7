// SPDX-License-Identifier: Apache-2.0
//
// What a clause does, as one or several straight pieces of code.
#pragma once

#include <set>
#include <vector>

#include "gcl/expr.h"
#include "gcl/stmt.h"

namespace pawl::frontend::clauses {

/// One way in which a clause may be used: what is assumed, of the state and of variables that have
/// any value, and the values of the head's arguments afterwards.
struct Case {
  std::vector<gcl::Expr> assumed;
  std::vector<gcl::Expr> arguments;
};

enum class Split { No, Yes };

/// The cases of `constraint`, equations that define a variable outside of `state` solved and put
/// in. Together they are `constraint`; they may overlap.
std::vector<Case> cases_of(gcl::Context& context, gcl::Expr constraint,
                           const std::vector<gcl::Expr>& arguments,
                           const std::set<gcl::Expr>& state, Split split);

}  // namespace pawl::frontend::clauses
