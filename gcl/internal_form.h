// SPDX-License-Identifier: Apache-2.0
//
// The program as the engines that look into calls see it: every obligation is an assert where it
// must hold, and what is known by contract only is written out. Loops, choices and calls of
// procedures with a body stay. A program like any other: it can be printed, checked and run.
#pragma once

#include "gcl/program.h"

namespace pawl::gcl {

/// The invariants that loops come with:
enum class LoopInvariants {
  Check,  // are claims of the user, asserted at the loop head
  Trust,  // were certified by somebody else: assumed there
};

/// Post: no Entry, no contract (requires_ and ensures are empty), no loop invariant; every Call is
/// of a procedure with a body. A procedure assumes its requires clauses; its callers assert them.
Program internal_form(Context& context, const Program& program, LoopInvariants invariants);

}  // namespace pawl::gcl
