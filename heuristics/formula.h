// SPDX-License-Identifier: Apache-2.0
//
// Looking into formulas: their atoms, one spelling per atom, map reads, and substitution that
// leaves earlier states alone.
#pragma once

#include <unordered_set>
#include <vector>

#include "gcl/expr.h"
#include "gcl/traverse.h"

namespace pawl::heuristics {

using ExprSet = std::unordered_set<gcl::Expr>;

/// The Boolean leaves of `formula`: no connectives at their top. Quantified subformulas are not
/// entered and not among them. In order of first occurrence.
std::vector<gcl::Expr> atoms_of(gcl::Expr formula);

/// One expression for an atom, its negation and their other spellings (`i < n`, `n <= i`,
/// `i + 1 <= n`); true or false when it is constant.
gcl::Expr canonical(gcl::Context& context, gcl::Expr atom);

/// Folds constants, comparisons that are constant, and reads over writes at an index that is
/// certainly the same or certainly another one.
gcl::Expr simplify(gcl::Context& context, gcl::Expr e);

/// Keys that are sums, written as short as they can be: a[sc + 1 - 1] is a[sc].
gcl::Expr tidy_keys(gcl::Context& context, gcl::Expr e);

/// match:  p(m[j := v][k])      result: p(m[k]), then p(v): what it is about in either case
/// The first has no stores left; few of the others are given.
std::vector<gcl::Expr> read_through_stores(gcl::Context& context, gcl::Expr atom);

/// Like gcl::substitute for program variables, but what Old and Entry speak of stays: an
/// assignment changes the current state only.
gcl::Expr substitute_now(gcl::Context& context, gcl::Expr e, const gcl::Substitution& now);

/// a[i][j] as its variable and keys; a bare map variable has no keys.
struct MapRead {
  gcl::Expr map;                // the Var; null when this is no read of a variable
  std::vector<gcl::Expr> keys;  // outermost map first
  gcl::Expr term;               // the whole Select
};
MapRead map_read(gcl::Expr term);
/// The maximal reads in `e` (a[i][j], not its part a[i]), keys' own reads included.
std::vector<MapRead> reads_in(gcl::Expr e);

/// The Vars whose current value `e` depends on: not those that only old() or entry() speak of.
/// By first occurrence.
std::vector<gcl::Expr> current_vars(gcl::Expr e);
bool mentions_any(gcl::Expr e, const ExprSet& nodes);
bool contains_kind(gcl::Expr e, gcl::Kind kind);
bool contains_quantifier(gcl::Expr e);

/// Stand-ins for values nobody knows. Their names start with '$', which no program name does;
/// they never leave the heuristics: a proposal that mentions one is dropped.
gcl::Expr opaque(gcl::Context& context, gcl::Sort sort, std::size_t number);
bool is_opaque(gcl::Expr e);
bool mentions_opaque(gcl::Expr e);

}  // namespace pawl::heuristics
