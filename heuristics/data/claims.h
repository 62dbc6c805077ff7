// SPDX-License-Identifier: Apache-2.0
//
// Facts from data: what held whenever a loop's head was reached in a number of runs. Polynomials
// over numbers, and over cells of maps and where they lie; splits of the cells where one polynomial
// does not fit; bounds. Guesses like all others; nobody has to find them in the text.
#pragma once

#include <vector>

#include "gcl/program.h"
#include "support/budget.h"

namespace pawl::heuristics {

/// By loop of `procedure`, in text order: closed formulas over what is in scope there, Entry nodes
/// included, simple ones first. The budget ends the runs, not what is done with them.
std::vector<std::vector<gcl::Expr>> claims_of_runs(gcl::Context& context,
                                                   const gcl::Program& program,
                                                   const gcl::Procedure& procedure,
                                                   const Budget& budget);

}  // namespace pawl::heuristics
