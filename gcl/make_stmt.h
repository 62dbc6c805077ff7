// SPDX-License-Identifier: Apache-2.0
//
// Short ways to write a statement, for the passes that make code.
#pragma once

#include <utility>
#include <vector>

#include "gcl/stmt.h"

namespace pawl::gcl {

inline Stmt make_assume(Located condition) {
  const SourceRange range = condition.range;
  return Stmt{Assume{std::move(condition), {}}, range};
}
inline Stmt make_assert(Located condition, std::size_t obligation, SourceRange range) {
  return Stmt{Assert{std::move(condition), obligation}, range};
}
/// `assume true`, marked.
inline Stmt make_point(Context& context, std::size_t point, SourceRange range) {
  return Stmt{Assume{{context.true_(), range}, point}, range};
}
/// (target, value), in parallel.
inline Stmt make_assign(const std::vector<std::pair<Expr, Expr>>& pairs, SourceRange range) {
  Assign assign;
  for (const auto& [target, value] : pairs) {
    assign.targets.push_back(target);
    assign.values.push_back({value, range});
  }
  return Stmt{std::move(assign), range};
}
inline Stmt make_havoc(std::vector<Expr> targets, SourceRange range) {
  return Stmt{Havoc{std::move(targets)}, range};
}
inline Stmt make_choice(Block first, Block second, SourceRange range) {
  Choice choice;
  choice.branches.reserve(2);
  choice.branches.push_back(std::move(first));
  choice.branches.push_back(std::move(second));
  return Stmt{std::move(choice), range};
}

}  // namespace pawl::gcl
