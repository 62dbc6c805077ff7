// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "gcl/expr.h"

namespace pawl::frontend::c {

/// `body` under a quantifier over `variables`, said of the index of the element itself instead of
/// the distance from where a pointer points: solvers match a[k], but not a[offset + k].
///     match:  0 <= k < n ==> a[offset + k] == 0
///     result: offset <= k < offset + n ==> a[k] == 0
/// The same under either quantifier: every integer is the distance of one index. A variable that is
/// an index by itself somewhere stays as it is.
gcl::Expr shifted_to_indices(gcl::Context& context, std::span<const gcl::Expr> variables,
                             gcl::Expr body);

}  // namespace pawl::frontend::c
