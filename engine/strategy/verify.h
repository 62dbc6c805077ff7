// SPDX-License-Identifier: Apache-2.0
//
// The portfolio behind `pawl verify`: cheap things first. A look at the annotations and a short
// search for a run that fails, inference of loop invariants, dataflow for programs like drivers,
// SLAM; each with its part of the
// budget, and each is told what those before it have certified.
#pragma once

#include <functional>

#include "engine/options.h"
#include "engine/strategy/dataflow.h"
#include "engine/strategy/engine.h"
#include "engine/strategy/slam.h"

namespace pawl::engine {

/// Who decides assertions.
enum class EngineChoice {
  Infer,
  Slam,
  Dataflow,
  Auto,  // inference first, then the others for what stays open
};

struct Portfolio {
  EngineChoice choice = EngineChoice::Auto;
  Options inference;
  SlamSettings slam;  // `inferred` is set for each run
  DataflowSettings dataflow;
  /// The state machine of a specification is asked about: dataflow is tried before SLAM.
  bool typestates = false;
  /// Told what is known so far, whenever that is more than before.
  std::function<void(const Result&)> on_result = {};
};

/// `program` is `input` loaded in `context` to be proved. Errors in the diagnostics: no result.
Outcome verify(const Input& input, gcl::Context& context, const gcl::Program& program,
               const Portfolio& portfolio, const Budget& budget, Diagnostics& diagnostics);

}  // namespace pawl::engine
