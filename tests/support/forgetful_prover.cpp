// SPDX-License-Identifier: Apache-2.0
#include "tests/support/forgetful_prover.h"

#include <utility>

namespace pawl::test {

namespace {

class Candidate final : public prover::Model {
 public:
  explicit Candidate(std::unique_ptr<prover::Model> model) : model_(std::move(model)) {}
  std::optional<gcl::Value> value(gcl::Expr e) const override { return model_->value(e); }
  bool only_candidate() const override { return true; }

 private:
  std::unique_ptr<prover::Model> model_;
};

}  // namespace

prover::Answer ForgetfulProver::satisfiable(std::span<const gcl::Expr> assumptions) {
  const prover::Answer answer = inner_.satisfiable(assumptions);
  forgotten_ = random_() % one_in_ == 0;
  has_model_ = answer == prover::Answer::Yes;
  return forgotten_ ? prover::Answer::Unknown : answer;
}

std::unique_ptr<prover::Model> ForgetfulProver::model() {
  if (!has_model_) return nullptr;
  std::unique_ptr<prover::Model> model = inner_.model();
  if (!forgotten_ || !model) return model;
  return std::make_unique<Candidate>(std::move(model));
}

prover::UnknownReason ForgetfulProver::unknown_reason() const {
  return forgotten_ ? prover::UnknownReason::ResourceLimit : inner_.unknown_reason();
}

}  // namespace pawl::test
