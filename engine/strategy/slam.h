// SPDX-License-Identifier: Apache-2.0
//
// SLAM and its judge: what the loop claims is proved again by check/, from its text.
#pragma once

#include <string>

#include "check/check.h"
#include "engine/input.h"
#include "engine/strategy/engine.h"
#include "result/slam_report.h"
#include "slam/loop.h"
#include "support/budget.h"
#include "support/diagnostic.h"

namespace pawl::engine {

struct SlamSettings {
  slam::SlamOptions slam;  // its entry is set for each run
  check::Options check;
  /// The procedure that runs; empty: `main`, or without one every procedure with a body.
  std::string entry;
  const SourceFile* predicates = nullptr;  // to start with; null: none
  std::string summaries;  // a directory (engine/strategy/summary_store.h); empty: none
  /// What inference has certified: assumed at the loop heads while searching, and proved again with
  /// everything else. Null: nothing.
  const Result* inferred = nullptr;
  /// Before anything is abstracted, a few runs from each entry are tried: inputs of any kind, calls
  /// followed. Programs that take none have only one run.
  bool tries_runs = false;
};

class SlamEngine final : public Engine {
 public:
  explicit SlamEngine(SlamSettings settings) : settings_(std::move(settings)) {}
  std::string name() const override { return "slam"; }
  Outcome run(const Task& task, const Budget& budget, Diagnostics& diagnostics) override;

 private:
  SlamSettings settings_;
};

/// True only if check/ proves every obligation of every procedure that the entries may call, with
/// the invariants and contracts that were found. Throws InternalError when a replay disagrees with
/// the solver.
SlamReport run_slam(const Input& input, const SlamSettings& settings, const Budget& budget,
                    Diagnostics& diagnostics);

}  // namespace pawl::engine
