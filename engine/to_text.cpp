// SPDX-License-Identifier: Apache-2.0
#include "engine/to_text.h"

#include <chrono>

#include "gcl/printer.h"

namespace pawl::engine {
namespace {

/// For people: what repeats a run are its choices.
StateText to_text(const check::State& state) {
  StateText text;
  for (const check::NamedValue& named : state) {
    text.push_back({named.name, gcl::to_short_string(named.value)});
  }
  return text;
}

InductionFailureText to_text(const check::InductionFailure& failure) {
  InductionFailureText text;
  text.before = to_text(failure.before);
  text.state = to_text(failure.state);
  text.havocked = failure.havocked;
  if (failure.loop) text.loop = place_of(*failure.loop);
  return text;
}

RealRunText to_text(const check::RealRun& run) {
  RealRunText text;
  text.inputs = to_text(run.inputs);
  for (const check::TraceStep& step : run.steps) {
    text.steps.push_back({place_of(step.range), step.text, to_text(step.changes)});
  }
  text.state = to_text(run.state);
  text.chosen = to_text(run.chosen);
  text.choices = run.choices;
  return text;
}

}  // namespace

Reason reason_of(prover::UnknownReason reason) {
  using prover::UnknownReason;
  switch (reason) {
    case UnknownReason::None: return Reason::None;
    case UnknownReason::ResourceLimit: return Reason::ResourceLimit;
    case UnknownReason::Timeout: return Reason::Timeout;
    case UnknownReason::Memory: return Reason::MemoryLimit;
    case UnknownReason::Incomplete: return Reason::Incomplete;
    case UnknownReason::Interrupted: return Reason::Interrupted;
    case UnknownReason::SolverError: return Reason::SolverError;
    case UnknownReason::NotAsked: return Reason::NotAsked;
  }
  return Reason::None;
}

ObligationResult to_text(const check::ObligationReport& report) {
  const gcl::Obligation& obligation = report.obligation;
  ObligationResult text;
  text.kind = obligation.kind;
  const auto* assertion =
      obligation.stmt != nullptr ? std::get_if<gcl::Assert>(&obligation.stmt->node) : nullptr;
  if (assertion != nullptr) text.check = assertion->label;
  text.formula =
      gcl::print(obligation.clause != nullptr ? obligation.clause->expr : obligation.formula.expr);
  text.formula_place = place_of(obligation.formula.range);
  text.at = place_of(obligation.at);
  if (result::is_of_invariant(obligation.kind)) text.loop = obligation.loop;
  text.fate = report.fate;
  if (report.fate == Fate::Unknown) text.reason = reason_of(report.reason);
  if (report.induction_failure) text.induction_failure = to_text(*report.induction_failure);
  if (report.real_run) text.real_run = to_text(*report.real_run);
  return text;
}

ConjunctResult user_conjunct(gcl::Expr formula) {
  return {gcl::print(formula), prover::to_smtlib(formula), Origin::User};
}

void add_claims(const infer::LoopInvariant& found, LoopResult& loop) {
  for (const gcl::Expr conjunct : found.conjuncts) {
    loop.invariant.push_back({gcl::print(conjunct), prover::to_smtlib(conjunct), Origin::Inferred});
  }
  for (const gcl::Expr skolem : found.skolems) {
    loop.skolems.push_back(skolem.name() + ": " + gcl::to_string(skolem.sort()));
  }
  for (std::size_t i = 0; i < found.predicates.size(); ++i) {
    loop.predicates.push_back(
        {gcl::print(found.predicates[i].formula), found.predicates[i].origin, found.used[i] != 0});
  }
  if (found.status == infer::LoopStatus::Unreachable) loop.status = LoopStatus::Unreachable;
  loop.precision = found.precision;
  loop.incomplete = found.incomplete;
  loop.rounds = found.rounds;
  loop.queries = found.queries;
}

std::vector<CallerCount> count_queries(const prover::QueryLog& log) {
  std::vector<CallerCount> counts;
  for (const auto& [caller, count] : log.by_caller()) {
    counts.push_back({caller, count.queries, count.yes, count.no, count.unknown,
                      std::chrono::duration<double>(count.time).count()});
  }
  return counts;
}

}  // namespace pawl::engine
