// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace pawl::gcl {

enum class SortKind : std::uint8_t { Bool, Int, Real, BitVec, Uninterpreted, Map };

struct SortNode;

/// Hash-consed handle, like Expr: equality is identity. Made by Context only.
class Sort {
 public:
  Sort() = default;  // the null sort; only for "not known yet"
  explicit operator bool() const { return node_ != nullptr; }

  SortKind kind() const;
  bool is_bool() const { return kind() == SortKind::Bool; }
  bool is_int() const { return kind() == SortKind::Int; }
  bool is_real() const { return kind() == SortKind::Real; }
  bool is_bitvec() const { return kind() == SortKind::BitVec; }
  bool is_map() const { return kind() == SortKind::Map; }
  std::uint32_t width() const;      // BitVec only
  const std::string& name() const;  // Uninterpreted only
  Sort key() const;                 // Map only
  Sort value() const;               // Map only
  std::uint32_t id() const;         // creation order

  friend bool operator==(Sort a, Sort b) { return a.node_ == b.node_; }

 private:
  friend class Context;
  explicit Sort(const SortNode* node) : node_(node) {}
  const SortNode* node_ = nullptr;
};

/// Concrete syntax: `bool`, `int`, `real`, `bv8`, `ref`, `[int]bool`.
std::string to_string(Sort sort);

}  // namespace pawl::gcl
