// SPDX-License-Identifier: Apache-2.0
//
// From Expr to cvc5 terms. For prover/cvc5_*.cpp only: no other file includes cvc5.h.
#pragma once

#include <cvc5/cvc5.h>

#include <map>
#include <unordered_map>
#include <vector>

#include "gcl/expr.h"
#include "prover/translator.h"

namespace pawl::prover {

/// Throws cvc5::CVC5ApiException where cvc5 does. Div and Mod are total, and by zero unknown
/// functions of the dividend, as in Z3 (cvc5's default; `arith-no-partial-fun` would differ).
class Cvc5Builder {
 public:
  using Term = cvc5::Term;

  explicit Cvc5Builder(cvc5::Solver& solver) : solver_(solver) {}

  /// Constant maps of values only; others get a name, which inside a quantifier is not possible.
  bool supports(gcl::Expr e) const {
    return !e.is(gcl::Kind::ConstMap) || is_value(e.arg(0)) || !e.has_bound_vars();
  }
  Term make(gcl::Expr e, const std::vector<Term>& args);
  Term make_quantifier(gcl::Expr e, const Term& body,
                       const std::vector<std::vector<Term>>& patterns);
  Term define(gcl::Expr e, const Term& value);
  cvc5::Sort sort(gcl::Sort sort);

  /// Facts that give meaning to constants made here, since the last call, in order.
  std::vector<Term> take_facts();

 private:
  Term leaf(gcl::Expr e);
  Term apply(gcl::Expr e, const std::vector<Term>& args);
  Term const_map(gcl::Expr e, const Term& value);

  cvc5::Solver& solver_;
  std::unordered_map<gcl::Expr, Term> leaves_;  // Var and BoundVar
  std::map<std::string, Term> functions_;       // by name and signature
  std::map<std::string, cvc5::Sort> sorts_;     // uninterpreted
  std::vector<Term> facts_;
};

using Cvc5Translator = Translator<Cvc5Builder>;

}  // namespace pawl::prover
