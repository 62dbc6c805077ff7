// SPDX-License-Identifier: Apache-2.0
//
// cvc5 as a second opinion: every query goes to a solver of its own, made from the record of
// assertions. That costs a translation per query and buys what a judge needs: nothing an earlier
// query did, or a limit cut short, can colour a later answer.
#pragma once

#include <memory>
#include <string>

#include "prover/recording_prover.h"
#include "prover/watchdog.h"

namespace pawl::prover {

struct Cvc5Session;

class Cvc5Prover final : public RecordingProver {
 public:
  Cvc5Prover(gcl::Context& context, const ProverOptions& options, QueryLog& log);
  ~Cvc5Prover() override;

 protected:
  void on_push() override {}
  void on_pop() override {}
  void on_assert(gcl::Expr) override {}
  Outcome check(std::span<const gcl::Expr> assumptions) override;
  std::vector<bool> needed() override;
  std::unique_ptr<Model> last_model() override;

 private:
  enum class Purpose { Model, Core };
  /// A new session_, asked.
  Outcome ask(Purpose purpose);
  Outcome ask_watched(Purpose purpose);

  std::shared_ptr<Watchdog> watchdog_;
  std::size_t memory_before_;             // of the process, when the prover was made
  std::shared_ptr<Cvc5Session> session_;  // of the last query; null after an exception
};

/// "cvc5 1.0.3", of the library that is loaded.
std::string cvc5_version();

}  // namespace pawl::prover
