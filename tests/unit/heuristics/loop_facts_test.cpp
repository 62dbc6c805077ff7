// SPDX-License-Identifier: Apache-2.0
#include "heuristics/loop_facts.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "heuristics/relations.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

/// "sc < i" for each frontier of the map.
std::vector<std::string> bounds(LoopFixture& f, const char* map, std::size_t dimension = 0,
                                std::size_t loop = 0) {
  const LoopFacts facts(f.view(loop));
  std::vector<std::string> texts;
  for (const Frontier* frontier : facts.frontiers_of(f.variable(map), dimension)) {
    const char* direction = frontier->direction == Direction::Up ? "up " : "down ";
    texts.push_back(direction + gcl::print(to_expr(f.context(), frontier->bound)));
  }
  std::ranges::sort(texts);
  return texts;
}

using Texts = std::vector<std::string>;

std::string loop_over(const std::string& before, const std::string& loop) {
  return "procedure p(n: int, a: [int]int, v: int) returns (b: [int]int, r: int) {\n"
         "  var i: int, j: int, k: int;\n  b := a; r := 0; i := 0; j := 0; k := 0;\n" +
         before + loop + "\n  r := i + j + k;\n}\n";
}

TEST_CASE("frontier: counting up and down, before and after the step", "[heuristics][loop_facts]") {
  LoopFixture up(loop_over("", "while i < n { b[i] := 0; i := i + 1; }"));
  CHECK(bounds(up, "b") == Texts{"up i"});
  LoopFixture late(loop_over("", "while i < n { i := i + 1; b[i] := 0; }"));
  CHECK(bounds(late, "b") == Texts{"up i + 1"});
  LoopFixture down(loop_over("i := n;", "while i > 0 { i := i - 1; b[i] := 0; }"));
  CHECK(bounds(down, "b") == Texts{"down i"});
  LoopFixture early(loop_over("i := n - 1;", "while i >= 0 { b[i] := 0; i := i - 1; }"));
  CHECK(bounds(early, "b") == Texts{"down i + 1"});
  LoopFixture reverse(loop_over("", "while i < n { b[n - 1 - i] := a[i]; i := i + 1; }"));
  CHECK(bounds(reverse, "b") == Texts{"down n - i"});
  CHECK(bounds(reverse, "a") == Texts{"up i"});
}

TEST_CASE("frontier: from both ends, and from a midpoint", "[heuristics][loop_facts]") {
  LoopFixture both(loop_over("j := n - 1;", R"(while i < j {
    r := b[i]; b[i] := b[j]; b[j] := r; i := i + 1; j := j - 1; })"));
  CHECK(bounds(both, "b") == Texts{"down j + 1", "up i"});
  LoopFixture half(loop_over("j := n;", R"(while i < j {
    k := i + (j - i) div 2;
    if a[k] < v { i := k + 1; } else { j := k; } })"));
  CHECK(bounds(half, "a") == Texts{"down j", "up i"});
  LoopFixture inclusive(loop_over("j := n - 1;", R"(while i <= j {
    k := i + (j - i) div 2;
    if a[k] < v { i := k + 1; } else { j := k - 1; } })"));
  CHECK(bounds(inclusive, "a") == Texts{"down j + 1", "up i"});
}

TEST_CASE("frontier: where it starts and ends", "[heuristics][loop_facts]") {
  LoopFixture f(loop_over("i := 2;", "while i != n { b[i + 1] := 0; i := i + 1; }"));
  const LoopFacts facts(f.view());
  const auto frontiers = facts.frontiers_of(f.variable("b"), 0);
  REQUIRE(frontiers.size() == 1);
  REQUIRE(frontiers[0]->first);
  REQUIRE(frontiers[0]->last);
  CHECK(gcl::print(to_expr(f.context(), *frontiers[0]->first)) == "3");
  CHECK(gcl::print(to_expr(f.context(), *frontiers[0]->last)) == "n");
}

TEST_CASE("frontier: nested maps have one per dimension", "[heuristics][loop_facts]") {
  LoopFixture f(R"(
procedure p(n: int, m0: [int][int]int) returns (m: [int][int]int) {
  var i: int, j: int;
  m := m0; i := 0;
  while i < n { j := 0; while j < n { m[i][j] := 0; j := j + 1; } i := i + 1; }
})");
  CHECK(bounds(f, "m", 0, 0) == Texts{"up i"});
  CHECK(bounds(f, "m", 1, 0).empty());
  CHECK(bounds(f, "m", 0, 1).empty());
  CHECK(bounds(f, "m", 1, 1) == Texts{"up j"});
  const LoopFacts inner(f.view(1));
  REQUIRE(inner.map_targets().size() == 1);
  CHECK(inner.map_targets()[0].keys[0] == f.variable("i"));
  CHECK_FALSE(inner.map_targets()[0].keys[1]);
}

TEST_CASE("targets: a cell at a steady key is precise", "[heuristics][loop_facts]") {
  LoopFixture f(loop_over("", "while i < n { b[v] := b[v] + 1; i := i + 1; }"));
  const LoopFacts facts(f.view());
  REQUIRE(facts.map_targets().size() == 1);
  CHECK(facts.map_targets()[0].is_precise());
}

TEST_CASE("targets: directions", "[heuristics][loop_facts]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (m: int, c: int, x: int) {
  var i: int;
  m := a[0]; i := n; c := 0; x := 0;
  while i > 0 {
    i := i - 1;
    if a[i] > m { m := a[i]; } else { c := c + 1; }
    havoc x;
  }
})");
  const LoopFacts facts(f.view());
  const auto direction = [&](const char* name) {
    return facts.scalar(f.variable(name))->direction;
  };
  CHECK(direction("i") == Direction::Down);
  CHECK(direction("m") == Direction::Up);  // by the test it passes
  CHECK(direction("c") == Direction::Up);
  CHECK(direction("x") == Direction::Unknown);
  CHECK(facts.scalar(f.variable("c"))->is_counter());
  CHECK_FALSE(facts.scalar(f.variable("m"))->is_counter());
}

Texts printed(const std::vector<gcl::Expr>& exprs) {
  Texts texts;
  for (const gcl::Expr e : exprs) texts.push_back(gcl::print(e));
  return texts;
}

Texts equalities(LoopFixture& f) {
  return printed(kept_equalities(f.context(), LoopFacts(f.view())));
}

TEST_CASE("relations: counters that move together", "[heuristics][loop_facts]") {
  LoopFixture same(loop_over("", "while i < n { i := i + 1; j := j + 1; }"));
  CHECK(equalities(same) == Texts{"j == i"});
  LoopFixture twice(loop_over("", "while i < n { i := i + 1; j := j + 2; }"));
  CHECK(equalities(twice) == Texts{"j == 2 * i"});
  LoopFixture ends(loop_over("j := n - 1;", "while i < j { i := i + 1; j := j - 1; }"));
  CHECK(equalities(ends) == Texts{"i + j + 1 == n"});
  LoopFixture merge(loop_over(
      "", "while i < n { if a[i] < v { i := i + 1; } else { j := j + 1; } k := k + 1; }"));
  CHECK(equalities(merge) == Texts{"k == i + j"});
  LoopFixture unrelated(
      loop_over("", "while i < n { if a[i] < v { i := i + 1; } else { j := j + 1; } }"));
  CHECK(equalities(unrelated).empty());
  LoopFixture unknown(loop_over("havoc i, j;", "while i < n { i := i + 1; j := j + 1; }"));
  REQUIRE(equalities(unknown).size() == 1);
  CHECK(equalities(unknown)[0].find("entry(i)") != std::string::npos);
}

TEST_CASE("relations: a counter that never overtakes another", "[heuristics][loop_facts]") {
  LoopFixture f(loop_over("", "while i < n { if a[i] < v { j := j + 1; } i := i + 1; }"));
  CHECK(printed(kept_inequalities(f.context(), LoopFacts(f.view()))) == Texts{"j <= i"});
}

TEST_CASE("paths: few, however many tests there are", "[heuristics][loop_facts]") {
  std::string body;
  for (int k = 0; k < 40; ++k) {
    body += "if a[" + std::to_string(k) + "] == 0 { r := r + 1; } ";
  }
  LoopFixture f(loop_over("", "while i < n { " + body + "i := i + 1; }"));
  const LoopFacts facts(f.view());
  CHECK(facts.paths().size() <= 24);
  CHECK(facts.scalar(f.variable("i"))->is_counter());
}

TEST_CASE("paths: a test that leaves the loop is part of the guard", "[heuristics][loop_facts]") {
  LoopFixture f(loop_over("", R"(block out { while true {
    if i >= n { exit out; }
    if a[i] == v { exit out; }
    i := i + 1; } })"));
  const LoopFacts facts(f.view());
  CHECK(facts.back_paths().size() == 1);
  CHECK(facts.paths().size() == 3);
  CHECK(facts.guard_conjuncts().size() == 2);  // the negation of each test
  const Proposal proposal = f.propose();
  INFO(to_string(proposal));
  CHECK(f.find(proposal, "i <= n") != nullptr);
}

}  // namespace
}  // namespace pawl::heuristics
