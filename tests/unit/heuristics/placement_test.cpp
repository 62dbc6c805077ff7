// SPDX-License-Identifier: Apache-2.0
#include "heuristics/placement.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;

ExprSet live(LoopFixture& f, std::size_t loop = 0) {
  const auto path = locate(*f.procedure().body, *f.desugared().loops[loop].source);
  return live_at_head(f.program(), f.procedure(), path);
}

TEST_CASE("liveness: temporaries of the body do not matter", "[heuristics][placement]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (lo: int) {
  var hi: int, mid: int, steps: int;
  lo := 0; hi := n; steps := 0;
  while lo < hi {
    mid := (lo + hi) div 2;
    if a[mid] < 0 { lo := mid + 1; } else { hi := mid; }
    steps := steps + 1;
  }
})");
  const ExprSet matters = live(f);
  CHECK(matters.contains(f.variable("lo")));
  CHECK(matters.contains(f.variable("hi")));
  CHECK_FALSE(matters.contains(f.variable("mid")));
  CHECK_FALSE(matters.contains(f.variable("steps")));  // only ever feeds itself
}

TEST_CASE("liveness: what the code after an exit reads matters", "[heuristics][placement]") {
  LoopFixture f(R"(
procedure p(n: int) returns (r: int) {
  var i: int, last: int, other: int;
  i := 0; last := 0; other := 0;
  block out {
    while i < n {
      other := last;
      if * { exit out; }
      last := i;
      i := i + 1;
    }
    last := 0;
  }
  r := last;
})");
  const ExprSet matters = live(f);
  CHECK(matters.contains(f.variable("last")));
  CHECK_FALSE(matters.contains(f.variable("other")));
}

TEST_CASE("liveness: the loop around reads what the inner loop leaves", "[heuristics][placement]") {
  LoopFixture f(R"(
procedure p(n: int) returns (r: int) {
  var i: int, j: int, kept: int;
  i := 0; kept := 0; r := 0;
  while i < n {
    r := kept;
    j := 0;
    while j < n { kept := j; j := j + 1; }
    i := i + 1;
  }
})");
  CHECK(live(f, 1).contains(f.variable("kept")));
  CHECK(live(f, 1).contains(f.variable("i")));
  CHECK_FALSE(live(f, 0).contains(f.variable("j")));
}

std::string initial(LoopFixture& f, const char* name, std::size_t loop = 0) {
  const auto& targets = f.desugared().loops[loop].targets;
  const auto path = locate(*f.procedure().body, *f.desugared().loops[loop].source);
  const auto values = initial_values(f.context(), f.program(), f.procedure(), path,
                                     ExprSet(targets.begin(), targets.end()));
  const auto found = values.find(f.variable(name));
  return found == values.end() ? "?" : gcl::print(found->second);
}

TEST_CASE("initial values: straight-line code is followed", "[heuristics][placement]") {
  LoopFixture f(R"(
var g: int;
procedure p(n: int, a: [int]int) returns (m: int)
  modifies g;
{
  var i: int, j: int, k: int, b: [int]int;
  i := 1; j := i + 1; m := a[i - 1]; b := a;
  if n > 0 { k := 1; }
  while j < n { i := i + 1; j := j + 1; k := k + 1; b[j] := m; m := 0; g := g + 1; }
})");
  CHECK(initial(f, "i") == "1");
  CHECK(initial(f, "j") == "1 + 1");
  CHECK(initial(f, "m") == "a[1 - 1]");
  CHECK(initial(f, "b") == "a");
  CHECK(initial(f, "k") == "?");
  CHECK(initial(f, "g") == "old(g)");
}

TEST_CASE("initial values: of an inner loop, by the variables around it",
          "[heuristics][placement]") {
  LoopFixture f(R"(
procedure p(n: int, a0: [int]int) returns (a: [int]int) {
  var i: int, j: int, k: int, w: int;
  a := a0; i := 0;
  while i < n {
    k := i; w := a[i]; j := i + 1;
    while j < n { if a[j] < w { w := a[j]; k := j; } j := j + 1; }
    a[k] := a[i]; a[i] := w;
    i := i + 1;
  }
})");
  CHECK(initial(f, "i") == "0");
  CHECK(initial(f, "a") == "a0");
  CHECK(initial(f, "k", 1) == "i");
  CHECK(initial(f, "j", 1) == "i + 1");
  CHECK(initial(f, "w", 1) == "a[i]");
}

TEST_CASE("initial values: an earlier round of the loop around may have changed them",
          "[heuristics][placement]") {
  LoopFixture f(R"(
procedure p(n: int) returns (r: int) {
  var i: int, j: int;
  i := 0; j := 0; r := 0;
  while i < n {
    while j < n { j := j + 1; r := r + 1; }
    i := i + 1;
  }
})");
  CHECK(initial(f, "j", 1) == "?");
  CHECK(initial(f, "j", 0) == "0");
}

}  // namespace
}  // namespace pawl::heuristics
