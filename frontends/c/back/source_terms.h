// SPDX-License-Identifier: Apache-2.0
//
// What an IL formula says about a loop, in ACSL: source names, `a[i]` and `p->f` for maps,
// `\at(x, LoopEntry)` for entry(x). Exact, but for what the IL says of elements that C does not
// have; a formula that has no such form is left out.
#pragma once

#include <set>
#include <string>

#include "frontends/c/back/extents.h"
#include "frontends/c/back/source_loops.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

struct Said {
  std::string text;   // empty: it cannot be said. `\true`: it says nothing of what C has
  bool exact = true;  // else it says less: of the elements that arrays have
};

/// Of a predicate. `changed` are the names of IL variables that the loop may change.
Said to_acsl(gcl::Expr formula, const SourceScope& scope, const std::set<std::string>& changed,
             const Certified& certified);

/// Of an integer term. Empty: it cannot be said.
std::string term_to_acsl(gcl::Expr term, const SourceScope& scope,
                         const std::set<std::string>& changed, const Certified& certified);

}  // namespace pawl::frontend::c
