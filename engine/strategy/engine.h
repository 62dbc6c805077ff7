// SPDX-License-Identifier: Apache-2.0
//
// What an engine is to the portfolio (engine/strategy/verify.h): it gets a task and a part of the
// budget, works in processes of its own, and says what check/ has proved of it again.
#pragma once

#include <optional>
#include <string>

#include "engine/input.h"
#include "engine/result.h"
#include "gcl/program.h"
#include "support/budget.h"
#include "support/diagnostic.h"

namespace pawl::engine {

/// Every procedure of a program that has a body.
struct Task {
  const Input& input;
  gcl::Context& context;
  const gcl::Program& program;  // the input, loaded in the context to be proved, without errors
  /// What the engines before have certified. Null: there was none.
  const Result* known = nullptr;
};

struct Outcome {
  Result result;
  Purpose purpose = Purpose::Prove;  // of the program that the result speaks of
  SlamReport refinement = {};        // of SLAM: how it got there; its result is not filled in
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  /// Ends with the budget, or little later. What only this engine cannot read is an error in the
  /// diagnostics.
  virtual Outcome run(const Task& task, const Budget& budget, Diagnostics& diagnostics) = 0;

 protected:
  Engine() = default;
  Engine(const Engine&) = default;
  Engine& operator=(const Engine&) = default;
};

}  // namespace pawl::engine
