// SPDX-License-Identifier: Apache-2.0
//
// F against the definition: a state of the predicates belongs to F(e) iff e holds wherever the
// predicates have these values. Asked of a solver, state by state; every shortcut has to agree.
#include "slam/strengthen.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "gcl/build.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::slam;
using gcl::Expr;
using pawl::test::Parsed;

namespace {

const char* const program_text =
    "var m: [int]int; procedure main(x: int, y: int, z: int, p: int) { assert true; }";

class World {
 public:
  explicit World(std::size_t cube_length,
                 StrengthenOptions::Equalities use = StrengthenOptions::Equalities::Cycles)
      : parsed(program_text) {
    StrengthenOptions options;
    options.cube_length = cube_length;
    options.equalities = use;
    strengthener.emplace(parsed.context, parsed.program, options, log);
    prover = prover::make_prover(parsed.context, {}, log);
  }

  std::vector<Expr> formulas(const std::vector<std::string>& texts) {
    std::vector<Expr> result;
    for (const std::string& text : texts) result.push_back(parsed.formula(text));
    return result;
  }
  std::vector<Expr> literals(const std::vector<Expr>& predicates, std::size_t state) {
    std::vector<Expr> result;
    for (std::size_t i = 0; i < predicates.size(); ++i) {
      const bool holds = (state >> i & 1U) != 0;
      result.push_back(holds ? predicates[i] : gcl::mk_not(parsed.context, predicates[i]));
    }
    return result;
  }
  bool impossible(std::vector<Expr> literals) {
    return prover->satisfiable(literals) == prover::Answer::No;
  }

  Parsed parsed;
  prover::QueryLog log;
  std::optional<Strengthener> strengthener;
  std::unique_ptr<prover::Prover> prover;
};

bool holds(const Cubes& cubes, std::size_t state) {
  return std::ranges::any_of(cubes, [&](const PredicateCube& cube) {
    return std::ranges::all_of(cube, [&](const PredicateLiteral& one) {
      return ((state >> one.predicate & 1U) != 0) == one.positive;
    });
  });
}

bool holds(const Combination& parts, std::size_t state) {
  return std::ranges::all_of(parts, [&](const Cubes& cubes) { return holds(cubes, state); });
}

/// With cubes of any length F is exactly the definition, on states that exist.
void check_definition(World& world, const std::vector<std::string>& predicates,
                      const std::string& e) {
  const std::vector<Expr> all = world.formulas(predicates);
  const Expr wanted = world.parsed.formula(e);
  const Combination found = world.strengthener->strengthen(wanted, all);
  const Cubes inconsistent = world.strengthener->inconsistent(all);
  for (std::size_t state = 0; state < (std::size_t{1} << all.size()); ++state) {
    std::vector<Expr> literals = world.literals(all, state);
    const bool none = world.impossible(literals);
    INFO("state " << state << " of " << predicates.size() << " predicates, F(" << e << ")");
    CHECK(holds(inconsistent, state) == none);
    if (none) continue;
    literals.push_back(gcl::mk_not(world.parsed.context, wanted));
    CHECK(holds(found, state) == world.impossible(literals));
  }
}

/// A literal about few places and few numbers, so that much has to do with each other.
std::string random_literal(std::mt19937& random, const std::vector<std::string>& relations) {
  const auto pick = [&](const std::vector<std::string>& from) {
    return from[std::uniform_int_distribution<std::size_t>(0, from.size() - 1)(random)];
  };
  const std::string left = pick({"x", "y", "z", "m[1]", "m[2]"});
  std::string right = left;
  while (right.starts_with(left)) right = pick({"0", "1", "2", "x", "y + 1", "z", "m[2] - 1"});
  return left + " " + pick(relations) + " " + right;
}

}  // namespace

TEST_CASE("equations are decided without a solver, and exactly", "[slam][strengthen][random]") {
  const auto seed = GENERATE(range(0U, 60U));
  std::mt19937 random(seed);
  World world(0);
  std::vector<std::string> predicates;
  for (int i = 0; i < 4; ++i) predicates.push_back(random_literal(random, {"=="}));
  check_definition(world, predicates, random_literal(random, {"==", "!="}));
  CHECK(world.strengthener->counts().queries == 0);
}

TEST_CASE("with bounds the solver helps", "[slam][strengthen][random]") {
  const auto seed = GENERATE(range(0U, 25U));
  std::mt19937 random(seed);
  World world(0);
  std::vector<std::string> predicates;
  for (int i = 0; i < 4; ++i) predicates.push_back(random_literal(random, {"==", "<=", "<"}));
  check_definition(world, predicates, random_literal(random, {"==", "!=", "<=", ">"}));
}

TEST_CASE("every cycle is a contradiction", "[slam][strengthen][random]") {
  const auto seed = GENERATE(range(0U, 40U));
  std::mt19937 random(seed);
  World world(0);
  std::vector<Expr> literals;
  std::vector<Difference> differences;
  while (literals.size() < 9) {
    const Expr one = world.parsed.formula(random_literal(random, {"==", "<=", "<", "!="}));
    if (const auto difference = difference_of(world.parsed.context, one)) {
      literals.push_back(one);
      differences.push_back(*difference);
    }
  }
  const std::span<const Difference> all(differences);
  for (const PredicateCube& cube : equality_conflicts(all.first(2), all.subspan(2), {3})) {
    std::vector<Expr> together = {literals[0], literals[1]};
    CHECK(cube.size() <= 3);
    for (const PredicateLiteral& one : cube) {
      const Expr predicate = literals[2 + one.predicate];
      together.push_back(one.positive ? predicate : gcl::mk_not(world.parsed.context, predicate));
    }
    CHECK(world.impossible(together));
  }
}

TEST_CASE("forty states of one variable cost no query", "[slam][strengthen]") {
  World world(3);
  std::vector<std::string> texts = {"x == y"};
  for (int i = 0; i < 40; ++i) texts.push_back("x == " + std::to_string(i));
  const std::vector<Expr> predicates = world.formulas(texts);
  const Combination found =
      world.strengthener->strengthen(world.parsed.formula("y == 7"), predicates);
  CHECK(found == Combination{{{{0, true}, {8, true}}}});
  const Combination not_seven =
      world.strengthener->strengthen(world.parsed.formula("y != 7"), predicates);
  CHECK(not_seven == Combination{{{{0, false}, {8, true}}, {{0, true}, {8, false}}}});
  CHECK(world.strengthener->inconsistent(predicates).size() == 40 * 39 / 2);
  CHECK(world.strengthener->counts().queries == 0);
}

TEST_CASE("one map read at two addresses is not for cycles", "[slam][strengthen]") {
  World world(0);
  check_definition(world, {"m[p] == 1", "m[x] == 2", "p == x"}, "m[p] == 2");
  CHECK(world.strengthener->counts().queries > 0);
  World alone(0);
  check_definition(alone, {"m[p] == 1", "m[p] == y", "p == x"}, "y == 1");
  CHECK(alone.strengthener->counts().queries == 0);
}

TEST_CASE("the solver alone gives the same", "[slam][strengthen][random]") {
  const auto seed = GENERATE(range(0U, 10U));
  std::mt19937 random(seed);
  World world(0, StrengthenOptions::Equalities::Never);
  std::vector<std::string> predicates;
  for (int i = 0; i < 4; ++i) predicates.push_back(random_literal(random, {"=="}));
  check_definition(world, predicates, random_literal(random, {"==", "!="}));
}
