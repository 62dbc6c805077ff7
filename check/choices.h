// SPDX-License-Identifier: Apache-2.0
//
// A run as the choices that make it: everything that a program leaves open, by name and in the
// order of asking. As text they outlive the context and repeat the run in the program read anew.
#pragma once

#include <string>

#include "gcl/interpreter.h"
#include "result/result.h"

namespace pawl::check {

/// Writes down what another one chooses.
class ChoiceRecorder final : public gcl::Chooser {
 public:
  explicit ChoiceRecorder(gcl::Chooser& inner) : inner_(inner) {}

  gcl::Value initial(gcl::Expr var) override;
  gcl::Value havoc(gcl::Expr var) override;
  std::size_t branch(std::size_t branches) override;
  gcl::Value function(const std::string& name, gcl::Sort result,
                      std::span<const gcl::Value> args) override;

  result::StateText& choices() { return choices_; }

 private:
  gcl::Value noted(const std::string& name, gcl::Value value);

  gcl::Chooser& inner_;
  result::StateText choices_;
};

struct RepeatedRun {
  gcl::Run run;
  result::StateText choices;  // that were asked for now
  /// The run fails at an obligation, and nothing on the way was a matter of a contract or an axiom.
  bool fails = false;
};

/// What the script chooses, in a run of its program.
result::StateText choices_of(const gcl::Program& program, const gcl::Procedure& start,
                             const gcl::Script& script);

/// Runs `start` with these choices. Choices that the program does not ask for are skipped, what is
/// missing is a default: the outcome tells whether that was wrong. The user's invariants count.
RepeatedRun repeat(const gcl::Program& program, const gcl::Procedure& start,
                   const result::StateText& choices,
                   const std::function<void(const gcl::LoopVisit&)>& observer = {});

}  // namespace pawl::check
