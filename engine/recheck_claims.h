// SPDX-License-Identifier: Apache-2.0
//
// What both ways to judge a result again have in common: claims against what check/ finds.
#pragma once

#include <vector>

#include "engine/recheck.h"

namespace pawl::engine {

/// As text: it outlives the context it was made in.
struct FoundObligation {
  ObligationResult text;
  Confirmation confirmation = Confirmation::Undecided;
  bool of_invariant = false;
  std::size_t loop = 0;
};

std::vector<FoundObligation> found_in(const check::ProcedureReport& report);
Judgement judgement_of(const std::vector<FoundObligation>& found);

/// That it holds was claimed: notes what was found instead.
void claim(const ProcedureResult& claimed, const FoundObligation& found, ProcedureRecheck& answer);

/// Certified in this run, or in the file that it was read from.
bool says_certified(const ConjunctResult& conjunct);

Confirmation worst(Confirmation a, Confirmation b);

}  // namespace pawl::engine
