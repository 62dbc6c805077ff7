// SPDX-License-Identifier: Apache-2.0
//
// A path as conditions Φ over symbolic constants: strongest postconditions with the store, the
// conditions and the history apart [BallRajamani02].
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "explain/store.h"

namespace pawl::explain {

struct Condition {
  enum class Kind {
    Assumed,  // by a PathAssume, or the failure: the negated condition
    Bound,    // a call binds a constant of the callee
  };
  Kind kind = Kind::Assumed;
  gcl::Expr value;  // in terms of the store
  gcl::Expr exact;  // for a solver: written maps are stores
  std::size_t step = 0;
  ActivationId activation = 0;
  std::vector<EntryId> depends;
  std::vector<gcl::Expr> aliases;
};

struct SimulateOptions {
  /// Steps at which what the condition reads is renamed to new symbolic constants.
  std::set<std::size_t> renamed{};
  /// After each step, with the conditions so far.
  std::function<void(std::size_t step, const Store&, const std::vector<Condition>&)> observer{};
};

struct Simulation {
  Store store;
  std::vector<Condition> conditions;  // in the order of the path
};

Simulation simulate(gcl::Context& context, const gcl::Program& program, const Path& path,
                    const SimulateOptions& options);

/// What a step assumes, in program variables; null for other steps.
gcl::Expr assumption_of(gcl::Context& context, const PathStep& step);

}  // namespace pawl::explain
