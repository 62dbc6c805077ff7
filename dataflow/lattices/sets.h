// SPDX-License-Identifier: Apache-2.0
//
// Values as small sets of constants. With one constant in a set: constant propagation. A pointer
// into a few objects is a set too, so this is what a may-pointer points to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gcl/expr.h"
#include "gcl/value.h"

namespace pawl::dataflow {

class Sets {
 public:
  using Value = std::vector<gcl::Value>;  // sorted, distinct, not empty
  using Maybe = std::optional<Value>;     // absent: nothing is known

  explicit Sets(std::size_t limit) : limit_(limit) {}

  Maybe constant(const gcl::Value& value) const { return Value{value}; }
  /// The value of a node from those of its arguments, connectives and choices excluded.
  Maybe apply(gcl::Expr node, std::span<const Maybe> args) const;
  Maybe join(const Value& a, const Value& b) const;
  Maybe widen(const Value& a, const Value& b) const { return join(a, b); }
  bool less_equal(const Value& a, const Value& b) const;
  bool disjoint(const Value& a, const Value& b) const;
  std::optional<bool> truth(const Value& value) const;
  /// The only constant it can be.
  std::optional<gcl::Value> single(const Value& value) const {
    return value.size() == 1 ? std::optional(value.front()) : std::nullopt;
  }
  /// The constants it can be; empty: too many to say.
  std::span<const gcl::Value> choices(const Value& value) const { return value; }

  /// `self` where `self REL other` holds, REL being `kind` (Eq, Le or Lt) or its negation, with
  /// `self` on the left or on the right. Empty when no value is left.
  struct Restricted {
    bool empty = false;
    Maybe value;
  };
  Restricted restrict(const Maybe& self, const Maybe& other, gcl::Kind kind, bool holds,
                      bool self_left) const;

  gcl::Expr meaning(gcl::Context& context, gcl::Expr place, const Value& value) const;
  std::string print(const Value& value) const;

 private:
  std::size_t limit_;
};

/// As an expression; null for what has none.
gcl::Expr literal(gcl::Context& context, const gcl::Value& value);

}  // namespace pawl::dataflow
