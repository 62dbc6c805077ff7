// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "prover/prover.h"

namespace pawl::test {

/// Passes everything on to another prover and turns a share of the answers into Unknown, as a
/// solver that runs out of resources would. What would have been a model is then offered as a
/// candidate. Share 1 in 1: always Unknown.
class ForgetfulProver final : public prover::Prover {
 public:
  ForgetfulProver(gcl::Context& context, prover::Prover& inner, std::uint32_t one_in,
                  std::uint32_t seed)
      : Prover(context), inner_(inner), one_in_(one_in), random_(seed) {}

  void push() override { inner_.push(); }
  void pop() override { inner_.pop(); }
  void assert_formula(gcl::Expr formula) override { inner_.assert_formula(formula); }
  prover::Answer satisfiable(std::span<const gcl::Expr> assumptions) override;
  std::vector<gcl::Expr> unsat_core() override { return inner_.unsat_core(); }
  std::unique_ptr<prover::Model> model() override;
  prover::UnknownReason unknown_reason() const override;
  void set_limits(const prover::Limits& limits) override { inner_.set_limits(limits); }
  void set_caller(std::string_view caller) override { inner_.set_caller(caller); }

 private:
  prover::Prover& inner_;
  std::uint32_t one_in_;
  std::mt19937 random_;
  bool forgotten_ = false;
  bool has_model_ = false;
};

}  // namespace pawl::test
