// SPDX-License-Identifier: Apache-2.0
//
// Loop invariants, procedure by procedure, each in a process of its own
// (engine/procedure/analyze.h). With Depth::Shallow it only looks: are the annotations enough, is
// there a short run that fails?
#pragma once

#include "engine/options.h"
#include "engine/strategy/engine.h"

namespace pawl::engine {

class InferenceEngine final : public Engine {
 public:
  explicit InferenceEngine(Options options) : options_(std::move(options)) {}
  std::string name() const override;
  /// Procedures that are decided in what is known are not looked at again. Reports contradictory
  /// axioms as an error: from them anything follows, so nothing is claimed.
  Outcome run(const Task& task, const Budget& budget, Diagnostics& diagnostics) override;

 private:
  Options options_;
};

}  // namespace pawl::engine
