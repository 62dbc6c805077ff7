// SPDX-License-Identifier: Apache-2.0
//
// Smart constructors: build an expression and simplify it where that is local and cheap
// (units, double negation, constant folding of Boolean connectives, flattening of And and Or,
// equal arguments). Engines use these; the parser uses Context::make.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

Expr mk_not(Context& c, Expr e);
Expr mk_and(Context& c, std::span<const Expr> args);
Expr mk_or(Context& c, std::span<const Expr> args);
inline Expr mk_and(Context& c, std::initializer_list<Expr> args) {
  return mk_and(c, std::span<const Expr>(args.begin(), args.size()));
}
inline Expr mk_or(Context& c, std::initializer_list<Expr> args) {
  return mk_or(c, std::span<const Expr>(args.begin(), args.size()));
}
Expr mk_implies(Context& c, Expr premise, Expr conclusion);
/// Iff for bool, Eq otherwise.
Expr mk_eq(Context& c, Expr left, Expr right);
Expr mk_ite(Context& c, Expr condition, Expr then_value, Expr else_value);
Expr mk_le(Context& c, Expr left, Expr right);
Expr mk_lt(Context& c, Expr left, Expr right);
Expr mk_add(Context& c, Expr left, Expr right);
Expr mk_sub(Context& c, Expr left, Expr right);
Expr mk_select(Context& c, Expr map, Expr key);
Expr mk_store(Context& c, Expr map, Expr key, Expr value);
/// `forall vars. body` where `vars` are Vars free in `body`: they become BoundVars of the same
/// name. Variables that do not occur are dropped; with none left it is `body` itself.
Expr mk_forall_over(Context& c, std::span<const Expr> vars, Expr body,
                    std::vector<std::vector<Expr>> triggers = {});

/// The conjuncts of nested And, in order; {e} when e is no And, {} when e is true.
std::vector<Expr> conjuncts(Expr e);

}  // namespace pawl::gcl
