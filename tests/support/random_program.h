// SPDX-License-Identifier: Apache-2.0
//
// Programs made by chance, for property tests: well-typed, within the rules of the type checker,
// the same for the same seed on every machine. Trees are built with Context::make, so that they
// hold what simplifiers would remove: And under And, Neg of a literal, old(old(x)).
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gcl/program.h"

namespace pawl::test {

struct RandomProgramOptions {
  enum class Loops { None, Allowed };
  /// Small: literals between -3 and 5, products and quotients by such literals only, so that runs
  /// of an interpreter stay small and formulas stay linear.
  enum class Ints { Any, Small };
  enum class Quantifiers { None, Allowed };
  enum class Calls { None, Allowed };
  /// IntsAndBools leaves out maps, bit-vectors and uninterpreted sorts, and with them functions.
  enum class Sorts { IntsAndBools, All };
  enum class Past { None, Allowed };  // old() and entry()

  std::uint64_t seed = 0;
  int size = 15;       // statements per procedure, about
  int depth = 4;       // of expressions
  int procedures = 2;  // at least one
  Loops loops = Loops::Allowed;
  Ints ints = Ints::Any;
  Quantifiers quantifiers = Quantifiers::Allowed;
  Calls calls = Calls::Allowed;
  Sorts sorts = Sorts::All;
  Past past = Past::Allowed;
};

gcl::Program random_program(gcl::Context& context, const RandomProgramOptions& options);

/// A formula over `variables`; with Sorts::All also over the constant `null: ref`.
gcl::Expr random_formula(gcl::Context& context, const RandomProgramOptions& options,
                         std::span<const gcl::Expr> variables);

}  // namespace pawl::test
