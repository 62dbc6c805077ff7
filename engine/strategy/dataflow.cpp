// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/dataflow.h"

#include <algorithm>
#include <set>

#include "check/choices.h"
#include "check/induction_failure.h"
#include "check/real_run.h"
#include "dataflow/dataflow.h"
#include "engine/judge/call_graph.h"
#include "engine/judge/certify_proof.h"
#include "engine/judge/merged_proofs.h"
#include "engine/to_text.h"
#include "gcl/old_constants.h"
#include "slam/predicate_set.h"
#include "support/assert.h"
#include "support/internal_error.h"
#include "support/sha256.h"

namespace pawl::engine {
namespace {

Reason reason_of(dataflow::Reason reason) {
  switch (reason) {
    case dataflow::Reason::None: return Reason::Incomplete;
    case dataflow::Reason::NoNewPredicates: return Reason::NoNewPredicates;
    case dataflow::Reason::PathLimit:
    case dataflow::Reason::PathUndecided: return Reason::PathUndecided;
    case dataflow::Reason::PredicateLimit: return Reason::PredicateLimit;
    case dataflow::Reason::RefinementLimit: return Reason::RefinementLimit;
    case dataflow::Reason::BddLimit: return Reason::BddLimit;
    case dataflow::Reason::Timeout: return Reason::Timeout;
    case dataflow::Reason::Interrupted: return Reason::Interrupted;
  }
  return Reason::Incomplete;
}

/// Both engines speak of contracts and invariants in the same way.
slam::Proof proof_of(const dataflow::Proof& found) {
  slam::Proof proof;
  for (const auto& [name, one] : found) {
    proof.emplace(name, slam::ProcedureProof{one.requires_, one.ensures, one.invariants});
  }
  return proof;
}

class Dataflow {
 public:
  Dataflow(const Input& input, DataflowSettings settings, const Budget& budget,
           Diagnostics& diagnostics)
      : input_(input), settings_(std::move(settings)), budget_(budget), diagnostics_(diagnostics) {
    settings_.dataflow.prover.limits.budget = budget;
    settings_.check.prover.limits.budget = budget;
    settings_.dataflow.stop = [this] { return budget_.over(); };
  }

  DataflowReport run() {
    report_.lattice = dataflow::to_string(settings_.dataflow.lattice);
    report_.result.file = input_.file().name();
    report_.result.sha256 = sha256_hex(input_.file().text());
    std::optional<gcl::Program> loaded = input_.load(context_, Purpose::Procedures, diagnostics_);
    if (!loaded) return std::move(report_);
    program_ = std::move(*loaded);
    read_predicates();
    const std::vector<std::string> entries = entries_of(program_, settings_.entry);
    if (entries.empty() && !settings_.entry.empty()) {
      diagnostics_.error({&input_.file(), {1, 1}, {1, 2}},
                         "there is no procedure '" + settings_.entry + "' with a body",
                         "name one with --entry");
    }
    if (diagnostics_.has_errors() || axioms_contradictory()) return std::move(report_);
    for (const std::string& entry : entries) run(entry);
    if (!proofs_.empty()) accept();
    finish();
    return std::move(report_);
  }

 private:
  void read_predicates() {
    slam::PredicateSet given;
    if (settings_.predicates != nullptr) {
      slam::read_predicates(context_, program_, *settings_.predicates, given, diagnostics_);
    }
    slam::add_clauses(context_, program_, given);
    const auto take = [&](const std::string& scope) {
      for (const gcl::Expr one : given.of(scope)) {
        given_.emplace_back(scope, gcl::to_source(context_, one));
      }
    };
    take({});
    for (const gcl::Procedure& procedure : program_.procedures) take(procedure.name);
  }

  bool axioms_contradictory() {
    if (program_.axioms.empty() ||
        check::axioms_consistent(context_, program_, settings_.check, log_) != prover::Answer::No) {
      return false;
    }
    diagnostics_.error(program_.axioms.front().range, "the axioms are contradictory",
                       "anything would follow from them; remove or weaken one");
    return true;
  }

  void run(const std::string& entry) {
    dataflow::Options options = settings_.dataflow;
    options.entry = entry;
    options.predicates = given_;
    const dataflow::Outcome found = dataflow::dataflow(context_, program_, options, log_);
    note(entry, found);
    if (!found.disagreement.empty()) {
      throw InternalError("a run that the solver found is not one: " + found.disagreement);
    }
    switch (found.verdict) {
      case dataflow::Verdict::Safe: proofs_.push_back({entry, proof_of(found.proof)}); break;
      case dataflow::Verdict::Violated: refute(found, entry); break;
      case dataflow::Verdict::Unknown: no_answer(entry, reason_of(found.reason)); break;
    }
  }

  void note(const std::string& entry, const dataflow::Outcome& found) {
    DataflowReport::Entry& one = report_.entries.emplace_back();
    one.procedure = entry;
    for (const dataflow::Round& round : found.rounds) {
      one.rounds.push_back({round.round, round.predicates, round.posts, round.contexts,
                            round.unproved, round.refinement});
    }
    for (const auto& [scope, text] : found.predicates) one.predicates.push_back({scope, text});
    for (const dataflow::FactTable& table : found.tables) {
      DataflowReport::Table& to = one.tables.emplace_back();
      to.procedure = table.procedure;
      for (const dataflow::FactRow& row : table.rows) {
        DataflowReport::Row& text = to.rows.emplace_back();
        text.place = place_of(row.range);
        text.operation = row.operation;
        text.certified = row.loop_head;  // if check/ agrees
        for (const auto& piece : row.pieces) text.pieces.push_back({piece.when, piece.facts});
      }
    }
    for (const gcl::Stmt* stmt : found.unproved) one.unproved.push_back(place_of(stmt->range));
    one.dropped = found.dropped;
    if (found.verdict == dataflow::Verdict::Unknown) one.reason = to_string(found.reason);
  }

  /// The proofs of all entries together, judged by check/.
  void accept() {
    std::vector<ProcedureResult> judged =
        certify_proof(input_, merge(context_, program_, proofs_), settings_.check, log_);
    std::set<std::string> open;
    for (const ProcedureResult& one : judged) {
      if (judge(one).verdict != Verdict::True) open.insert(one.name);
    }
    for (ProcedureResult& one : judged) {
      const bool rests = !open.empty() && rests_on(open, one.name);
      if (rests) withdraw(one);
      proved_[one.name] = !rests;
      add(std::move(one));
    }
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
    for (DataflowReport::Entry& entry : report_.entries) {
      for (DataflowReport::Table& table : entry.tables) {
        for (DataflowReport::Row& row : table.rows) {
          const auto proved = proved_.find(table.procedure);
          row.certified &= proved != proved_.end() && proved->second;
        }
      }
    }
    if (!report_.result.procedures.empty()) {
      report_.result.procedures.front().queries = count_queries(log_);
    }
  }

  void refute(const dataflow::Outcome& found, const std::string& entry) {
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
  DataflowSettings settings_;
  const Budget& budget_;
  Diagnostics& diagnostics_;
  gcl::Context context_;
  gcl::Program program_;
  std::vector<std::pair<std::string, gcl::Expr>> given_;
  std::vector<EntryProof> proofs_;
  std::map<std::string, bool> proved_;
  prover::QueryLog log_;
  DataflowReport report_;
};

}  // namespace

Outcome DataflowEngine::run(const Task& task, const Budget& budget, Diagnostics& diagnostics) {
  DataflowReport report = run_dataflow(task.input, settings_, budget, diagnostics);
  if (settings_.on_report) settings_.on_report(report);
  Outcome outcome;
  outcome.result = std::move(report.result);
  outcome.purpose = Purpose::Procedures;
  return outcome;
}

DataflowReport run_dataflow(const Input& input, const DataflowSettings& settings,
                            const Budget& budget, Diagnostics& diagnostics) {
  return Dataflow(input, settings, budget, diagnostics).run();
}

}  // namespace pawl::engine
