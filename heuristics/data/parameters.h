// SPDX-License-Identifier: Apache-2.0
//
// A program whose large literals are constants with a name: runs of it are short, and what holds
// for all of them can be said of the literals again.
#pragma once

#include <utility>
#include <vector>

#include "gcl/program.h"

namespace pawl::heuristics {

struct Parametrized {
  gcl::Program program;  // in the same context, with the same statements in the same places
  std::vector<std::pair<gcl::Expr, std::int64_t>> parameters;  // the constant, what it stands for

  /// A formula over the parameters as one of the original program.
  gcl::Expr back(gcl::Context& context, gcl::Expr formula) const;
};

/// Literals above 32 but for those that limit machine types. Those that lie close together keep
/// their distance. Where inputs are assumed to be below a literal, they may be anything: there are
/// more runs than there were.
Parametrized parametrize(gcl::Context& context, const gcl::Program& program);

}  // namespace pawl::heuristics
