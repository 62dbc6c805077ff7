// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/slam.h"

#include <algorithm>
#include <map>

#include "check/choices.h"
#include "engine/judge/call_graph.h"
#include "engine/strategy/entry_results.h"
#include "engine/strategy/slam_message.h"
#include "engine/strategy/summary_store.h"
#include "engine/to_text.h"
#include "engine/workers/best_so_far.h"
#include "engine/workers/workers.h"
#include "gcl/chooser.h"
#include "gcl/interpreter.h"
#include "gcl/moments.h"
#include "gcl/parser.h"
#include "result/annotate.h"
#include "slam/symbolic.h"
#include "support/assert.h"
#include "support/internal_error.h"
#include "support/sha256.h"

namespace pawl::engine {
namespace {

/// Of the budget; the rest is for the proof of what was found.
constexpr double search_fraction = 0.75;
/// Runs that are tried, and the statements in one: a few milliseconds in all.
constexpr std::uint64_t trial_runs = 16;
constexpr std::uint64_t fuel_of_trial = 10'000;

Reason reason_of(slam::SlamUnknown reason) {
  using slam::SlamUnknown;
  switch (reason) {
    case SlamUnknown::None: return Reason::Incomplete;
    case SlamUnknown::RepeatedCounterexample: return Reason::RepeatedCounterexample;
    case SlamUnknown::NoNewPredicates: return Reason::NoNewPredicates;
    case SlamUnknown::PredicateLimit: return Reason::PredicateLimit;
    case SlamUnknown::RefinementLimit: return Reason::RefinementLimit;
    case SlamUnknown::QueryLimit: return Reason::QueryLimit;
    case SlamUnknown::PathUndecided: return Reason::PathUndecided;
    case SlamUnknown::BddLimit: return Reason::BddLimit;
    case SlamUnknown::Timeout: return Reason::Timeout;
    case SlamUnknown::Interrupted: return Reason::Interrupted;
  }
  return Reason::Incomplete;
}

class Slam {
 public:
  Slam(const Input& input, const SlamSettings& settings, Diagnostics& diagnostics)
      : input_(input), settings_(settings), diagnostics_(&diagnostics) {}

  /// Everything but the search, in a process of its own, is done here: what the input lacks is
  /// reported once.
  SlamReport run(const Budget& budget) {
    if (!prepare()) return finished({});
    Diagnostics said;
    const auto task = [&](std::size_t, const Budget& own, const Send& send) {
      diagnostics_ = &said;
      return work(own, send);
    };
    const WorkerOutcome outcome = run_in_workers(1, 1, budget, 0, task).front();
    std::optional<SlamReport> report;
    if (outcome.text) report = report_from_message(*outcome.text, input_.file(), *diagnostics_);
    if (outcome.failure == "internal-error") throw InternalError(outcome.detail);
    if (!report) report.emplace();
    if (!outcome.failure.empty()) add_missing(outcome.failure, *report);
    return finished(std::move(*report));
  }

 private:
  bool prepare() {
    std::optional<gcl::Program> loaded = input_.load(context_, Purpose::Procedures, *diagnostics_);
    if (!loaded) return false;
    program_ = std::move(*loaded);
    if (settings_.predicates != nullptr) {
      slam::read_predicates(context_, program_, *settings_.predicates, given_, *diagnostics_);
    }
    slam::add_clauses(context_, program_, given_);
    if (settings_.inferred != nullptr) {
      for (const ProcedureResult& one : settings_.inferred->procedures) take_over(one);
    }
    entries_ = results_.entries(settings_.entry, *diagnostics_);
    return !diagnostics_->has_errors();
  }

  SlamReport finished(SlamReport report) const {
    report.result.file = input_.file().name();
    report.result.sha256 = sha256_hex(input_.file().text());
    return report;
  }

  /// Entries that nobody came to, or nothing is known of.
  void add_missing(const std::string& why, SlamReport& report) {
    report_ = std::move(report);
    for (const std::string& entry : entries_) {
      const auto same = [&](const ProcedureResult& one) { return one.name == entry; };
      if (std::ranges::none_of(report_.result.procedures, same))
        results_.no_answer(entry, failure_of(why));
    }
    finish();
    report = std::move(report_);
  }

  // ---- in the process of its own

  std::string work(const Budget& budget, const Send& send) {
    budget_ = budget;
    settings_.check.prover.limits.budget = budget;
    if (!results_.axioms_contradictory(*diagnostics_)) search(send);
    return to_message(report_, *diagnostics_);
  }

  void search(const Send& send) {
    if (!settings_.summaries.empty()) open_store();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      settings_.slam.budget = budget_.slice(search_fraction).share(entries_.size() - i);
      run(entries_[i]);
      if (!report_.result.procedures.empty()) send(to_message(report_, {}));  // a failing run
    }
    if (store_ && store_->save(*diagnostics_) == SummaryStore::Saved::No) return;
    accept();
    finish();
    for (const ProcedureResult& one : report_.result.procedures) warn_of_endless(one);
  }

  /// Certified invariants of loops that are the same in both programs: by procedure and place.
  /// Should a name mean something else there, check/ will not prove it.
  void take_over(const ProcedureResult& inferred) {
    const auto found = std::ranges::find(program_.procedures, inferred.name, &gcl::Procedure::name);
    if (found == program_.procedures.end() || !found->body) return;
    std::vector<std::vector<std::string>>& texts = known_[inferred.name];
    std::vector<SourceRange> places;
    gcl::for_each_stmt(*found->body, [&](const gcl::Stmt& stmt) {
      if (std::holds_alternative<gcl::While>(stmt.node)) places.push_back(stmt.range);
    });
    const std::vector<gcl::While*> loops = loops_of(*found->body);
    texts.resize(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
      if (!loops[i]->invariants.empty()) continue;  // the user's are to be checked
      for (const LoopResult& loop : inferred.loops) {
        const Place here = place_of(places[i]);
        const bool same = loop.place.line == here.line && loop.place.column == here.column;
        if (same && loop.status == LoopStatus::Certified)
          add_known(*found, *loops[i], loop, texts[i]);
      }
    }
  }

  void add_known(const gcl::Procedure& scope, gcl::While& loop, const LoopResult& inferred,
                 std::vector<std::string>& texts) {
    for (const ConjunctResult& conjunct : inferred.invariant) {
      const SourceFile file("invariant", conjunct.text);
      Diagnostics problems;
      const gcl::Expr formula =
          gcl::parse_expr(context_, file, program_, scope, {}, context_.bool_sort(), problems);
      if (!formula || problems.has_errors()) continue;
      loop.invariants.push_back({formula, {}});
      texts.push_back(conjunct.text);
    }
  }

  bool has_known() const {
    return std::ranges::any_of(known_, [](const auto& procedure) {
      return std::ranges::any_of(procedure.second, [](const auto& loop) { return !loop.empty(); });
    });
  }

  /// Procedures that are known from other programs bring their predicates.
  void open_store() {
    store_.emplace(settings_.summaries, program_, settings_.slam.c2bp.strengthen, *diagnostics_);
    for (const gcl::Procedure& procedure : program_.procedures) {
      const SummaryStore::Interface* known = store_->known(procedure.name);
      if (known == nullptr) continue;
      for (const std::string& text : known->globals) add_predicate(procedure, {}, text);
      for (const std::string& text : known->own) add_predicate(procedure, procedure.name, text);
    }
  }

  /// A global that the other program had may be missing here.
  void add_predicate(const gcl::Procedure& procedure, const std::string& scope,
                     const std::string& text) {
    std::string complaint;
    const gcl::Expr predicate =
        parse_clause(context_, program_, procedure, ClauseKind::Invariant, text, complaint);
    if (!predicate || gcl::mentions(predicate, gcl::Kind::Entry)) return;
    given_.add(context_, scope, slam::to_symbolic(context_, program_, predicate));
  }

  void run(const std::string& entry) {
    if (settings_.tries_runs && input_.exact_calls() && try_runs(entry)) return;
    slam::SlamOptions options = settings_.slam;
    options.entry = entry;
    if (store_) options.c2bp.strengthen.store = &*store_;
    if (has_known()) options.invariants = gcl::LoopInvariants::Trust;
    slam::SlamResult found = slam::slam(context_, program_, given_, options, log_);
    note(entry, found);
    if (!found.disagreement.empty()) {
      throw InternalError("a run that the solver found is not one: " + found.disagreement);
    }
    switch (found.verdict) {
      case slam::SlamVerdict::Safe: results_.proved(entry, std::move(found.proof)); break;
      case slam::SlamVerdict::Violated:
        results_.refuted(entry, failing_run(found.program, entry, found.failing, *found.run));
        break;
      case slam::SlamVerdict::Unknown: results_.no_answer(entry, reason_of(found.reason)); break;
    }
  }

  /// Is there a run that fails at an assertion, and has nothing of its own to choose but values?
  bool try_runs(const std::string& entry) {
    gcl::InterpreterOptions options;
    options.invariants = gcl::InvariantChecks::On;
    options.fuel = fuel_of_trial;
    options.tracing = gcl::Tracing::Off;
    options.go_on = [this] { return !budget_.over(); };
    const gcl::Procedure& start = *program_.find_procedure(entry);
    for (std::uint64_t seed = 0; seed < trial_runs; ++seed) {
      gcl::SeededChooser quick(seed);
      if (!fails_at_assertion(gcl::run(program_, start, quick, options))) continue;
      gcl::SeededChooser again(seed);
      check::ChoiceRecorder recorder(again);
      options.tracing = gcl::Tracing::On;
      const gcl::Run run = gcl::run(program_, start, recorder, options);
      if (!fails_at_assertion(run)) return false;  // the time is over
      const gcl::Stmt* assertion = std::get<gcl::WentWrong>(run.outcome).stmt;
      results_.refuted(entry, {program_, assertion, run, std::move(recorder.choices())});
      return true;
    }
    return false;
  }

  static bool fails_at_assertion(const gcl::Run& run) {
    const auto* wrong = std::get_if<gcl::WentWrong>(&run.outcome);
    return wrong != nullptr && wrong->kind == gcl::ObligationKind::Assertion &&
           wrong->stmt != nullptr && std::holds_alternative<gcl::Assert>(wrong->stmt->node) &&
           run.contract_calls.empty() && run.undecided_axioms.empty();
  }

  void note(const std::string& entry, const slam::SlamResult& found) {
    SlamReport::Entry& one = report_.entries.emplace_back();
    one.procedure = entry;
    for (const slam::SlamRound& round : found.rounds) {
      one.rounds.push_back(
          {round.round, round.predicates, round.statements, round.queries, round.trace});
    }
    for (const auto& [scope, text] : found.predicates) one.predicates.push_back({scope, text});
    for (const auto& [name, count] : found.counts.queries) {
      counts_[name].queries += count;
      counts_[name].stored += found.counts.stored.at(name);
    }
    for (const auto& [name, count] : found.counts.by_procedure) counts_[name].statements += count;
  }

  /// What inference knew is claimed as well: the proofs rest on it.
  void accept() {
    ClaimTexts claims = results_.claims();
    for (auto& [name, claim] : claims) {
      const auto known = known_.find(name);
      for (std::size_t i = 0; known != known_.end() && i < claim.invariants.size(); ++i) {
        std::vector<std::string>& all = claim.invariants[i];
        all.insert(all.begin(), known->second[i].begin(), known->second[i].end());
      }
    }
    results_.accept(claims);
  }

  /// Recursion without a base case makes everything after the call true.
  void warn_of_endless(const ProcedureResult& one) {
    const std::vector<std::string>& ensures = one.summary.ensures;
    if (std::ranges::find(ensures, "false") == ensures.end()) return;
    const gcl::Procedure& procedure = *program_.find_procedure(one.name);
    std::vector<std::string> callees;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) callees.push_back(call->procedure);
    });
    if (!called_from(program_, callees).contains(one.name)) return;
    diagnostics_->warning(procedure.range,
                          "no call of '" + one.name + "' returns: it calls itself without end",
                          "what follows such a call is never reached, and holds for that reason");
  }

  void finish() {
    results_.finish();
    for (ProcedureResult& one : report_.result.procedures) {
      if (counts_.contains(one.name)) one.abstraction = counts_.at(one.name);
    }
  }

  const Input& input_;
  SlamSettings settings_;
  Diagnostics* diagnostics_;  // of the process
  Budget budget_;
  std::vector<std::string> entries_;
  gcl::Context context_;
  gcl::Program program_;
  slam::PredicateSet given_;
  std::map<std::string, std::vector<std::vector<std::string>>> known_;  // by procedure, by loop
  std::optional<SummaryStore> store_;
  std::map<std::string, AbstractionCount> counts_;
  prover::QueryLog log_;
  SlamReport report_;
  EntryResults results_{input_, context_, program_, settings_.check, log_, report_.result};
};

}  // namespace

Outcome SlamEngine::run(const Task& task, const Budget& budget, Diagnostics& diagnostics) {
  SlamSettings settings = settings_;
  settings.inferred = task.known;
  SlamReport report = run_slam(task.input, settings, budget, diagnostics);
  Outcome outcome;
  outcome.result = std::move(report.result);
  outcome.purpose = Purpose::Procedures;
  outcome.refinement = std::move(report);
  return outcome;
}

SlamReport run_slam(const Input& input, const SlamSettings& settings, const Budget& budget,
                    Diagnostics& diagnostics) {
  return Slam(input, settings, diagnostics).run(budget);
}

}  // namespace pawl::engine
