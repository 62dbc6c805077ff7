// SPDX-License-Identifier: Apache-2.0
#include "infer/concretize.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"

using namespace pawl;
using abstraction::Clause;
using gcl::Expr;
using gcl::Kind;

namespace {

struct Fixture {
  gcl::Context c;
  Expr a = c.var("a", c.map_sort(c.int_sort(), c.int_sort()));
  Expr i = c.var("i", c.int_sort()), n = c.var("n", c.int_sort());
  Expr k = c.var("k", c.int_sort());
  Expr zero = c.int_const(0);
  std::vector<Expr> predicates = {c.make(Kind::Le, {zero, k}), c.make(Kind::Lt, {k, i}),
                                  c.make(Kind::Eq, {c.make(Kind::Select, {a, k}), zero}),
                                  c.make(Kind::Le, {i, n})};
  std::string read(const Clause& clause) {
    return gcl::print(infer::readable(c, clause, predicates));
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "what reads a map is the conclusion, its range the premise",
                 "[infer][concretize]") {
  CHECK(read({{0, false}, {1, false}, {2, true}}) == "0 <= k && k < i ==> a[k] == 0");
  CHECK(read({{1, true}, {2, true}}) == "i <= k ==> a[k] == 0");
}

TEST_CASE_METHOD(Fixture, "without a map, negative literals are premises", "[infer][concretize]") {
  CHECK(read({{1, false}, {3, true}}) == "k < i ==> i <= n");
  CHECK(read({{3, true}}) == "i <= n");
  CHECK(read({{3, false}}) == "n < i");
  CHECK(read({{0, false}, {1, false}}) == "0 <= k ==> i <= k");
}

TEST_CASE_METHOD(Fixture, "a negation that reads a map is a premise too", "[infer][concretize]") {
  predicates.push_back(c.make(Kind::Eq, {c.make(Kind::Select, {a, k}), n}));
  CHECK(read({{1, false}, {2, false}, {4, true}}) == "k < i && a[k] == 0 ==> a[k] == n");
  CHECK(read({{2, false}, {4, false}}) == "a[k] == 0 ==> a[k] != n");
  CHECK(read({{2, true}, {4, true}}) == "a[k] == 0 || a[k] == n");
  CHECK(read({{2, false}}) == "a[k] != 0");
}

TEST_CASE_METHOD(Fixture, "the empty clause is false", "[infer][concretize]") {
  CHECK(read({}) == "false");
}

TEST_CASE_METHOD(Fixture, "skolem constants are quantified with a trigger", "[infer][concretize]") {
  const Expr formula = infer::readable(c, {{0, false}, {1, false}, {2, true}}, predicates);
  const Expr skolems[] = {k};
  CHECK(gcl::print(infer::close_over_skolems(c, formula, skolems)) ==
        "forall k: int :: {a[k]} 0 <= k && k < i ==> a[k] == 0");
  CHECK(infer::close_over_skolems(c, predicates[3], skolems) == predicates[3]);
}

TEST_CASE_METHOD(Fixture, "two skolem constants in two reads share one multi-pattern",
                 "[infer][concretize]") {
  const Expr y = c.var("y", c.int_sort());
  const Expr sorted =
      c.make(Kind::Implies,
             {c.make(Kind::Lt, {k, y}),
              c.make(Kind::Le, {c.make(Kind::Select, {a, k}), c.make(Kind::Select, {a, y})})});
  const Expr skolems[] = {k, y};
  const Expr closed = infer::close_over_skolems(c, sorted, skolems);
  REQUIRE(closed.triggers().size() == 1);
  CHECK(closed.triggers()[0].size() == 2);
}
