// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

/// What of a node is made anew; the rest, its kind, names, numbers and indices, stays.
struct NodeParts {
  Sort sort{};
  std::span<const Expr> args{};
  std::span<const Expr> bound{};
  std::vector<std::vector<Expr>> triggers{};
};

/// The node `original`, of this context or of another, with other parts.
Expr copy_node(Context& context, Expr original, NodeParts parts);

}  // namespace pawl::gcl
