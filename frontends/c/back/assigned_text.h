// SPDX-License-Identifier: Apache-2.0
//
// IL variables and parts of maps as locations of `loop assigns`.
#pragma once

#include <set>
#include <string>

#include "frontends/c/back/extents.h"
#include "frontends/c/back/source_loops.h"
#include "gcl/expr.h"
#include "gcl/map_range.h"

namespace pawl::frontend::c {

/// `a[0 .. i - 1]` for a range of a map that is all the loop changes in it. Empty: there is no name
/// for it here.
std::string assigned_range(const gcl::MapRange& range, const SourceScope& scope,
                           const std::set<std::string>& changed, const Certified& certified);

struct AssignedText {
  std::string text;            // empty: it cannot be said
  std::string unbounded = {};  // `p[..]`, if that is because nobody knows which part is meant
};

/// How an IL variable as a whole, or all of one object in it, is written among the locations that a
/// loop assigns: `x`, `a[0 .. 9]`. An array whose extent nobody knows has no such form.
AssignedText assigned_text(gcl::Expr variable, gcl::Expr object, const SourceScope& scope,
                           const std::set<std::string>& changed, const Certified& certified);

}  // namespace pawl::frontend::c
