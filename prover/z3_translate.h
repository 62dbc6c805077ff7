// SPDX-License-Identifier: Apache-2.0
//
// From Expr to Z3 terms. For prover/z3_*.cpp only: no other file includes z3++.h.
// Never assign to a z3::expr that already holds one from a temporary: in 4.8.12 the move
// assignment of z3::ast forgets to release the old term.
#pragma once

#include <z3++.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "gcl/expr.h"
#include "prover/translator.h"

namespace pawl::prover {

/// Throws z3::exception where Z3 does. Div and Mod are Z3's, which are SMT-LIB's: by zero they
/// are unknown functions of the dividend. Equality of maps is extensional.
class Z3Builder {
 public:
  using Term = z3::expr;

  explicit Z3Builder(z3::context& context) : context_(context) {}

  bool supports(gcl::Expr) const { return true; }
  Term make(gcl::Expr e, const std::vector<Term>& args);
  Term make_quantifier(gcl::Expr e, const Term& body,
                       const std::vector<std::vector<Term>>& patterns);
  Term define(gcl::Expr e, const Term& value);
  /// A constant that occurs nowhere else.
  Term fresh_constant(gcl::Sort sort);
  z3::sort sort(gcl::Sort sort);

  /// What `define` introduced since the last call, constant and value, in order.
  std::vector<std::pair<Term, Term>> take_definitions();

 private:
  Term checked(Z3_ast ast);
  Term leaf(gcl::Expr e);
  Term apply(gcl::Expr e, const std::vector<Z3_ast>& args);

  z3::context& context_;
  std::unordered_map<gcl::Expr, Term> bound_;  // BoundVar -> the constant that stands for it
  std::vector<std::pair<Term, Term>> definitions_;
};

using Z3Translator = Translator<Z3Builder>;

}  // namespace pawl::prover
