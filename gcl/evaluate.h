// SPDX-License-Identifier: Apache-2.0
//
// The value of an expression where every name has a concrete meaning. Quantifiers are decided
// exactly or not at all: over finite sorts, and over integers that the body itself bounds
// (gcl/quantifier_range.h). Beyond that a counterexample to `forall` or a witness of `exists`
// among a few values still decides; not finding one does not. Connectives are three-valued: what
// cannot be decided spoils a result only if it matters.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "gcl/program.h"
#include "gcl/value.h"

namespace pawl::gcl {

using State = std::unordered_map<Expr, Value>;  // Var -> value

/// The meaning of functions without a definition. `div` and `mod` by zero are functions of the
/// dividend, called "div" and "mod", which no declared function can be.
class Functions {
 public:
  virtual ~Functions() = default;
  /// The same value whenever asked the same.
  virtual Value apply(const std::string& function, Sort result, std::span<const Value> args) = 0;
};

/// Finite tables; elsewhere a default: the function's, or that of the result's sort.
class FunctionTables final : public Functions {
 public:
  void set(const std::string& function, std::vector<Value> args, Value result);
  void set_default(const std::string& function, Value result);
  /// Only what was set.
  std::optional<Value> lookup(const std::string& function, std::span<const Value> args) const;
  Value apply(const std::string& function, Sort result, std::span<const Value> args) override;

 private:
  struct Table {
    std::map<std::vector<Value>, Value> entries;
    std::optional<Value> default_result;
  };
  std::map<std::string, Table> tables_;
};

struct Valuation {
  const State* now = nullptr;
  const State* old = nullptr;           // null: Old cannot be decided
  const State* entry = nullptr;         // null: Entry cannot be decided
  const Program* program = nullptr;     // for the definitions of functions; null: there are none
  Functions* functions = nullptr;       // null: defaults everywhere
  std::uint64_t max_steps = 2'000'000;  // visits of a node; beyond them: cannot be decided
};

struct Evaluation {
  std::optional<Value> value;
  std::string why;  // there is none: "x has no value"
};

Evaluation evaluate(Expr e, const Valuation& valuation);

}  // namespace pawl::gcl
