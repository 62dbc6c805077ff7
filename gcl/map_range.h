// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gcl/expr.h"

namespace pawl::gcl {

/// All that a loop changes in a map: low <= key <= high. The ends are read at the loop's head;
/// entry(x) in them is the value before the loop.
struct MapRange {
  Expr map;  // a Var with integers as keys
  Expr low, high;
};

/// forall k :: low <= k && k <= high || map[k] == entry(map)[k]
Expr unchanged_outside(Context& context, const MapRange& range);

}  // namespace pawl::gcl
