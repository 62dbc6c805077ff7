// SPDX-License-Identifier: Apache-2.0
#include "gcl/desugar.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/targets.h"
#include "tests/support/parsed.h"
#include "tests/unit/gcl/printed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;
using pawl::test::printed;

namespace {

std::string desugared(const std::string& text) {
  Parsed parsed(text);
  return printed(desugar(parsed.context, parsed.program, parsed.procedure()).body);
}

}  // namespace

TEST_CASE("a loop is cut, conjunct by conjunct", "[gcl][desugar]") {
  CHECK(desugared("procedure p(n: int) requires n >= 0; {"
                  "  var i: int; i := 0;"
                  "  while i < n invariant 0 <= i; invariant i <= n; { i := i + 1; }"
                  "  assert i == n; }") ==
        "assume 0 <= n; i := 0; assume true; assert 0 <= i; assert i <= n; havoc i; "
        "assume 0 <= i; assume i <= n; assume true; "
        "{ assume i < n; i := i + 1; assume true; assert 0 <= i; assert i <= n; assume false; } [] "
        "{ assume !(i < n); assume true; } assert i == n;");
}

TEST_CASE("if and loops over * test nothing", "[gcl][desugar]") {
  CHECK(desugared("procedure p() { var i: int; if * { i := 1; } while * { i := 2; } }") ==
        "{ i := 1; } [] { skip; } assume true; havoc i; assume true; "
        "{ i := 2; assume true; assume false; } [] { assume true; }");
  CHECK(desugared("procedure p(c: bool) { var i: int; if !c { i := 1; } else { i := 2; } }") ==
        "{ assume !c; i := 1; } [] { assume c; i := 2; }");
}

TEST_CASE("obligations and points are numbered in program order", "[gcl][desugar]") {
  Parsed parsed(
      "procedure p(n: int) requires n > 0; ensures n > 0; ensures n >= 0; {\n"
      "  var i: int, j: int;\n"
      "  i := 0;\n"
      "  while i < n invariant i <= n; {\n"
      "    j := 0;\n"
      "    while j < n invariant j <= n, 0 <= j; { j := j + 1; }\n"
      "    assert j == n;\n"
      "    i := i + 1;\n"
      "  }\n"
      "}\n");
  const Desugared d = desugar(parsed.context, parsed.program, parsed.procedure());
  using enum ObligationKind;
  const std::vector<std::tuple<ObligationKind, std::size_t, std::size_t, std::uint32_t>> expected{
      {Initiation, 0, 0, 4},  {Initiation, 1, 0, 6},    {Initiation, 1, 1, 6},
      {Consecution, 1, 0, 6}, {Consecution, 1, 1, 6},   {Assertion, 0, 0, 7},
      {Consecution, 0, 0, 4}, {Postcondition, 0, 0, 1}, {Postcondition, 0, 1, 1}};
  REQUIRE(d.obligations.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Obligation& o = d.obligations[i];
    CHECK(std::tuple(o.kind, o.loop, o.conjunct, o.at.begin.line) == expected[i]);
    CHECK(o.clause->expr == o.formula.expr);
  }
  REQUIRE(d.loops.size() == 2);
  CHECK(d.loops[0].depth == 0);
  CHECK_FALSE(d.loops[0].parent.has_value());
  CHECK(d.loops[1].depth == 1);
  CHECK(d.loops[1].parent == 0U);
  CHECK(d.loops[1].targets == std::vector<Expr>{parsed.int_var("j")});
  using enum PointKind;
  std::vector<std::pair<PointKind, std::size_t>> points;
  for (const Point& point : d.points) points.emplace_back(point.kind, point.loop);
  CHECK(points == std::vector<std::pair<PointKind, std::size_t>>{{LoopEntry, 0},
                                                                 {LoopEntry, 1},
                                                                 {LoopHead, 1},
                                                                 {LoopBack, 1},
                                                                 {LoopExit, 1},
                                                                 {LoopHead, 0},
                                                                 {LoopBack, 0},
                                                                 {LoopExit, 0}});
}

TEST_CASE("entry becomes a ghost of what the loop changes", "[gcl][desugar]") {
  Parsed parsed(
      "procedure p(n: int, a: [int]int) { var i: int, b: [int]int; b := a;"
      "  while i < n"
      "    invariant entry(i + n) <= i + n;"
      "    invariant forall k: int :: k > i ==> b[k] == entry(b[k]);"
      "    predicate old(n) <= entry(i); "
      "  { i := i + 1; b[i] := 0; } }");
  const Desugared d = desugar(parsed.context, parsed.program, parsed.procedure());
  const std::string text = printed(d.body);
  CHECK(text.find("i@entry, b@entry := i, b; assume true; assert i@entry + n <= i + n; "
                  "assert forall k: int :: i < k ==> b[k] == b@entry[k];") != std::string::npos);
  REQUIRE(d.loops[0].entry_ghosts.size() == 2);
  CHECK(d.ghosts.size() == 2);
  const Expr clause = d.loops[0].source->invariants[1].expr;
  const Expr inside = entry_by_ghosts(parsed.context, clause, d.loops[0]);
  CHECK(inside == d.obligations[1].formula.expr);
  CHECK(print(ghosts_to_entry(parsed.context, inside, d.loops[0])) ==
        "forall k: int :: i < k ==> b[k] == entry(b)[k]");
}

TEST_CASE("the ghost of an inner loop is a target of the outer", "[gcl][desugar]") {
  Parsed parsed(
      "procedure p(n: int) { var i: int;"
      "  while i < n { while i < n invariant entry(i) <= i; { i := i + 1; } } }");
  const Desugared d = desugar(parsed.context, parsed.program, parsed.procedure());
  REQUIRE(d.ghosts.size() == 1);
  CHECK(std::ranges::count(d.loops[0].targets, d.ghosts[0]) == 1);
  CHECK(std::ranges::count(d.loops[1].targets, d.ghosts[0]) == 0);
}

TEST_CASE("a call is its contract", "[gcl][desugar]") {
  const std::string callee =
      "var g: int; procedure q(x: int, y: int) returns (r: int) requires x > 0; modifies g;"
      "  ensures r == x + y; ensures g == old(g) + x;";
  const auto body = [&](const std::string& code) {
    return desugared("procedure p(n: int) modifies g; { var x: int, k: int; " + code + " } " +
                     callee);
  };
  CHECK(body("call x := q(n, 1);") ==
        "g@old := g; assert 0 < n; havoc g, x; assume x == n + 1; assume g == g@old + n;");
  SECTION("an argument that the call changes is kept") {
    CHECK(body("call x := q(x, g);") ==
          "x@call, y@call, g@old := x, g, g; assert 0 < x; havoc g, x; "
          "assume x == x@call + y@call; assume g == g@old + x@call;");
  }
}

TEST_CASE("a contract does not confuse the caller's names with its own", "[gcl][desugar]") {
  // The result goes to a global that the contract mentions but the callee does not modify.
  CHECK(desugared("var g: int; procedure p() modifies g; { call g := q(); }"
                  "procedure q() returns (r: int) ensures r == g + 1;") ==
        "havoc r@call; assume r@call == g + 1; g := r@call;");
  // A bound variable of the contract has the name of the caller's argument and result.
  CHECK(desugared("procedure p(k: int) { var j: int; call j := q(k); }"
                  "procedure q(x: int) returns (r: int)"
                  "  ensures forall k: int, j: int :: k < j ==> x < r;") ==
        "x@call := k; havoc r@call; assume forall k: int, j: int :: k < j ==> x@call < r@call; "
        "j := r@call;");
  // Caller and callee use the same names the other way round.
  CHECK(desugared("procedure p(y: int, x: int) { var r: int; call r := q(y, x); }"
                  "procedure q(x: int, y: int) returns (r: int) ensures r == x - y;") ==
        "havoc r; assume r == y - x;");
}

TEST_CASE("targets include what callees modify", "[gcl][targets]") {
  Parsed parsed(
      "var g: int; var h: int;"
      "procedure p() modifies g, h; { var x: int, y: int, z: int;"
      "  if * { call x := q(); } else { block L { y := 1; exit L; } }"
      "  while z < 3 { havoc h; } }"
      "procedure q() returns (r: int) modifies g;");
  const auto found = targets(parsed.program, *parsed.procedure().body);
  std::vector<std::string> names;
  for (const Expr var : found) names.push_back(var.name());
  CHECK(std::ranges::is_sorted(found, std::less<>{}));
  std::ranges::sort(names);
  CHECK(names == std::vector<std::string>{"g", "h", "x", "y"});
}
