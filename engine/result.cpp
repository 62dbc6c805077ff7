// SPDX-License-Identifier: Apache-2.0
#include "engine/result.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pawl::engine {

Place place_of(const SourceRange& range) {
  if (!range.known()) return {};
  return {range.begin.line, range.begin.column, range.end.line, range.end.column};
}

namespace {

std::string property_of(const ObligationResult& obligation) {
  const bool invariant = obligation.kind == "initiation" || obligation.kind == "consecution";
  return invariant ? "invariant" : obligation.kind;
}

/// Why nothing better can be said. A counterexample to induction outranks a solver's limits:
/// it is what the user can do something about.
std::string unknown_reason(const ProcedureResult& procedure) {
  if (!procedure.failure.empty()) return procedure.failure;
  for (const ObligationResult& obligation : procedure.obligations) {
    if (obligation.fate == "not-proved") return "invariant-too-weak";
  }
  for (const ObligationResult& obligation : procedure.obligations) {
    if (obligation.fate == "unknown") return obligation.reason;
  }
  return "incomplete";
}

}  // namespace

Judgement judge(const ProcedureResult& procedure) {
  for (const ObligationResult& obligation : procedure.obligations) {
    if (obligation.fate == "refuted") return {Verdict::False, property_of(obligation)};
  }
  const bool all_proved = procedure.failure.empty() &&
                          std::ranges::all_of(procedure.obligations, [](const ObligationResult& o) {
                            return o.fate == "proved";
                          });
  if (all_proved) return {Verdict::True, {}};
  return {Verdict::Unknown, unknown_reason(procedure)};
}

Judgement judge(const Result& result) {
  Judgement worst{Verdict::True, {}};
  for (const ProcedureResult& procedure : result.procedures) {
    Judgement one = judge(procedure);
    if (one.verdict == Verdict::False) return one;
    if (worst.verdict == Verdict::True) worst = std::move(one);
  }
  return worst;
}

std::string fate_of_hint(const Result& result, std::size_t number) {
  // A loop may stand for several activations: one run is enough against a hint, and it is of use
  // if it is of use in one of them.
  constexpr std::array order = {"false", "used", "not-needed", "not-inductive", "unknown"};
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
  return best < order.size() ? order[best] : "not-asked";
}

std::string to_string(const Judgement& judgement) {
  switch (judgement.verdict) {
    case Verdict::True: return "true";
    case Verdict::False: return "false(" + judgement.detail + ")";
    case Verdict::Unknown: return "unknown(" + judgement.detail + ")";
  }
  return "unknown";
}

}  // namespace pawl::engine
