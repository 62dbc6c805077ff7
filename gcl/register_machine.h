// SPDX-License-Identifier: Apache-2.0
//
// Runs procedures as gcl/interpreter.h does, with the same outcome for the same choices, but some
// hundred times as fast: for long runs and for many. It keeps no trace. A failing run that counts
// is run again by the interpreter, which shares no code with it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_set>

#include "gcl/interpreter.h"

namespace pawl::gcl {

struct ProgramCode;

struct MachineOptions {
  std::uint64_t fuel = 1'000'000;  // statements and loop tests
  InvariantChecks invariants = InvariantChecks::Off;
  /// Every new value of these is told to `observer`.
  std::unordered_set<Expr> watched = {};
  std::function<void(Expr, const Value&)> observer = {};
  /// Asked now and then: should the run go on? (It ends as out of fuel.)
  std::function<bool()> go_on = {};
};

class RegisterMachine {
 public:
  /// The program outlives the machine.
  RegisterMachine(const Program& program, MachineOptions options);
  ~RegisterMachine();

  /// `procedure` has a body. The trace is empty.
  Run run(const Procedure& procedure, Chooser& chooser) const;

 private:
  const Program& program_;
  MachineOptions options_;
  std::unique_ptr<const ProgramCode> code_;
};

}  // namespace pawl::gcl
