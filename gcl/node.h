// SPDX-License-Identifier: Apache-2.0
//
// What the handles Sort and Expr point to. For gcl/sort.cpp and gcl/expr.cpp only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gcl/expr.h"

namespace pawl::gcl {

struct SortNode {
  SortKind kind = SortKind::Bool;
  std::uint32_t width = 0;
  std::string name{};
  Sort key{};
  Sort value{};
  std::uint32_t id = 0;
};

/// Rarely present parts, so that the common node stays small.
struct ExprExtra {
  std::string name{};  // or the text of a constant
  std::vector<std::uint32_t> indices{};
  std::vector<Expr> bound{};
  std::vector<std::vector<Expr>> triggers{};
  friend bool operator==(const ExprExtra& a, const ExprExtra& b) = default;
};

struct ExprNode {
  Kind kind = Kind::True;
  std::uint32_t id = 0;
  /// The id of the oldest BoundVar that occurs free; `closed` when none does. Outer binders are
  /// mostly older than inner ones, so this mostly tells at once what is free in a quantifier.
  std::uint32_t oldest_free = closed;
  static constexpr std::uint32_t closed = UINT32_MAX;
  Sort sort{};
  std::span<const Expr> args{};  // once interned: in memory of the Context
  std::unique_ptr<const ExprExtra> extra{};
  std::size_t hash = 0;
};

}  // namespace pawl::gcl
