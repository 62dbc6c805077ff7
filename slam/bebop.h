// SPDX-License-Identifier: Apache-2.0
//
// BEBOP, the model checker for Boolean programs [BallRajamani00]: can an assertion fail? With
// recursion and without bounds; linear in the program, exponential at worst in the variables in
// scope at one point. One BDD universe is opened for the run and closed at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "slam/bebop_result.h"
#include "support/budget.h"

namespace pawl::slam {

struct BebopProgress {
  std::uint64_t steps = 0;
  std::size_t live_nodes = 0;
};

struct BebopOptions {
  std::uint32_t entry = 0;  // index of the procedure that is run
  std::string error_label;  // reaching a statement with this label is a violation too
  /// A domain below Total proves or says nothing: what it cannot exclude may still not happen.
  Domain domain = Domain::Total;
  enum class Calls { StepOver, Unfold };
  Calls calls = Calls::StepOver;      // Unfold: the trace shows the inside of every call
  std::size_t max_trace = 1'000'000;  // once it is this long, no further call is unfolded
  enum class Invariants { None, Compute };
  Invariants invariants = Invariants::None;
  enum class Proof { None, Compute };
  Proof proof = Proof::None;
  std::size_t max_clauses = 200;  // per invariant
  /// By procedure, what is known of its variables anyway: a proof need not say it. Empty: nothing.
  std::vector<BpExpr> known = {};
  std::size_t max_nodes = 10'000'000;  // of the BDD package
  /// BDD variables begin in this order, and the result has their last one. Only speed depends on
  /// it.
  std::optional<VariableOrder> order = {};
  Budget budget = {};  // a stop by the clock is not reproducible
  std::function<void(const BebopProgress&)> on_progress;
};

/// The program passed check_bp() and outlives the result.
BebopResult bebop(const BpProgram& program, const BebopOptions& options);

}  // namespace pawl::slam
