// SPDX-License-Identifier: Apache-2.0
//
// A run as the choices that make it: everything that a program leaves open, by name and in the
// order of asking. As text they outlive the context and repeat the run in the program read anew.
#pragma once

#include <string>

#include "engine/result.h"
#include "gcl/interpreter.h"

namespace pawl::engine {

struct RepeatedRun {
  gcl::Run run;
  StateText choices;  // that were asked for now
  /// The run fails at an obligation, and nothing on the way was a matter of a contract or an axiom.
  bool fails = false;
};

/// What the script chooses, in a run of its program.
StateText choices_of(const gcl::Program& program, const gcl::Procedure& start,
                     const gcl::Script& script);

/// Runs `start` with these choices. Choices that the program does not ask for are skipped, what is
/// missing is a default: the outcome tells whether that was wrong. The user's invariants count.
RepeatedRun repeat(const gcl::Program& program, const gcl::Procedure& start,
                   const StateText& choices);

}  // namespace pawl::engine
