// SPDX-License-Identifier: Apache-2.0
//
// What both ways to judge a result again have in common: claims against what check/ finds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/judge/recheck.h"

namespace pawl::engine {

/// As text: it outlives the context it was made in.
struct FoundObligation {
  ObligationResult text;
  Confirmation confirmation = Confirmation::Undecided;
  bool of_invariant = false;
  std::size_t loop = 0;
  std::size_t conjunct = 0;
};

std::vector<FoundObligation> found_in(const check::ProcedureReport& report);
Judgement judgement_of(const std::vector<FoundObligation>& found);

/// That it holds was claimed: notes what was found instead.
void claim(const ProcedureResult& claimed, const FoundObligation& found, ProcedureRecheck& answer);

/// Certified in this run, or in the file that it was read from.
bool says_certified(const ConjunctResult& conjunct);

/// What can be read off the source: places, targets, formulas as they are printed, in SMT-LIB, and
/// whose they are. Nothing is certified yet, and nothing is said in C. Empty, or why `again`, which
/// is what was claimed, does not fit the source.
std::string redescribe(gcl::Context& context, const gcl::Program& program,
                       const gcl::Procedure& procedure, ProcedureResult& again);

/// By clause of a loop that annotate() has worked on: the conjunct of the result that it is.
std::vector<std::size_t> conjuncts_of(const LoopResult& claimed);

/// The states of loops, from what is marked as certified.
void derive_status(ProcedureResult& again);

/// `found` are obligations of `again`'s procedure, in their order. What was told to be open stays
/// so, with its evidence; what was told to be proved or refuted is as it was found.
void derive_obligations(const ProcedureResult& claimed, const std::vector<FoundObligation>& found,
                        ProcedureResult& again);

/// A run that was told, repeated from its choices: what fails in it, in the words of the program
/// that it was repeated in. nullopt: nothing does.
std::optional<ObligationResult> repeated(gcl::Context& context, const gcl::Program& program,
                                         const gcl::Procedure& start, const RealRunText& told);

Confirmation worst(Confirmation a, Confirmation b);

}  // namespace pawl::engine
