// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "dataflow/cfa.h"
#include "explain/path.h"

namespace pawl::dataflow {

/// What a path does next: an operation, or the border of a call.
struct PathMove {
  enum class Kind { Step, Enter, Leave, Failure } kind = Kind::Step;
  std::size_t procedure = 0;  // whose edge or check it is
  EdgeId edge = 0;            // Step, Enter, Leave
  std::size_t check = 0;      // Failure
};

/// In the words of NEWTON: `old(g)` is Old again, and steps that stand for no statement are gone.
explain::Path path_of(gcl::Context& context, const gcl::Program& program, const Automata& automata,
                      std::size_t start, const std::vector<PathMove>& moves);

}  // namespace pawl::dataflow
