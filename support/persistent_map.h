// SPDX-License-Identifier: Apache-2.0
//
// An ordered map whose copies share structure: a copy costs nothing, a change O(log n). A
// height-balanced tree of nodes that never change [AdelsonVelskyLandis62].
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace pawl {

template <class Key, class Mapped>
class PersistentMap {
  struct Node;
  using Pointer = std::shared_ptr<const Node>;

 public:
  using value_type = std::pair<const Key, Mapped>;

  /// In the order of the keys. Valid as long as a map with this tree exists.
  class const_iterator {
   public:
    using value_type = PersistentMap::value_type;
    using difference_type = std::ptrdiff_t;
    const value_type& operator*() const { return path_.back()->entry; }
    const value_type* operator->() const { return &path_.back()->entry; }
    const_iterator& operator++() {
      const Node* node = path_.back();
      path_.pop_back();
      descend(node->right.get());
      return *this;
    }
    const_iterator operator++(int) {
      const_iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b) {
      if (a.path_.empty() || b.path_.empty()) return a.path_.empty() == b.path_.empty();
      return a.path_.back() == b.path_.back();
    }

   private:
    friend class PersistentMap;
    void descend(const Node* node) {
      for (; node != nullptr; node = node->left.get()) path_.push_back(node);
    }
    std::vector<const Node*> path_;  // the nodes still to visit on the way from the root
  };

  bool empty() const { return root_ == nullptr; }
  std::size_t size() const { return size_of(root_); }
  const_iterator begin() const {
    const_iterator first;
    first.descend(root_.get());
    return first;
  }
  const_iterator end() const { return {}; }

  /// Null when there is none.
  const Mapped* find(const Key& key) const {
    const Node* node = root_.get();
    while (node != nullptr) {
      if (key < node->entry.first) {
        node = node->left.get();
      } else if (node->entry.first < key) {
        node = node->right.get();
      } else {
        return &node->entry.second;
      }
    }
    return nullptr;
  }
  void set(const Key& key, Mapped mapped) { root_ = with(root_, key, std::move(mapped)); }
  void erase(const Key& key) {
    if (find(key) != nullptr) root_ = without(root_, key);
  }
  /// The same tree: then the same map, but not the other way round.
  friend bool same_tree(const PersistentMap& a, const PersistentMap& b) {
    return a.root_ == b.root_;
  }

 private:
  struct Node {
    value_type entry;
    Pointer left, right;
    std::size_t size = 1;
    int height = 1;
  };

  static std::size_t size_of(const Pointer& tree) { return tree == nullptr ? 0 : tree->size; }
  static int height_of(const Pointer& tree) { return tree == nullptr ? 0 : tree->height; }

  static Pointer node(const value_type& entry, Pointer left, Pointer right) {
    const std::size_t size = size_of(left) + size_of(right) + 1;
    const int height = std::max(height_of(left), height_of(right)) + 1;
    return std::make_shared<const Node>(
        Node{entry, std::move(left), std::move(right), size, height});
  }

  /// The heights of the two differ by at most two.
  static Pointer balanced(const value_type& entry, const Pointer& left, const Pointer& right) {
    if (height_of(left) > height_of(right) + 1) {
      if (height_of(left->left) >= height_of(left->right)) {
        return node(left->entry, left->left, node(entry, left->right, right));
      }
      const Pointer& middle = left->right;
      return node(middle->entry, node(left->entry, left->left, middle->left),
                  node(entry, middle->right, right));
    }
    if (height_of(right) > height_of(left) + 1) {
      if (height_of(right->right) >= height_of(right->left)) {
        return node(right->entry, node(entry, left, right->left), right->right);
      }
      const Pointer& middle = right->left;
      return node(middle->entry, node(entry, left, middle->left),
                  node(right->entry, middle->right, right->right));
    }
    return node(entry, left, right);
  }

  static Pointer with(const Pointer& tree, const Key& key, Mapped mapped) {
    if (tree == nullptr) return node({key, std::move(mapped)}, nullptr, nullptr);
    if (key < tree->entry.first) {
      return balanced(tree->entry, with(tree->left, key, std::move(mapped)), tree->right);
    }
    if (tree->entry.first < key) {
      return balanced(tree->entry, tree->left, with(tree->right, key, std::move(mapped)));
    }
    return node({key, std::move(mapped)}, tree->left, tree->right);
  }

  static Pointer without(const Pointer& tree, const Key& key) {
    if (key < tree->entry.first) {
      return balanced(tree->entry, without(tree->left, key), tree->right);
    }
    if (tree->entry.first < key) {
      return balanced(tree->entry, tree->left, without(tree->right, key));
    }
    if (tree->left == nullptr) return tree->right;
    if (tree->right == nullptr) return tree->left;
    const Node* next = tree->right.get();
    while (next->left != nullptr) next = next->left.get();
    return balanced(next->entry, tree->left, without(tree->right, next->entry.first));
  }

  Pointer root_;
};

}  // namespace pawl
