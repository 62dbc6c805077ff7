// SPDX-License-Identifier: Apache-2.0
//
// The only traversals of Expr: explicit stacks, each shared node visited once. Nobody writes
// recursion over Expr; formulas are 100,000 deep.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

/// Calls `visit` once per distinct node below and including the roots, arguments first.
/// Trigger terms are visited too, before their quantifier.
void post_order(std::span<const Expr> roots, const std::function<void(Expr)>& visit);
void post_order(Expr root, const std::function<void(Expr)>& visit);

/// Bottom-up rewriting with a memo table that lives as long as the Rewriter. `step` gets a node
/// whose arguments are already rewritten and returns its replacement (or the node itself).
/// Quantified bodies and triggers are entered.
class Rewriter {
 public:
  using Step = std::function<Expr(Expr)>;
  Rewriter(Context& context, Step step) : context_(context), step_(std::move(step)) {}
  Expr operator()(Expr e);

 private:
  Context& context_;
  Step step_;
  std::unordered_map<Expr, Expr> memo_;
};

using Substitution = std::unordered_map<Expr, Expr>;  // Var or BoundVar -> replacement

/// Simultaneous; replacements are not entered. Keys are Vars (or BoundVars when a binder is
/// being opened); replacements have no free BoundVars. `Old` and `Entry` are entered like any
/// other node: callers eliminate them first where that matters.
Expr substitute(Context& context, Expr e, const Substitution& substitution);

/// The Vars in e, sorted by id.
std::vector<Expr> free_vars(Expr e);
std::vector<Expr> free_vars(std::span<const Expr> es);
bool occurs(Expr needle, Expr haystack);
/// Number of distinct nodes: what "linear size" is measured in.
std::size_t dag_size(std::span<const Expr> roots);

}  // namespace pawl::gcl
