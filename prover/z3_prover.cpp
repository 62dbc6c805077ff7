// SPDX-License-Identifier: Apache-2.0
#include "prover/z3_prover.h"

#include <new>
#include <string_view>

#include "prover/z3_model.h"
#include "prover/z3_session.h"

namespace pawl::prover {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// From Z3's own words, when the watchdog did not stop it: what cancels then is the rlimit.
UnknownReason reason_of(std::string_view words) {
  if (contains(words, "memory") || contains(words, "memout")) return UnknownReason::Memory;
  if (contains(words, "canceled") || contains(words, "resource limit")) {
    return UnknownReason::ResourceLimit;
  }
  return UnknownReason::Incomplete;
}

UnknownReason reason_of_exception(const z3::exception& exception) {
  const UnknownReason reason = reason_of(exception.msg());
  return reason == UnknownReason::Incomplete ? UnknownReason::SolverError : reason;
}

}  // namespace

Z3Prover::Z3Prover(gcl::Context& context, const ProverOptions& options, QueryLog& log)
    : RecordingProver(context, options, log), watchdog_(Watchdog::shared()) {
  // Process-wide: no complaints about triggers on stderr, and models with maps as updates over a
  // default, not as lambdas that the evaluator then cannot compare.
  Z3_toggle_warning_messages(false);
  Z3_global_param_set("model.compact", "false");
}

Z3Prover::~Z3Prover() = default;

template <class Step>
UnknownReason Z3Prover::guarded(Step step) {
  UnknownReason reason = UnknownReason::None;
  try {
    step();
    return reason;
  } catch (const z3::exception& exception) {
    reason = reason_of_exception(exception);
  } catch (const std::bad_alloc&) {
    reason = UnknownReason::Memory;
  }
  session_.reset();
  return reason;
}

void Z3Prover::on_push() {
  if (session_) guarded([this] { session_->push(); });
}

void Z3Prover::on_pop() {
  if (session_) guarded([this] { session_->pop(); });
}

void Z3Prover::on_assert(gcl::Expr formula) {
  if (session_) guarded([this, formula] { session_->assert_formula(formula); });
}

void Z3Prover::rebuild() {
  session_ = std::make_shared<Z3Session>(seed());
  std::size_t next = 0;
  for (const std::size_t scope : scopes()) {
    while (next < scope) session_->assert_formula(asserted()[next++]);
    session_->push();
  }
  while (next < asserted().size()) session_->assert_formula(asserted()[next++]);
}

Outcome Z3Prover::check(std::span<const gcl::Expr> assumptions) {
  work_ = 0;
  const UnknownReason failed = guarded([&] {
    if (!session_) rebuild();
    session_->assume(assumptions);
  });
  if (failed != UnknownReason::None) return unknown(failed);
  Outcome outcome;
  const UnknownReason thrown = guarded([&] { outcome = ask(); });
  return thrown == UnknownReason::None ? outcome : unknown(thrown);
}

Outcome Z3Prover::ask() {
  z3::check_result result = z3::unknown;
  std::string words;
  UnknownReason stopped = UnknownReason::None;
  {
    const Watchdog::Watch watch(*watchdog_, {.timeout_ms = limits().timeout_now(),
                                             .memory_limit = limits().memory_mb * megabyte,
                                             .memory_used = Z3_get_estimated_alloc_size,
                                             .stop = [this] { session_->context.interrupt(); }});
    try {
      result = session_->check(limits().rlimit);
      if (result == z3::unknown) words = session_->solver.reason_unknown();
    } catch (const z3::exception&) {
      if (watch.cause() == UnknownReason::None) throw;
    }
    stopped = watch.cause();
  }
  work_ = session_->work_of_check();
  // A context that was told to stop after its last check stays stopped for ever.
  if (stopped != UnknownReason::None) {
    session_.reset();
    return unknown(stopped);
  }
  switch (result) {
    case z3::sat:
      // What Z3 has not been told might contradict.
      if (session_->is_incomplete()) return unknown(UnknownReason::Incomplete);
      return {Answer::Yes, UnknownReason::None};
    case z3::unsat: return {Answer::No, UnknownReason::None};
    case z3::unknown: return unknown(reason_of(words));
  }
  return unknown(UnknownReason::SolverError);
}

std::vector<bool> Z3Prover::needed() {
  std::vector<bool> result(assumptions().size(), true);  // always a core
  if (session_) guarded([&] { result = session_->needed(); });
  return result;
}

std::unique_ptr<Model> Z3Prover::last_model() {
  if (!session_) return nullptr;
  const auto status = unknown_reason() == UnknownReason::None ? Z3Model::Status::Satisfies
                                                              : Z3Model::Status::Candidate;
  std::unique_ptr<Model> model;
  // An unknown answer mostly has none, which Z3 says by an exception; the session is still good.
  try {
    model = std::make_unique<Z3Model>(session_, session_->solver.get_model(), status);
  } catch (const z3::exception&) {
    model = nullptr;
  }
  return model;
}

std::string z3_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "Z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace pawl::prover
