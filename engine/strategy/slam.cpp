// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/slam.h"

#include <algorithm>
#include <map>

#include "check/choices.h"
#include "check/induction_failure.h"
#include "check/real_run.h"
#include "engine/judge/call_graph.h"
#include "engine/judge/merged_proofs.h"
#include "engine/strategy/slam_message.h"
#include "engine/strategy/summary_store.h"
#include "engine/to_text.h"
#include "engine/workers/best_so_far.h"
#include "engine/workers/workers.h"
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
    entries_ = entries();
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
      if (std::ranges::none_of(report_.result.procedures, same)) no_answer(entry, failure_of(why));
    }
    finish();
    report = std::move(report_);
  }

  // ---- in the process of its own

  std::string work(const Budget& budget, const Send& send) {
    budget_ = budget;
    settings_.check.prover.limits.budget = budget;
    if (!axioms_contradictory()) search(send);
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
    if (!proofs_.empty()) accept();
    finish();
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

  std::vector<std::string> entries() {
    std::vector<std::string> found = entries_of(program_, settings_.entry);
    if (found.empty() && !settings_.entry.empty()) {
      diagnostics_->error({&input_.file(), {1, 1}, {1, 2}},
                          "there is no procedure '" + settings_.entry + "' with a body",
                          "name one with --entry");
    }
    return found;
  }

  bool axioms_contradictory() {
    if (program_.axioms.empty() ||
        check::axioms_consistent(context_, program_, settings_.check, log_) != prover::Answer::No) {
      return false;
    }
    diagnostics_->error(program_.axioms.front().range, "the axioms are contradictory",
                        "anything would follow from them; remove or weaken one");
    return true;
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
      case slam::SlamVerdict::Safe: proofs_.push_back({entry, std::move(found.proof)}); break;
      case slam::SlamVerdict::Violated: refute(found, entry); break;
      case slam::SlamVerdict::Unknown: no_answer(entry, reason_of(found.reason)); break;
    }
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

  /// The proofs of all entries together, judged by check/.
  void accept() {
    ClaimTexts claims = merge(context_, program_, proofs_);
    for (auto& [name, claim] : claims) {
      const auto known = known_.find(name);
      for (std::size_t i = 0; known != known_.end() && i < claim.invariants.size(); ++i) {
        std::vector<std::string>& all = claim.invariants[i];
        all.insert(all.begin(), known->second[i].begin(), known->second[i].end());
      }
    }
    std::vector<ProcedureResult> judged = certify_proof(input_, claims, settings_.check, log_);
    std::set<std::string> open;
    for (const ProcedureResult& one : judged) {
      if (judge(one).verdict != Verdict::True) open.insert(one.name);
    }
    for (ProcedureResult& one : judged) {
      if (rests_on(open, one.name)) withdraw(one);
      warn_of_endless(one);
      add(std::move(one));
    }
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

  bool rests_on(const std::set<std::string>& open, const std::string& name) const {
    return std::ranges::any_of(called_from(program_, {name}),
                               [&](const std::string& one) { return open.contains(one); });
  }

  /// What it rests on is not proved, so neither is what it says.
  static void withdraw(ProcedureResult& result) {
    if (judge(result).verdict == Verdict::True) result.failure = Reason::NotCertified;
    result.summary = {};
    for (LoopResult& loop : result.loops) {
      for (ConjunctResult& conjunct : loop.invariant) conjunct.certificate.reset();
      if (!loop.invariant.empty()) loop.status = LoopStatus::Candidate;
    }
  }

  /// A procedure may be proved for one entry and refuted, or given up, for another.
  void add(ProcedureResult result) {
    const auto known =
        std::ranges::find(report_.result.procedures, result.name, &ProcedureResult::name);
    if (known == report_.result.procedures.end()) {
      report_.result.procedures.push_back(std::move(result));
      return;
    }
    std::swap(*known, result);  // the later one has the loops
    if (known->failure == Reason::None) known->failure = result.failure;
    known->obligations.insert(known->obligations.end(), result.obligations.begin(),
                              result.obligations.end());
  }

  void finish() {
    const auto index = [&](const ProcedureResult& one) {
      return program_.find_procedure(one.name) - program_.procedures.data();
    };
    std::ranges::sort(report_.result.procedures, {}, index);
    for (ProcedureResult& one : report_.result.procedures) {
      if (counts_.contains(one.name)) one.abstraction = counts_.at(one.name);
    }
    if (!report_.result.procedures.empty()) {
      report_.result.procedures.front().queries = count_queries(log_);
    }
  }

  void refute(const slam::SlamResult& found, const std::string& entry) {
    gcl::Context context;
    Diagnostics diagnostics;
    const std::optional<gcl::Program> source =
        input_.load(context, Purpose::Procedures, diagnostics);
    PAWL_ASSERT(source, "a program should load the second time as it did the first");
    const gcl::Procedure* started = found.program.find_procedure(entry);
    const check::RepeatedRun again =
        check::repeat(*source, *source->find_procedure(entry),
                      check::choices_of(found.program, *started, found.run->script));
    if (!input_.exact_calls() || !again.run.contract_calls.empty()) {
      return no_answer(entry, Reason::OverApproximated);
    }
    const auto* assertion = std::get_if<gcl::Assert>(&found.failing->node);
    PAWL_ASSERT(assertion != nullptr, "a run should fail at an assertion");
    const auto& wrong = std::get<gcl::WentWrong>(found.run->run.outcome);
    std::vector<gcl::Expr> inputs;
    for (const gcl::VarDecl& one : found.program.globals) inputs.push_back(one.var);
    for (const gcl::VarDecl& one : started->parameters) inputs.push_back(one.var);
    check::ObligationReport refuted;
    refuted.obligation.kind = gcl::ObligationKind::Assertion;
    refuted.obligation.formula = assertion->condition;
    refuted.obligation.at = found.failing->range;
    refuted.obligation.stmt = found.failing;
    refuted.fate = check::Fate::Refuted;
    refuted.real_run = check::describe_run(
        found.run->run, inputs, check::visible_variables(found.program, *wrong.procedure));
    ProcedureResult result;
    result.name = wrong.procedure->name;
    result.place = place_of(wrong.procedure->range);
    result.obligations.push_back(to_text(refuted));
    if (again.fails) {
      result.obligations[0].real_run->start = entry;
      result.obligations[0].real_run->choices = again.choices;
    }
    add(std::move(result));
  }

  void no_answer(const std::string& entry, Reason reason) {
    ProcedureResult result;
    result.name = entry;
    result.place = place_of(program_.find_procedure(entry)->range);
    result.failure = reason;
    add(std::move(result));
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
  std::vector<EntryProof> proofs_;
  std::map<std::string, AbstractionCount> counts_;
  prover::QueryLog log_;
  SlamReport report_;
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
