// SPDX-License-Identifier: Apache-2.0
//
// Which block's code goes where in the structured text, before any text is made.
#pragma once

#include <vector>

#include "gcl/flow.h"

namespace pawl::gcl {

/// Of a reducible graph in reverse post-order. A block is written in the branch that jumps to it,
/// unless it is placed: then it follows, and jumps to it leave a labelled block that ends there.
struct Layout {
  std::vector<bool> placed;
  /// What follows the code of a block, in this order; inside the loop if the block heads one.
  std::vector<std::vector<BlockId>> following;
  /// What follows the loop that a block heads, in this order.
  std::vector<std::vector<BlockId>> after_loop;
};

Layout lay_out(const Cfg& cfg, const Flow& flow);

/// The targets of a head's branch are blocks of its loop or lead out of it.
bool stays_in_loop(const Flow& flow, BlockId head, BlockId target);

/// An order in which the main line of the code comes last among what may follow a block, so that
/// it is not wrapped in the labelled blocks of what leaves it.
Preference main_line_last(const Cfg& cfg, const Flow& flow);

}  // namespace pawl::gcl
