// SPDX-License-Identifier: Apache-2.0
//
// The program is copied as it is, and every handle in the copy is exchanged. First all nodes are
// made anew, by their ids: arguments are older than what they are arguments of.
#include "gcl/clone.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "gcl/copy_node.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

/// Calls `visit` on every expression of the program, where it stands.
template <class Visit>
class EveryExpr {
 public:
  explicit EveryExpr(Visit visit) : visit_(visit) {}

  void program(Program& program) {
    for (ConstDecl& one : program.constants) visit_(one.var);
    for (FunctionDecl& one : program.functions) {
      list(one.parameters);
      maybe(one.body);
    }
    for (AxiomDecl& one : program.axioms) visit_(one.formula.expr);
    variables(program.globals);
    for (Procedure& one : program.procedures) procedure(one);
  }

 private:
  void procedure(Procedure& one) {
    variables(one.parameters);
    variables(one.results);
    located(one.requires_);
    located(one.ensures);
    list(one.modifies);
    variables(one.locals);
    if (one.body) block(*one.body);
  }

  void list(std::vector<Expr>& all) {
    for (Expr& one : all) visit_(one);
  }
  void located(std::vector<Located>& all) {
    for (Located& one : all) visit_(one.expr);
  }
  void variables(std::vector<VarDecl>& all) {
    for (VarDecl& one : all) visit_(one.var);
  }
  void maybe(std::optional<Located>& one) {
    if (one) visit_(one->expr);
  }

  void block(Block& all) {
    for (Stmt& one : all) statement(one);
  }

  void statement(Stmt& stmt) {
    std::visit(overloaded{
                   [&](Assert& one) { visit_(one.condition.expr); },
                   [&](Assume& one) { visit_(one.condition.expr); },
                   [&](Assign& one) {
                     list(one.targets);
                     located(one.values);
                   },
                   [&](Havoc& one) { list(one.targets); },
                   [&](Choice& one) {
                     for (Block& branch : one.branches) block(branch);
                   },
                   [&](If& one) {
                     maybe(one.condition);
                     block(one.then_branch);
                     block(one.else_branch);
                   },
                   [&](While& one) {
                     maybe(one.condition);
                     located(one.invariants);
                     located(one.predicates);
                     list(one.skolems);
                     block(one.body);
                   },
                   [&](LabeledBlock& one) { block(one.body); },
                   [](Exit&) {},
                   [&](Call& one) {
                     list(one.results);
                     located(one.arguments);
                   },
               },
               stmt.node);
  }

  Visit visit_;
};

/// Makes nodes of one context anew in another.
class Copier {
 public:
  explicit Copier(Context& context) : context_(context) {}

  void copy_all(std::span<const Expr> roots) {
    std::vector<Expr> nodes;
    std::vector<Expr> bound;
    post_order(roots, [&](Expr e) {
      nodes.push_back(e);
      bound.insert(bound.end(), e.bound().begin(), e.bound().end());
    });
    nodes.insert(nodes.end(), bound.begin(), bound.end());
    std::sort(nodes.begin(), nodes.end());
    for (const Expr e : nodes) {
      if (!copies_.contains(e)) copies_.emplace(e, made(e));
    }
  }

  Expr operator()(Expr e) const { return e ? copies_.at(e) : e; }

  Sort operator()(Sort sort) const {
    if (!sort) return sort;
    switch (sort.kind()) {
      case SortKind::Bool: return context_.bool_sort();
      case SortKind::Int: return context_.int_sort();
      case SortKind::Real: return context_.real_sort();
      case SortKind::BitVec: return context_.bitvec_sort(sort.width());
      case SortKind::Uninterpreted: return context_.uninterpreted_sort(sort.name());
      case SortKind::Map: return context_.map_sort((*this)(sort.key()), (*this)(sort.value()));
    }
    return sort;
  }

 private:
  std::vector<Expr> copied(std::span<const Expr> all) const {
    std::vector<Expr> copies;
    copies.reserve(all.size());
    for (const Expr one : all) copies.push_back(copies_.at(one));
    return copies;
  }

  Expr made(Expr e) const {
    const std::vector<Expr> args = copied(e.args());
    const std::vector<Expr> bound = copied(e.bound());
    std::vector<std::vector<Expr>> triggers;
    for (const std::vector<Expr>& trigger : e.triggers()) triggers.push_back(copied(trigger));
    return copy_node(
        context_, e,
        {.sort = (*this)(e.sort()), .args = args, .bound = bound, .triggers = std::move(triggers)});
  }

  Context& context_;
  std::unordered_map<Expr, Expr> copies_;
};

}  // namespace

Program clone_into(Context& context, const Program& program) {
  Program copy = program;
  std::vector<Expr> roots;
  EveryExpr([&](Expr& e) {
    if (e) roots.push_back(e);
  }).program(copy);
  Copier copier(context);
  copier.copy_all(roots);
  EveryExpr([&](Expr& e) { e = copier(e); }).program(copy);
  for (FunctionDecl& one : copy.functions) one.result = copier(one.result);
  for (const SortDecl& one : copy.sorts) context.uninterpreted_sort(one.name);
  return copy;
}

Program slice(const Program& program, const std::string& procedure) {
  std::set<std::string> wanted;
  std::vector<std::string> open = {procedure};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    const Procedure* one = program.find_procedure(name);
    if (one == nullptr || !wanted.insert(name).second || !one->body) continue;
    for_each_stmt(*one->body, [&](const Stmt& stmt) {
      if (const auto* call = std::get_if<Call>(&stmt.node)) open.push_back(call->procedure);
    });
  }
  Program part;
  part.sorts = program.sorts;
  part.constants = program.constants;
  part.functions = program.functions;
  part.axioms = program.axioms;
  part.globals = program.globals;
  for (const Procedure& one : program.procedures) {
    if (wanted.contains(one.name)) part.procedures.push_back(one);
  }
  return part;
}

}  // namespace pawl::gcl
