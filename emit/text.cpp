// SPDX-License-Identifier: Apache-2.0
#include "emit/text.h"

#include <algorithm>
#include <limits>
#include <ostream>

#include "emit/c_source.h"
#include "support/diagnostic.h"

namespace pawl::emit {
namespace {

using gcl::ObligationKind;
using result::Fate;
using result::HintFate;
using result::ObligationResult;
using result::Place;
using result::ProcedureResult;

SourceRange range_of(const Place& place, const SourceFile& file) {
  return {&file, {place.line, place.column}, {place.end_line, place.end_column}};
}

std::string where(const Place& place, const SourceFile& file) {
  return to_string(range_of(place, file));
}

/// "this loop invariant is not maintained by the body": what the obligation says when it fails.
std::string failure_text(const ObligationResult& obligation) {
  if (obligation.check == "overflow") return "this check for overflow";
  if (obligation.check == "div0") return "this check for division by zero";
  if (obligation.check == "shift") return "this check of the shift distance";
  if (obligation.check == "bounds") return "this check of the bounds";
  if (obligation.check == "null") return "this check for null";
  if (obligation.check == "skipped") return "what a function that is skipped asserts";
  switch (obligation.kind) {
    case ObligationKind::Assertion: return "this assertion";
    case ObligationKind::Precondition: return "a precondition of this call";
    case ObligationKind::Postcondition: return "this postcondition";
    case ObligationKind::Initiation: return "this loop invariant, on entry to the loop,";
    case ObligationKind::Consecution: return "this loop invariant, after the body,";
  }
  return {};
}

std::string fate_text(const ObligationResult& obligation) {
  switch (obligation.fate) {
    case Fate::Proved: return "holds";
    case Fate::Refuted: return "is violated";
    case Fate::NotProved: return "is not proved";
    case Fate::Unknown: return "is not decided (" + std::string(to_string(obligation.reason)) + ")";
  }
  return {};
}

constexpr std::size_t most_inputs = 40;

/// So many at the most; the JSON has all.
void write_state(std::ostream& out, const char* title, const result::StateText& state,
                 std::size_t most = std::numeric_limits<std::size_t>::max()) {
  out << "    " << title;
  if (state.empty()) out << " (no variables)";
  for (std::size_t i = 0; i < std::min(most, state.size()); ++i) {
    out << (i == 0 ? " " : ", ") << state[i].name << " = " << state[i].value;
  }
  if (state.size() > most) out << ", ... " << state.size() - most << " more";
  out << '\n';
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void write_induction_failure(std::ostream& out, const result::InductionFailureText& failure,
                             const SourceFile& file) {
  if (!failure.loop) {
    out << "  a state in which it fails, not confirmed by a run:\n";
  } else {
    out << "  counterexample to induction: a state not known to be reachable";
    if (!failure.havocked.empty()) {
      out << "; " << join(failure.havocked) << " havocked by the loop at "
          << where(*failure.loop, file);
    }
    out << '\n';
  }
  if (!failure.before.empty()) write_state(out, "before the body:", failure.before);
  write_state(out, failure.before.empty() ? "state:" : "after the body: ", failure.state);
}

void write_run(std::ostream& out, const result::RealRunText& run, const SourceFile& file) {
  out << "  a real run, replayed in the interpreter:\n";
  write_state(out, "inputs:", run.inputs, most_inputs);
  for (const result::StepText& step : run.steps) {
    out << "    " << (step.place.line == 0 ? std::string("-") : where(step.place, file)) << ": "
        << step.text << '\n';
  }
  write_state(out, "fails in:", run.state);
  if (!run.compiled.empty()) out << "  " << run.compiled << '\n';
}

void write_evidence(std::ostream& out, const ObligationResult& obligation, const SourceFile& file) {
  if (obligation.real_run) {
    write_run(out, *obligation.real_run, file);
  } else if (obligation.induction_failure) {
    write_induction_failure(out, *obligation.induction_failure, file);
  }
}

void write_obligation(std::ostream& out, const ObligationResult& obligation,
                      const SourceFile& file) {
  const bool inferred = obligation.formula_place.line == 0;
  const Place& place = inferred ? obligation.at : obligation.formula_place;
  Diagnostic diagnostic;
  diagnostic.range = range_of(place, file);
  diagnostic.severity = obligation.fate == Fate::Proved    ? Severity::Note
                        : obligation.fate == Fate::Refuted ? Severity::Error
                                                           : Severity::Warning;
  constexpr std::string_view typestate = "typestate: ";
  diagnostic.message = failure_text(obligation) + " " + fate_text(obligation);
  if (obligation.check.starts_with(typestate)) {
    diagnostic.message = "the specification " + fate_text(obligation) +
                         " here: " + obligation.check.substr(typestate.size());
  }
  if (inferred) diagnostic.message += ": " + obligation.formula;
  if (obligation.kind == ObligationKind::Precondition) {
    diagnostic.message += " (at the call " + where(obligation.at, file) + ")";
  }
  render(out, diagnostic);
  write_evidence(out, obligation, file);
}

const char* fate_of_hint_text(HintFate fate) {
  switch (fate) {
    case HintFate::Used: return "used";
    case HintFate::NotNeeded: return "true, but not needed";
    case HintFate::NotInductive: return "not inductive";
    case HintFate::False: return "false";
    case HintFate::NotAsked: return "nobody was asked";
    case HintFate::Unknown: return "the solver does not know";
  }
  return "";
}

/// One line for each hint; below it why it was of no use, with the evidence of one loop.
void write_hint(std::ostream& out, const result::Result& result, std::size_t number,
                const SourceFile& file) {
  const result::HintSource& hint = result.hints[number];
  const HintFate fate = result::fate_of_hint(result, number);
  out << "hint " << result.hints_file;
  if (hint.place.line != 0) out << ':' << hint.place.line << ':' << hint.place.column;
  out << ": " << fate_of_hint_text(fate) << ": " << hint.written << "  (loop " << hint.loop;
  if (fate == HintFate::NotAsked && !hint.ignored.empty()) out << ": " << hint.ignored;
  out << ")\n";
  for (const ProcedureResult& procedure : result.procedures) {
    for (const result::LoopResult& loop : procedure.loops) {
      for (const result::HintResult& one : loop.hints) {
        if (one.number != number || one.fate != fate || !one.failure) continue;
        out << "  " << where(loop.place, file) << ": it "
            << (one.failure->kind == ObligationKind::Initiation
                    ? "does not hold on entry to the loop"
                    : "does not hold after the body")
            << '\n';
        write_evidence(out, *one.failure, file);
        return;
      }
    }
  }
}

void write_summary(std::ostream& out, const ProcedureResult& procedure) {
  const auto proved =
      std::ranges::count(procedure.obligations, Fate::Proved, &ObligationResult::fate);
  out << "procedure " << procedure.name << ": " << result::to_string(result::judge(procedure))
      << ", " << proved << " of " << procedure.obligations.size() << " obligations proved";
  if (procedure.vacuous) out << " (nothing can run: its requires clauses are contradictory)";
  if (procedure.exhausted > 0) {
    out << " (by exhaustion: every run was followed to its end, on " << procedure.exhausted
        << (procedure.exhausted == 1 ? " path)" : " paths)");
  }
  out << '\n';
}

/// What SLAM found of it, as a contract.
void write_contract(std::ostream& out, const result::SummaryResult& summary) {
  for (const std::string& clause : summary.requires_) out << "  requires " << clause << '\n';
  for (const std::string& clause : summary.ensures) out << "  ensures " << clause << '\n';
}

/// Where the model says less than the source.
void write_model(std::ostream& out, const result::Result& result, const SourceFile& file) {
  for (const result::OverApproximation& step : result.approximated) {
    out << "over-approximated: " << where(step.place, file) << ": " << step.what << '\n';
  }
  if (result.skipped.empty()) return;
  for (const result::SkippedFunction& one : result.skipped) {
    out << "skipped: " << where(one.place, file) << ": '" << one.name << "', for "
        << where(one.construct, file) << ": " << one.why << '\n';
  }
  const auto looked_at =
      std::ranges::count(result.source_loops, result::Skipped::No, &result::SourceLoop::skipped);
  out << result.functions - result.skipped.size() << " of " << result.functions << " functions, "
      << looked_at << " of " << result.source_loops.size() << " loops\n";
}

}  // namespace

void write_report(std::ostream& out, const result::Result& result, const SourceFile& file,
                  Detail detail) {
  for (const ProcedureResult& procedure : result.procedures) {
    for (const ObligationResult& obligation : procedure.obligations) {
      if (obligation.fate == Fate::Proved && detail == Detail::Failures) continue;
      write_obligation(out, obligation, file);
    }
  }
  for (std::size_t i = 0; i < result.hints.size(); ++i) write_hint(out, result, i, file);
  for (const ProcedureResult& procedure : result.procedures) {
    write_summary(out, procedure);
    if (detail == Detail::Everything) write_contract(out, procedure.summary);
  }
  write_model(out, result, file);
  if (result.language.name == "c") out << "integers: " << describe(result.language) << '\n';
}

void write_predicates(std::ostream& out, const result::Result& result) {
  for (const ProcedureResult& procedure : result.procedures) {
    for (const result::LoopResult& loop : procedure.loops) {
      out << "loop " << loop.id << " at line " << loop.place.line << ": " << loop.predicates.size()
          << " predicates";
      if (!loop.skolems.empty()) out << ", skolem constants " << join(loop.skolems);
      out << '\n';
      for (const result::PredicateResult& predicate : loop.predicates) {
        out << (predicate.used ? "  used      " : "  not used  ") << predicate.text << "    ["
            << predicate.origin << "]\n";
      }
    }
  }
}

}  // namespace pawl::emit
