// SPDX-License-Identifier: Apache-2.0
//
// A branch has two children that agree on all bits of the key above `bit`; keys with that bit
// clear are on the left. A leaf has bit 0. Recursion is at most 32 deep.
#include "gcl/env.h"

#include <bit>
#include <cstdint>

namespace pawl::gcl {

struct Env::Node {
  std::uint32_t prefix = 0;  // a leaf's key; a branch's key bits above `bit`
  std::uint32_t bit = 0;
  Expr var, version;  // leaf
  Pointer left, right;

  bool is_leaf() const { return bit == 0; }
  bool covers(std::uint32_t key) const {
    return is_leaf() ? key == prefix : (key & ~(bit | (bit - 1))) == prefix;
  }

  static Pointer leaf(Expr var, Expr version) {
    return std::make_shared<const Node>(
        Node{.prefix = var.id(), .var = var, .version = version, .left = {}, .right = {}});
  }
  static Pointer branch(std::uint32_t prefix, std::uint32_t bit, Pointer left, Pointer right) {
    return std::make_shared<const Node>(
        Node{prefix, bit, {}, {}, std::move(left), std::move(right)});
  }
  /// Of two trees whose keys differ somewhere above their own branching bits.
  static Pointer join(Pointer a, Pointer b) {
    const std::uint32_t bit = std::bit_floor(a->prefix ^ b->prefix);
    const std::uint32_t prefix = a->prefix & ~(bit | (bit - 1));
    if ((a->prefix & bit) != 0) std::swap(a, b);
    return branch(prefix, bit, std::move(a), std::move(b));
  }

  static Pointer insert(const Pointer& tree, const Pointer& item) {
    if (tree == nullptr) return item;
    if (!tree->covers(item->prefix)) return join(tree, item);
    if (tree->is_leaf()) return item;
    if ((item->prefix & tree->bit) == 0) {
      return branch(tree->prefix, tree->bit, insert(tree->left, item), tree->right);
    }
    return branch(tree->prefix, tree->bit, tree->left, insert(tree->right, item));
  }

  static const Node* find(const Node* tree, std::uint32_t key) {
    while (tree != nullptr && tree->covers(key)) {
      if (tree->is_leaf()) return tree;
      tree = (key & tree->bit) == 0 ? tree->left.get() : tree->right.get();
    }
    return nullptr;
  }

  template <class Visit>
  static void each(const Node* tree, const Visit& visit) {
    if (tree == nullptr) return;
    if (tree->is_leaf()) return visit(*tree);
    each(tree->left.get(), visit);
    each(tree->right.get(), visit);
  }

  static void difference(const Node* a, const Node* b, std::vector<Expr>& out) {
    if (a == b) return;
    const auto add = [&](const Node& leaf) { out.push_back(leaf.var); };
    if (a == nullptr) return each(b, add);
    if (b == nullptr) return each(a, add);
    if (a->bit < b->bit) std::swap(a, b);  // a is the larger subtree
    if (!a->covers(b->prefix)) {
      if (b->prefix < a->prefix) std::swap(a, b);
      each(a, add);
      return each(b, add);
    }
    if (a->is_leaf()) {
      if (!(a->version == b->version)) add(*a);
    } else if (a->bit == b->bit) {
      difference(a->left.get(), b->left.get(), out);
      difference(a->right.get(), b->right.get(), out);
    } else {
      const bool on_left = (b->prefix & a->bit) == 0;
      difference(a->left.get(), on_left ? b : nullptr, out);
      difference(a->right.get(), on_left ? nullptr : b, out);
    }
  }
};

Expr Env::version(Expr var) const {
  const Node* leaf = Node::find(root_.get(), var.id());
  return leaf == nullptr ? var : leaf->version;
}

bool Env::contains(Expr var) const { return Node::find(root_.get(), var.id()) != nullptr; }

void Env::set(Expr var, Expr version) { root_ = Node::insert(root_, Node::leaf(var, version)); }

std::vector<std::pair<Expr, Expr>> Env::entries() const {
  std::vector<std::pair<Expr, Expr>> result;
  Node::each(root_.get(), [&](const Node& leaf) { result.emplace_back(leaf.var, leaf.version); });
  return result;
}

std::vector<Expr> Env::difference(const Env& a, const Env& b) {
  std::vector<Expr> result;
  Node::difference(a.root_.get(), b.root_.get(), result);
  return result;
}

}  // namespace pawl::gcl
