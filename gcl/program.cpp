// SPDX-License-Identifier: Apache-2.0
#include "gcl/program.h"

#include <algorithm>

namespace pawl::gcl {
namespace {

template <class Range>
auto* find_by_name(Range& range, std::string_view name) {
  const auto found = std::ranges::find_if(range, [&](const auto& d) { return d.name == name; });
  return found == range.end() ? nullptr : &*found;
}

bool same_formulas(const std::vector<Located>& a, const std::vector<Located>& b) {
  return std::ranges::equal(a, b, {}, &Located::expr, &Located::expr);
}

bool same_vars(const std::vector<VarDecl>& a, const std::vector<VarDecl>& b) {
  return std::ranges::equal(a, b, {}, &VarDecl::var, &VarDecl::var);
}

bool same(const FunctionDecl& a, const FunctionDecl& b) {
  const Expr body_a = a.body ? a.body->expr : Expr();
  const Expr body_b = b.body ? b.body->expr : Expr();
  return a.name == b.name && a.parameters == b.parameters && a.result == b.result &&
         body_a == body_b;
}

bool same(const Procedure& a, const Procedure& b) {
  return a.name == b.name && same_vars(a.parameters, b.parameters) &&
         same_vars(a.results, b.results) && same_formulas(a.requires_, b.requires_) &&
         same_formulas(a.ensures, b.ensures) && a.modifies == b.modifies &&
         same_vars(a.locals, b.locals) && a.body.has_value() == b.body.has_value() &&
         (!a.body || equal(*a.body, *b.body));
}

}  // namespace

const Procedure* Program::find_procedure(std::string_view name) const {
  return find_by_name(procedures, name);
}

const FunctionDecl* Program::find_function(std::string_view name) const {
  return find_by_name(functions, name);
}

bool equal(const Program& a, const Program& b) {
  const auto functions = [](const FunctionDecl& x, const FunctionDecl& y) { return same(x, y); };
  const auto procedures = [](const Procedure& x, const Procedure& y) { return same(x, y); };
  return std::ranges::equal(a.sorts, b.sorts, {}, &SortDecl::name, &SortDecl::name) &&
         std::ranges::equal(a.constants, b.constants, {}, &ConstDecl::var, &ConstDecl::var) &&
         std::ranges::equal(a.functions, b.functions, functions) &&
         std::ranges::equal(a.axioms, b.axioms,
                            [](const AxiomDecl& x, const AxiomDecl& y) {
                              return x.formula.expr == y.formula.expr;
                            }) &&
         same_vars(a.globals, b.globals) &&
         std::ranges::equal(a.procedures, b.procedures, procedures);
}

}  // namespace pawl::gcl
