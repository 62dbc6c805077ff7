// SPDX-License-Identifier: Apache-2.0
//
// P: the predicates that keep elements apart, each in the scope where its variables are.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gcl/program.h"

namespace pawl::dataflow {

using PredicateId = std::size_t;

class Predicates {
 public:
  explicit Predicates(std::size_t procedures) : in_scope_(procedures) {}

  enum class Added { New, Known };
  /// Over globals and constants only, or in the scope of a procedure; `old(g)` as its variable.
  /// What differs from a known one in sign or spelling only is known; constants are.
  Added add(gcl::Context& context, std::optional<std::size_t> procedure, gcl::Expr predicate);

  std::size_t size() const { return all_.size(); }
  gcl::Expr meaning(PredicateId id) const { return all_[id].meaning; }
  std::optional<std::size_t> scope(PredicateId id) const { return all_[id].procedure; }
  /// Those that may be used in a procedure, ascending.
  const std::vector<PredicateId>& of(std::size_t procedure) const { return in_scope_[procedure]; }

 private:
  struct One {
    std::optional<std::size_t> procedure;
    gcl::Expr meaning;
  };
  std::vector<One> all_;
  std::vector<std::vector<PredicateId>> in_scope_;
};

}  // namespace pawl::dataflow
