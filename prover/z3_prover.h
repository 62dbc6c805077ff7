// SPDX-License-Identifier: Apache-2.0
//
// Z3, incrementally: one context and one solver per Prover, assertions as they come, assumptions
// as literals. What happened in the solver never matters for correctness: when it runs out of
// memory, is interrupted or throws, the whole context is thrown away and made again from the
// record of assertions at the next query.
#pragma once

#include <memory>
#include <string>

#include "prover/recording_prover.h"
#include "prover/watchdog.h"

namespace pawl::prover {

struct Z3Session;

class Z3Prover final : public RecordingProver {
 public:
  Z3Prover(gcl::Context& context, const ProverOptions& options, QueryLog& log);
  ~Z3Prover() override;

 protected:
  void on_push() override;
  void on_pop() override;
  void on_assert(gcl::Expr formula) override;
  Outcome check(std::span<const gcl::Expr> assumptions) override;
  std::vector<bool> needed() override;
  std::unique_ptr<Model> last_model() override;
  std::uint64_t last_work() const override { return work_; }

 private:
  /// Runs `step` on the session; what Z3 throws ends the session and is returned as a reason.
  template <class Step>
  UnknownReason guarded(Step step);
  void rebuild();
  Outcome ask();

  std::shared_ptr<Watchdog> watchdog_;
  std::uint64_t work_ = 0;              // of the last check
  std::shared_ptr<Z3Session> session_;  // null: to be made from the record at the next query
};

/// "Z3 4.8.12", of the library that is loaded.
std::string z3_version();

}  // namespace pawl::prover
