// SPDX-License-Identifier: Apache-2.0
//
// What is seen at the heads of loops in runs with small inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "gcl/evaluate.h"
#include "gcl/program.h"
#include "heuristics/data/parameters.h"
#include "support/budget.h"

namespace pawl::heuristics {

/// An arrival at the head of a loop.
struct Visit {
  std::size_t run = 0;
  std::size_t iteration = 0;
  gcl::State now;
  gcl::State entry;
};

/// By loop, in text order. Every run starts in `procedure`; what it calls is not looked at. The
/// same program gives the same visits, unless the budget ends.
std::vector<std::vector<Visit>> visits_of_loops(const Parametrized& parametrized,
                                                const gcl::Procedure& procedure,
                                                const Budget& budget);

}  // namespace pawl::heuristics
