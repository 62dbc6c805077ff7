// SPDX-License-Identifier: Apache-2.0
//
// Every operation against truth tables, whatever the package; then what packages get wrong when
// nobody looks: reordering, second universes, variables that come late, running full.
#include "abstraction/bdd.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "support/internal_error.h"

namespace pawl::abstraction {

namespace {

// Bit k is the value for the assignment that gives variable i the value of bit i of k.
using Table = std::uint64_t;

constexpr std::uint32_t variable_count = 6;

Minterm assignment(std::size_t k, std::uint32_t variables = variable_count) {
  Minterm minterm(variables);
  for (std::uint32_t i = 0; i < variables; ++i) minterm[i] = ((k >> i) & 1) != 0;
  return minterm;
}

Table variable_table(std::uint32_t i) {
  Table table = 0;
  for (std::size_t k = 0; k < 64; ++k) table |= static_cast<Table>((k >> i) & 1) << k;
  return table;
}

Table table_of(const Bdd& f) {
  Table table = 0;
  for (std::size_t k = 0; k < 64; ++k) table |= static_cast<Table>(f.evaluate(assignment(k))) << k;
  return table;
}

// Independent of the operations under test but for cube and |: a sum of minterms.
Bdd bdd_of(const BddManager& manager, Table table) {
  Bdd f = manager.constant(false);
  for (std::size_t k = 0; k < 64; ++k) {
    if (((table >> k) & 1) != 0) f |= manager.cube(cube_of(assignment(k)));
  }
  return f;
}

Table fixed(Table table, Literal literal) {
  Table result = 0;
  for (std::size_t k = 0; k < 64; ++k) {
    const std::size_t bit = std::size_t{1} << literal.predicate;
    const std::size_t source = literal.positive ? k | bit : k & ~bit;
    result |= ((table >> source) & 1) << k;
  }
  return result;
}

Table random_table(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0: return random() & random() & random();
    case 1: return random() | random() | random();
    case 2: return variable_table(random() % variable_count) & random();
    default: return random();
  }
}

}  // namespace

TEST_CASE("BDD operations agree with truth tables", "[abstraction][bdd]") {
  const std::uint32_t seed = 20020116;
  INFO("seed " << seed << ", package " << BddManager::package());
  std::mt19937_64 random(seed);
  const BddManager manager;
  for (int round = 0; round < 200; ++round) {
    const Table a = random_table(random);
    const Table b = random_table(random);
    const Bdd f = bdd_of(manager, a);
    const Bdd g = bdd_of(manager, b);
    CAPTURE(round, a, b);
    REQUIRE(table_of(f) == a);
    REQUIRE(table_of(!f) == ~a);
    REQUIRE(table_of(f & g) == (a & b));
    REQUIRE(table_of(f | g) == (a | b));
    REQUIRE(table_of(f ^ g) == (a ^ b));
    REQUIRE(f.implies(g) == ((a & ~b) == 0));
    REQUIRE((f & g).implies(f));
    REQUIRE((f == g) == (a == b));
    REQUIRE((!(!f)) == f);
    REQUIRE((f ^ f).is_false());
    REQUIRE((f | !f).is_true());
    REQUIRE(f.sat_count(variable_count) == std::popcount(a));
    REQUIRE(f.sat_count(variable_count + 4) == 16.0 * std::popcount(a));
  }
}

TEST_CASE("BDD cofactors, quantification and support agree with truth tables",
          "[abstraction][bdd]") {
  std::mt19937_64 random(17);
  const BddManager manager;
  for (int round = 0; round < 200; ++round) {
    const Table a = random_table(random);
    const Bdd f = bdd_of(manager, a);
    const Literal l{static_cast<std::uint32_t>(random() % 3), random() % 2 == 0};
    const Literal m{static_cast<std::uint32_t>(3 + random() % 3), random() % 2 == 0};
    CAPTURE(round, a, l.predicate, m.predicate);
    REQUIRE(table_of(f.cofactor(l)) == fixed(a, l));
    REQUIRE(table_of(f.cofactor(std::vector{l, m})) == fixed(fixed(a, l), m));
    const std::vector<std::uint32_t> variables{m.predicate, l.predicate};
    const Table once = fixed(a, l) | fixed(a, !l);
    REQUIRE(table_of(f.exists(variables)) == (fixed(once, m) | fixed(once, !m)));
    REQUIRE(table_of(f.exists({})) == a);
    const Table clause = table_of(manager.clause(std::vector{l, m}));
    REQUIRE(clause == (table_of(manager.literal(l)) | table_of(manager.literal(m))));
    REQUIRE(f.implies_clause(std::vector{l, m}) == ((a & ~clause) == 0));
    std::vector<std::uint32_t> support;
    for (std::uint32_t i = 0; i < variable_count; ++i) {
      if (fixed(a, {i, true}) != fixed(a, {i, false})) support.push_back(i);
    }
    REQUIRE(f.support() == support);
  }
}

TEST_CASE("the nearest assignment is the lexicographically nearest one", "[abstraction][bdd]") {
  std::mt19937_64 random(3);
  const BddManager manager;
  for (int round = 0; round < 100; ++round) {
    const Table a = random_table(random);
    if (a == 0) continue;
    const Minterm wish = assignment(random() % 64);
    std::vector<bool> best;
    Minterm expected;
    for (std::size_t k = 0; k < 64; ++k) {
      if (((a >> k) & 1) == 0) continue;
      std::vector<bool> difference;
      for (std::uint32_t i = 0; i < variable_count; ++i) {
        difference.push_back(assignment(k)[i] != wish[i]);
      }
      if (!expected.empty() && !(difference < best)) continue;
      best = difference;
      expected = assignment(k);
    }
    REQUIRE(bdd_of(manager, a).nearest(wish) == expected);
  }
}

TEST_CASE("BDD relational products agree with truth tables", "[abstraction][bdd]") {
  std::mt19937_64 random(23);
  const BddManager manager;
  for (int round = 0; round < 300; ++round) {
    const Table a = random_table(random);
    const Table b = random_table(random);
    const std::uint64_t chosen = random() % 64;
    CAPTURE(round, a, b, chosen);
    Cube cube;
    Table expected = a & b;
    for (std::uint32_t i = 0; i < variable_count; ++i) {
      if (((chosen >> i) & 1) == 0) continue;
      cube.push_back({i, true});
      expected = fixed(expected, {i, true}) | fixed(expected, {i, false});
    }
    const Bdd f = bdd_of(manager, a);
    const Bdd g = bdd_of(manager, b);
    REQUIRE(table_of(Bdd::and_exists(f, g, manager.cube(cube))) == expected);
    REQUIRE((f & g).exists_over(manager.cube(cube)) == Bdd::and_exists(g, f, manager.cube(cube)));
  }
}

TEST_CASE("BDD variables are renamed all at once", "[abstraction][bdd]") {
  std::mt19937_64 random(29);
  const BddManager manager;
  for (int round = 0; round < 300; ++round) {
    const Table a = random_table(random);
    std::vector<std::uint32_t> target(variable_count);
    for (std::uint32_t i = 0; i < variable_count; ++i) target[i] = i;
    for (std::size_t i = variable_count; i > 1; --i) std::swap(target[i - 1], target[random() % i]);
    std::vector<Renaming> renamings;
    for (std::uint32_t i = 0; i < variable_count; ++i) renamings.push_back({i, target[i]});
    // The value for k is the old value for the assignment that reads variable i at target[i].
    Table expected = 0;
    for (std::size_t k = 0; k < 64; ++k) {
      std::size_t before = 0;
      for (std::uint32_t i = 0; i < variable_count; ++i) before |= ((k >> target[i]) & 1) << i;
      expected |= ((a >> before) & 1) << k;
    }
    CAPTURE(round, a);
    REQUIRE(table_of(bdd_of(manager, a).rename(renamings)) == expected);
  }
  // A chain, to variables that did not exist before.
  const Bdd f = manager.var(0) & !manager.var(1);
  const Bdd g = f.rename(std::vector<Renaming>{{0, 1}, {1, 50}});
  REQUIRE(g == (manager.var(1) & !manager.var(50)));
  REQUIRE(f.rename({}) == f);
}

TEST_CASE("relational products and renaming survive reordering", "[abstraction][bdd]") {
  const BddManager manager(BddOptions{400'000});
  constexpr std::uint32_t bits = 14;
  // next = current + 1, as a relation between variables 0.. and bits.., in a bad order.
  Bdd relation = manager.constant(true);
  Bdd carry = manager.constant(true);
  Cube current;
  std::vector<Renaming> back;
  for (std::uint32_t i = 0; i < bits; ++i) {
    relation &= !(manager.var(bits + i) ^ (manager.var(i) ^ carry));
    carry &= manager.var(i);
    current.push_back({i, true});
    back.push_back({bits + i, i});
  }
  const Bdd quantified = manager.cube(current);
  Bdd state = manager.cube(cube_of(Minterm(bits, false)));
  for (std::uint32_t n = 1; n < 600; ++n) {
    state = Bdd::and_exists(state, relation, quantified).rename(back);
    REQUIRE(state == manager.cube(cube_of(assignment(n, bits))));
  }
}

TEST_CASE("BDD constants, literals and empty cubes", "[abstraction][bdd]") {
  const BddManager manager;
  REQUIRE(manager.constant(true).is_true());
  REQUIRE(manager.constant(false).is_false());
  REQUIRE(manager.cube({}).is_true());
  REQUIRE(manager.clause({}).is_false());
  REQUIRE(manager.literal({4, false}) == !manager.var(4));
  REQUIRE(manager.constant(false).implies_clause({}));
  REQUIRE_FALSE(manager.var(0).implies_clause({}));
  REQUIRE(manager.constant(true).sat_count(3) == 8);
  REQUIRE(manager.constant(true).support().empty());
  REQUIRE(manager.var(2).manager().var(2) == manager.var(2));
  const Bdd absent;
  REQUIRE_FALSE(static_cast<bool>(absent));
}

TEST_CASE("BDD values can be copied, moved and assigned", "[abstraction][bdd]") {
  const BddManager manager;
  Bdd f = manager.var(0) & manager.var(1);
  const Bdd copy = f;
  f = f | manager.var(2);
  REQUIRE_FALSE(f == copy);
  Bdd moved = std::move(f);
  REQUIRE(moved == (copy | manager.var(2)));
  const Bdd& alias = moved;
  moved = alias;
  REQUIRE(moved == (copy | manager.var(2)));
}

// x0 x1 | x2 x3 | ... with all even variables before all odd ones has 2^(n/2) nodes; interleaved
// it has n. Only reordering makes this fit.
TEST_CASE("dynamic reordering keeps the functions", "[abstraction][bdd]") {
  const BddManager manager(BddOptions{400'000});
  constexpr std::uint32_t pairs = 17;
  Bdd f = manager.constant(false);
  for (std::uint32_t i = 0; i < pairs; ++i) f |= manager.var(i) & manager.var(pairs + i);
  REQUIRE(f.node_count() < 20'000);
  std::mt19937 random(5);
  for (int sample = 0; sample < 2000; ++sample) {
    Minterm point(std::size_t{2} * pairs);
    bool expected = false;
    for (std::uint32_t i = 0; i < 2 * pairs; ++i) point[i] = random() % 4 == 0;
    for (std::uint32_t i = 0; i < pairs; ++i) expected |= point[i] && point[pairs + i];
    REQUIRE(f.evaluate(point) == expected);
  }
  REQUIRE(f.sat_count(2 * pairs) ==
          std::pow(2.0, 2 * pairs) - std::pow(3.0, static_cast<double>(pairs)));
}

TEST_CASE("an order to begin with changes no function", "[abstraction][bdd]") {
  const std::vector<std::uint32_t> order = {5, 3, 1, 0, 2, 4};
  const BddManager manager(BddOptions{4'000'000, {}, order});
  std::mt19937_64 random(29);
  for (int sample = 0; sample < 20; ++sample) {
    const Table a = random();
    const Table b = random();
    const Bdd f = bdd_of(manager, a);
    const Bdd g = bdd_of(manager, b);
    REQUIRE(table_of(f & g) == (a & b));
    REQUIRE(table_of(f.cofactor(Literal{3, true})) == fixed(a, {3, true}));
    REQUIRE(f.support().back() < variable_count);
  }
  CHECK(manager.order() == order);
  const Bdd swapped = (manager.var(5) & !manager.var(1)).rename(std::vector<Renaming>{{5, 0}});
  CHECK(swapped == (manager.var(0) & !manager.var(1)));
  // The lexicographically first, by index and not by place.
  CHECK((manager.var(0) | manager.var(5)).nearest(Minterm(6, false)) == assignment(1U << 5));
  static_cast<void>(manager.var(7));
  CHECK(manager.order() == std::vector<std::uint32_t>{5, 3, 1, 0, 2, 4, 6, 7});
}

TEST_CASE("an order names every variable once", "[abstraction][bdd]") {
  const auto open = [](std::vector<std::uint32_t> order) {
    return BddManager(BddOptions{10'000, {}, std::move(order)}).order().size();
  };
  CHECK_THROWS_AS(open({0, 0}), InternalError);
  CHECK_THROWS_AS(open({0, 2}), InternalError);
  CHECK(open({1, 0}) <= 2);
}

TEST_CASE("variables can be added after reordering", "[abstraction][bdd]") {
  const BddManager manager(BddOptions{400'000});
  Bdd f = manager.constant(false);
  for (std::uint32_t i = 0; i < 16; ++i) f |= manager.var(i) & manager.var(16 + i);
  for (std::uint32_t late = 32; late < 200; ++late) {
    const Bdd g = f & manager.var(late);
    REQUIRE(g.cofactor(Literal{late, true}) == f);
    REQUIRE(g.support().back() == late);
  }
  REQUIRE(f.sat_count(32) == std::pow(2.0, 32) - std::pow(3.0, 16));
}

TEST_CASE("a full BDD package throws and stays usable", "[abstraction][bdd]") {
  const BddManager manager(BddOptions{2'000});
  const Bdd before = manager.var(0) ^ manager.var(7);
  // A random function of 16 variables needs several times that in any order.
  std::mt19937 random(11);
  const auto fill = [&] {
    Bdd f = manager.constant(false);
    for (int i = 0; i < 6000; ++i) {
      f |= manager.cube(cube_of(assignment(random() % (1u << 16), 16)));
    }
  };
  for (int round = 0; round < 20; ++round) {
    REQUIRE_THROWS_AS(fill(), BddLimit);
    REQUIRE(before == (manager.var(7) ^ manager.var(0)));
    // Wrong results remembered from the failed operation would show here.
    for (std::uint32_t i = 1; i < 12; ++i) {
      const Bdd f = (manager.var(i) | before) & !manager.var(i + 1);
      REQUIRE(f.implies(!manager.var(i + 1)));
      REQUIRE(f.cofactor(Literal{i, true}).cofactor(Literal{i + 1, false}).is_true());
    }
  }
}

/// Bits of the product of two numbers: no order of the variables keeps them small.
Bdd middle_of_product(const BddManager& manager, std::uint32_t bits) {
  std::vector<Bdd> sum(bits, manager.constant(false));
  for (std::uint32_t i = 0; i < bits; ++i) {
    Bdd carry = manager.constant(false);
    for (std::uint32_t k = i; k < bits; ++k) {
      const Bdd partial = manager.var(i) & manager.var(bits + k - i);
      const Bdd next = (sum[k] & partial) | (carry & (sum[k] | partial));
      sum[k] = sum[k] ^ partial ^ carry;
      carry = next;
    }
  }
  return sum.back();
}

TEST_CASE("a long operation is stopped, and the package stays usable", "[abstraction][bdd]") {
  BddOptions options;
  int asked = 0;
  bool enough = false;
  options.stop = [&] {
    ++asked;
    return enough;
  };
  const BddManager manager(options);
  const Bdd product = middle_of_product(manager, 8);
  const Bdd before = manager.var(0) ^ manager.var(7);
  for (int round = 0; round < 3; ++round) {
    enough = true;
    asked = 0;
    REQUIRE_THROWS_AS(middle_of_product(manager, 16), BddStopped);
    REQUIRE(asked > 0);
    enough = false;
    REQUIRE(before == (manager.var(7) ^ manager.var(0)));
    REQUIRE(middle_of_product(manager, 8) == product);
  }
}

TEST_CASE("universes come one after the other", "[abstraction][bdd]") {
  for (std::uint32_t round = 1; round < 20; ++round) {
    const BddManager manager;
    Bdd f = manager.constant(true);
    for (std::uint32_t i = 0; i < 40 / round; ++i) f &= manager.var(i) ^ manager.var(i + 1);
    REQUIRE(f.support().size() == 40 / round + 1);
    REQUIRE_THROWS_AS(BddManager(), InternalError);
  }
  // A function keeps its universe open.
  Bdd survivor;
  {
    const BddManager manager;
    survivor = manager.var(3);
  }
  REQUIRE(survivor.support() == std::vector<std::uint32_t>{3});
  REQUIRE_THROWS_AS(BddManager(), InternalError);
  survivor = Bdd();
  const BddManager again;
  REQUIRE(again.constant(true).is_true());
}

}  // namespace pawl::abstraction
