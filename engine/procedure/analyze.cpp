// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/analyze.h"

#include <algorithm>
#include <memory>

#include "engine/hints/hint_claims.h"
#include "engine/loaded.h"
#include "engine/procedure/exhaustion.h"
#include "engine/procedure/from_runs.h"
#include "engine/procedure/search.h"
#include "engine/procedure/simple_claims.h"
#include "engine/procedure/trial.h"
#include "engine/readable/necessity.h"
#include "engine/readable/tidy.h"
#include "engine/readable/variants_and_frames.h"
#include "engine/to_text.h"
#include "engine/workers/best_so_far.h"
#include "prover/watchdog.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

/// Parts of the time, work and queries that are left when a stage begins. What a stage does not
/// need is there for the next one.
namespace part {
constexpr double hints = 0.3;
constexpr double annotations = 0.3;  // are the annotations enough?
constexpr double runs = 0.4;         // and what they suggest
constexpr double all_runs = 0.3;     // followed to their ends
constexpr double simple = 0.5;       // what loops get that are not searched to the end
constexpr double search = 0.75;      // for invariants; what is certified of them has the rest below
constexpr double certify = 0.9;      // of search and certification together
constexpr double polish = 0.5;       // making what is proved shorter
constexpr double failing = 0.4;      // a bug shows itself quickly or not at all
constexpr double again = 0.8;        // a second search
constexpr double limits = 0.9;       // what the solver gave up, with all its limits
constexpr double explain = 0.9;
}  // namespace part

class Analysis {
 public:
  Analysis(const Input& input, const std::string& procedure, const Options& options,
           const Budget& budget, const Send& send)
      : input_(input),
        name_(procedure),
        options_(options),
        budget_(budget),
        trial_(input, procedure, options_, log_, result_),
        best_(send) {
    options_.infer.on_loop_done = [this](const infer::SoFar& known) { certify_so_far(known); };
  }

  ProcedureResult run() {
    if (options_.depth == Depth::Shallow) return analyze_shallowly();
    spend(part::hints);
    const std::vector<HintClaim> hold = add_hints(input_, options_, trial_, result_);
    before_ = trial_.claims();
    if (options_.inference == Inference::Always) {
      if (budget_.has_deadline()) look_for_simple_ones();
      look_for_invariants(part::certify);
      offer(trial_, result_);
      polish(hold);
    } else {
      // Certification of what is inferred begins with a quick judgement of its own.
      const bool may_infer = options_.inference == Inference::WhenNeeded && !result_.loops.empty();
      const bool judged = may_infer && options_.depth == Depth::Rest;
      if (!judged) judge_annotations();
      if (may_infer && (judged || !trial_.decided())) {
        if (asks(options_, "data") || asks(options_, "lattices")) look_at_runs();
        if (!trial_.decided()) follow_all_runs(part::all_runs, Patience::Short);
        if (!trial_.decided()) look_for_invariants(part::certify);
        offer(trial_, result_);
        if (options_.wording == Wording::Readable) make_readable();
      }
      drop_unneeded_hints(hold, trial_, result_);
    }
    offer(trial_, result_);
    look_for_failing_run();
    spend(part::again);
    if (options_.inference != Inference::Never && !trial_.decided() &&
        search_again(input_, options_, before_, log_, result_)) {
      offer(trial_, result_);
      polish(hold);
    }
    if (options_.inference == Inference::WhenNeeded && !trial_.decided()) {
      follow_all_runs(part::again, Patience::Long);
    }
    spend_all_limits();
    trial_.withdraw_unproved_of_user();
    offer(trial_, result_);
    spend(part::explain);
    judge_hints(input_, options_, hold, log_, result_);
    if (options_.explain == Explain::On && !result_.loops.empty()) {
      find_needed(input_, options_, log_, result_);
      find_fates(input_, options_, log_, result_);
    }
    result_.queries = count_queries(log_);
    return finished();
  }

 private:
  /// A stage begins: all it asks is paid from its part.
  void spend(double fraction) { spend(budget_.slice(fraction), budget_.slice(fraction)); }
  void spend(const Budget& search, const Budget& check) {
    options_.infer.prover.limits.budget = search;
    options_.check.prover.limits.budget = check;
  }

  void judge_annotations() {
    spend(part::annotations);
    trial_.judge_quickly();
    offer(trial_, result_);
  }

  /// As if it were the last word: what the user says is certified only if that rests on nothing
  /// open.
  void offer(Trial& trial, ProcedureResult& result) {
    if (!trial.judged()) return;
    const ProcedureResult saved = result;
    trial.withdraw_unproved_of_user();
    best_.offer(result);
    result = saved;
  }

  /// Are the annotations enough? Is there a failing run that is short, or found by trying?
  ProcedureResult analyze_shallowly() {
    spend(part::again);
    trial_.judge_quickly();
    offer(trial_, result_);
    options_.check.max_unrolling = std::min(options_.check.max_unrolling, short_run);
    options_.check.prover.limits.divide_rlimit(10);
    look_for_failing_run();
    trial_.withdraw_unproved_of_user();
    result_.queries = count_queries(log_);
    return finished();
  }

  /// What runs suggest and lattices know comes first: where it is enough, nothing has to be
  /// searched for.
  void look_at_runs() {
    spend(part::runs);
    claim_from_runs(input_, options_, log_, trial_, result_);
    if (trial_.judged()) offer(trial_, result_);
  }

  /// Some programs end after few rounds, whatever their inputs are.
  void follow_all_runs(double fraction, Patience patience) {
    if (options_.exhaust == Exhaust::Never || result_.loops.empty() || !trial_.judged()) return;
    spend(fraction);
    if (prove_by_exhaustion(input_, options_, patience, log_, result_)) offer(trial_, result_);
  }

  /// Time may end before anything is found of a loop, or in the middle of a round: then they stay.
  /// What they are is up to the clock, so that without one they are not asked for.
  void look_for_simple_ones() {
    if (result_.loops.empty() || !asks(options_, "lattices")) return;
    const Budget own = budget_.slice(part::simple).afresh();
    Options options = options_;
    options.check.prover.limits.budget = own;
    ProcedureResult result;
    Trial trial(input_, name_, options, log_, result);
    trial.set_claims(before_);
    claim_simply(input_, options, own, log_, trial, result);
    simple_ = trial.claims();
    offer(trial, result);
  }

  void look_for_invariants(double fraction) {
    const Budget both = budget_.slice(fraction);
    spend(both.slice(part::search), both);
    search(input_, options_, simple_, log_, trial_, result_);
  }

  /// The inferred invariants of some loops are certified while the others are still waiting: that
  /// is what is left if somebody ends us. By count of queries, like everything that may touch a
  /// result, and for a fraction of what the search costs.
  void certify_so_far(const infer::SoFar& known) {
    if (log_.total().queries < next_certification_) return;
    prover::QueryLog log;
    Options options = options_;
    options.infer.on_loop_done = {};
    options.check.prover.limits.budget = budget_.slice(part::failing).afresh();
    ProcedureResult result;
    Trial trial(input_, name_, options, log, result);
    trial.set_claims(before_);
    add_inferred(known(options.check.prover, log), result);
    trial.certify();
    offer(trial, result);
    next_certification_ = log_.total().queries + 4 * log.total().queries + few_queries;
  }

  /// What was found: as short and as telling as the options want it.
  void polish(const std::vector<HintClaim>& hold) {
    spend(part::polish);
    drop_unneeded_hints(hold, trial_, result_);
    if (options_.inference == Inference::Always || options_.wording == Wording::Readable) {
      make_readable();
      offer(trial_, result_);
    }
    if (options_.inference == Inference::Always) {
      find_variants_and_frames(input_, options_, log_, result_);
    }
  }

  /// The best there was, if there was no time for what came later.
  ProcedureResult finished() {
    PAWL_ASSERT(trial_.judged(), "an analysis should end with an answer to every obligation");
    const BudgetEnd end = budget_.ended();
    if (end == BudgetEnd::None) return std::move(result_);
    offer(trial_, result_);
    result_ = best_.result();
    result_.queries = count_queries(log_);
    cut_off(result_, reason_of(end));
    return std::move(result_);
  }

  /// A bug shows itself quickly or not at all.
  void look_for_failing_run() {
    if (trial_.decided()) return;
    spend(part::failing);
    if (real_runs() == check::RealRuns::Search) {
      trial_.look_for_failing_runs();
    } else if (!trial_.judged()) {
      trial_.judge_quickly();
    }
    if (!trial_.decided()) look_for_short_run();
    if (!input_.exact() && input_.refutable(name_)) refute();
  }

  /// Quantified claims that did not prove the procedure make runs hard to find: without a look
  /// before the search, short ones are looked for as if nothing had been inferred.
  void look_for_short_run() {
    if (options_.depth != Depth::Full || result_.loops.empty()) return;
    if (real_runs() != check::RealRuns::Search) return;
    Options options = options_;
    options.check.max_unrolling = std::min(options.check.max_unrolling, short_run);
    ProcedureResult bare;
    Trial trial(input_, name_, options, log_, bare);
    trial.set_claims(before_);
    trial.judge(check::RealRuns::Search, Effort::Quick);
    for (const ObligationResult& one : bare.obligations) {
      if (one.fate != Fate::Refuted) continue;
      const auto same = std::ranges::find_if(result_.obligations, [&](const auto& other) {
        return other.kind == one.kind && other.formula == one.formula &&
               other.at.line == one.at.line && other.at.column == one.at.column;
      });
      if (same != result_.obligations.end()) {
        *same = one;
      } else {
        result_.obligations.push_back(one);
      }
    }
  }

  /// More resources help only what the solver gave up.
  void spend_all_limits() {
    spend(part::limits);
    if (!trial_.decided() && trial_.has_undecided_obligation()) {
      trial_.judge(check::RealRuns::Ignore, Effort::Full);
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
      return std::ranges::find(loop.invariant, Origin::Hint, &ConjunctResult::origin) !=
             loop.invariant.end();
    });
  }

  /// Only what is certified again from its new text is kept, all of it or nothing. Where something
  /// is open, it is not worth another round of unknown answers.
  void make_readable() {
    if (!trial_.all_proved() || has_hints() || result_.exhausted > 0) return;
    const ProcedureResult before = result_;
    Loaded loaded(input_, name_);
    bool changed = false;
    for (std::size_t i = 0; i < result_.loops.size(); ++i) {
      changed |= tidy(loaded.context, loaded.program, *loaded.procedure, options_.check.prover,
                      log_, trial_.of_user(i), result_.loops[i]);
    }
    if (!changed) return;
    trial_.judge_quickly();
    if (!trial_.all_proved()) result_ = before;
    trial_.set_status();
  }

  static constexpr std::uint64_t few_queries = 300;
  static constexpr unsigned short_run = 8;  // iterations of each loop

  const Input& input_;
  const std::string& name_;
  Options options_;  // with the budget of the stage
  const Budget& budget_;
  /// One thread for all provers: without this, each that ends would take it along.
  std::shared_ptr<prover::Watchdog> watchdog_ = prover::Watchdog::shared();
  prover::QueryLog log_;
  ProcedureResult result_;
  Trial trial_;
  BestSoFar best_;
  Claims before_;  // of the search: the user's, and hints
  Claims simple_;  // besides: what lattices know, as far as it is certified
  std::uint64_t next_certification_ = few_queries;
};

}  // namespace

ProcedureResult analyze_procedure(const Input& input, const std::string& procedure,
                                  const Options& options, const Budget& budget, const Send& send) {
  return Analysis(input, procedure, options, budget, send).run();
}

}  // namespace pawl::engine
