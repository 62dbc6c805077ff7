// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gcl/program.h"

namespace pawl::engine {

/// The loops of a block in text order: the order of gcl::Desugared::loops.
std::vector<gcl::While*> loops_of(gcl::Block& block);

/// Parses each text as a clause of its loop and appends it to the loop's invariants.
/// `invariants[i]` belongs to the i-th loop. What does not parse is a bug of ours.
void add_invariants(gcl::Context& context, const gcl::Program& program, gcl::Procedure& procedure,
                    const std::vector<std::vector<std::string>>& invariants);

}  // namespace pawl::engine
