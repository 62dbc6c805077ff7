// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "gcl/expr.h"

namespace pawl::test {

/// Which parts of the language occur. Booleans, linear integers and maps always do.
struct FormulaFeatures {
  bool functions = true;         // f(int): int, g(int, ref): bool
  bool partial_division = true;  // div and mod by something that may be zero
  bool multiplication = true;    // of two variables
  bool bit_vectors = true;       // of width 4
  bool quantifiers = true;
};

/// Small random well-sorted formulas over a few variables. The same seed gives the same formulas
/// everywhere: no distribution of the standard library is used.
class RandomFormula {
 public:
  RandomFormula(gcl::Context& context, std::uint32_t seed, FormulaFeatures features = {});

  /// About `size` nested operators deep.
  gcl::Expr formula(int size) { return boolean(size); }
  /// Free variables that formulas use.
  const std::vector<gcl::Expr>& variables() const { return variables_; }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  gcl::Expr variable(gcl::Sort sort);
  gcl::Expr of_sort(gcl::Sort sort, int size);
  gcl::Expr boolean(int size);
  gcl::Expr comparison(int size);
  gcl::Expr quantified(int size);
  gcl::Expr integer(int size);
  gcl::Expr divisor(int size);
  gcl::Expr bitvec(int size);
  gcl::Expr map(gcl::Sort sort, int size);

  gcl::Context& c_;
  std::mt19937 random_;
  FormulaFeatures features_;
  gcl::Sort ref_, bv_, int_map_, bool_map_, ref_map_;
  std::vector<gcl::Expr> variables_;
  std::vector<gcl::Expr> bound_;  // in scope
  int quantifiers_ = 0;           // made so far, for names
};

}  // namespace pawl::test
