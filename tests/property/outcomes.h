// SPDX-License-Identifier: Apache-2.0
//
// What the property tests share: a solver that must decide, and facts about states as formulas.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gcl/env.h"
#include "gcl/evaluate.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace pawl::test {

/// Every question of the property tests is decidable; Unknown is a failure.
class Decider {
 public:
  explicit Decider(gcl::Context& context);
  /// With what was asserted before.
  bool satisfiable(std::span<const gcl::Expr> formulas);
  bool satisfiable(gcl::Expr formula) { return satisfiable(std::span(&formula, 1)); }
  bool valid(gcl::Expr formula);
  prover::Prover& prover() { return *prover_; }

 private:
  gcl::Context& context_;
  prover::QueryLog log_;
  std::unique_ptr<prover::Prover> prover_;
};

/// `var == value` for each of `vars`, in the versions of `env`.
std::vector<gcl::Expr> describes(gcl::Context& context, const gcl::State& state,
                                 std::span<const gcl::Expr> vars, const gcl::Env& env);

}  // namespace pawl::test
