// SPDX-License-Identifier: Apache-2.0
//
// Where a loop stands in its procedure, and what can be read off the code around it: which
// variables still matter at its head, and which values they have when it is entered.
// Recursion over blocks is bounded by the parser's nesting limit.
#pragma once

#include <unordered_map>
#include <vector>

#include "gcl/program.h"
#include "heuristics/formula.h"

namespace pawl::heuristics {

/// (*block)[index] is the loop, or the statement around it.
struct Frame {
  const gcl::Block* block = nullptr;
  std::size_t index = 0;
  const gcl::Stmt& stmt() const { return (*block)[index]; }
};

/// From the procedure's body down to the block the loop is a statement of.
std::vector<Frame> locate(const gcl::Block& body, const gcl::While& loop);

/// The variables whose value at the loop head can influence anything anybody asks about: live
/// there, and used, over any number of assignments, in a test, an assertion, a contract, a map
/// or a result. An invariant need not speak of others: temporaries of the body, for instance.
ExprSet live_at_head(const gcl::Program& program, const gcl::Procedure& procedure,
                     const std::vector<Frame>& path);

/// The values variables have when the loop is entered, where the code before it says so: a term
/// over variables the loop does not change, or over old(). Variables without such a value are
/// absent. `changing` is what the loop changes.
std::unordered_map<gcl::Expr, gcl::Expr> initial_values(gcl::Context& context,
                                                        const gcl::Program& program,
                                                        const gcl::Procedure& procedure,
                                                        const std::vector<Frame>& path,
                                                        const ExprSet& changing);

}  // namespace pawl::heuristics
