// SPDX-License-Identifier: Apache-2.0
//
// What the analysis wants to know of procedures before it starts.
#pragma once

#include <cstddef>
#include <vector>

#include "dataflow/cfa.h"

namespace pawl::dataflow {

struct ProgramFacts {
  /// By procedure, sorted: the globals that it or what it calls speaks of, and all constants.
  std::vector<std::vector<gcl::Expr>> relevant;
  /// By procedure, sorted: the globals that it may change.
  std::vector<std::vector<gcl::Expr>> modified;
  /// By procedure: callees first, as far as there is no recursion.
  std::vector<std::size_t> rank;
};

ProgramFacts facts_of(const gcl::Program& program, const Automata& automata);

/// What a loop may change; sorted.
std::vector<gcl::Expr> targets_of(const gcl::Program& program, const gcl::While& loop);

}  // namespace pawl::dataflow
