// SPDX-License-Identifier: Apache-2.0
#include "heuristics/linear.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/printer.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

struct Terms {
  gcl::Context context;
  Expr i = context.var("i", context.int_sort());
  Expr j = context.var("j", context.int_sort());
  Expr n = context.var("n", context.int_sort());
  Expr number(std::int64_t value) { return context.int_const(value); }
  Expr sum(Expr a, Expr b) { return context.make(Kind::Add, {a, b}); }
  Expr difference(Expr a, Expr b) { return context.make(Kind::Sub, {a, b}); }
  Expr product(Expr a, Expr b) { return context.make(Kind::Mul, {a, b}); }
};

TEST_CASE("linear: sums are collected", "[heuristics][linear]") {
  Terms t;
  const auto form =
      linear_form(t.difference(t.sum(t.product(t.number(2), t.i), t.number(3)), t.sum(t.i, t.n)));
  REQUIRE(form);
  CHECK(form->constant == 3);
  CHECK(form->coefficient(t.i) == 1);
  CHECK(form->coefficient(t.n) == -1);
  CHECK(form->coefficient(t.j) == 0);
}

TEST_CASE("linear: what cancels leaves no term", "[heuristics][linear]") {
  Terms t;
  const auto form = linear_form(t.difference(t.sum(t.i, t.number(1)), t.i));
  REQUIRE(form);
  CHECK(form->is_constant());
  CHECK(form->constant == 1);
  CHECK(constant_difference(t.sum(t.i, t.number(5)), t.i) == 5);
  CHECK(constant_difference(t.i, t.j) == std::nullopt);
}

TEST_CASE("linear: a product of variables is one term", "[heuristics][linear]") {
  Terms t;
  const Expr product = t.product(t.i, t.j);
  const auto form = linear_form(t.sum(product, t.i));
  REQUIRE(form);
  CHECK(form->coefficient(product) == 1);
  CHECK(form->coefficient(t.i) == 1);
}

TEST_CASE("linear: overflow has no form", "[heuristics][linear]") {
  Terms t;
  const Expr huge = t.context.int_const("99999999999999999999999999");
  CHECK_FALSE(linear_form(huge));
  const Expr large = t.number(INT64_MAX);
  CHECK(linear_form(large));
  CHECK_FALSE(linear_form(t.sum(large, large)));
  CHECK_FALSE(linear_form(t.product(large, t.product(large, t.i))));
  CHECK_FALSE(linear_form(t.number(INT64_MIN)));
}

TEST_CASE("linear: a term that unfolds exponentially is given up", "[heuristics][linear]") {
  Terms t;
  Expr doubled = t.i;
  for (int k = 0; k < 100; ++k) doubled = t.sum(doubled, doubled);
  CHECK_FALSE(linear_form(doubled));
}

TEST_CASE("linear: solving for a variable", "[heuristics][linear]") {
  Terms t;
  const auto key = linear_form(t.difference(t.difference(t.n, t.number(1)), t.i));
  REQUIRE(key);
  const auto value = solve(*key, t.i, Linear{.constant = 0, .terms = {{t.j, 1}}});
  REQUIRE(value);
  // n - 1 - i == j  gives  i == n - 1 - j
  CHECK(value->constant == -1);
  CHECK(value->coefficient(t.n) == 1);
  CHECK(value->coefficient(t.j) == -1);
  const auto twice = linear_form(t.product(t.number(2), t.i));
  CHECK_FALSE(solve(*twice, t.i, Linear{}));
}

TEST_CASE("linear: comparisons read like people write them", "[heuristics][linear]") {
  Terms t;
  const auto le = [&](Expr left, Expr right) {
    return gcl::print(nice_le(t.context, left, right));
  };
  const auto lt = [&](Expr left, Expr right) {
    return gcl::print(nice_lt(t.context, left, right));
  };
  CHECK(le(t.number(0), t.i) == "0 <= i");
  CHECK(le(t.number(-1), t.i) == "-1 <= i");
  CHECK(le(t.i, t.number(7)) == "i <= 7");
  CHECK(lt(t.i, t.sum(t.n, t.number(1))) == "i <= n");
  CHECK(le(t.sum(t.i, t.number(1)), t.n) == "i < n");
  CHECK(le(t.i, t.sum(t.n, t.number(2))) == "i <= n + 2");
  CHECK(le(t.sum(t.i, t.number(2)), t.n) == "i + 2 <= n");
  CHECK(gcl::print(equals_zero(t.context, Linear{.constant = 1, .terms = {{t.i, 1}, {t.n, -1}}})) ==
        "i + 1 == n");
  CHECK(gcl::print(to_expr(t.context, Linear{.constant = 0, .terms = {{t.i, -1}}})) == "-i");
  CHECK(gcl::print(to_expr(t.context, Linear{.constant = -1, .terms = {{t.n, 1}, {t.i, -1}}})) ==
        "n - i - 1");
}

}  // namespace
}  // namespace pawl::heuristics
