// SPDX-License-Identifier: Apache-2.0
//
// A whole WhyML module (Why3 1.5) with the certified invariants.
//
// A map sort is an abstract type with axioms on its get and set. Globals are parameters and
// results. Variables are local references, `exit` is a local exception. A procedure that is called
// is declared with its contract (`val`) and its body checked against the same contract apart, so
// that a call means its contract and no more. Termination is not claimed: `diverges`. div and mod
// are those of int.EuclideanDivision. What is no program expression (a quantifier, an equation of
// abstract values) is a value known by a formula.
#pragma once

#include <string>

#include "emit/plain.h"

namespace pawl::emit {

/// Refuses bit-vectors, with an error. Changes `plain`: its globals become parameters.
Result<std::string> to_why3(gcl::Context& context, PlainProgram& plain, Diagnostics& diagnostics);

}  // namespace pawl::emit
