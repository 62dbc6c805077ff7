// SPDX-License-Identifier: Apache-2.0
#include "emit/sorts.h"

#include <algorithm>
#include <set>

#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::emit {
namespace {

using gcl::Expr;
using gcl::Located;
using gcl::Sort;

void visit_all(const std::vector<Located>& formulas, const std::function<void(Expr)>& visit) {
  for (const Located& formula : formulas) visit(formula.expr);
}

void visit_stmt(const gcl::Stmt& stmt, const std::function<void(Expr)>& visit) {
  std::visit(overloaded{
                 [&](const gcl::Assert& s) { visit(s.condition.expr); },
                 [&](const gcl::Assume& s) { visit(s.condition.expr); },
                 [&](const gcl::Assign& s) { visit_all(s.values, visit); },
                 [&](const gcl::If& s) {
                   if (s.condition) visit(s.condition->expr);
                 },
                 [&](const gcl::While& s) {
                   if (s.condition) visit(s.condition->expr);
                   visit_all(s.invariants, visit);
                 },
                 [&](const gcl::Call& s) { visit_all(s.arguments, visit); },
                 [](const auto&) {},
             },
             stmt.node);
}

class SortCollector {
 public:
  void add(Sort sort) {
    if (!seen_.insert(sort.id()).second) return;
    if (sort.is_map()) {
      add(sort.key());
      add(sort.value());
    }
    found.push_back(sort);
  }
  std::vector<Sort> found;

 private:
  std::set<std::uint32_t> seen_;
};

}  // namespace

void for_each_expr(const gcl::Program& program, const std::function<void(Expr)>& visit) {
  for (const gcl::FunctionDecl& decl : program.functions) {
    if (decl.body) visit(decl.body->expr);
  }
  for (const gcl::AxiomDecl& decl : program.axioms) visit(decl.formula.expr);
  for (const gcl::Procedure& procedure : program.procedures) {
    visit_all(procedure.requires_, visit);
    visit_all(procedure.ensures, visit);
    if (!procedure.body) continue;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) { visit_stmt(stmt, visit); });
  }
}

std::vector<Sort> sorts_of(const gcl::Program& program) {
  SortCollector sorts;
  const auto add_all = [&](const std::vector<gcl::VarDecl>& decls) {
    for (const gcl::VarDecl& decl : decls) sorts.add(decl.var.sort());
  };
  for (const gcl::ConstDecl& decl : program.constants) sorts.add(decl.var.sort());
  for (const gcl::FunctionDecl& decl : program.functions) {
    for (const Expr parameter : decl.parameters) sorts.add(parameter.sort());
    sorts.add(decl.result);
  }
  add_all(program.globals);
  for (const gcl::Procedure& procedure : program.procedures) {
    add_all(procedure.parameters);
    add_all(procedure.results);
    add_all(procedure.locals);
  }
  for_each_expr(program,
                [&](Expr root) { gcl::post_order(root, [&](Expr e) { sorts.add(e.sort()); }); });
  return sorts.found;
}

MapNumbers::MapNumbers(const gcl::Program& program) {
  for (const Sort sort : sorts_of(program)) {
    if (sort.is_map()) numbers_.emplace(sort.id(), numbers_.size() + 1);
  }
}

bool uses_bit_vectors(const gcl::Program& program) {
  return std::ranges::any_of(sorts_of(program), &Sort::is_bitvec);
}

bool uses_reals(const gcl::Program& program) {
  return std::ranges::any_of(sorts_of(program), &Sort::is_real);
}

bool is_quantified(Expr root) {
  bool found = false;
  gcl::post_order(root,
                  [&](Expr e) { found |= e.is(gcl::Kind::Forall) || e.is(gcl::Kind::Exists); });
  return found;
}

}  // namespace pawl::emit
