// SPDX-License-Identifier: Apache-2.0
#include "infer/instantiate.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/traverse.h"

using namespace pawl;
using gcl::Expr;
using gcl::Kind;

namespace {

struct Fixture {
  gcl::Context c;
  gcl::Sort map = c.map_sort(c.int_sort(), c.int_sort());
  Expr a = c.var("a", map), i = c.var("i", c.int_sort()), n = c.var("n", c.int_sort());
  Expr k = c.bound_var("k", c.int_sort());
  Expr zero = c.int_const(0);

  Expr read(Expr index) { return c.make(Kind::Select, {a, index}); }
  Expr all_zero(Expr index) {
    const Expr bound[] = {k};
    return c.make_quantifier(Kind::Forall, bound, {}, c.make(Kind::Eq, {read(index), zero}));
  }
  Expr weaken(Expr formula, std::vector<Expr> sights) {
    infer::GroundTerms terms;
    terms.collect(sights);
    infer::Instantiator instantiator(c, terms);
    return instantiator.weaken(formula);
  }
};

bool quantifier_free(Expr e) {
  bool free = true;
  gcl::post_order(e, [&](Expr node) { free &= !node.is(Kind::Forall) && !node.is(Kind::Exists); });
  return free;
}

}  // namespace

TEST_CASE_METHOD(Fixture, "a universal fact becomes its instances at the keys in sight",
                 "[infer][instantiate]") {
  const Expr use = c.make(Kind::Lt, {read(i), read(n)});
  const Expr weaker = weaken(all_zero(k), {use});
  CHECK(weaker ==
        gcl::mk_and(c, {c.make(Kind::Eq, {read(i), zero}), c.make(Kind::Eq, {read(n), zero})}));
}

TEST_CASE_METHOD(Fixture, "an offset key is solved for the bound variable",
                 "[infer][instantiate]") {
  const Expr one = c.int_const(1);
  const Expr use = c.make(Kind::Lt, {read(i), zero});
  const Expr weaker = weaken(all_zero(c.make(Kind::Add, {k, one})), {use});
  // k + 1 meets i at k = i - 1
  const Expr met = c.make(Kind::Add, {c.make(Kind::Sub, {i, one}), one});
  CHECK(weaker == c.make(Kind::Eq, {read(met), zero}));
}

TEST_CASE_METHOD(Fixture, "a universal fact without any key in sight says nothing",
                 "[infer][instantiate]") {
  CHECK(weaken(all_zero(k), {}).is_true());
}

TEST_CASE_METHOD(Fixture, "a negated universal fact gets a witness", "[infer][instantiate]") {
  const Expr weaker = weaken(c.make(Kind::Not, {all_zero(k)}), {});
  REQUIRE(weaker.is(Kind::Not));
  CHECK(quantifier_free(weaker));
  CHECK(weaker.arg(0).arg(0).arg(1).is(Kind::Var));
}

TEST_CASE_METHOD(Fixture, "polarity is followed through implications and equivalences",
                 "[infer][instantiate]") {
  const Expr b = c.var("b", c.bool_sort());
  const Expr use = c.make(Kind::Lt, {read(i), zero});
  for (const Expr formula :
       {c.make(Kind::Implies, {b, all_zero(k)}), c.make(Kind::Implies, {all_zero(k), b}),
        c.make(Kind::Iff, {b, all_zero(k)}),
        c.make(Kind::Or, {b, c.make(Kind::Not, {all_zero(k)})})}) {
    const Expr weaker = weaken(formula, {use});
    CHECK(quantifier_free(weaker));
    CHECK_FALSE(weaker.is_true());
  }
}

TEST_CASE_METHOD(Fixture, "a quantifier without polarity is given up, not misread",
                 "[infer][instantiate]") {
  const Expr term = c.make(Kind::Ite, {all_zero(k), i, n});
  CHECK(weaken(c.make(Kind::Eq, {term, zero}), {read(i)}).is_true());
}
