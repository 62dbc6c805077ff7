// SPDX-License-Identifier: Apache-2.0
//
// Terms of SMT-LIB over Int, Bool and arrays as expressions. What is not known is refused with its
// place. Nested at most as deeply as sexpr.h allows, so this recurses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontends/clauses/names.h"
#include "frontends/clauses/sexpr.h"
#include "gcl/expr.h"
#include "gcl/reporter.h"

namespace pawl::frontend::clauses {

class Terms {
 public:
  Terms(gcl::Context& context, Names& names, gcl::Reporter& reporter)
      : context_(context), names_(names), reporter_(reporter) {}

  /// Null results are reported.
  gcl::Sort sort(const Sexpr& text);
  gcl::Expr term(const Sexpr& text);
  /// One that is a condition.
  gcl::Expr formula(const Sexpr& text);

  /// `((x Int) (y Bool))` as names and sorts.
  using Binding = std::pair<std::string_view, gcl::Sort>;
  std::optional<std::vector<Binding>> bindings(const Sexpr& list);
  void bind(std::string_view name, gcl::Expr value) { scope_[name].push_back(value); }
  void unbind(std::string_view name) { scope_[name].pop_back(); }

  /// (define-fun name parameters sort body); the call of one is its body. False: reported.
  bool define(const Sexpr& command);
  /// An unknown predicate: calls of it are Apply nodes.
  bool declare(const Sexpr& name, std::vector<gcl::Sort> sorts);
  bool is_defined(std::string_view name) const { return functions_.contains(name); }
  /// Of a function that was defined or declared; null: there is none, which is reported.
  const std::vector<gcl::Sort>* signature(const Sexpr& name);
  /// A call of it. The arguments have the right sorts.
  gcl::Expr call(std::string_view function, const std::vector<gcl::Expr>& arguments);

  gcl::Expr error(const Sexpr& at, std::string message, std::string hint = {});

 private:
  struct Function {
    std::vector<gcl::Sort> sorts;
    std::vector<gcl::Expr> parameters;  // with a body
    gcl::Expr body;                     // null: an unknown predicate
  };

  gcl::Expr symbol(const Sexpr& text);
  gcl::Expr list(const Sexpr& text);
  gcl::Expr let(const Sexpr& text);
  gcl::Expr quantifier(const Sexpr& text);
  gcl::Expr constant_array(const Sexpr& text);
  gcl::Expr apply(const Sexpr& text, const std::vector<gcl::Expr>& args);
  gcl::Expr apply_function(const Sexpr& text, const std::vector<gcl::Expr>& args);
  bool name_is_free(const Sexpr& name);

  gcl::Context& context_;
  Names& names_;
  gcl::Reporter& reporter_;
  std::unordered_map<std::string_view, std::vector<gcl::Expr>> scope_;  // innermost last
  std::unordered_map<std::string_view, Function> functions_;
};

}  // namespace pawl::frontend::clauses
