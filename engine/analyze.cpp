// SPDX-License-Identifier: Apache-2.0
#include "engine/analyze.h"

#include <algorithm>

#include "engine/hint_claims.h"
#include "engine/loaded.h"
#include "engine/needed.h"
#include "engine/rounds.h"
#include "engine/search.h"
#include "engine/tidy.h"
#include "engine/to_text.h"
#include "engine/trial.h"

namespace pawl::engine {
namespace {

class Analysis {
 public:
  Analysis(const Input& input, const std::string& procedure, const Options& options)
      : input_(input),
        name_(procedure),
        options_(options),
        trial_(input, procedure, options, log_, result_) {}

  ProcedureResult run() {
    const std::vector<HintClaim> hold = add_hints(input_, options_, trial_, result_);
    const Claims before = trial_.claims();
    if (options_.inference == Inference::Always) {
      search(input_, options_, log_, trial_, result_);
      drop_unneeded_hints(hold, trial_, result_);
      make_readable();
      describe_rounds(input_, options_, log_, result_);
    } else {
      trial_.look();
      if (options_.inference == Inference::WhenNeeded && !trial_.decided() &&
          !result_.loops.empty()) {
        search(input_, options_, log_, trial_, result_);
        if (options_.wording == Wording::Readable) make_readable();
      }
      drop_unneeded_hints(hold, trial_, result_);
    }
    look_for_failing_run();
    if (options_.inference != Inference::Never && !trial_.decided() &&
        search_again(input_, options_, before, log_, result_)) {
      polish(hold);
    }
    exhaust_limits();
    trial_.doubt_user();
    judge_hints(input_, options_, hold, log_, result_);
    if (options_.explain == Explain::On && !result_.loops.empty()) {
      find_needed(input_, options_, log_, result_);
      find_fates(input_, options_, log_, result_);
    }
    result_.queries = count_queries(log_);
    return std::move(result_);
  }

 private:
  /// What was found: as short and as telling as the options want it.
  void polish(const std::vector<HintClaim>& hold) {
    drop_unneeded_hints(hold, trial_, result_);
    if (options_.inference == Inference::Always || options_.wording == Wording::Readable) {
      make_readable();
    }
    if (options_.inference == Inference::Always) {
      describe_rounds(input_, options_, log_, result_);
    }
  }

  /// A bug shows itself quickly or not at all.
  void look_for_failing_run() {
    if (trial_.decided()) return;
    trial_.judge(check::Assertions::Check, real_runs(), Effort::Quick);
    if (!input_.exact() && input_.refutable(name_)) refute();
  }

  /// More resources help only what the solver gave up.
  void exhaust_limits() {
    if (!trial_.decided() && trial_.has_undecided_obligation()) {
      trial_.judge(check::Assertions::Check, check::RealRuns::Ignore, Effort::Full);
    }
  }

  check::RealRuns real_runs() const {
    const bool here = input_.exact() && input_.refutable(name_);
    return here ? options_.check.real_runs : check::RealRuns::Ignore;
  }

  /// Looks for a failing run in the program all of whose runs are real.
  void refute() {
    if (options_.check.real_runs == check::RealRuns::Ignore) return;
    Loaded loaded(input_, name_, Purpose::Refute);
    check::Options options = options_.check;
    options.prover.limits.divide_rlimit(10);
    const check::ProcedureReport report =
        check::check_procedure(loaded.context, loaded.program, *loaded.procedure, options, log_);
    for (const check::ObligationReport& one : report.obligations) {
      if (one.fate == check::Fate::Refuted) result_.obligations.push_back(to_text(one));
    }
  }

  /// What became of each hint is told by its text: that stays.
  bool has_hints() const {
    return std::ranges::any_of(result_.loops, [](const LoopResult& loop) {
      return std::ranges::find(loop.invariant, "hint", &ConjunctResult::origin) !=
             loop.invariant.end();
    });
  }

  /// Only what is certified again from its new text is kept, all of it or nothing. Where something
  /// is open, it is not worth another round of unknown answers.
  void make_readable() {
    if (!trial_.all_proved() || has_hints()) return;
    const ProcedureResult before = result_;
    Loaded loaded(input_, name_);
    bool changed = false;
    for (std::size_t i = 0; i < result_.loops.size(); ++i) {
      changed |= tidy(loaded.context, loaded.program, *loaded.procedure, options_.check.prover,
                      log_, trial_.of_user(i), result_.loops[i]);
    }
    if (!changed) return;
    trial_.look();
    if (!trial_.all_proved()) result_ = before;
    trial_.set_status();
  }

  const Input& input_;
  const std::string& name_;
  const Options& options_;
  prover::QueryLog log_;
  ProcedureResult result_;
  Trial trial_;
};

}  // namespace

ProcedureResult analyze_procedure(const Input& input, const std::string& procedure,
                                  const Options& options) {
  return Analysis(input, procedure, options).run();
}

}  // namespace pawl::engine
