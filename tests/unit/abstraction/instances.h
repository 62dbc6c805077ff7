// SPDX-License-Identifier: Apache-2.0
//
// Random abstraction problems and what is true of them.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "abstraction/abstract.h"
#include "gcl/expr.h"
#include "prover/prover.h"

namespace pawl::test {

struct Instance {
  std::vector<gcl::Expr> background;
  std::vector<gcl::Expr> assumptions;
  std::vector<gcl::Expr> predicates;
  std::vector<abstraction::Cube> region;  // r is their disjunction
};

/// Boolean variables v0 .. and formulas over them.
class BooleanInstances {
 public:
  BooleanInstances(gcl::Context& context, std::uint32_t seed, std::uint32_t variables);
  Instance next(std::size_t predicates);

 private:
  gcl::Expr formula(int depth);
  gcl::Context& context_;
  std::mt19937 random_;
  std::vector<gcl::Expr> variables_;
};

/// Integers i, j, n, a skolem k and maps a, b: comparisons of linear terms and map elements, and
/// backgrounds that look like a loop body's: equations, stores, guarded facts.
class ArithmeticInstances {
 public:
  ArithmeticInstances(gcl::Context& context, std::uint32_t seed);
  Instance next(std::size_t predicates);

 private:
  gcl::Expr term(int depth);
  gcl::Expr atom();
  gcl::Expr fact();
  gcl::Context& context_;
  std::mt19937 random_;
  std::vector<gcl::Expr> integers_;
  std::vector<gcl::Expr> maps_;
  std::vector<gcl::Expr> booleans_;
};

/// Some cubes over the predicates, or none.
std::vector<abstraction::Cube> random_region(std::mt19937& random, std::size_t predicates);
abstraction::Region region_of(const abstraction::BddManager& manager,
                              const std::vector<abstraction::Cube>& cubes);

/// r or alpha(Q) by definition: one question per minterm. The background is asserted in `prover`.
abstraction::Bdd by_definition(const abstraction::Region& r, const Instance& instance,
                               gcl::Context& context, prover::Prover& prover);

/// r => result, and background and assumptions => gamma(result); the background is asserted in
/// `prover`, which should know all answers.
bool is_sound(const abstraction::Region& r, const abstraction::Region& result,
              const Instance& instance, gcl::Context& context, prover::Prover& prover);

}  // namespace pawl::test
