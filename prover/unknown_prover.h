// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "prover/recording_prover.h"

namespace pawl::prover {

/// Never asks anybody: every answer is Unknown(NotAsked). With it every algorithm must still end
/// and report nothing as true.
class UnknownProver final : public RecordingProver {
 public:
  UnknownProver(gcl::Context& context, const ProverOptions& options, QueryLog& log)
      : RecordingProver(context, options, log) {}

 protected:
  void on_push() override {}
  void on_pop() override {}
  void on_assert(gcl::Expr) override {}
  Outcome check(std::span<const gcl::Expr>) override { return unknown(UnknownReason::NotAsked); }
  std::vector<bool> needed() override { return std::vector<bool>(assumptions().size(), true); }
  std::unique_ptr<Model> last_model() override { return nullptr; }
};

}  // namespace pawl::prover
