// SPDX-License-Identifier: Apache-2.0
#include "check/exhaust.h"

#include <catch2/catch.hpp>

#include "check/fold.h"
#include "prover/query_log.h"
#include "tests/support/parsed.h"

using namespace pawl;
using pawl::test::Parsed;

namespace {

check::Exhaustion exhaust(const std::string& text, const check::ExhaustLimits& limits = {}) {
  Parsed parsed(text);
  prover::QueryLog log;
  return check::exhaust(parsed.context, parsed.program, parsed.procedure(0), limits, {}, log);
}

}  // namespace

TEST_CASE("what ends after a bounded number of rounds is followed to its end", "[check][exhaust]") {
  CHECK(exhaust("procedure p() { var i: int, s: int; i := 0; s := 0;"
                "  while i < 100 { i := i + 1; s := s + i; } assert s == 5050; }")
            .complete);
  CHECK(exhaust("procedure p(x: int) { var i: int, y: int; i := 0; y := x;"
                "  while i < 10 { if * { y := y + 1; } i := i + 1; }"
                "  assert x <= y && y <= x + 10; }")
            .paths == 1'024);
  const auto wrong = exhaust(
      "procedure p(x: int) { var i: int; i := 0;"
      "  while i < 3 { i := i + 1; assert x != i; } }");
  CHECK_FALSE(wrong.complete);
  CHECK(wrong.why == "an obligation is not proved on some path");
}

TEST_CASE("what need not end is not proved", "[check][exhaust]") {
  CHECK_FALSE(exhaust("procedure p(n: int) { var i: int; i := 0;"
                      "  while i < n { i := i + 1; } assert 0 <= i; }")
                  .complete);
  CHECK_FALSE(exhaust("procedure p() { while true { } assert false; }").complete);
  CHECK_FALSE(exhaust("procedure p() { while * { } assert true; }").complete);
}

TEST_CASE("inputs that are bounded are taken one by one", "[check][exhaust]") {
  const std::string text =
      "procedure p() { var n: int, m: int, i: int, s: int;"
      "  havoc n; havoc m; assume 0 <= n && n <= 12; assume !(m < 1) && m < 9;"
      "  i := 0; s := 0;"
      "  while i < n { s := s + m * i; i := i + 1; }"
      "  assert 2 * s == m * n * (n - 1); }";
  CHECK(exhaust(text).complete);
  // Numbers need no solver.
  const auto found = exhaust(text, {.queries = 3});
  CHECK(found.complete);
  CHECK(found.paths == 13 * 8);
  CHECK(exhaust(text, {.paths = 50, .queries = 3}).why == "there are too many paths");
  CHECK_FALSE(exhaust("procedure p() { var n: int, i: int; havoc n; assume 0 <= n && n <= 9;"
                      "  i := 0; while i < n { i := i + 1; } assert i != 9; }")
                  .complete);
}

TEST_CASE("nothing is chosen for a program that leaves it open", "[check][exhaust]") {
  const std::string loop = " i := 0; while i < 3 { i := i + 1; } ";
  // A cell, a variable, a constant, a function, division by zero.
  for (const std::string open :
       {"assert a[1] == 0;", "assert x == 0;", "assert c == 0;", "assert f(3) == 0;",
        "assert i div (i - 3) == 0;", "havoc a; a[1] := 0; assert a[1] == a[2];"}) {
    INFO(open);
    CHECK_FALSE(exhaust("const c: int; function f(x: int): int;"
                        "procedure p() { var i: int, x: int, a: [int]int;" +
                        loop + open + " }")
                    .complete);
  }
  CHECK(exhaust("procedure p() { var i: int, a: [int]int;" + loop +
                "a[i] := 4; a[1] := 5; assert a[3] == 4 && a[2] == a[i - 1]; }")
            .complete);
}

TEST_CASE("contracts: what is required is assumed, what is ensured is proved", "[check][exhaust]") {
  const std::string body =
      "{ var i: int; i := 0; r := 0; while i < n { r := r + i; i := i + 1; } }";
  CHECK(exhaust("procedure p(n: int) returns (r: int) requires 0 <= n && n < 20;"
                " ensures 2 * r == n * (n - 1); " +
                body)
            .complete);
  CHECK_FALSE(exhaust("procedure p(n: int) returns (r: int) requires 0 <= n && n < 20;"
                      " ensures r < 171; " +
                      body)
                  .complete);
  CHECK_FALSE(
      exhaust("var g: int; procedure p() modifies g; ensures g == old(g); { g := g; }").complete);
  CHECK_FALSE(exhaust("procedure p() { call q(); } procedure q() ensures false;").complete);
}

TEST_CASE("terms are folded", "[check][exhaust]") {
  Parsed parsed("procedure p(x: int, a: [int]int) { }");
  gcl::Context& c = parsed.context;
  const gcl::Expr x = parsed.int_var("x");
  const gcl::Expr two = c.int_const(2), three = c.int_const(3);
  const auto make = [&](gcl::Kind kind, std::initializer_list<gcl::Expr> args) {
    return check::fold(c, c.make(kind, args));
  };
  CHECK(make(gcl::Kind::Mul, {two, three}) == c.int_const(6));
  CHECK(make(gcl::Kind::Mul, {x, c.int_const(0)}) == c.int_const(0));
  const gcl::Expr sum = make(gcl::Kind::Add, {make(gcl::Kind::Add, {x, two}), three});
  CHECK(sum == c.make(gcl::Kind::Add, {x, c.int_const(5)}));
  CHECK(make(gcl::Kind::Sub, {sum, c.int_const(5)}) == x);
  CHECK(make(gcl::Kind::Div, {two, c.int_const(0)}).is(gcl::Kind::Div));
  const gcl::Expr map = c.var("a", c.map_sort(c.int_sort(), c.int_sort()));
  const gcl::Expr stored =
      make(gcl::Kind::Store, {make(gcl::Kind::Store, {map, two, x}), three, two});
  CHECK(make(gcl::Kind::Select, {stored, two}) == x);
  CHECK(make(gcl::Kind::Select, {stored, c.int_const(7)}) ==
        c.make(gcl::Kind::Select, {map, c.int_const(7)}));
  CHECK(make(gcl::Kind::Select, {stored, x}).is(gcl::Kind::Select));
  CHECK(make(gcl::Kind::Store, {stored, two, three}).arg(0).arg(0) == map);
}
