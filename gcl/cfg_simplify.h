// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gcl/cfg.h"

namespace pawl::gcl {

/// The block does nothing but end the code: no statements and Finish, or Halt, perhaps after
/// `assume false`. Such a block may be repeated where it is jumped to.
bool only_ends(const BasicBlock& block);
bool only_assumes(const BasicBlock& block);

/// The same runs with fewer blocks and edges:
///  - branches whose condition is a literal, or whose sides are the same, are jumps;
///  - jumps lead past empty blocks, unless these head loops;
///  - a branch to `assert false` is an assertion, one to nowhere is an assumption;
///  - a block that is entered from one jump alone continues the block that jumps.
/// The head of a loop that only assumes keeps its branch: that is the loop's condition.
/// Blocks that have become unreachable are left where they are.
void simplify(Context& context, Cfg& cfg);

}  // namespace pawl::gcl
