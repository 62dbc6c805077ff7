// SPDX-License-Identifier: Apache-2.0
//
// And and Or that drop units but do not flatten: `both(n, f)` in a chain shares n, so that a
// formula grown statement by statement stays linear. gcl/build.h flattens, which copies n.
#pragma once

#include <span>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

inline Expr both(Context& context, Expr a, Expr b) {
  if (a.is_true() || b.is_false() || a == b) return b;
  if (b.is_true() || a.is_false()) return a;
  return context.make(Kind::And, {a, b});
}

inline Expr join(Context& context, Kind kind, Expr unit, std::span<const Expr> parts) {
  std::vector<Expr> kept;
  for (const Expr part : parts) {
    if (!(part == unit)) kept.push_back(part);
  }
  if (kept.empty()) return unit;
  return kept.size() == 1 ? kept.front() : context.make(kind, kept);
}

inline Expr all_of(Context& context, std::span<const Expr> parts) {
  return join(context, Kind::And, context.true_(), parts);
}
inline Expr any_of(Context& context, std::span<const Expr> parts) {
  return join(context, Kind::Or, context.false_(), parts);
}

}  // namespace pawl::gcl
