// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scripted_prover.h"

#include <algorithm>

namespace pawl::test {
namespace {

class ScriptedModel final : public prover::Model {
 public:
  ScriptedModel(gcl::State values, prover::Answer answer)
      : values_(std::move(values)), answer_(answer) {}

  std::optional<gcl::Value> value(gcl::Expr e) const override {
    gcl::Valuation valuation;
    valuation.now = &values_;
    return gcl::evaluate(e, valuation).value;
  }
  bool only_candidate() const override { return answer_ == prover::Answer::Unknown; }

 private:
  gcl::State values_;
  prover::Answer answer_;
};

}  // namespace

prover::Outcome ScriptedProver::check(std::span<const gcl::Expr>) {
  last_ = next_ < script_.size() ? script_[next_++]
                                 : ScriptedAnswer{.reason = prover::UnknownReason::NotAsked};
  if (last_.answer == prover::Answer::Unknown) return prover::unknown(last_.reason);
  return {last_.answer, prover::UnknownReason::None};
}

std::vector<bool> ScriptedProver::needed() {
  std::vector<bool> result;
  for (const gcl::Expr assumption : assumptions()) {
    result.push_back(std::ranges::find(last_.core, assumption) != last_.core.end());
  }
  return result;
}

std::unique_ptr<prover::Model> ScriptedProver::last_model() {
  if (last_.answer == prover::Answer::Unknown && last_.values.empty()) return nullptr;
  return std::make_unique<ScriptedModel>(last_.values, last_.answer);
}

}  // namespace pawl::test
