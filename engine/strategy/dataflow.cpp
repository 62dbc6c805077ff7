// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/dataflow.h"

#include <set>

#include "dataflow/dataflow.h"
#include "engine/strategy/entry_results.h"
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
    case dataflow::Reason::None:
    case dataflow::Reason::LatticeLimit: return Reason::Incomplete;
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
    const std::vector<std::string> entries = results_.entries(settings_.entry, diagnostics_);
    if (diagnostics_.has_errors() || results_.axioms_contradictory(diagnostics_)) {
      return std::move(report_);
    }
    for (const std::string& entry : entries) run(entry);
    mark(results_.accept(results_.claims()));
    results_.finish();
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
      case dataflow::Verdict::Safe: results_.proved(entry, proof_of(found.proof)); break;
      case dataflow::Verdict::Violated:
        results_.refuted(entry, failing_run(found.program, entry, found.failing, *found.run));
        break;
      case dataflow::Verdict::Unknown: results_.no_answer(entry, reason_of(found.reason)); break;
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

  /// Facts are certified where the whole procedure is.
  void mark(const std::set<std::string>& proved) {
    for (DataflowReport::Entry& entry : report_.entries) {
      for (DataflowReport::Table& table : entry.tables) {
        for (DataflowReport::Row& row : table.rows) {
          row.certified &= proved.contains(table.procedure);
        }
      }
    }
  }

  const Input& input_;
  DataflowSettings settings_;
  const Budget& budget_;
  Diagnostics& diagnostics_;
  gcl::Context context_;
  gcl::Program program_;
  std::vector<std::pair<std::string, gcl::Expr>> given_;
  prover::QueryLog log_;
  DataflowReport report_;
  EntryResults results_{input_, context_, program_, settings_.check, log_, report_.result};
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
