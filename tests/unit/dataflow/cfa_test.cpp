// SPDX-License-Identifier: Apache-2.0
#include "dataflow/cfa.h"

#include <catch2/catch.hpp>

#include "dataflow/distance.h"
#include "dataflow/program_facts.h"
#include "dataflow/wto.h"
#include "gcl/internal_form.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::dataflow;
using pawl::test::Parsed;

namespace {

struct Made {
  explicit Made(const std::string& text) : parsed(text) {
    internal = gcl::internal_form(parsed.context, parsed.program, gcl::LoopInvariants::Check);
    all = automata(parsed.context, internal);
  }
  Parsed parsed;
  gcl::Program internal;
  Automata all;
};

/// Every cycle goes through a head, and other edges go forward.
void check_order(const Cfa& cfa) {
  const WeakTopologicalOrder order = weak_topological_order(cfa);
  for (const Edge& edge : cfa.edges) {
    const bool reached = edge.from == cfa.entry || !cfa.locations[edge.from].in.empty();
    if (!reached) continue;
    CHECK((order.position[edge.from] < order.position[edge.to] || order.head[edge.to]));
  }
}

}  // namespace

TEST_CASE("an automaton has an edge for every step", "[dataflow][cfa]") {
  const Made made(
      "var g: int;\n"
      "procedure p(n: int) returns (r: int) modifies g; ensures g >= old(g);\n"
      "{ if n > 0 { g := g + 1; } else { havoc r; } while r < n { r := r + 1; } assert r >= n; }");
  const Cfa& cfa = *made.all[0];
  CHECK(cfa.checks.size() == 2);  // the assertion and the contract
  REQUIRE(cfa.remembered.size() == 1);
  CHECK(to_string(made.internal, cfa.edges.back().operation) == "old(g) := g");
  std::size_t heads = 0;
  for (const Location& one : cfa.locations) heads += one.loop != nullptr ? 1U : 0U;
  CHECK(heads == 1);
  check_order(cfa);
}

TEST_CASE("nested loops and exits keep the order weakly topological", "[dataflow][cfa]") {
  const Made made(
      "procedure p() { var i: int, j: int; block out { while * { i := 0; while i < j {\n"
      "  if * { exit out; } while * { i := i + 1; } block in { if * { exit in; } j := 1; } } } }\n"
      "  assert i == i; }");
  check_order(*made.all[0]);
}

TEST_CASE("distances go through calls", "[dataflow][cfa]") {
  const Made made(
      "procedure leaf(n: int) returns (r: int) { assert n > 0; r := n; }\n"
      "procedure main() { var x: int; call x := leaf(1); call x := leaf(x); }\n"
      "procedure other() { var x: int; x := 1; }");
  const Cfa& leaf = *made.all[0];
  const Distances to(made.internal, made.all, 0, leaf.checks[0].at);
  CHECK(to.to_goal(0, leaf.checks[0].at) == 0);
  CHECK(to.to_goal(1, made.all[1]->entry) != Distances::unreachable);
  CHECK(to.to_goal(2, made.all[2]->entry) == Distances::unreachable);
  CHECK(to.to_exit(1, made.all[1]->entry) > to.to_exit(0, leaf.entry));
}

TEST_CASE("callees come first", "[dataflow][cfa]") {
  const Made made(
      "var g: int, h: int;\n"
      "procedure main() modifies g; { call middle(); }\n"
      "procedure middle() modifies g; { call last(); if * { call middle(); } }\n"
      "procedure last() modifies g; { g := h; }");
  const ProgramFacts facts = facts_of(made.internal, made.all);
  CHECK(facts.rank[2] < facts.rank[1]);
  CHECK(facts.rank[1] < facts.rank[0]);
  CHECK(facts.relevant[0].size() == 2);
  CHECK(facts.modified[0].size() == 1);
}
