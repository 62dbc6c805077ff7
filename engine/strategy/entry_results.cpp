// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/entry_results.h"

#include <algorithm>
#include <optional>

#include "check/choices.h"
#include "check/induction_failure.h"
#include "check/real_run.h"
#include "engine/judge/call_graph.h"
#include "engine/to_text.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

/// What it rests on is not proved, so neither is what it says.
void withdraw(ProcedureResult& result) {
  if (judge(result).verdict == Verdict::True) result.failure = Reason::NotCertified;
  result.summary = {};
  for (LoopResult& loop : result.loops) {
    for (ConjunctResult& conjunct : loop.invariant) conjunct.certificate.reset();
    if (!loop.invariant.empty()) loop.status = LoopStatus::Candidate;
  }
}

/// The assertion with the run, where it fails in the program that the engine looked at.
ProcedureResult described(const FailingRun& found, const gcl::Procedure& started) {
  const auto* assertion = std::get_if<gcl::Assert>(&found.assertion->node);
  PAWL_ASSERT(assertion != nullptr, "a run should fail at an assertion");
  const auto& wrong = std::get<gcl::WentWrong>(found.run.outcome);
  std::vector<gcl::Expr> inputs;
  for (const gcl::VarDecl& one : found.program.globals) inputs.push_back(one.var);
  for (const gcl::VarDecl& one : started.parameters) inputs.push_back(one.var);
  check::ObligationReport refuted;
  refuted.obligation.kind = gcl::ObligationKind::Assertion;
  refuted.obligation.formula = assertion->condition;
  refuted.obligation.at = found.assertion->range;
  refuted.obligation.stmt = found.assertion;
  refuted.fate = check::Fate::Refuted;
  refuted.real_run = check::describe_run(found.run, inputs,
                                         check::visible_variables(found.program, *wrong.procedure));
  ProcedureResult result;
  result.name = wrong.procedure->name;
  result.place = place_of(wrong.procedure->range);
  result.obligations.push_back(to_text(refuted));
  return result;
}

}  // namespace

FailingRun failing_run(const gcl::Program& program, const std::string& entry,
                       const gcl::Stmt* assertion, const explain::Feasible& run) {
  return {program, assertion, run.run,
          check::choices_of(program, *program.find_procedure(entry), run.script)};
}

std::vector<std::string> EntryResults::entries(const std::string& chosen,
                                               Diagnostics& diagnostics) const {
  std::vector<std::string> found = entries_of(program_, chosen);
  if (found.empty() && !chosen.empty()) {
    diagnostics.error({&input_.file(), {1, 1}, {1, 2}},
                      "there is no procedure '" + chosen + "' with a body",
                      "name one with --entry");
  }
  return found;
}

bool EntryResults::axioms_contradictory(Diagnostics& diagnostics) {
  if (program_.axioms.empty() ||
      check::axioms_consistent(context_, program_, options_, log_) != prover::Answer::No) {
    return false;
  }
  diagnostics.error(program_.axioms.front().range, "the axioms are contradictory",
                    "anything would follow from them; remove or weaken one");
  return true;
}

void EntryResults::proved(const std::string& entry, slam::Proof proof) {
  proofs_.push_back({entry, std::move(proof)});
}

/// The choices of the run are made again in the program as it is written.
void EntryResults::refuted(const std::string& entry, const FailingRun& found) {
  gcl::Context context;
  Diagnostics diagnostics;
  const std::optional<gcl::Program> source = input_.load(context, Purpose::Procedures, diagnostics);
  PAWL_ASSERT(source, "a program should load the second time as it did the first");
  const gcl::Procedure& started = *found.program.find_procedure(entry);
  const check::RepeatedRun again =
      check::repeat(*source, *source->find_procedure(entry), found.choices);
  if (!input_.exact_calls() || !again.run.contract_calls.empty()) {
    return no_answer(entry, Reason::OverApproximated);
  }
  ProcedureResult result = described(found, started);
  if (again.fails) {
    result.obligations[0].real_run->start = entry;
    result.obligations[0].real_run->choices = again.choices;
  }
  add(std::move(result));
}

void EntryResults::no_answer(const std::string& entry, Reason reason) {
  ProcedureResult result;
  result.name = entry;
  result.place = place_of(program_.find_procedure(entry)->range);
  result.failure = reason;
  add(std::move(result));
}

ClaimTexts EntryResults::claims() const {
  return proofs_.empty() ? ClaimTexts{} : merge(context_, program_, proofs_);
}

std::set<std::string> EntryResults::accept(const ClaimTexts& claims) {
  std::set<std::string> standing;
  if (claims.empty()) return standing;
  std::vector<ProcedureResult> judged = certify_proof(input_, claims, options_, log_);
  std::set<std::string> open;
  for (const ProcedureResult& one : judged) {
    if (judge(one).verdict != Verdict::True) open.insert(one.name);
  }
  for (ProcedureResult& one : judged) {
    const bool rests_on_open =
        !open.empty() &&
        std::ranges::any_of(called_from(program_, {one.name}),
                            [&](const std::string& callee) { return open.contains(callee); });
    if (rests_on_open) {
      withdraw(one);
    } else {
      standing.insert(one.name);
    }
    add(std::move(one));
  }
  return standing;
}

/// A procedure may be proved for one entry and refuted, or given up, for another.
void EntryResults::add(ProcedureResult result) {
  const auto known = std::ranges::find(into_.procedures, result.name, &ProcedureResult::name);
  if (known == into_.procedures.end()) {
    into_.procedures.push_back(std::move(result));
    return;
  }
  std::swap(*known, result);  // the later one has the loops
  if (known->failure == Reason::None) known->failure = result.failure;
  known->obligations.insert(known->obligations.end(), result.obligations.begin(),
                            result.obligations.end());
}

void EntryResults::finish() {
  const auto index = [&](const ProcedureResult& one) {
    return program_.find_procedure(one.name) - program_.procedures.data();
  };
  std::ranges::sort(into_.procedures, {}, index);
  if (!into_.procedures.empty()) into_.procedures.front().queries = count_queries(log_);
}

}  // namespace pawl::engine
