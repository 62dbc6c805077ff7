// SPDX-License-Identifier: Apache-2.0
#include "abstraction/cover.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "abstraction/region.h"
#include "gcl/build.h"

namespace pawl::abstraction {

namespace {

Bdd conjunction(const BddManager& manager, const std::vector<Clause>& clauses) {
  Bdd result = manager.constant(true);
  for (const Clause& clause : clauses) result &= manager.clause(clause);
  return result;
}

// Everything the clause list of a region promises.
void check_cover(const Bdd& function, const std::vector<Clause>& clauses) {
  const BddManager manager = function.manager();
  REQUIRE(conjunction(manager, clauses) == function);
  REQUIRE(std::is_sorted(clauses.begin(), clauses.end(), shown_before));
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    REQUIRE(std::is_sorted(clauses[i].begin(), clauses[i].end()));
    std::vector<Clause> others = clauses;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    REQUIRE_FALSE(conjunction(manager, others).implies_clause(clauses[i]));
    for (std::size_t l = 0; l < clauses[i].size(); ++l) {
      Clause shorter = clauses[i];
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(l));
      REQUIRE_FALSE(function.implies_clause(shorter));
    }
  }
}

Bdd from_bits(const BddManager& manager, std::uint64_t bits, std::uint32_t variables) {
  Bdd f = manager.constant(false);
  for (std::size_t k = 0; k < (std::size_t{1} << variables); ++k) {
    if (((bits >> k) & 1) == 0) continue;
    Minterm point(variables);
    for (std::uint32_t i = 0; i < variables; ++i) point[i] = ((k >> i) & 1) != 0;
    f |= manager.cube(cube_of(point));
  }
  return f;
}

}  // namespace

TEST_CASE("covers of all functions of three predicates", "[abstraction][cover]") {
  const BddManager manager;
  for (std::uint64_t bits = 0; bits < 256; ++bits) {
    CAPTURE(bits);
    const Bdd f = from_bits(manager, bits, 3);
    const auto cover = prime_cover(f, 1000);
    REQUIRE(cover);
    check_cover(f, *cover);
  }
}

TEST_CASE("covers of random functions of six predicates", "[abstraction][cover]") {
  std::mt19937_64 random(42);
  const BddManager manager;
  for (int round = 0; round < 300; ++round) {
    std::uint64_t bits = random();
    if (round % 3 == 0) bits &= random() & random();
    if (round % 3 == 1) bits |= random() | random();
    CAPTURE(round, bits);
    const Bdd f = from_bits(manager, bits, 6);
    check_cover(f, *prime_cover(f, 1000));
  }
}

TEST_CASE("covers do not depend on the variable order", "[abstraction][cover]") {
  const auto covers = [](bool forwards) {
    const BddManager manager;
    // A function of many variables makes the package reorder; a different one, differently.
    Bdd pressure = manager.constant(false);
    for (std::uint32_t i = 0; i < 15; ++i) {
      pressure |= manager.var(i) & manager.var(forwards ? 15 + i : 29 - i);
    }
    std::vector<std::vector<Clause>> result;
    std::mt19937_64 random(7);
    for (int round = 0; round < 50; ++round) {
      result.push_back(*prime_cover(from_bits(manager, random() | random(), 6), 1000));
    }
    return result;
  };
  REQUIRE(covers(true) == covers(false));
}

TEST_CASE("short clauses are preferred", "[abstraction][cover]") {
  const BddManager manager;
  // b0 <=> b1, b1 <=> b2, b3: six binary implicates, of which some suffice.
  const Bdd f = !(manager.var(0) ^ manager.var(1)) & !(manager.var(1) ^ manager.var(2)) &
                manager.var(3) & (manager.var(4) | manager.var(5) | manager.var(6));
  const Region region = *Region::exactly(f);
  REQUIRE(region.clauses().front() == Clause{{3, true}});
  REQUIRE(region.clauses().back() == Clause{{4, true}, {5, true}, {6, true}});
  for (std::size_t i = 1; i + 1 < region.clauses().size(); ++i) {
    REQUIRE(region.clauses()[i].size() == 2);
  }
  check_cover(f, region.clauses());
}

TEST_CASE("a function with too many clauses is weakened", "[abstraction][cover]") {
  const BddManager manager;
  Bdd parity = manager.constant(false);
  for (std::uint32_t i = 0; i < 36; ++i) parity = parity ^ manager.var(i);
  const Bdd f = parity & manager.var(40) & (manager.var(41) | !manager.var(42));
  REQUIRE_FALSE(prime_cover(f, 200));
  REQUIRE_FALSE(Region::exactly(f, 200));
  const Region weaker = Region::at_least(f, 2);
  REQUIRE(to_string(weaker) == "b40 & (b41 | !b42)");
  REQUIRE(f.implies(weaker.function()));
}

TEST_CASE("regions and their concretization", "[abstraction][region]") {
  const BddManager manager;
  gcl::Context context;
  const gcl::Expr x = context.var("x", context.int_sort());
  const gcl::Expr zero = context.int_const(0);
  const std::vector<gcl::Expr> predicates{gcl::mk_le(context, zero, x),
                                          context.var("p", context.bool_sort())};
  REQUIRE(concretize(context, Region::bottom(manager), predicates).is_false());
  REQUIRE(concretize(context, Region::top(manager), predicates).is_true());
  REQUIRE(Region::bottom(manager).is_bottom());
  REQUIRE(Region::top(manager).is_top());
  REQUIRE(to_string(Region::bottom(manager)) == "false");
  REQUIRE(to_string(Region::top(manager)) == "true");
  const Region region = *Region::exactly(manager.var(0) | !manager.var(1));
  REQUIRE(to_string(region) == "(b0 | !b1)");
  REQUIRE(concretize(context, region, predicates) ==
          gcl::mk_or(context, {predicates[0], gcl::mk_not(context, predicates[1])}));
  REQUIRE(*Region::exactly(manager.constant(false)) == Region::bottom(manager));
}

TEST_CASE("a cover leaves out what is known", "[abstraction][cover]") {
  std::mt19937 random(21);
  for (int round = 0; round < 200; ++round) {
    const BddManager manager;
    constexpr std::uint32_t variables = 5;
    const Bdd function = from_bits(manager, random(), variables);
    const Bdd known = from_bits(manager, random() | random(), variables);
    const auto clauses = prime_cover(function, known, 100);
    REQUIRE(clauses.has_value());
    const Bdd said = conjunction(manager, *clauses);
    REQUIRE((said & known) == (function & known));
    for (std::size_t i = 0; i < clauses->size(); ++i) {  // none follows from the others and `known`
      std::vector<Clause> others = *clauses;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      REQUIRE_FALSE((conjunction(manager, others) & known).implies_clause((*clauses)[i]));
    }
  }
  // One of six values: fifteen clauses, none of which has to be said.
  const BddManager manager;
  Bdd exclusive = manager.constant(true);
  for (std::uint32_t a = 0; a < 6; ++a) {
    for (std::uint32_t b = a + 1; b < 6; ++b) exclusive &= !(manager.var(a) & manager.var(b));
  }
  REQUIRE(prime_cover(exclusive & manager.var(2), 100)->size() == 6);
  REQUIRE(prime_cover(exclusive & manager.var(2), exclusive, 100)->size() == 1);
  REQUIRE(prime_cover(exclusive, exclusive, 100)->empty());
}

}  // namespace pawl::abstraction
