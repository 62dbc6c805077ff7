// SPDX-License-Identifier: Apache-2.0
#include "engine/judge/recheck_claims.h"

#include <algorithm>

#include "check/choices.h"
#include "check/induction_failure.h"
#include "check/real_run.h"
#include "engine/to_text.h"
#include "gcl/desugar.h"
#include "gcl/printer.h"
#include "gcl/targets.h"
#include "prover/prover.h"

namespace pawl::engine {

bool says_certified(const ConjunctResult& conjunct) {
  return conjunct.certified() || conjunct.claimed;
}

Confirmation worst(Confirmation a, Confirmation b) {
  if (a == Confirmation::Refused || b == Confirmation::Refused) return Confirmation::Refused;
  if (a == Confirmation::Undecided || b == Confirmation::Undecided) return Confirmation::Undecided;
  return Confirmation::Verified;
}

namespace {

Confirmation confirmation_of(check::Fate fate) {
  switch (fate) {
    case check::Fate::Proved: return Confirmation::Verified;
    case check::Fate::Refuted:
    case check::Fate::NotProved: return Confirmation::Refused;
    case check::Fate::Unknown: return Confirmation::Undecided;
  }
  return Confirmation::Undecided;
}

}  // namespace

std::vector<FoundObligation> found_in(const check::ProcedureReport& report) {
  std::vector<FoundObligation> found;
  for (const check::ObligationReport& one : report.obligations) {
    found.push_back({to_text(one), confirmation_of(one.fate),
                     result::is_of_invariant(one.obligation.kind), one.obligation.loop,
                     one.obligation.conjunct});
  }
  return found;
}

Judgement judgement_of(const std::vector<FoundObligation>& found) {
  ProcedureResult procedure;
  for (const FoundObligation& one : found) procedure.obligations.push_back(one.text);
  return judge(procedure);
}

void claim(const ProcedureResult& claimed, const FoundObligation& found, ProcedureRecheck& answer) {
  if (found.of_invariant) {
    Confirmation& loop = answer.loops[found.loop];
    loop = worst(loop, found.confirmation);
  }
  if (found.confirmation == Confirmation::Verified) return;
  std::string what = std::string(gcl::to_string(found.text.kind)) + " '" + found.text.formula + "'";
  if (found.of_invariant) what += " of loop " + claimed.loops[found.loop].id;
  what += " in procedure " + claimed.name + ", line " + std::to_string(found.text.at.line);
  answer.open.push_back({std::move(what), found.confirmation});
}

namespace {

struct LoopAt {
  const gcl::While* loop = nullptr;
  SourceRange range;
};

std::vector<LoopAt> loops_at(const gcl::Procedure& procedure) {
  std::vector<LoopAt> loops;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) loops.push_back({loop, stmt.range});
  });
  return loops;
}

void say(gcl::Expr formula, ConjunctResult& conjunct) {
  conjunct.text = gcl::print(formula);
  conjunct.smtlib = prover::to_smtlib(formula);
}

/// What the user wrote comes first.
bool redescribe_invariant(gcl::Context& context, const gcl::Program& program,
                          const gcl::Procedure& procedure, const gcl::While& loop,
                          LoopResult& again) {
  std::size_t next = 0;
  for (ConjunctResult& conjunct : again.invariant) {
    conjunct.certificate.reset();
    conjunct.claimed = false;
    conjunct.source = {};
    if (next < loop.invariants.size()) {
      if (conjunct.origin != Origin::User) return false;
      say(loop.invariants[next++].expr, conjunct);
      continue;
    }
    if (conjunct.origin == Origin::User) return false;
    std::string complaint;
    const gcl::Expr formula =
        parse_clause(context, program, procedure, ClauseKind::Invariant, conjunct.text, complaint);
    if (formula) say(formula, conjunct);
  }
  return next == loop.invariants.size();
}

}  // namespace

std::string redescribe(gcl::Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure, ProcedureResult& again) {
  again.place = place_of(procedure.range);
  const std::vector<LoopAt> loops = loops_at(procedure);
  if (loops.size() != again.loops.size()) {
    return "procedure '" + again.name + "' has " + std::to_string(loops.size()) +
           " loops, the result tells of " + std::to_string(again.loops.size());
  }
  for (std::size_t i = 0; i < loops.size(); ++i) {
    LoopResult& loop = again.loops[i];
    loop.id = again.name + "." + std::to_string(i + 1);
    loop.place = place_of(loops[i].range);
    loop.targets.clear();
    for (const gcl::Expr target : gcl::targets(program, loops[i].loop->body)) {
      loop.targets.push_back(target.name());
    }
    if (!redescribe_invariant(context, program, procedure, *loops[i].loop, loop)) {
      return "what the user says of loop " + loop.id + " is not what the result tells";
    }
    if (loop.variant) loop.variant->source = {};
    for (RedundantResult& one : loop.redundant) one.source = {};
  }
  return {};
}

std::vector<std::size_t> conjuncts_of(const LoopResult& claimed) {
  std::vector<std::size_t> found;
  for (std::size_t c = 0; c < claimed.invariant.size(); ++c) {
    const ConjunctResult& one = claimed.invariant[c];
    if (one.origin == Origin::User || says_certified(one)) found.push_back(c);
  }
  return found;
}

void derive_status(ProcedureResult& again) {
  for (LoopResult& loop : again.loops) {
    if (loop.status == LoopStatus::NotAsked) continue;
    const bool all = std::ranges::all_of(loop.invariant, &ConjunctResult::certified);
    const bool never =
        std::ranges::find(loop.invariant, "false", &ConjunctResult::text) != loop.invariant.end();
    if (loop.status == LoopStatus::Unreachable && all && never) continue;
    loop.status = loop.invariant.empty() ? LoopStatus::None
                  : all                  ? LoopStatus::Certified
                                         : LoopStatus::Candidate;
  }
}

void derive_obligations(const ProcedureResult& claimed, const std::vector<FoundObligation>& found,
                        ProcedureResult& again) {
  again.obligations.clear();
  for (std::size_t i = 0; i < found.size(); ++i) {
    ObligationResult one = found[i].text;
    if (i < claimed.obligations.size()) {
      const ObligationResult& told = claimed.obligations[i];
      const bool open = told.fate == Fate::NotProved || told.fate == Fate::Unknown;
      if (open) one.fate = told.fate;
      one.real_run.reset();
    }
    again.obligations.push_back(std::move(one));
  }
}

std::optional<ObligationResult> repeated(gcl::Context& context, const gcl::Program& program,
                                         const gcl::Procedure& start, const RealRunText& told) {
  const check::RepeatedRun again = check::repeat(program, start, told.choices);
  const auto* wrong = std::get_if<gcl::WentWrong>(&again.run.outcome);
  if (!again.fails || wrong == nullptr) return std::nullopt;
  const gcl::Desugared desugared = gcl::desugar(context, program, *wrong->procedure);
  const auto failed = std::ranges::find_if(desugared.obligations, [&](const gcl::Obligation& one) {
    return one.kind == wrong->kind && one.clause == wrong->clause && one.stmt == wrong->stmt;
  });
  if (failed == desugared.obligations.end()) return std::nullopt;
  std::vector<gcl::Expr> inputs;
  for (const gcl::VarDecl& one : program.globals) inputs.push_back(one.var);
  for (const gcl::VarDecl& one : start.parameters) inputs.push_back(one.var);
  check::ObligationReport report;
  report.obligation = *failed;
  report.fate = Fate::Refuted;
  report.real_run =
      check::describe_run(again.run, inputs, check::visible_variables(program, *wrong->procedure));
  report.real_run->choices = again.choices;
  ObligationResult result = to_text(report);
  result.real_run->start = told.start;
  return result;
}

}  // namespace pawl::engine
