// SPDX-License-Identifier: Apache-2.0
//
// Values as intervals of integers; a truth value is one of 0 and 1. Of infinite height: widening
// goes to the next of the thresholds, constants of the program, and then to infinity.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gcl/expr.h"
#include "gcl/program.h"
#include "gcl/value.h"

namespace pawl::dataflow {

struct Interval {
  std::optional<gcl::Integer> low;  // absent: none
  std::optional<gcl::Integer> high;
  friend bool operator==(const Interval&, const Interval&) = default;
};

class Intervals {
 public:
  using Value = Interval;  // not empty, and some bound is there
  using Maybe = std::optional<Value>;

  explicit Intervals(std::vector<gcl::Integer> thresholds);

  Maybe constant(const gcl::Value& value) const;
  Maybe apply(gcl::Expr node, std::span<const Maybe> args) const;
  Maybe join(const Value& a, const Value& b) const;
  Maybe widen(const Value& a, const Value& b) const;
  bool less_equal(const Value& a, const Value& b) const;
  bool disjoint(const Value& a, const Value& b) const;
  std::optional<bool> truth(const Value& value) const;
  std::optional<gcl::Value> single(const Value& value) const;
  std::span<const gcl::Value> choices(const Value& value) const;

  struct Restricted {
    bool empty = false;
    Maybe value;
  };
  Restricted restrict(const Maybe& self, const Maybe& other, gcl::Kind kind, bool holds,
                      bool self_left) const;

  gcl::Expr meaning(gcl::Context& context, gcl::Expr place, const Value& value) const;
  std::string print(const Value& value) const;

 private:
  std::vector<gcl::Integer> thresholds_;  // sorted
};

/// The integer constants in the code, and their neighbours; sorted.
std::vector<gcl::Integer> constants_of(const gcl::Program& program);

}  // namespace pawl::dataflow
