// SPDX-License-Identifier: Apache-2.0
//
// Places are what a store knows values of: variables, and cells of maps `m[k]`, `m[k][o]` with keys
// over variables. What the paper calls the value tag of a may-pointer p is the value of the place
// m[p]: whatever p points to, reading it gives that.
#pragma once

#include <optional>
#include <vector>

#include "gcl/expr.h"

namespace pawl::dataflow {

/// `m[k][o]` as m and its keys; a variable has none. Nothing if `e` is no place.
struct Place {
  gcl::Expr variable;
  std::vector<gcl::Expr> keys;
};
std::optional<Place> place_in(gcl::Expr e);
gcl::Expr expression(gcl::Context& context, const Place& place);

/// One element of a map that an assignment writes. The value is null for a whole row.
struct Write {
  std::vector<gcl::Expr> keys;
  gcl::Expr value;
};
/// `map := value` as writes, the last one last; nothing if `value` is not `map` with elements
/// written.
std::optional<std::vector<Write>> writes_of(gcl::Expr map, gcl::Expr value);

/// The variables that decide which place it is: those in keys, not the map itself.
std::vector<gcl::Expr> key_variables(gcl::Expr place);

}  // namespace pawl::dataflow
