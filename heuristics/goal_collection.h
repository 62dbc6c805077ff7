// SPDX-License-Identifier: Apache-2.0
//
// What the code after (and in) a loop has to prove, carried backwards to the loop: through
// assignments by substitution, through tests as premises. What cannot be followed (later loops,
// calls, havoc) is generalized: the goal must then hold for every value, like a quantified one.
// Not a weakest precondition, only its shape: enough to see which facts the loop is there for.
#pragma once

#include <string>
#include <vector>

#include "gcl/desugar.h"
#include "heuristics/placement.h"

namespace pawl::heuristics {

struct Goal {
  gcl::Expr formula;                 // in terms of the loop head
  std::vector<gcl::Expr> arbitrary;  // variables in it that stand for any value
  std::string reason;                // "ensures in line 5"
  enum class Where { AfterLoop, InLoop, AfterOuterLoop };
  Where where = Where::AfterLoop;
};

std::vector<Goal> collect_goals(gcl::Context& context, const gcl::Program& program,
                                const gcl::Procedure& procedure, const std::vector<Frame>& path,
                                const gcl::While& loop);

}  // namespace pawl::heuristics
