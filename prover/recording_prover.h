// SPDX-License-Identifier: Apache-2.0
//
// What all our provers do around a query: remember what is asserted in which scope (so that a
// query can be dumped, and a solver that was lost can be rebuilt), look at Ctrl-C, count, time
// and dump. A back end says how to ask.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "prover/prover.h"

namespace pawl::prover {

/// What a back end says to one question.
struct Outcome {
  Answer answer = Answer::Unknown;
  UnknownReason reason = UnknownReason::None;  // None iff the answer is not Unknown
};
inline Outcome unknown(UnknownReason reason) { return {Answer::Unknown, reason}; }

class RecordingProver : public Prover {
 public:
  RecordingProver(const RecordingProver&) = delete;
  RecordingProver& operator=(const RecordingProver&) = delete;

  void push() final;
  void pop() final;
  void assert_formula(gcl::Expr formula) final;
  using Prover::satisfiable;
  Answer satisfiable(std::span<const gcl::Expr> assumptions) final;
  std::vector<gcl::Expr> unsat_core() final;
  std::unique_ptr<Model> model() final;
  UnknownReason unknown_reason() const final { return last_.reason; }
  void set_limits(const Limits& limits) final { limits_ = limits; }
  void set_caller(std::string_view caller) final { caller_ = caller; }

 protected:
  RecordingProver(gcl::Context& context, const ProverOptions& options, QueryLog& log);

  // None of these may throw for a reason of the solver's. They are called after the record has
  // been changed: asserted() ends with the new formula, or no longer has the popped ones.
  virtual void on_push() = 0;
  virtual void on_pop() = 0;
  virtual void on_assert(gcl::Expr formula) = 0;
  virtual Outcome check(std::span<const gcl::Expr> assumptions) = 0;
  /// After No: for each of the last assumptions, is it needed? Order and length as given.
  virtual std::vector<bool> needed() = 0;
  /// After Yes or Unknown; null: there is none.
  virtual std::unique_ptr<Model> last_model() = 0;
  /// What the last check has cost, in the units of Limits::rlimit; 0: nobody knows.
  virtual std::uint64_t last_work() const { return 0; }

  const Limits& limits() const { return limits_; }
  std::uint32_t seed() const { return seed_; }
  const std::vector<gcl::Expr>& asserted() const { return asserted_; }
  /// How many formulas were asserted at each push, outermost first.
  const std::vector<std::size_t>& scopes() const { return scopes_; }
  const std::vector<gcl::Expr>& assumptions() const { return assumptions_; }

 private:
  void dump(const Outcome& outcome);
  std::uint64_t work_of_last() const;

  Limits limits_;
  std::uint32_t seed_;
  std::string dump_directory_;
  QueryLog& log_;
  std::string caller_ = "unnamed";
  std::vector<gcl::Expr> asserted_;
  std::vector<std::size_t> scopes_;
  std::vector<gcl::Expr> assumptions_;  // of the last question
  Outcome last_;                        // Unknown(NotAsked) before the first
};

}  // namespace pawl::prover
