// SPDX-License-Identifier: Apache-2.0
//
// What the checker says of a program, as plain data: every obligation with its fate. Reports and
// JSON are made from this; nothing here searches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gcl/desugar.h"
#include "gcl/value.h"
#include "prover/prover.h"
#include "result/result.h"

namespace pawl::check {

using result::Fate;
using result::to_string;

struct NamedValue {
  std::string name;
  gcl::Value value;
};
using State = std::vector<NamedValue>;  // program variables in order of declaration

/// A state from which the obligation fails although everything assumed there holds.
struct InductionFailure {
  State before;  // loop obligations after the body: at the loop head; otherwise empty
  State state;   // where the obligation fails
  std::vector<std::string> havocked;  // what loops and calls on the way may have changed freely
  std::optional<SourceRange> loop;    // the last loop on the way
};

struct TraceStep {
  SourceRange range;
  std::string text;    // "i := 3", "loop entered", "assume holds"
  State changes = {};  // what the text says of variables
};

/// Replayed: the interpreter ran it and failed at the obligation.
struct RealRun {
  State inputs;
  std::vector<TraceStep> steps;
  State state;                     // where it fails
  State chosen = {};               // every value that a havoc chose, in order
  result::StateText choices = {};  // all that repeats it (check/choices.h)
};

struct ObligationReport {
  gcl::Obligation obligation;
  Fate fate = Fate::Unknown;
  prover::UnknownReason reason = prover::UnknownReason::None;
  std::optional<InductionFailure> induction_failure;
  std::optional<RealRun> real_run;
};

struct ProcedureReport {
  std::string name;
  SourceRange range;
  std::vector<ObligationReport> obligations;
  bool vacuous = false;  // the requires clauses are contradictory: nothing can run

  bool proved() const;
  const ObligationReport* first(Fate fate) const;
};

}  // namespace pawl::check
