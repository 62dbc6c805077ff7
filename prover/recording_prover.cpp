// SPDX-License-Identifier: Apache-2.0
#include "prover/recording_prover.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <sstream>

#include "prover/query_log.h"
#include "prover/smtlib.h"
#include "support/assert.h"
#include "support/file.h"
#include "support/log.h"

namespace pawl::prover {
namespace {

std::string dump_file_name(std::uint64_t number, std::string caller) {
  for (char& c : caller) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '.') c = '-';
  }
  std::string digits = std::to_string(number);
  if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
  return digits + "-" + caller + ".smt2";
}

/// About what Z3 counts.
constexpr std::uint64_t work_per_millisecond = 1'000;

UnknownReason reason_of(BudgetEnd end) {
  switch (end) {
    case BudgetEnd::None: return UnknownReason::None;
    case BudgetEnd::Interrupted: return UnknownReason::Interrupted;
    case BudgetEnd::Time: return UnknownReason::Timeout;
    case BudgetEnd::Work:
    case BudgetEnd::Queries: return UnknownReason::ResourceLimit;
  }
  PAWL_UNREACHABLE("every end of a budget should be listed");
}

}  // namespace

RecordingProver::RecordingProver(gcl::Context& context, const ProverOptions& options, QueryLog& log)
    : Prover(context),
      limits_(options.limits),
      seed_(options.seed),
      dump_directory_(options.dump_directory),
      log_(log),
      last_(unknown(UnknownReason::NotAsked)) {}

void RecordingProver::push() {
  scopes_.push_back(asserted_.size());
  on_push();
}

void RecordingProver::pop() {
  PAWL_ASSERT(!scopes_.empty(), "every pop should have its push");
  asserted_.resize(scopes_.back());
  scopes_.pop_back();
  on_pop();
}

void RecordingProver::assert_formula(gcl::Expr formula) {
  PAWL_ASSERT(formula.sort().is_bool() && !formula.has_bound_vars(),
              "an asserted formula should be Boolean and closed");
  asserted_.push_back(formula);
  on_assert(formula);
}

Answer RecordingProver::satisfiable(std::span<const gcl::Expr> assumptions) {
  goal_ = gcl::Expr();
  assumptions_.assign(assumptions.begin(), assumptions.end());
  const auto start = std::chrono::steady_clock::now();
  const BudgetEnd end = limits_.budget.ended();
  last_ = end == BudgetEnd::None ? check(assumptions_) : unknown(reason_of(end));
  if (end == BudgetEnd::None) limits_.budget.charge(work_of_last());
  log_.add(caller_, last_.answer, std::chrono::steady_clock::now() - start);
  if (!dump_directory_.empty()) dump(last_);
  return last_.answer;
}

// Where the clock has ended a question, work is no measure of it: it has cost what the solver
// mostly does in that time. So what a procedure may cost in work is a bound of its time as well.
std::uint64_t RecordingProver::work_of_last() const {
  if (last_.reason != UnknownReason::Timeout) return last_work();
  return std::max({last_work(), limits_.rlimit, limits_.timeout_ms * work_per_millisecond});
}

std::vector<gcl::Expr> RecordingProver::unsat_core() {
  PAWL_ASSERT(last_.answer == Answer::No, "a core should belong to an unsatisfiable question");
  const std::vector<bool> is_needed = needed();
  std::vector<gcl::Expr> core;
  // After entails the last assumption is the negated fact, which is no part of the core.
  const std::size_t count = assumptions_.size() - (goal_ ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_needed[i]) core.push_back(assumptions_[i]);
  }
  return core;
}

std::unique_ptr<Model> RecordingProver::model() {
  return last_.answer == Answer::No ? nullptr : last_model();
}

// A dump that cannot be written is a pity, not a reason to give up the run.
void RecordingProver::dump(const Outcome& outcome) {
  namespace fs = std::filesystem;
  const fs::path file = fs::path(dump_directory_) / dump_file_name(log_.next_number(), caller_);
  std::error_code ignored;  // write_file reports a directory that could not be made
  fs::create_directories(dump_directory_, ignored);
  Diagnostics diagnostics;
  const std::string text = query_to_smtlib({.asserted = asserted_,
                                            .assumptions = assumptions_,
                                            .caller = caller_,
                                            .answer = outcome.answer,
                                            .reason = outcome.reason});
  if (write_file(file.string(), text, diagnostics) == WriteOutcome::Written) return;
  std::ostringstream why;
  render(why, diagnostics);
  log(LogLevel::Warning, "prover", why.str());
}

}  // namespace pawl::prover
