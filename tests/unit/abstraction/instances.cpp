// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/abstraction/instances.h"

#include <string>

#include "gcl/build.h"

namespace pawl::test {

using abstraction::Bdd;
using abstraction::BddManager;
using abstraction::Cube;
using abstraction::Literal;
using abstraction::Minterm;
using abstraction::Region;
using gcl::Expr;

std::vector<Cube> random_region(std::mt19937& random, std::size_t predicates) {
  std::vector<Cube> cubes(random() % 3);
  for (Cube& cube : cubes) {
    for (std::uint32_t p = 0; p < predicates; ++p) {
      if (random() % 4 != 0) cube.push_back({p, random() % 2 == 0});
    }
  }
  return cubes;
}

Region region_of(const BddManager& manager, const std::vector<Cube>& cubes) {
  Bdd function = manager.constant(false);
  for (const Cube& cube : cubes) function |= manager.cube(cube);
  return *Region::exactly(function);
}

BooleanInstances::BooleanInstances(gcl::Context& context, std::uint32_t seed,
                                   std::uint32_t variables)
    : context_(context), random_(seed) {
  for (std::uint32_t i = 0; i < variables; ++i) {
    variables_.push_back(context.var("v" + std::to_string(i), context.bool_sort()));
  }
}

Expr BooleanInstances::formula(int depth) {
  if (depth == 0 || random_() % 5 == 0) {
    const Expr variable = variables_[random_() % variables_.size()];
    return random_() % 2 == 0 ? variable : gcl::mk_not(context_, variable);
  }
  const Expr left = formula(depth - 1);
  const Expr right = formula(depth - 1);
  switch (random_() % 5) {
    case 0: return gcl::mk_and(context_, {left, right});
    case 1: return gcl::mk_or(context_, {left, right});
    case 2: return gcl::mk_implies(context_, left, right);
    case 3: return gcl::mk_eq(context_, left, right);
    default: return gcl::mk_ite(context_, formula(depth - 1), left, right);
  }
}

Instance BooleanInstances::next(std::size_t predicates) {
  Instance instance;
  for (std::size_t i = random_() % 4; i > 0; --i) instance.background.push_back(formula(2));
  for (std::size_t i = random_() % 2; i > 0; --i) instance.assumptions.push_back(formula(1));
  for (std::size_t i = 0; i < predicates; ++i) {
    instance.predicates.push_back(formula(static_cast<int>(random_() % 3)));
  }
  instance.region = random_region(random_, predicates);
  return instance;
}

ArithmeticInstances::ArithmeticInstances(gcl::Context& context, std::uint32_t seed)
    : context_(context), random_(seed) {
  for (const char* name : {"i", "j", "n", "k"}) {
    integers_.push_back(context.var(name, context.int_sort()));
  }
  const gcl::Sort map = context.map_sort(context.int_sort(), context.int_sort());
  for (const char* name : {"a", "b"}) maps_.push_back(context.var(name, map));
  for (const char* name : {"g", "h"}) booleans_.push_back(context.var(name, context.bool_sort()));
}

Expr ArithmeticInstances::term(int depth) {
  const Expr variable = integers_[random_() % integers_.size()];
  switch (depth == 0 ? random_() % 2 : random_() % 5) {
    case 0: return context_.int_const(static_cast<std::int64_t>(random_() % 3));
    case 1: return variable;
    case 2: return gcl::mk_add(context_, variable, context_.int_const(1));
    case 3: return gcl::mk_sub(context_, variable, term(depth - 1));
    default: return gcl::mk_select(context_, maps_[random_() % maps_.size()], term(depth - 1));
  }
}

Expr ArithmeticInstances::atom() {
  const Expr left = term(1);
  const Expr right = term(1);
  switch (random_() % 4) {
    case 0: return gcl::mk_eq(context_, left, right);
    case 1: return gcl::mk_lt(context_, left, right);
    case 2: return booleans_[random_() % booleans_.size()];
    default: return gcl::mk_le(context_, left, right);
  }
}

Expr ArithmeticInstances::fact() {
  switch (random_() % 5) {
    case 0: return gcl::mk_implies(context_, booleans_[random_() % booleans_.size()], atom());
    case 1: return gcl::mk_or(context_, {atom(), atom()});
    case 2: {
      const Expr stored = gcl::mk_store(context_, maps_[0], term(0), term(0));
      return gcl::mk_eq(context_, maps_[1], stored);
    }
    default: return atom();
  }
}

Instance ArithmeticInstances::next(std::size_t predicates) {
  Instance instance;
  for (std::size_t i = random_() % 5; i > 0; --i) instance.background.push_back(fact());
  if (random_() % 3 == 0) instance.assumptions.push_back(booleans_[random_() % booleans_.size()]);
  for (std::size_t i = 0; i < predicates; ++i) instance.predicates.push_back(atom());
  instance.region = random_region(random_, predicates);
  return instance;
}

Bdd by_definition(const Region& r, const Instance& instance, gcl::Context& context,
                  prover::Prover& prover) {
  const std::size_t n = instance.predicates.size();
  Bdd result = r.function();
  for (std::size_t k = 0; k < (std::size_t{1} << n); ++k) {
    Minterm point(n);
    std::vector<Expr> assumptions = instance.assumptions;
    for (std::size_t i = 0; i < n; ++i) {
      point[i] = ((k >> i) & 1) != 0;
      const Expr predicate = instance.predicates[i];
      assumptions.push_back(point[i] ? predicate : gcl::mk_not(context, predicate));
    }
    const Bdd cube = r.manager().cube(abstraction::cube_of(point));
    if (prover.satisfiable(assumptions) == prover::Answer::Yes) result |= cube;
  }
  return result;
}

bool is_sound(const Region& r, const Region& result, const Instance& instance,
              gcl::Context& context, prover::Prover& prover) {
  if (!r.function().implies(result.function())) return false;
  const Expr gamma = abstraction::concretize(context, result, instance.predicates);
  std::vector<Expr> assumptions = instance.assumptions;
  assumptions.push_back(gcl::mk_not(context, gamma));
  return prover.satisfiable(assumptions) == prover::Answer::No;
}

}  // namespace pawl::test
