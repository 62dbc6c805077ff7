// SPDX-License-Identifier: Apache-2.0
//
// Whatever a program leaves open, somebody must choose: initial values, havoc, `*`, `[]`, and the
// values of functions and constants that are declared only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gcl/evaluate.h"

namespace pawl::gcl {

class Chooser {
 public:
  virtual ~Chooser() = default;
  /// Before the run: constants, globals, and the variables of the procedure it starts in.
  virtual Value initial(Expr var) = 0;
  /// During the run: havoc, what a callee without a body returns and modifies.
  virtual Value havoc(Expr var) = 0;
  /// A callee's results and locals on entry.
  virtual Value local(Expr var) { return havoc(var); }
  /// Which branch of `[]`; for `if *` and `while *` there are two, and 1 means that the condition
  /// holds.
  virtual std::size_t branch(std::size_t branches) = 0;
  /// Asked once for the same arguments.
  virtual Value function(const std::string& name, Sort result, std::span<const Value> args) = 0;
};

/// Small values, maps with few updates; the same seed, the same choices.
class SeededChooser final : public Chooser {
 public:
  explicit SeededChooser(std::uint64_t seed) : state_(seed) {}
  Value initial(Expr var) override { return value(var.sort()); }
  Value havoc(Expr var) override { return value(var.sort()); }
  std::size_t branch(std::size_t branches) override { return below(branches); }
  Value function(const std::string&, Sort result, std::span<const Value>) override {
    return value(result);
  }

  Value value(Sort sort);
  std::size_t below(std::size_t bound);  // 0 <= result < bound

 private:
  std::uint64_t next();
  std::uint64_t state_;
};

/// What to choose, in the order of asking. Missing initial values are defaults.
struct Script {
  using Decision = std::variant<std::size_t, Value>;  // a branch, a havocked value
  State initial;
  FunctionTables functions;
  std::vector<Decision> decisions;
};

class ScriptedChooser final : public Chooser {
 public:
  explicit ScriptedChooser(Script script) : script_(std::move(script)) {}
  Value initial(Expr var) override;
  Value havoc(Expr var) override;
  std::size_t branch(std::size_t branches) override;
  Value function(const std::string& name, Sort result, std::span<const Value> args) override;

  /// Did the run ask for something the script has not, or has differently? From there on the
  /// choices were defaults.
  bool diverged() const { return diverged_; }
  std::size_t decisions_used() const { return next_; }

 private:
  const Script::Decision* next_decision();
  Script script_;
  std::size_t next_ = 0;
  bool diverged_ = false;
};

}  // namespace pawl::gcl
