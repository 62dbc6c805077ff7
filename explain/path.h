// SPDX-License-Identifier: Apache-2.0
//
// One path of a program from the start of a procedure to an assertion that fails: straight-line
// steps, calls entered and left, loops passed as often as the path passes them. What NEWTON
// simulates. Plain data; whoever finds a path (BEBOP, bounded search) makes one.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "gcl/program.h"
#include "support/source.h"

namespace pawl::explain {

/// One execution of a procedure. 0 is the one in which the path starts.
struct Activation {
  const gcl::Procedure* procedure = nullptr;
  std::size_t caller = 0;  // an earlier activation; of 0: itself
};
using ActivationId = std::size_t;  // index into Path::activations

// Expressions are over the globals, the constants and the variables of the activation that the
// step belongs to. Old is the value when that activation was entered; there is no Entry.

/// Parallel; targets are distinct Vars.
struct PathAssign {
  std::vector<gcl::Expr> targets;
  std::vector<gcl::Expr> values;
};
/// A branch taken, an assumption, an assertion that was passed.
struct PathAssume {
  gcl::Expr condition;
};
/// Each target gets a value that nothing is known of.
struct PathHavoc {
  std::vector<gcl::Expr> targets;
};
/// A decision that the program leaves open (`if *`, `while *`, `[]`), as gcl::Chooser::branch
/// answers it. Means nothing but for the replay.
struct PathBranch {
  std::size_t chosen = 0;
  std::size_t branches = 2;
};
/// A call; the step belongs to the caller. The callee's parameters get the values of `actuals`,
/// its results and locals arbitrary ones.
struct PathEnter {
  ActivationId callee = 0;
  std::vector<gcl::Expr> actuals;
};
/// The return from `callee`, which is the caller's most recently entered and not left; the step
/// belongs to the caller. `targets` get the values of the callee's results.
struct PathLeave {
  ActivationId callee = 0;
  std::vector<gcl::Expr> targets;
};
/// The last step and only there: the condition does not hold.
struct PathFailure {
  gcl::Expr condition;
};

struct PathStep {
  std::variant<PathAssign, PathAssume, PathHavoc, PathBranch, PathEnter, PathLeave, PathFailure>
      node;
  SourceRange range;
  ActivationId activation = 0;
  /// The statement it comes from, in the program that a replay runs; null where there is none
  /// (a requires clause). For a PathFailure the replay has to fail at this very statement.
  const gcl::Stmt* stmt = nullptr;
};

/// Requires clauses of the first procedure, if it has any, are PathAssume steps at the start.
/// The program outlives the path.
struct Path {
  std::vector<Activation> activations;
  std::vector<PathStep> steps;
};

}  // namespace pawl::explain
