// SPDX-License-Identifier: Apache-2.0
//
// Which predicates hang together, what models can be varied, and what both are worth in queries.
#include "abstraction/structure.h"

#include <catch2/catch.hpp>
#include <string>

#include "abstraction/abstract.h"
#include "abstraction/variation.h"
#include "gcl/build.h"
#include "prover/query_log.h"

namespace pawl::abstraction {

namespace {

using gcl::Expr;
using Groups = std::vector<std::vector<std::uint32_t>>;

struct Fixture {
  gcl::Context context;
  prover::QueryLog log;
  std::unique_ptr<prover::Prover> prover =
      prover::make_prover(context, prover::ProverOptions{}, log);
  std::vector<Expr> background;
  std::vector<Expr> assumptions;
  std::vector<Expr> predicates;

  Expr integer(const std::string& name) { return context.var(name, context.int_sort()); }
  Expr boolean(const std::string& name) { return context.var(name, context.bool_sort()); }
  Expr number(std::int64_t value) { return context.int_const(value); }
  Expr le(Expr a, Expr b) { return gcl::mk_le(context, a, b); }
  Expr eq(Expr a, Expr b) { return gcl::mk_eq(context, a, b); }

  Problem problem() { return {*prover, context, assumptions, predicates, background}; }
  std::vector<Variation> variations() {
    const Structure structure = analyse(problem());
    return find_variations(context, structure.facts, structure.predicates);
  }
  Outcome run(Algorithm algorithm = Algorithm::Guided) {
    for (const Expr formula : background) prover->assert_formula(formula);
    Options options;
    options.algorithm = algorithm;
    options.max_queries = 0;
    const BddManager manager;
    Outcome outcome = unite(Region::bottom(manager), problem(), options);
    text = to_string(outcome.region);
    points = outcome.region.function().sat_count(static_cast<std::uint32_t>(predicates.size()));
    outcome.region = Region();
    return outcome;
  }
  std::string text;
  double points = 0;
};

}  // namespace

TEST_CASE("predicates without a common variable are unrelated", "[abstraction][structure]") {
  Fixture f;
  const Expr x = f.integer("x");
  const Expr y = f.integer("y");
  const Expr z = f.integer("z");
  f.predicates = {f.le(x, f.number(0)), f.le(y, f.number(0)), f.le(x, f.number(5)), f.le(z, y)};
  REQUIRE(analyse(f.problem()).groups == Groups{{0, 2}, {1, 3}});
  f.background = {f.le(z, x)};
  REQUIRE(analyse(f.problem()).groups == Groups{{0, 1, 2, 3}});
  Problem withheld = f.problem();
  withheld.background.reset();
  REQUIRE(analyse(withheld).groups == Groups{{0, 1, 2, 3}});
  REQUIRE(analyse(withheld).predicates.empty());
}

TEST_CASE("guards that are known to be true relate nothing", "[abstraction][structure]") {
  Fixture f;
  const Expr x = f.integer("x");
  const Expr y = f.integer("y");
  const Expr g1 = f.boolean("g1");
  const Expr g2 = f.boolean("g2");
  const Expr g3 = f.boolean("g3");
  f.predicates = {f.le(x, f.number(0)), f.le(y, f.number(0))};
  f.background = {gcl::mk_implies(f.context, g1, f.le(x, f.number(3))),
                  gcl::mk_implies(f.context, g2, g1),
                  gcl::mk_implies(f.context, g2, f.le(y, f.number(3)))};
  REQUIRE(analyse(f.problem()).groups == Groups{{0, 1}});
  f.assumptions = {g2};
  REQUIRE(analyse(f.problem()).groups == Groups{{0}, {1}});
  // A join: either branch may have been taken, and each speaks of one variable.
  f.background.push_back(gcl::mk_or(f.context, {g3, gcl::mk_not(f.context, g1)}));
  f.background.push_back(
      gcl::mk_implies(f.context, g3, gcl::mk_or(f.context, {f.eq(x, f.number(1)), f.eq(y, x)})));
  REQUIRE(analyse(f.problem()).groups == Groups{{0, 1}});
}

TEST_CASE("functions and bounded sorts relate predicates", "[abstraction][structure]") {
  Fixture f;
  const gcl::Sort ref = f.context.uninterpreted_sort("ref");
  const Expr p = f.context.var("p", ref);
  const Expr q = f.context.var("q", ref);
  const Expr r = f.context.var("r", ref);
  const Expr s = f.context.var("s", ref);
  f.predicates = {f.eq(p, q), f.eq(r, s)};
  REQUIRE(analyse(f.problem()).groups == Groups{{0}, {1}});
  // All references are equal.
  const Expr u = f.context.bound_var("u", ref);
  const Expr w = f.context.bound_var("w", ref);
  f.background = {f.context.make_quantifier(gcl::Kind::Forall, std::vector{u, w}, {}, f.eq(u, w))};
  REQUIRE(analyse(f.problem()).groups == Groups{{0, 1}});
  f.background.clear();
  const auto apply = [&](Expr argument) {
    return f.context.make_apply("f", f.context.int_sort(), std::vector{argument});
  };
  f.predicates = {f.le(apply(p), f.number(0)), f.le(apply(q), f.number(0))};
  REQUIRE(analyse(f.problem()).groups == Groups{{0, 1}});
}

TEST_CASE("unrelated groups are enumerated side by side", "[abstraction][structure]") {
  Fixture f;
  // In group g the three predicates order four unknown numbers that facts tie together.
  for (int g = 0; g < 4; ++g) {
    const Expr x = f.integer("x" + std::to_string(g));
    const Expr y = f.integer("y" + std::to_string(g));
    const Expr z = f.integer("z" + std::to_string(g));
    f.background.push_back(f.eq(gcl::mk_add(f.context, x, y), z));
    f.predicates.push_back(f.le(x, f.number(0)));
    f.predicates.push_back(f.le(y, f.number(0)));
    f.predicates.push_back(f.le(z, f.number(0)));
  }
  const Outcome outcome = f.run();
  REQUIRE(outcome.loss == Loss::None);
  REQUIRE(f.points == 6 * 6 * 6 * 6);
  REQUIRE(outcome.queries <= 6 * 4 + 5);  // the sum over the groups, not the product
}

TEST_CASE("a skolem constant is varied without asking", "[abstraction][structure]") {
  Fixture f;
  const Expr i = f.integer("i");
  const Expr sc = f.integer("sc");
  const gcl::Sort map = f.context.map_sort(f.context.int_sort(), f.context.int_sort());
  const Expr a = f.context.var("a", map);
  const Expr b = f.context.var("b", map);
  const Expr old = f.integer("i_before");
  f.background = {f.le(f.number(0), old), f.eq(i, gcl::mk_add(f.context, old, f.number(1))),
                  f.eq(b, gcl::mk_store(f.context, a, old, f.number(0)))};
  f.predicates = {f.le(f.number(0), sc), gcl::mk_lt(f.context, sc, i),
                  f.eq(gcl::mk_select(f.context, b, sc), f.number(0))};
  const std::vector<Variation> variations = f.variations();
  REQUIRE(variations.size() == 1);
  REQUIRE(variations[0].predicates == std::vector<std::uint32_t>{0, 1, 2});
  const Outcome outcome = f.run();
  REQUIRE(outcome.loss == Loss::None);
  const std::string guided = f.text;
  const double points = f.points;
  f.prover = prover::make_prover(f.context, prover::ProverOptions{}, f.log);
  const Outcome fq = f.run(Algorithm::Fq);
  REQUIRE(f.text == guided);
  REQUIRE(static_cast<double>(outcome.queries) < points);
  REQUIRE(outcome.queries < fq.queries);
}

TEST_CASE("a hub stays where it is and its neighbours move", "[abstraction][structure]") {
  Fixture f;
  const Expr y = f.integer("y");
  f.background = {f.le(f.number(0), y)};
  for (int i = 0; i < 10; ++i) f.predicates.push_back(f.le(f.integer("x" + std::to_string(i)), y));
  REQUIRE(f.variations().size() == 10);
  const Outcome outcome = f.run();
  REQUIRE(f.text == "true");
  REQUIRE(outcome.queries == 1);
}

}  // namespace pawl::abstraction
