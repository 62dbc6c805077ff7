// SPDX-License-Identifier: Apache-2.0
#include "engine/recheck_claims.h"

#include "engine/to_text.h"

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
                     result::is_of_invariant(one.obligation.kind), one.obligation.loop});
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

}  // namespace pawl::engine
