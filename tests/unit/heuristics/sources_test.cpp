// SPDX-License-Identifier: Apache-2.0
//
// Each source alone, on the kind of loop it is for (docs/heuristics.md has the same ones).
#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

/// Are all of `wanted` proposed by this source alone?
void check_proposes(LoopFixture& f, std::string_view source, const std::vector<const char*>& wanted,
                    std::size_t loop = 0) {
  const Proposal proposal = f.propose(loop, source);
  INFO(to_string(proposal));
  for (const char* text : wanted) {
    INFO("wanted: " << text);
    CHECK(f.find(proposal, text) != nullptr);
  }
}

TEST_CASE("targets: the paper's example", "[heuristics][targets]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
var a: [int]ref;
procedure clear(n: int)
  modifies a;
{
  var i: int;
  i := 0;
  while i < n { a[i] := null; i := i + 1; }
})");
  check_proposes(f, "targets", {"0 <= i", "0 <= sc", "sc < i", "sc < n", "a[sc] != null"});
}

TEST_CASE("targets: values on entry that the code does not tell", "[heuristics][targets]") {
  LoopFixture f(R"(
procedure p(n: int) returns (x: int, i: int) {
  havoc x, i;
  while i < n { i := i + 1; havoc x; }
})");
  check_proposes(f, "targets", {"entry(i) <= i", "x <= entry(x)", "x >= entry(x)"});
  const Proposal proposal = f.propose(0, "targets");
  CHECK(f.find(proposal, "i <= entry(i)") == nullptr);  // refuted by the first round
}

TEST_CASE("targets: flags, references, fields", "[heuristics][targets]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
var mark: [ref]bool, next: [ref]ref;
procedure p(head: ref) returns (found: bool)
  modifies mark, next;
  ensures forall r: ref :: mark[r] ==> next[r] == old(next)[r] || next[r] == null;
{
  var q: ref;
  q := head; found := false;
  while q != null {
    mark[q] := true;
    if next[q] == head { found := true; next[q] := null; }
    q := next[q];
  }
})");
  check_proposes(f, "targets",
                 {"found", "q != null", "mark[sc]", "next[sc] != null", "sc == null", "sc == q"});
}

TEST_CASE("targets: no skolem for a field nobody asks about", "[heuristics][targets]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
var next: [ref]ref;
procedure p(head: ref) returns (q: ref)
  modifies next;
{
  q := head;
  while q != null { next[q] := head; q := next[q]; }
})");
  CHECK(f.propose(0, "targets,frame").skolems().empty());
}

TEST_CASE("targets: precise cells are like scalars", "[heuristics][targets]") {
  LoopFixture f(R"(
var hits: [int]int;
procedure p(n: int, slot: int)
  modifies hits;
{
  var i: int;
  i := 0;
  while i < n { hits[slot] := hits[slot] + 1; i := i + 1; }
})");
  check_proposes(f, "targets", {"old(hits)[slot] <= hits[slot]", "hits[slot] <= old(hits)[slot]"});
  CHECK(f.propose(0, "targets").skolems().empty());
}

TEST_CASE("targets: a cell updated in place, and one that holds keys", "[heuristics][targets]") {
  LoopFixture f(R"(
var a: [int]int;
procedure p(n: int)
  modifies a;
{
  var i: int;
  i := 0;
  while i < n { a[i] := a[i] + 1; i := i + 1; }
})");
  check_proposes(f, "targets", {"old(a)[sc] <= a[sc]", "a[sc] <= old(a)[sc]"});
  LoopFixture keys(R"(
var a: [int]int;
procedure p(n: int)
  modifies a;
{
  var i: int;
  i := 0;
  while i < n { a[i] := i; i := i + 1; }
})");
  check_proposes(keys, "targets", {"a[sc] < sc"});
}

TEST_CASE("targets: bit-vector keys", "[heuristics][targets]") {
  LoopFixture f(R"(
procedure p(n: bv8, a0: [bv8]bool) returns (a: [bv8]bool) {
  var i: bv8;
  a := a0; i := 0bv8;
  while bv_ult(i, n) { a[i] := true; i := bv_add(i, 1bv8); }
})");
  check_proposes(f, "targets", {"a[sc]", "bv_ult(sc, i)"});
  check_proposes(f, "atoms", {"bv_ule(i, n)"});
}

TEST_CASE("atoms: a test of what is assigned", "[heuristics][atoms]") {
  LoopFixture f(R"(
procedure p(a: int, b: int) returns (x: int)
  requires 0 < a && 0 < b;
  ensures x <= a;
{
  var y: int;
  x := a; y := b;
  while x != y { if y < x { x := x - y; } else { y := y - x; } }
})");
  check_proposes(f, "atoms", {"0 < x", "0 < y"});
}

TEST_CASE("atoms: a sum of residues never overtakes a counter", "[heuristics][atoms]") {
  LoopFixture f(R"(
procedure p(v: int) returns (c: int)
  ensures c <= 32;
{
  var i: int, x: int;
  c := 0; i := 0; x := v;
  while i < 32 { c := c + x mod 2; x := x div 2; i := i + 1; }
})");
  check_proposes(f, "atoms", {"c <= i"});
  LoopFixture thrice(R"(
procedure p(v: int) returns (c: int)
  ensures c <= 32;
{
  var i: int, x: int;
  c := 0; i := 0; x := v;
  while i < 32 { c := c + x mod 3; x := x div 2; i := i + 1; }
})");
  CHECK(thrice.find(thrice.propose(0, "atoms"), "c <= i") == nullptr);
}

TEST_CASE("atoms: the loop's test, one round late", "[heuristics][atoms]") {
  const auto late = [](const char* loop, const char* wanted) {
    LoopFixture f(std::string("procedure p(n: int) returns (i: int, j: int) {\n") + loop + "}");
    INFO(loop);
    check_proposes(f, "atoms", {wanted});
  };
  late("i := 0; while i < n { i := i + 1; }", "i <= n");
  late("i := 0; while i != n { i := i + 1; }", "i <= n");
  late("i := 0; while i <= n { i := i + 1; }", "i <= n + 1");
  late("i := 0; while i < n { i := i + 3; }", "i <= n + 2");
  late("i := n; while i > 0 { i := i - 1; }", "0 <= i");
  late("i := n; while i != 0 { i := i - 1; }", "0 <= i");
  late("i := 0; j := n; while i < j { i := i + 1; j := j - 1; }", "i <= j + 1");
  late("i := 0; j := 0; while i < n || j < n { if i < n { i := i + 1; } else { j := j + 1; } }",
       "j <= n");
}

TEST_CASE("atoms: residues of counters that skip", "[heuristics][atoms]") {
  LoopFixture f("procedure p(n: int) returns (i: int) { i := 3; while i < n { i := i + 2; } }");
  check_proposes(f, "atoms", {"i mod 2 == 1"});
}

TEST_CASE("atoms: remembered positions and values", "[heuristics][atoms]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (k: int, m: int) {
  var i: int;
  k := 0; m := a[0]; i := 1;
  while i < n { if a[i] > m { m := a[i]; k := i; } i := i + 1; }
})");
  check_proposes(f, "atoms", {"k < i", "m == a[k]"});
  LoopFixture list(R"(
sort ref;
const null: ref;
procedure p(next: [ref]ref, val: [ref]int, head: ref, v: int) returns (prev: ref) {
  var q: ref;
  q := head; prev := null;
  while q != null { if val[q] > v { prev := q; } q := next[q]; }
})");
  check_proposes(list, "atoms", {"val[prev] > v", "prev != null"});
}

TEST_CASE("atoms: why a flag was set", "[heuristics][atoms]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int, b: [int]int) returns (eq: bool, i: int) {
  eq := true; i := 0;
  while eq && i < n { if a[i] != b[i] { eq := false; } else { i := i + 1; } }
})");
  check_proposes(f, "atoms", {"eq", "i < n", "i <= n", "a[i] == b[i]"});
}

TEST_CASE("atoms: states", "[heuristics][atoms]") {
  LoopFixture f(R"(
procedure p() returns (s: int) {
  s := 0;
  while * { if s == 0 { s := 1; } else if s == 1 { s := 2; } else { s := 0; } }
})");
  check_proposes(f, "atoms", {"s == 0", "s == 1", "s == 2"});
}

TEST_CASE("atoms: tests of cells and stored values, with a skolem", "[heuristics][atoms]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int, b0: [int]int) returns (b: [int]int, c: [int]int, j: int)
{
  var i: int;
  b := b0; c := b0; i := 0; j := 0;
  while i < n {
    b[n - 1 - i] := a[i];
    if a[i] >= 0 { c[j] := a[i]; j := j + 1; }
    i := i + 1;
  }
})");
  check_proposes(f, "atoms", {"b[sc] == a[n - 1 - sc]", "n - i <= sc", "c[sc] >= 0", "sc < j"});
}

TEST_CASE("goals: bounds become the loop's frontier", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (m: int)
  ensures forall k: int :: 0 <= k && k < n ==> a[k] <= m;
{
  var i: int, best: int;
  best := a[0]; i := 1;
  while i < n { if a[i] > best { best := a[i]; } i := i + 1; }
  m := best;
})");
  check_proposes(f, "goals", {"0 <= sc", "sc < n", "sc < i", "a[sc] <= best"});
}

TEST_CASE("goals: two indices, and the value stored next", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int, b0: [int]int) returns (b: [int]int)
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n ==> b[x] <= b[y];
{
  var i: int, m: int;
  b := b0; m := a[0]; i := 0;
  while i < n { if a[i] > m { m := a[i]; } b[i] := m; i := i + 1; }
})");
  check_proposes(
      f, "goals",
      {"0 <= sc", "sc < sc2", "sc2 < n", "sc < i", "sc2 < i", "b[sc] <= b[sc2]", "b[sc] <= m"});
}

TEST_CASE("goals: two arrays", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int, b: [int]int, c0: [int]int) returns (c: [int]int)
  ensures forall k: int :: 0 <= k && k < n ==> c[k] == a[k] - b[k];
{
  var i: int;
  c := c0; i := 0;
  while i < n { c[i] := a[i] - b[i]; i := i + 1; }
})");
  check_proposes(f, "goals", {"0 <= sc", "sc < i", "c[sc] == a[sc] - b[sc]"});
}

TEST_CASE("goals: existentials stay whole, up to the frontier", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (m: int)
  ensures exists k: int :: 0 <= k && k < n && a[k] == m;
{
  var i: int;
  m := a[0]; i := 1;
  while i < n { if a[i] > m { m := a[i]; } i := i + 1; }
})");
  check_proposes(f, "goals", {"exists k: int :: 0 <= k && k < i && a[k] == m"});
}

TEST_CASE("goals: a function of the bound, so far", "[heuristics][goals]") {
  LoopFixture f(R"(
function sum(a: [int]int, n: int): int;
procedure p(n: int, a: [int]int) returns (s: int)
  ensures s == sum(a, n);
{
  var i: int;
  s := 0; i := 0;
  while i != n { s := s + a[i]; i := i + 1; }
})");
  check_proposes(f, "goals", {"s == sum(a, i)"});
}

TEST_CASE("goals: a product of the bound, so far", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int) returns (s: int)
  requires 0 <= n;
  ensures s == n * n;
{
  var i: int;
  s := 0; i := 0;
  while i < n { s := s + 2 * i + 1; i := i + 1; }
})");
  check_proposes(f, "goals", {"s == i * i"});
}

TEST_CASE("goals: a bound that another variable keeps, so far", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int) returns (x: int)
  requires 0 <= n;
  ensures -n <= x && x <= n;
{
  var i: int;
  x := 0; i := 0;
  while i < n { { x := x + 1; } [] { x := x - 1; } i := i + 1; }
})");
  check_proposes(f, "goals", {"-i <= x", "x <= i"});
}

TEST_CASE("goals: remainders by a number, not by a variable", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(y: int) returns (x: int)
  ensures x mod 2 == 0 && x mod y == 0;
{
  x := 0;
  while * { x := x + 2 * y; }
})");
  check_proposes(f, "goals", {"x mod 2 == 0"});
  CHECK(f.find(f.propose(0), "x mod y == 0") == nullptr);
}

TEST_CASE("goals: nothing to prove, nothing to propose", "[heuristics][goals]") {
  LoopFixture f("procedure p(n: int) { var i: int; i := 0; while i < n { i := i + 1; } }");
  CHECK(f.propose(0, "goals").predicates().empty());
}

TEST_CASE("goals: what the inner loop must keep for the loop around", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a0: [int]int) returns (a: [int]int)
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y];
{
  var i: int, j: int, t: int;
  a := a0; i := n;
  while i > 1 {
    j := 0;
    while j < i - 1 {
      if a[j] > a[j + 1] { t := a[j]; a[j] := a[j + 1]; a[j + 1] := t; }
      j := j + 1;
    }
    i := i - 1;
  }
})");
  check_proposes(f, "goals", {"sc < sc2", "sc2 < n", "sc2 < i", "a[sc] <= a[sc2]"}, 0);
  check_proposes(f, "goals", {"sd < sd2", "sd2 < n", "sd2 < i", "sd2 < j", "a[sd] <= a[sd2]"}, 1);
}

TEST_CASE("inherit: only about maps the inner loop writes, never entry()", "[heuristics][goals]") {
  LoopFixture f(R"(
procedure p(n: int, a0: [int]int, b0: [int]int) returns (a: [int]int, b: [int]int) {
  var i: int, j: int;
  a := a0; b := b0; i := 0;
  while i < n {
    b[i] := 1;
    j := 0;
    while j < n { a[j] := i; j := j + 1; }
    i := i + 1;
  }
})");
  const LoopView outer_view = f.view(0);
  Proposal outer(outer_view);
  const gcl::Expr x = outer.skolem(f.context().int_sort(), 0);
  const std::vector<gcl::Expr> skolems{x};
  outer.add(f.expr("a[sc] == 7", skolems), Rank::Key, "test");
  outer.add(f.expr("b[sc] == 1", skolems), Rank::Key, "test");
  outer.add(f.expr("sc < i", skolems), Rank::Key, "test");
  outer.add(f.expr("a[sc] == entry(a)[sc]", skolems), Rank::Key, "test");
  REQUIRE(outer.predicates().size() == 4);
  Proposal inner(f.view(1));
  inherit(f.view(1), outer, inner);
  INFO(to_string(inner));
  CHECK(f.find(inner, "a[sd] == 7") != nullptr);
  CHECK(f.find(inner, "sd < i") != nullptr);
  CHECK(f.find(inner, "sd < j") != nullptr);  // how far this loop has come
  for (const Predicate& predicate : inner.predicates()) {
    const std::string text = gcl::print(predicate.formula);
    CHECK(text.find("b[") == std::string::npos);
    CHECK(text.find("entry") == std::string::npos);
  }
}

TEST_CASE("frame: what has not been changed yet", "[heuristics][frame]") {
  LoopFixture f(R"(
var a: [int]int;
procedure reverse(n: int)
  modifies a;
  ensures forall k: int :: 0 <= k && k < n ==> a[k] == old(a)[n - 1 - k];
{
  var lo: int, hi: int, t: int;
  lo := 0; hi := n - 1;
  while lo < hi { t := a[lo]; a[lo] := a[hi]; a[hi] := t; lo := lo + 1; hi := hi - 1; }
})");
  check_proposes(f, "frame", {"a[sc] == old(a)[sc]", "sc < lo", "sc <= hi"});
}

TEST_CASE("frame: entry() when the code does not tell", "[heuristics][frame]") {
  LoopFixture f(R"(
var a: [int]int;
procedure p(n: int)
  modifies a;
{
  var i: int;
  havoc a;
  i := 0;
  while i < n { a[i] := a[i] + a[i + 1]; i := i + 1; }
})");
  check_proposes(f, "frame", {"a[sc] == entry(a)[sc]", "sc < i"});
}

TEST_CASE("frame: not for contents nobody looks at", "[heuristics][frame]") {
  LoopFixture f(R"(
procedure fill(n: int, a0: [int]int) returns (a: [int]int)
  ensures forall k: int :: 0 <= k && k < n ==> a[k] == 0;
{
  var i: int;
  a := a0; i := 0;
  while i < n { a[i] := 0; i := i + 1; }
})");
  CHECK(f.propose(0, "frame").predicates().empty());
}

}  // namespace
}  // namespace pawl::heuristics
