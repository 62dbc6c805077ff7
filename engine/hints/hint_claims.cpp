// SPDX-License-Identifier: Apache-2.0
#include "engine/hints/hint_claims.h"

#include <algorithm>

#include "engine/loaded.h"

namespace pawl::engine {
namespace {

bool says(const LoopResult& loop, const std::string& text) {
  return std::ranges::find(loop.invariant, text, &ConjunctResult::text) != loop.invariant.end();
}

}  // namespace

std::vector<HintClaim> add_hints(const Input& input, const Options& options, Trial& trial,
                                 ProcedureResult& result) {
  const std::vector<HintClaim> mine = hints_of(options, result.name, result.loops.size());
  if (mine.empty()) return {};
  {
    Loaded loaded(input, result.name);
    for (const HintClaim& hint : mine) {
      if (says(result.loops[hint.loop], hint.text)) continue;
      result.loops[hint.loop].invariant.push_back(
          hint_conjunct(loaded.context, loaded.program, *loaded.procedure, hint));
    }
  }
  const Claims all = trial.claims();
  trial.drop_unproved(check::Assertions::Check, Effort::Quick);
  if (!trial.decided()) {
    trial.set_claims(all);
    trial.drop_unproved(check::Assertions::Remove, Effort::Quick);
  }
  trial.set_status();
  std::vector<HintClaim> hold;
  for (const HintClaim& hint : mine) {
    if (says(result.loops[hint.loop], hint.text)) hold.push_back(hint);
  }
  return hold;
}

void drop_unneeded_hints(const std::vector<HintClaim>& hold, Trial& trial,
                         ProcedureResult& result) {
  const bool has_property = std::ranges::any_of(
      result.obligations, [](const ObligationResult& one) { return !one.loop; });
  if (hold.empty() || !has_property || !trial.all_proved()) return;
  const auto try_without = [&](auto gone) {
    const Claims before = trial.claims();
    for (LoopResult& loop : result.loops) {
      std::erase_if(loop.invariant, [&](const ConjunctResult& one) {
        return one.origin == Origin::Hint && gone(loop, one.text);
      });
    }
    trial.judge_quickly();
    if (!trial.all_proved()) trial.set_claims(before);
  };
  try_without([](const LoopResult&, const std::string&) { return true; });
  for (const HintClaim& hint : hold) {
    if (!says(result.loops[hint.loop], hint.text)) continue;
    try_without([&](const LoopResult& loop, const std::string& text) {
      return &loop == &result.loops[hint.loop] && text == hint.text;
    });
  }
  trial.judge_quickly();
  trial.set_status();
}

}  // namespace pawl::engine
