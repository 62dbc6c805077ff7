// SPDX-License-Identifier: Apache-2.0
#include "heuristics/goal_collection.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "heuristics/open_goal.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

std::vector<std::string> goals(LoopFixture& f, std::size_t loop = 0) {
  const auto& source = *f.desugared().loops[loop].source;
  const auto path = locate(*f.procedure().body, source);
  std::vector<std::string> texts;
  for (const Goal& goal : collect_goals(f.context(), f.program(), f.procedure(), path, source)) {
    texts.push_back(gcl::print(goal.formula));
  }
  return texts;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
  INFO(text);
  for (const std::string& t : texts) UNSCOPED_INFO(t);
  return std::ranges::find(texts, text) != texts.end();
}

TEST_CASE("goals: carried back through assignments and tests", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int, v: int) returns (r: int)
  ensures r < 0 ==> (forall k: int :: 0 <= k && k < n ==> a[k] != v);
  ensures 0 <= r && r <= n;
{
  var i: int;
  i := 0;
  while i < n { i := i + 1; }
  if i == n { r := -1; } else { r := i; }
})");
  const auto found = goals(f);
  CHECK(has(found, "i == n ==> forall k: int :: 0 <= k && k < n ==> a[k] != v"));
  CHECK(has(found, "i != n ==> 0 <= i"));
  CHECK(has(found, "i != n ==> i <= n"));
}

TEST_CASE("goals: leaving the loop early has goals too", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int) returns (r: int)
  ensures r <= n;
{
  var i: int;
  i := 0; r := 0;
  block out {
    while i < n { if * { r := i; exit out; } i := i + 1; assert i <= n; }
    r := n;
  }
})");
  const auto found = goals(f);
  CHECK(has(found, "i <= n"));      // at the exit
  CHECK(has(found, "i + 1 <= n"));  // the assertion
}

TEST_CASE("goals: a later loop generalizes what it changes", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a0: [int]int) {
  var a: [int]int, i: int, j: int;
  a := a0; i := 0;
  while i < n { a[i] := 42; i := i + 1; }
  j := 0;
  while j < n { assert a[j] == 42; j := j + 1; }
})");
  const auto path = locate(*f.procedure().body, *f.desugared().loops[0].source);
  const auto found =
      collect_goals(f.context(), f.program(), f.procedure(), path, *f.desugared().loops[0].source);
  REQUIRE(found.size() == 1);
  CHECK(found[0].arbitrary.size() == 1);
  Proposal proposal(f.view());
  const OpenedGoal opened = open_goal(f.context(), proposal, found[0]);
  REQUIRE(opened.skolems.size() == 1);
  REQUIRE(opened.atoms.size() == 2);
  CHECK(gcl::print(opened.atoms[0]) == "sc < n");
  CHECK(gcl::print(opened.atoms[1]) == "a[sc] == 42");
}

TEST_CASE("goals: what a callee requires", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure q(x: int) returns (y: int)
  requires 0 <= x;
  ensures y == x;
procedure p(n: int) returns (r: int)
  ensures r >= 0;
{
  var i: int;
  i := 0;
  while i < n { i := i + 1; }
  call r := q(i + 1);
})");
  CHECK(has(goals(f), "0 <= i + 1"));
}

TEST_CASE("goals: opened by polarity", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (ok: bool, m: int)
  ensures ok <==> (forall k: int :: 0 <= k && k < n ==> a[k] == 0);
  ensures exists k: int :: 0 <= k && k < n && a[k] == m;
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y];
{
  ok := true; m := 0;
  while ok { ok := false; }
})");
  const auto path = locate(*f.procedure().body, *f.desugared().loops[0].source);
  const auto found =
      collect_goals(f.context(), f.program(), f.procedure(), path, *f.desugared().loops[0].source);
  REQUIRE(found.size() == 3);
  Proposal proposal(f.view());
  const OpenedGoal both = open_goal(f.context(), proposal, found[0]);
  CHECK(both.closed.size() == 1);
  CHECK(both.skolems.size() == 1);
  const OpenedGoal witness = open_goal(f.context(), proposal, found[1]);
  CHECK(witness.closed.size() == 1);
  CHECK(witness.atoms.empty());
  const OpenedGoal sorted = open_goal(f.context(), proposal, found[2]);
  CHECK(sorted.skolems.size() == 2);
  CHECK(sorted.closed.empty());
  CHECK(sorted.atoms.size() == 4);
}

TEST_CASE("goals: many tests after the loop do not multiply without end", "[heuristics][goals]") {
  std::string text =
      "procedure p(n: int, c: [int]bool) returns (r: int)\n  ensures r <= n;\n{\n"
      "  var i: int;\n  i := 0;\n  while i < n { i := i + 1; }\n  r := i;\n";
  for (int k = 0; k < 60; ++k) {
    text += "  if c[" + std::to_string(k) + "] { r := r - " + std::to_string(k) + "; }\n";
  }
  LoopFixture f(text + "}\n");
  CHECK(goals(f).size() <= 40);
}

}  // namespace
}  // namespace pawl::heuristics
