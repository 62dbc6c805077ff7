// SPDX-License-Identifier: Apache-2.0
//
// Recursion over blocks is bounded by the parser's nesting limit.
#include "gcl/stmt.h"

#include <algorithm>

#include "support/overloaded.h"

namespace pawl::gcl {
namespace {

bool same(const Located& a, const Located& b) { return a.expr == b.expr; }

bool same(const std::optional<Located>& a, const std::optional<Located>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const std::vector<Located>& a, const std::vector<Located>& b) {
  return std::ranges::equal(a, b, [](const Located& x, const Located& y) { return same(x, y); });
}

bool same(const Assert& a, const Assert& b) { return same(a.condition, b.condition); }
bool same(const Assume& a, const Assume& b) { return same(a.condition, b.condition); }
bool same(const Assign& a, const Assign& b) {
  return a.targets == b.targets && same(a.values, b.values);
}
bool same(const Havoc& a, const Havoc& b) { return a.targets == b.targets; }
bool same(const Choice& a, const Choice& b) {
  return std::ranges::equal(a.branches, b.branches, equal);
}
bool same(const If& a, const If& b) {
  return same(a.condition, b.condition) && equal(a.then_branch, b.then_branch) &&
         equal(a.else_branch, b.else_branch);
}
bool same(const While& a, const While& b) {
  return same(a.condition, b.condition) && same(a.invariants, b.invariants) &&
         same(a.predicates, b.predicates) && a.skolems == b.skolems && equal(a.body, b.body);
}
bool same(const LabeledBlock& a, const LabeledBlock& b) {
  return a.label == b.label && equal(a.body, b.body);
}
bool same(const Exit& a, const Exit& b) { return a.label == b.label; }
bool same(const Call& a, const Call& b) {
  return a.procedure == b.procedure && a.results == b.results && same(a.arguments, b.arguments);
}

bool same(const Stmt& a, const Stmt& b) {
  return a.node.index() == b.node.index() &&
         std::visit(
             [&](const auto& left) {
               return same(left, std::get<std::decay_t<decltype(left)>>(b.node));
             },
             a.node);
}

}  // namespace

bool equal(const Block& a, const Block& b) {
  return std::ranges::equal(a, b, [](const Stmt& x, const Stmt& y) { return same(x, y); });
}

void for_each_stmt(const Block& block, const std::function<void(const Stmt&)>& visit) {
  for (const Stmt& stmt : block) {
    visit(stmt);
    std::visit(overloaded{
                   [](const Assert&) {},
                   [](const Assume&) {},
                   [](const Assign&) {},
                   [](const Havoc&) {},
                   [&](const Choice& choice) {
                     for (const Block& branch : choice.branches) for_each_stmt(branch, visit);
                   },
                   [&](const If& branch) {
                     for_each_stmt(branch.then_branch, visit);
                     for_each_stmt(branch.else_branch, visit);
                   },
                   [&](const While& loop) { for_each_stmt(loop.body, visit); },
                   [&](const LabeledBlock& labeled) { for_each_stmt(labeled.body, visit); },
                   [](const Exit&) {},
                   [](const Call&) {},
               },
               stmt.node);
  }
}

}  // namespace pawl::gcl
