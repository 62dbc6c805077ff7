// SPDX-License-Identifier: Apache-2.0
//
// A prover for Boolean formulas that needs no solver: it looks at every assignment. For tests of
// what stands on the prover interface; small enough to be believed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "prover/prover.h"

namespace pawl::test {

/// Boolean variables and connectives only, at most 22 variables at a time. Never Unknown; models
/// are the first satisfying assignment in the order of the variables' creation, cores minimal.
class TruthTableProver final : public prover::Prover {
 public:
  explicit TruthTableProver(gcl::Context& context);
  ~TruthTableProver() override;

  void push() override { scopes_.emplace_back(); }
  void pop() override { scopes_.pop_back(); }
  void assert_formula(gcl::Expr formula) override { scopes_.back().push_back(formula); }
  prover::Answer satisfiable(std::span<const gcl::Expr> assumptions) override;
  std::vector<gcl::Expr> unsat_core() override { return core_; }
  std::unique_ptr<prover::Model> model() override;
  prover::UnknownReason unknown_reason() const override { return prover::UnknownReason::None; }
  void set_limits(const prover::Limits&) override {}
  void set_caller(std::string_view) override {}

  std::size_t depth() const { return scopes_.size(); }

 private:
  class Tables;
  std::unique_ptr<Tables> tables_;  // of everything over the last variables
  std::vector<std::vector<gcl::Expr>> scopes_;
  std::map<gcl::Expr, bool> assignment_;
  std::vector<gcl::Expr> core_;
};

}  // namespace pawl::test
