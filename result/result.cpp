// SPDX-License-Identifier: Apache-2.0
#include "result/result.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pawl::result {

Place place_of(const SourceRange& range) {
  if (!range.known()) return {};
  return {range.begin.line, range.begin.column, range.end.line, range.end.column};
}

namespace {

Property property_of(const ObligationResult& obligation) {
  switch (obligation.kind) {
    case gcl::ObligationKind::Assertion: return Property::Assertion;
    case gcl::ObligationKind::Precondition: return Property::Precondition;
    case gcl::ObligationKind::Postcondition: return Property::Postcondition;
    case gcl::ObligationKind::Initiation:
    case gcl::ObligationKind::Consecution: return Property::Invariant;
  }
  return Property::Assertion;
}

/// Why nothing better can be said. A counterexample to induction outranks a solver's limits:
/// it is what the user can do something about.
Reason unknown_reason(const ProcedureResult& procedure) {
  if (procedure.failure != Reason::None) return procedure.failure;
  for (const ObligationResult& obligation : procedure.obligations) {
    if (obligation.fate == Fate::NotProved) return Reason::InvariantTooWeak;
  }
  for (const ObligationResult& obligation : procedure.obligations) {
    if (obligation.fate == Fate::Unknown && obligation.reason != Reason::None) {
      return obligation.reason;
    }
  }
  return Reason::Incomplete;
}

/// Stands for what a function that is not followed asserts.
bool is_skipped(const ObligationResult& obligation) {
  return obligation.check == "skipped" && obligation.fate != Fate::Proved;
}

}  // namespace

Judgement judge(const ProcedureResult& procedure) {
  for (const ObligationResult& obligation : procedure.obligations) {
    if (obligation.fate == Fate::Refuted) return {Verdict::False, property_of(obligation)};
  }
  const bool all_proved = procedure.failure == Reason::None &&
                          std::ranges::all_of(procedure.obligations, [](const ObligationResult& o) {
                            return o.fate == Fate::Proved;
                          });
  if (all_proved) return {Verdict::True};
  return {Verdict::Unknown, std::nullopt, unknown_reason(procedure)};
}

Judgement judge(const Result& result) {
  Judgement worst{Verdict::True};
  for (const ProcedureResult& procedure : result.procedures) {
    Judgement one = judge(procedure);
    if (one.verdict == Verdict::False) return one;
    if (worst.verdict == Verdict::True) worst = std::move(one);
  }
  const bool open = worst.verdict == Verdict::Unknown &&
                    std::ranges::any_of(result.procedures, [](const ProcedureResult& procedure) {
                      return std::ranges::any_of(procedure.obligations, &is_skipped);
                    });
  if (open) worst.reason = Reason::Skipped;
  return worst;
}

HintFate fate_of_hint(const Result& result, std::size_t number) {
  // A loop may stand for several activations: one run is enough against a hint, and it is of use
  // if it is of use in one of them.
  constexpr std::array order = {HintFate::False, HintFate::Used, HintFate::NotNeeded,
                                HintFate::NotInductive, HintFate::Unknown};
  std::size_t best = order.size();
  for (const ProcedureResult& procedure : result.procedures) {
    for (const LoopResult& loop : procedure.loops) {
      for (const HintResult& hint : loop.hints) {
        if (hint.number != number) continue;
        const auto found = std::ranges::find(order, hint.fate);
        best = std::min(best, static_cast<std::size_t>(found - order.begin()));
      }
    }
  }
  return best < order.size() ? order[best] : HintFate::NotAsked;
}

std::string to_string(const Judgement& judgement) {
  switch (judgement.verdict) {
    case Verdict::True: return "true";
    case Verdict::False:
      return "false(" + std::string(to_string(judgement.violated.value_or(Property::Assertion))) +
             ")";
    case Verdict::Unknown: return "unknown(" + std::string(to_string(judgement.reason)) + ")";
  }
  return "unknown";
}

}  // namespace pawl::result
