// SPDX-License-Identifier: Apache-2.0
//
// Symbolic values kept short: constants folded, sums with a constant flattened, so that the value
// of i after two increments is i@0 + 2.
#pragma once

#include "gcl/expr.h"

namespace pawl::explain {

/// One node whose arguments are folded already.
gcl::Expr fold_node(gcl::Context& context, gcl::Expr e);
/// The whole expression.
gcl::Expr fold(gcl::Context& context, gcl::Expr e);

enum class Alias { Same, Different, Maybe };
/// Are two folded keys the same for all values of their variables, different for all, or neither
/// as far as one sees without a solver?
Alias alias(gcl::Expr a, gcl::Expr b);

/// match: m[k := v][q]     result: v, m[q], or if k == q then v else m[q]; any number of stores
gcl::Expr read_element(gcl::Context& context, gcl::Expr map, gcl::Expr key);

}  // namespace pawl::explain
