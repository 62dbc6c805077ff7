// SPDX-License-Identifier: Apache-2.0
//
// All algorithms against the definition and against each other, and what each must do when the
// prover does not know.
#include "abstraction/abstract.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "gcl/build.h"
#include "prover/query_log.h"
#include "support/interrupt.h"
#include "tests/support/forgetful_prover.h"
#include "tests/support/truth_table_prover.h"
#include "tests/unit/abstraction/instances.h"

namespace pawl::abstraction {

namespace {

using test::Instance;

constexpr Algorithm all_algorithms[] = {Algorithm::Naive, Algorithm::Greedy, Algorithm::Fq,
                                        Algorithm::Ddp,   Algorithm::Ss,     Algorithm::Guided};

enum class Background { Told, Withheld };

Problem problem_of(const Instance& instance, gcl::Context& context, prover::Prover& prover,
                   Background background = Background::Told) {
  Problem problem{prover, context, instance.assumptions, instance.predicates, std::nullopt};
  if (background == Background::Told) problem.background = instance.background;
  return problem;
}

Options with(Algorithm algorithm) {
  Options options;
  options.algorithm = algorithm;
  options.max_queries = 0;
  options.max_unknowns = 0;
  return options;
}

std::unique_ptr<prover::Prover> z3(gcl::Context& context, prover::QueryLog& log) {
  return prover::make_prover(context, prover::ProverOptions{}, log);
}

// Asserts the instance's background for as long as it lives.
class Asserted {
 public:
  Asserted(prover::Prover& prover, const Instance& instance) : prover_(prover) {
    prover_.push();
    for (const gcl::Expr formula : instance.background) prover_.assert_formula(formula);
  }
  ~Asserted() { prover_.pop(); }
  Asserted(const Asserted&) = delete;
  Asserted& operator=(const Asserted&) = delete;

 private:
  prover::Prover& prover_;
};

void check_exact(const Outcome& outcome) {
  REQUIRE(outcome.precision == Precision::Exact);
  REQUIRE(outcome.loss == Loss::None);
  REQUIRE(outcome.clause_bound == 0);
  REQUIRE(outcome.unknowns == 0);
  REQUIRE(outcome.note.empty());
}

}  // namespace

TEST_CASE("all algorithms agree with the definition on Boolean instances",
          "[abstraction][agreement]") {
  const std::uint32_t seed = 1;
  INFO("seed " << seed);
  gcl::Context context;
  test::TruthTableProver prover(context);
  test::BooleanInstances instances(context, seed, 5);
  const BddManager manager;
  for (int round = 0; round < 150; ++round) {
    const Instance instance = instances.next(static_cast<std::size_t>(round % 5));
    const Asserted asserted(prover, instance);
    const Region r = test::region_of(manager, instance.region);
    const Bdd expected = test::by_definition(r, instance, context, prover);
    const std::size_t depth = prover.depth();
    std::map<Algorithm, std::uint64_t> queries;
    for (const Algorithm algorithm : all_algorithms) {
      for (const Background background : {Background::Told, Background::Withheld}) {
        CAPTURE(round, to_string(algorithm), background == Background::Told);
        const Problem problem = problem_of(instance, context, prover, background);
        const Outcome outcome = unite(r, problem, with(algorithm));
        REQUIRE(outcome.region.function() == expected);
        check_exact(outcome);
        REQUIRE(prover.depth() == depth);
        queries[algorithm] = std::max(queries[algorithm], outcome.queries);
      }
    }
    for (const auto& [algorithm, count] : queries) {
      CAPTURE(round, to_string(algorithm));
      REQUIRE(queries[Algorithm::Guided] <= count);
    }
  }
}

TEST_CASE("all algorithms agree on a thousand instances over integers and maps",
          "[abstraction][agreement]") {
  const std::uint32_t seed = 20020116;
  INFO("seed " << seed);
  gcl::Context context;
  prover::QueryLog log;
  const auto prover = z3(context, log);
  test::ArithmeticInstances instances(context, seed);
  const BddManager manager;
  std::size_t interesting = 0;
  for (std::size_t round = 0; round < 1000; ++round) {
    // Mostly two or three predicates; ss asks up to 3^n questions.
    const std::size_t predicates = round == 500       ? 8
                                   : round % 100 == 0 ? 6
                                   : round % 10 == 0  ? 4
                                                      : 2 + round % 2;
    const Instance instance = instances.next(predicates);
    const Asserted asserted(*prover, instance);
    const Region r = test::region_of(manager, instance.region);
    const Problem problem = problem_of(instance, context, *prover);
    const Outcome guided = unite(r, problem, with(Algorithm::Guided));
    check_exact(guided);
    if (!guided.region.is_top() && !(guided.region == r)) ++interesting;
    for (const Algorithm algorithm : all_algorithms) {
      CAPTURE(round, to_string(algorithm), to_string(guided.region));
      const Outcome outcome = unite(r, problem, with(algorithm));
      CAPTURE(to_string(outcome.region));
      check_exact(outcome);
      REQUIRE(outcome.region == guided.region);
      REQUIRE(outcome.region.clauses() == guided.region.clauses());
      // The solver may find other models the second time.
      if (algorithm != Algorithm::Guided) REQUIRE(guided.queries <= outcome.queries);
    }
  }
  REQUIRE(interesting > 300);
}

TEST_CASE("Unknown answers weaken and never break the result", "[abstraction][unknown]") {
  const std::uint32_t seed = 99;
  INFO("seed " << seed);
  gcl::Context context;
  test::TruthTableProver prover(context);
  test::BooleanInstances instances(context, seed, 5);
  const BddManager manager;
  for (std::uint32_t round = 0; round < 60; ++round) {
    const Instance instance = instances.next(1 + round % 4);
    const Asserted asserted(prover, instance);
    const Region r = test::region_of(manager, instance.region);
    for (const std::uint32_t one_in : {1u, 3u}) {
      for (const Algorithm algorithm : all_algorithms) {
        for (const std::uint64_t max_unknowns : {0, 4}) {
          CAPTURE(round, one_in, to_string(algorithm), max_unknowns);
          test::ForgetfulProver forgetful(context, prover, one_in, round);
          Options options = with(algorithm);
          options.max_unknowns = max_unknowns;
          const Outcome outcome = unite(r, problem_of(instance, context, forgetful), options);
          REQUIRE(test::is_sound(r, outcome.region, instance, context, prover));
          if (outcome.unknowns > 0) REQUIRE_FALSE(outcome.note.empty());
          if (one_in == 1) REQUIRE(outcome.unknowns == outcome.queries);
        }
      }
    }
  }
}

TEST_CASE("Unknown answers on arithmetic instances", "[abstraction][unknown]") {
  gcl::Context context;
  prover::QueryLog log;
  const auto prover = z3(context, log);
  test::ArithmeticInstances instances(context, 5);
  const BddManager manager;
  std::size_t exact = 0;
  for (std::uint32_t round = 0; round < 40; ++round) {
    const Instance instance = instances.next(4);
    const Asserted asserted(*prover, instance);
    const Region r = test::region_of(manager, instance.region);
    const Bdd strongest = unite(r, problem_of(instance, context, *prover)).region.function();
    for (const Algorithm algorithm : all_algorithms) {
      CAPTURE(round, to_string(algorithm));
      test::ForgetfulProver forgetful(context, *prover, 3, round);
      const Outcome outcome = unite(r, problem_of(instance, context, forgetful), with(algorithm));
      REQUIRE(test::is_sound(r, outcome.region, instance, context, *prover));
      REQUIRE(strongest.implies(outcome.region.function()));
      if (outcome.region.function() == strongest) ++exact;
    }
  }
  REQUIRE(exact > 0);  // a wrapper that never lets an answer through would prove nothing
}

TEST_CASE("limits on queries weaken and are reported", "[abstraction][ladder]") {
  gcl::Context context;
  test::TruthTableProver prover(context);
  test::BooleanInstances instances(context, 7, 5);
  const BddManager manager;
  std::map<Precision, int> seen;
  for (std::uint32_t round = 0; round < 30; ++round) {
    const Instance instance = instances.next(4);
    const Asserted asserted(prover, instance);
    const Region r = test::region_of(manager, instance.region);
    const Bdd strongest = test::by_definition(r, instance, context, prover);
    for (const Algorithm algorithm : all_algorithms) {
      for (const std::uint64_t max_queries : {1, 2, 4, 8, 16}) {
        CAPTURE(round, to_string(algorithm), max_queries);
        Options options = with(algorithm);
        options.max_queries = max_queries;
        const Outcome outcome = unite(r, problem_of(instance, context, prover), options);
        REQUIRE(strongest.implies(outcome.region.function()));
        REQUIRE(outcome.queries <= max_queries + max_queries / 2 + 1);
        REQUIRE((outcome.precision == Precision::Exact) == (outcome.loss == Loss::None));
        REQUIRE((outcome.loss == Loss::None) == outcome.note.empty());
        if (outcome.precision == Precision::Exact) {
          REQUIRE(outcome.region.function() == strongest);
        }
        ++seen[outcome.precision];
      }
    }
  }
  REQUIRE(seen.size() == 3);
}

TEST_CASE("the rungs of the ladder find every clause of their length", "[abstraction][ladder]") {
  gcl::Context context;
  test::TruthTableProver prover(context);
  test::BooleanInstances instances(context, 8, 5);
  const BddManager manager;
  for (std::uint32_t round = 0; round < 40; ++round) {
    const Instance instance = instances.next(4);
    const Asserted asserted(prover, instance);
    const Region r = test::region_of(manager, instance.region);
    const Bdd strongest = test::by_definition(r, instance, context, prover);
    for (const std::size_t literals : {1, 2, 3}) {
      CAPTURE(round, literals);
      Options options = with(Algorithm::Guided);
      options.precision = literals == 1 ? Precision::Conjunctions : Precision::BoundedClauses;
      options.max_clause_literals = literals;
      const Outcome outcome = unite(r, problem_of(instance, context, prover), options);
      REQUIRE(outcome.region == Region::at_least(strongest, literals));
      REQUIRE(outcome.precision == options.precision);
      REQUIRE(outcome.clause_bound == literals);
      REQUIRE(outcome.loss == Loss::Requested);
    }
  }
}

TEST_CASE("five hundred candidate conjuncts take a few dozen queries", "[abstraction][ladder]") {
  gcl::Context context;
  prover::QueryLog log;
  const auto prover = z3(context, log);
  // x0 < x1 < ... < x20; candidates x_i < x_j + c.
  std::vector<gcl::Expr> x;
  for (int i = 0; i <= 20; ++i) {
    x.push_back(context.var("x" + std::to_string(i), context.int_sort()));
    if (i > 0) prover->assert_formula(gcl::mk_lt(context, x[x.size() - 2], x.back()));
  }
  std::vector<gcl::Expr> predicates;
  std::vector<bool> expected;
  for (int i = 0; i <= 20 && predicates.size() < 500; ++i) {
    for (int j = 0; j <= 20 && predicates.size() < 500; ++j) {
      for (const int c : {-2, 0, 3}) {
        if (i == j || predicates.size() == 500) continue;
        const gcl::Expr bound =
            gcl::mk_add(context, x[static_cast<std::size_t>(j)], context.int_const(c));
        predicates.push_back(gcl::mk_lt(context, x[static_cast<std::size_t>(i)], bound));
        expected.push_back(i < j && i - j < c);
      }
    }
  }
  REQUIRE(predicates.size() == 500);
  const BddManager manager;
  const Outcome outcome =
      unite(Region::bottom(manager), Problem{*prover, context, {}, predicates, std::nullopt});
  REQUIRE(outcome.precision == Precision::Conjunctions);
  REQUIRE(outcome.loss == Loss::TooManyPredicates);
  REQUIRE(outcome.queries < 100);
  std::size_t implied = 0;
  for (const Clause& clause : outcome.region.clauses()) {
    REQUIRE(clause.size() == 1);
    if (clause.front().positive) REQUIRE(expected[clause.front().predicate]);
    if (clause.front().positive) ++implied;
  }
  REQUIRE(implied == static_cast<std::size_t>(std::ranges::count(expected, true)));
}

TEST_CASE("a full BDD package weakens and is reported", "[abstraction][ladder]") {
  gcl::Context context;
  test::TruthTableProver prover(context);
  // A set of points without structure needs more nodes than the smaller packages have.
  constexpr std::size_t predicate_count = 7;
  Instance instance;
  for (std::size_t i = 0; i < predicate_count; ++i) {
    instance.predicates.push_back(context.var("v" + std::to_string(i), context.bool_sort()));
  }
  std::mt19937 random(4);
  std::vector<gcl::Expr> points;
  for (int point = 0; point < 40; ++point) {
    std::vector<gcl::Expr> literals;
    for (const gcl::Expr v : instance.predicates) {
      literals.push_back(random() % 2 == 0 ? v : gcl::mk_not(context, v));
    }
    points.push_back(gcl::mk_and(context, literals));
  }
  instance.background = {gcl::mk_or(context, points)};
  const Asserted asserted(prover, instance);
  std::map<Loss, int> seen;
  for (const std::size_t max_nodes : {50, 60, 80, 120, 100'000}) {
    const BddManager manager(BddOptions{max_nodes});
    for (const Algorithm algorithm : all_algorithms) {
      CAPTURE(max_nodes, to_string(algorithm), BddManager::package());
      const Problem problem = problem_of(instance, context, prover, Background::Withheld);
      const Outcome outcome = unite(Region::bottom(manager), problem, with(algorithm));
      REQUIRE(test::is_sound(Region::bottom(manager), outcome.region, instance, context, prover));
      REQUIRE((outcome.loss == Loss::None) == (outcome.precision == Precision::Exact));
      if (max_nodes == 50) REQUIRE(outcome.loss == Loss::BddLimit);
      if (max_nodes == 100'000) REQUIRE(outcome.loss == Loss::None);
      ++seen[outcome.loss];
    }
  }
  REQUIRE(seen.size() == 2);
}

TEST_CASE("the same problem twice gives the same outcome", "[abstraction][determinism]") {
  const auto run = [] {
    gcl::Context context;
    prover::QueryLog log;
    const auto prover = z3(context, log);
    test::ArithmeticInstances instances(context, 31);
    const BddManager manager;
    std::vector<std::pair<std::string, std::uint64_t>> results;
    for (int round = 0; round < 30; ++round) {
      const Instance instance = instances.next(6);
      const Asserted asserted(*prover, instance);
      const Region r = test::region_of(manager, instance.region);
      for (const Algorithm algorithm : {Algorithm::Fq, Algorithm::Guided}) {
        const Outcome outcome = unite(r, problem_of(instance, context, *prover), with(algorithm));
        results.emplace_back(to_string(outcome.region), outcome.queries);
      }
    }
    return results;
  };
  REQUIRE(run() == run());
}

TEST_CASE("corner cases of one abstraction step", "[abstraction]") {
  gcl::Context context;
  test::TruthTableProver prover(context);
  const BddManager manager;
  const gcl::Expr p = context.var("p", context.bool_sort());
  const gcl::Expr q = context.var("q", context.bool_sort());
  const auto outcome = [&](Algorithm algorithm, const Region& r, const Instance& instance) {
    const Asserted asserted(prover, instance);
    return unite(r, problem_of(instance, context, prover), with(algorithm));
  };
  for (const Algorithm algorithm : all_algorithms) {
    CAPTURE(to_string(algorithm));
    const Region bottom = Region::bottom(manager);
    // No state: nothing is added.
    const Instance unreachable{{p}, {gcl::mk_not(context, p)}, {p, q}, {}};
    REQUIRE(outcome(algorithm, bottom, unreachable).region.is_bottom());
    // Nothing can be added to everything, so nothing is asked.
    const Instance plain{{}, {}, {p, q}, {}};
    REQUIRE(outcome(algorithm, Region::top(manager), plain).queries == 0);
    REQUIRE(outcome(algorithm, bottom, plain).region.is_top());
    // No predicate: false or true.
    REQUIRE(outcome(algorithm, bottom, {{p}, {}, {}, {}}).region.is_top());
    REQUIRE(outcome(algorithm, bottom, {{context.false_()}, {}, {}, {}}).region.is_bottom());
    // Constant, repeated and contradictory predicates.
    const Instance odd{{}, {}, {p, context.true_(), p, gcl::mk_not(context, p)}, {}};
    REQUIRE(to_string(outcome(algorithm, bottom, odd).region) ==
            "b1 & (b0 | !b2) & (b0 | b3) & (!b0 | b2) & (!b0 | !b3)");
  }
}

TEST_CASE("a search can be stopped", "[abstraction][ladder]") {
  gcl::Context context;
  test::TruthTableProver prover(context);
  const BddManager manager;
  test::BooleanInstances instances(context, 12, 6);
  const Instance instance = instances.next(5);
  const Asserted asserted(prover, instance);
  for (const Algorithm algorithm : all_algorithms) {
    for (int allowed = 0; allowed < 4; ++allowed) {
      CAPTURE(to_string(algorithm), allowed);
      int asked = 0;
      Options options = with(algorithm);
      options.stop = [&] { return asked++ == allowed; };
      const Region r = Region::bottom(manager);
      const Outcome outcome = unite(r, problem_of(instance, context, prover), options);
      REQUIRE(test::is_sound(r, outcome.region, instance, context, prover));
      if (outcome.loss != Loss::None) {
        REQUIRE(outcome.loss == Loss::Stopped);
        REQUIRE(outcome.queries == static_cast<std::uint64_t>(allowed));
      }
    }
  }
  request_interrupt();
  const Outcome outcome =
      unite(Region::bottom(manager), problem_of(instance, context, prover), Options{});
  clear_interrupt();
  REQUIRE(outcome.loss == Loss::Stopped);
  REQUIRE(outcome.queries == 0);
  REQUIRE(outcome.region.is_top());
}

TEST_CASE("names of algorithms", "[abstraction]") {
  for (const Algorithm algorithm : all_algorithms) {
    REQUIRE(algorithm_named(to_string(algorithm)) == algorithm);
  }
  REQUIRE_FALSE(algorithm_named("magic"));
}

}  // namespace pawl::abstraction
