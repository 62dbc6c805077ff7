// SPDX-License-Identifier: Apache-2.0
//
// Predicated dataflow and its judge: what the solution claims is proved again by check/, from its
// text.
#pragma once

#include <functional>
#include <string>

#include "check/check.h"
#include "dataflow/options.h"
#include "engine/input.h"
#include "engine/strategy/engine.h"
#include "result/dataflow_report.h"
#include "support/diagnostic.h"

namespace pawl::engine {

struct DataflowSettings {
  dataflow::Options dataflow;  // its entry is set for each run
  check::Options check;
  /// The procedure that runs; empty: `main`, or without one every procedure with a body.
  std::string entry;
  const SourceFile* predicates = nullptr;  // to start with; null: none
  /// Told how it got there.
  std::function<void(const DataflowReport&)> on_report = {};
};

class DataflowEngine final : public Engine {
 public:
  explicit DataflowEngine(DataflowSettings settings) : settings_(std::move(settings)) {}
  std::string name() const override { return "dataflow"; }
  Outcome run(const Task& task, const Budget& budget, Diagnostics& diagnostics) override;

 private:
  DataflowSettings settings_;
};

/// True only if check/ proves every obligation of every procedure that the entries may call, with
/// the invariants and contracts of the solution. Throws InternalError when a replay disagrees with
/// the solver.
DataflowReport run_dataflow(const Input& input, const DataflowSettings& settings,
                            const Budget& budget, Diagnostics& diagnostics);

}  // namespace pawl::engine
