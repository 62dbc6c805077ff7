// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/term.h"

#include <algorithm>
#include <utility>

namespace pawl::frontend::acsl {
namespace {

// What the node being freed on this thread has left to free; null when none is.
thread_local std::vector<Term>* pending = nullptr;

bool equal(const std::vector<Identifier>& a, const std::vector<Identifier>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Identifier& x, const Identifier& y) { return x.text == y.text; });
}

/// The nodes alone; the children are left to the caller.
bool equal_nodes(const TermNode& a, const TermNode& b) {
  if (a.kind != b.kind || a.text != b.text || a.relations != b.relations ||
      a.children.size() != b.children.size() || (a.type == nullptr) != (b.type == nullptr)) {
    return false;
  }
  return equal(a.labels, b.labels) && (!a.type || equal(*a.type, *b.type)) &&
         std::equal(
             a.binders.begin(), a.binders.end(), b.binders.begin(), b.binders.end(),
             [](const Binder& x, const Binder& y) { return pawl::frontend::acsl::equal(x, y); });
}

std::uint32_t depth_of(const Type& type) {
  std::uint32_t depth = 0;
  for (const Type& argument : type.arguments) depth = std::max(depth, depth_of(argument));
  for (const Derivation& d : type.derivations) depth = std::max(depth, d.size ? d.size->depth : 0);
  return depth;
}

}  // namespace

TermNode::~TermNode() {
  if (children.empty()) return;
  if (pending != nullptr) {
    std::move(children.begin(), children.end(), std::back_inserter(*pending));
    return;
  }
  std::vector<Term> mine = std::move(children);
  pending = &mine;
  while (!mine.empty()) {
    Term last = std::move(mine.back());
    mine.pop_back();
    last.reset();
  }
  pending = nullptr;
}

Term make_term(TermNode node) {
  std::uint32_t below = node.type ? depth_of(*node.type) : 0;
  for (const Term& child : node.children) below = std::max(below, child ? child->depth : 0);
  for (const Binder& binder : node.binders) below = std::max(below, depth_of(binder.type));
  node.depth = below + 1;
  return std::make_shared<const TermNode>(std::move(node));
}

Term make_term(TermKind kind, const SourceRange& range, std::vector<Term> children,
               std::string text) {
  TermNode node;
  node.kind = kind;
  node.range = range;
  node.children = std::move(children);
  node.text = std::move(text);
  return make_term(std::move(node));
}

bool equal(const Term& a, const Term& b) {
  std::vector<std::pair<const TermNode*, const TermNode*>> todo{{a.get(), b.get()}};
  while (!todo.empty()) {
    const auto [x, y] = todo.back();
    todo.pop_back();
    if (x == y) continue;
    if (x == nullptr || y == nullptr || !equal_nodes(*x, *y)) return false;
    for (std::size_t i = 0; i < x->children.size(); ++i) {
      todo.emplace_back(x->children[i].get(), y->children[i].get());
    }
  }
  return true;
}

bool equal(const Type& a, const Type& b) {
  const auto same_step = [](const Derivation& x, const Derivation& y) {
    return x.kind == y.kind && x.is_const == y.is_const && x.is_volatile == y.is_volatile &&
           equal(x.size, y.size);
  };
  return a.kind == b.kind && a.name == b.name && a.is_const == b.is_const &&
         a.is_volatile == b.is_volatile &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const Type& x, const Type& y) { return equal(x, y); }) &&
         std::equal(a.derivations.begin(), a.derivations.end(), b.derivations.begin(),
                    b.derivations.end(), same_step);
}

bool equal(const Binder& a, const Binder& b) { return a.name == b.name && equal(a.type, b.type); }

const char* spelling(Relation relation) {
  switch (relation) {
    case Relation::Less: return "<";
    case Relation::LessEqual: return "<=";
    case Relation::Greater: return ">";
    case Relation::GreaterEqual: return ">=";
    case Relation::Equal: return "==";
    case Relation::NotEqual: return "!=";
  }
  return "?";
}

}  // namespace pawl::frontend::acsl
