// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gcl/program.h"

namespace pawl::gcl {

struct DefinitionCycle {
  std::size_t function = 0;  // the one on the cycle that is declared first
  std::string path;          // "f -> g -> f"
};

/// Functions whose definitions depend on themselves, each on at most one of the cycles returned;
/// none iff there is no cycle. A recursive definition such as f(x) = f(x) + 1 would be an
/// inconsistent axiom. Bodies that are absent or null are passed over.
std::vector<DefinitionCycle> definition_cycles(std::span<const FunctionDecl> functions);

}  // namespace pawl::gcl
