// SPDX-License-Identifier: Apache-2.0
//
// What an IL formula says about a loop, in ACSL: source names, `a[i]` and `p->f` for maps,
// `\at(x, LoopEntry)` for entry(x). Exact, but for what the IL says of elements that C does not
// have; a formula that has no such form is left out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontends/c/extents.h"
#include "frontends/c/source_loops.h"
#include "gcl/expr.h"
#include "gcl/map_range.h"

namespace pawl::frontend::c {

/// Of a predicate, and of an integer term. Empty: it cannot be said. `\true`: it says nothing of
/// what C has. `changed` are the names of IL variables that the loop may change.
std::string to_acsl(gcl::Expr formula, const SourceScope& scope,
                    const std::set<std::string>& changed, const Certified& certified);
std::string term_to_acsl(gcl::Expr term, const SourceScope& scope,
                         const std::set<std::string>& changed, const Certified& certified);

/// Is it \true, one of the others, or a disjunction with one of them?
bool follows(const std::string& predicate, const std::vector<std::string>& known);

/// The same conjunction with `a <= b` and `b < c` as `a <= b < c`.
std::vector<std::string> join_comparisons(const std::vector<std::string>& predicates);

/// `a[0 .. i - 1]` for a range of a map that is all the loop changes in it. Empty: there is no name
/// for it here.
std::string assigned_range(const gcl::MapRange& range, const SourceScope& scope,
                           const std::set<std::string>& changed, const Certified& certified);

/// How an IL variable as a whole, or all of one object in it, is written among the locations that a
/// loop assigns: `x`, `a[0 .. 9]`, `p[..]`. Empty: there is no name for it here.
std::string assigned_text(gcl::Expr variable, gcl::Expr object, const SourceScope& scope,
                          const std::set<std::string>& changed, const Certified& certified);

}  // namespace pawl::frontend::c
