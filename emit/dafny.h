// SPDX-License-Identifier: Apache-2.0
//
// A whole Dafny program (2.3 and newer) with the certified invariants.
//
// A map sort is a type of which nothing is known but axioms on its select and store, since Dafny
// has no total maps. Globals are parameters and results. div and mod are Dafny's, which are
// Euclidean too, made total by unknown functions for division by zero. Axioms are a lemma without
// proof that every method calls first. Termination is not claimed: `decreases *`. What Dafny would
// have to compile and cannot (a quantifier in a condition) is a variable that is assumed to be it.
#pragma once

#include <string>

#include "emit/plain.h"

namespace pawl::emit {

/// Refuses bit-vectors, with an error. Changes `plain`: its globals become parameters.
Result<std::string> to_dafny(gcl::Context& context, PlainProgram& plain, Diagnostics& diagnostics);

}  // namespace pawl::emit
