// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "gcl/expr.h"
#include "prover/smtlib_symbols.h"

namespace pawl::prover {

/// Terms as text, with an explicit stack. What is shared below the root or below a quantifier's
/// body, without another quantifier in between, is bound by `let` there; so the text is at most
/// quantifier nesting times the number of distinct nodes.
class SmtlibPrinter {
 public:
  /// `names`: closed terms that have a definition; printed as their name, except as the root.
  SmtlibPrinter(SmtlibSymbols& symbols, const std::unordered_map<gcl::Expr, std::string>& names)
      : symbols_(symbols), names_(names) {}

  std::string print(gcl::Expr root);

 private:
  struct Item {
    enum class Kind { Text, Term, Expand, Forget } kind;
    std::string text;
    gcl::Expr term;
    std::size_t count = 0;
  };

  void push_text(std::string text) { stack_.push_back({Item::Kind::Text, std::move(text), {}, 0}); }
  void push_term(gcl::Expr e) { stack_.push_back({Item::Kind::Term, {}, e, 0}); }
  const std::string* name_of(gcl::Expr e) const;
  void expand(gcl::Expr e);
  void expand_quantifier(gcl::Expr e);
  void push_body(gcl::Expr body);
  std::vector<gcl::Expr> shared_in(gcl::Expr body) const;

  SmtlibSymbols& symbols_;
  const std::unordered_map<gcl::Expr, std::string>& names_;
  std::unordered_map<gcl::Expr, std::string> lets_;  // in scope
  std::vector<gcl::Expr> let_order_;
  std::vector<Item> stack_;
  std::string out_;
};

/// What stands after the opening parenthesis: "+", "(_ extract 7 0)", "((as const (Array ...)))".
std::string smtlib_head(gcl::Expr e, SmtlibSymbols& symbols);
/// A leaf: a number or a variable.
std::string smtlib_leaf(gcl::Expr e, SmtlibSymbols& symbols);

}  // namespace pawl::prover
