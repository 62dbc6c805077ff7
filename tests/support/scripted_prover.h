// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gcl/evaluate.h"
#include "prover/query_log.h"
#include "prover/recording_prover.h"

namespace pawl::test {

/// What a ScriptedProver says to one question.
struct ScriptedAnswer {
  prover::Answer answer = prover::Answer::Unknown;
  gcl::State values{};            // Yes: the model; Unknown: the candidate, none when empty
  std::vector<gcl::Expr> core{};  // No
  prover::UnknownReason reason = prover::UnknownReason::Incomplete;  // Unknown
};

/// Answers from a list, whatever it is asked; Unknown(NotAsked) when the list is used up. For
/// tests that need an answer no solver would give at that place.
class ScriptedProver final : public prover::RecordingProver {
 public:
  ScriptedProver(gcl::Context& context, std::vector<ScriptedAnswer> script, prover::QueryLog& log)
      : RecordingProver(context, {}, log), script_(std::move(script)) {}

  /// What has been asserted, scopes ignored, and what was assumed last.
  using RecordingProver::asserted;
  using RecordingProver::assumptions;
  std::size_t questions_left() const { return script_.size() - next_; }

 protected:
  void on_push() override {}
  void on_pop() override {}
  void on_assert(gcl::Expr) override {}
  prover::Outcome check(std::span<const gcl::Expr> assumptions) override;
  std::vector<bool> needed() override;
  std::unique_ptr<prover::Model> last_model() override;

 private:
  std::vector<ScriptedAnswer> script_;
  std::size_t next_ = 0;
  ScriptedAnswer last_;
};

}  // namespace pawl::test
