// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/object_count.h"

#include <algorithm>

#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::frontend::c {
namespace {

using gcl::Expr;
using gcl::Located;

/// What a statement says itself, without the statements in it.
std::vector<Expr> expressions_in(const gcl::Stmt& stmt) {
  std::vector<Expr> found;
  const auto add = [&](const auto& located) {
    for (const Located& one : located) found.push_back(one.expr);
  };
  const auto test = [&](const std::optional<Located>& condition) {
    if (condition) found.push_back(condition->expr);
  };
  std::visit(overloaded{
                 [&](const gcl::Assert& s) { found.push_back(s.condition.expr); },
                 [&](const gcl::Assume& s) { found.push_back(s.condition.expr); },
                 [&](const gcl::Assign& s) {
                   found = s.targets;
                   add(s.values);
                 },
                 [&](const gcl::Havoc& s) { found = s.targets; },
                 [&](const gcl::If& s) { test(s.condition); },
                 [&](const gcl::While& s) {
                   test(s.condition);
                   add(s.invariants);
                   add(s.predicates);
                 },
                 [&](const gcl::Call& s) {
                   found = s.results;
                   add(s.arguments);
                 },
                 [](const gcl::Choice&) {},
                 [](const gcl::LabeledBlock&) {},
                 [](const gcl::Exit&) {},
             },
             stmt.node);
  return found;
}

bool mentions(const std::vector<Expr>& expressions, Expr var) {
  const std::vector<Expr> vars = gcl::free_vars(expressions);
  return std::ranges::find(vars, var) != vars.end();
}

bool is_count(const gcl::Stmt& stmt, Expr next_object) {
  const auto* assume = std::get_if<gcl::Assume>(&stmt.node);
  if (assume == nullptr || !assume->condition.expr.is(gcl::Kind::Lt)) return false;
  const Expr condition = assume->condition.expr;
  return condition.arg(0).is(gcl::Kind::IntConst) && condition.arg(1) == next_object;
}

}  // namespace

void forget_object_count(gcl::Procedure& procedure, Expr next_object) {
  if (!procedure.body || procedure.body->empty()) return;
  std::vector<Expr> contract;
  for (const Located& clause : procedure.requires_) contract.push_back(clause.expr);
  for (const Located& clause : procedure.ensures) contract.push_back(clause.expr);
  if (mentions(contract, next_object)) return;
  std::size_t statements = 0;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    if (mentions(expressions_in(stmt), next_object)) ++statements;
  });
  gcl::Block& body = *procedure.body;
  const auto count = std::ranges::find_if(
      body, [&](const gcl::Stmt& stmt) { return is_count(stmt, next_object); });
  if (statements == 1 && count != body.end()) body.erase(count);
}

}  // namespace pawl::frontend::c
