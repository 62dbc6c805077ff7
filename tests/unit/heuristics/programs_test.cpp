// SPDX-License-Identifier: Apache-2.0
//
// Programs that must need no hints. For every loop the invariant that proves the program is
// written down, conjunct by conjunct; each conjunct is a Boolean combination of its atoms. The
// test is that the atoms are proposed, where abstraction looks for them: the best twelve
// predicates over the conjunct's skolems, and plain ones among the best sixteen, marked as a
// premise when they stand beside skolems.
#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/traverse.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

using Conjunct = std::vector<const char*>;  // its atoms
using Invariant = std::vector<Conjunct>;

std::vector<gcl::Expr> skolems_in(const Proposal& proposal, gcl::Expr e) {
  std::vector<gcl::Expr> found;
  for (const gcl::Expr skolem : proposal.skolems()) {
    if (gcl::occurs(skolem, e)) found.push_back(skolem);
  }
  return found;
}

/// Predicates over some of these skolems (none of them: plain), best first.
std::vector<const Predicate*> group(const Proposal& proposal, std::vector<gcl::Expr> skolems) {
  std::vector<const Predicate*> members;
  for (const Predicate& predicate : proposal.predicates()) {
    const auto own = skolems_in(proposal, predicate.formula);
    const bool inside = std::ranges::all_of(
        own, [&](gcl::Expr s) { return std::ranges::find(skolems, s) != skolems.end(); });
    if (own.empty() == skolems.empty() && inside) members.push_back(&predicate);
  }
  return members;
}

constexpr std::size_t plain_room = 16;
constexpr std::size_t skolem_room = 12;

void check_conjunct(LoopFixture& f, const Proposal& proposal, const Conjunct& conjunct) {
  std::vector<gcl::Expr> skolems;
  for (const char* atom : conjunct) {
    for (const gcl::Expr s : skolems_in(proposal, f.expr(atom, proposal.skolems()))) {
      if (std::ranges::find(skolems, s) == skolems.end()) skolems.push_back(s);
    }
  }
  const bool all_together = proposal.predicates().size() <= skolem_room;
  for (const char* atom : conjunct) {
    INFO("needed: " << atom);
    const Predicate* predicate = f.find(proposal, atom);
    CHECK(predicate != nullptr);
    if (predicate == nullptr) continue;
    const bool plain = skolems_in(proposal, predicate->formula).empty();
    auto members = group(proposal, plain ? std::vector<gcl::Expr>() : skolems);
    members.resize(std::min(members.size(), plain ? plain_room : skolem_room));
    CHECK(std::ranges::find(members, predicate) != members.end());
    if (plain && !skolems.empty()) CHECK((predicate->is_premise || all_together));
  }
}

/// At most this many predicates over one set of skolems; few programs need the second number.
constexpr std::size_t usual = skolem_room;
constexpr std::size_t crowded = 14;

void check_loop(LoopFixture& f, std::size_t loop, const Invariant& invariant,
                std::size_t most = usual) {
  const Proposal proposal = f.propose(loop);
  INFO("loop " << loop << "\n" << to_string(proposal));
  for (const Conjunct& conjunct : invariant) check_conjunct(f, proposal, conjunct);
  CHECK(group(proposal, {}).size() <= plain_room);
  if (!proposal.skolems().empty()) CHECK(group(proposal, proposal.skolems()).size() <= most);
}

TEST_CASE("program: clear", "[heuristics][programs]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
var a: [int]ref;
procedure clear(n: int)
  requires 0 <= n;
  modifies a;
{
  var i: int;
  i := 0;
  while i < n { a[i] := null; i := i + 1; }
})");
  check_loop(f, 0, {{"0 <= i"}, {"i <= n"}, {"0 <= sc", "sc < i", "a[sc] == null"}});
}

TEST_CASE("program: array max", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure max(n: int, a: [int]int) returns (m: int)
  requires 0 < n;
  ensures forall k: int :: 0 <= k && k < n ==> a[k] <= m;
  ensures exists k: int :: 0 <= k && k < n && a[k] == m;
{
  var i: int;
  m := a[0]; i := 1;
  while i < n { if a[i] > m { m := a[i]; } i := i + 1; }
})");
  check_loop(f, 0,
             {{"1 <= i"},
              {"i <= n"},
              {"0 <= sc", "sc < i", "a[sc] <= m"},
              {"exists k: int :: 0 <= k && k < i && a[k] == m"}});
}

TEST_CASE("program: array copy", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure copy(n: int, a: [int]int, b0: [int]int) returns (b: [int]int)
  requires 0 <= n;
  ensures forall k: int :: 0 <= k && k < n ==> b[k] == a[k];
{
  var i: int;
  b := b0; i := 0;
  while i < n { b[i] := a[i]; i := i + 1; }
})");
  check_loop(f, 0, {{"0 <= i"}, {"i <= n"}, {"0 <= sc", "sc < i", "b[sc] == a[sc]"}});
}

TEST_CASE("program: linear search with a result", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure search(n: int, a: [int]int, v: int) returns (r: int)
  requires 0 <= n;
  ensures 0 <= r ==> r < n && a[r] == v;
  ensures r < 0 ==> forall k: int :: 0 <= k && k < n ==> a[k] != v;
{
  var i: int;
  r := -1; i := 0;
  while i < n && r < 0 { if a[i] == v { r := i; } i := i + 1; }
})");
  check_loop(f, 0,
             {{"0 <= i"},
              {"i <= n"},
              {"r < 0", "r < n"},
              {"r < 0", "a[r] == v"},
              {"r < 0", "0 <= sc", "sc < i", "a[sc] == v"}});
}

TEST_CASE("program: linear search that breaks", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure search(n: int, a: [int]int, v: int) returns (r: int)
  requires 0 <= n;
  ensures 0 <= r && r <= n;
  ensures r < n ==> a[r] == v;
  ensures forall k: int :: 0 <= k && k < r ==> a[k] != v;
{
  var i: int;
  i := 0;
  block done {
    while true {
      if i >= n { exit done; }
      if a[i] == v { exit done; }
      i := i + 1;
    }
  }
  r := i;
})");
  check_loop(f, 0, {{"0 <= i"}, {"i <= n"}, {"0 <= sc", "sc < i", "a[sc] == v"}});
}

TEST_CASE("program: find first", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure find_first(n: int, a: [int]int, v: int) returns (r: int)
  requires 0 <= n;
  ensures 0 <= r && r <= n;
  ensures r < n ==> a[r] == v;
  ensures forall k: int :: 0 <= k && k < r ==> a[k] != v;
{
  r := 0;
  while r < n && a[r] != v { r := r + 1; }
})");
  check_loop(f, 0, {{"0 <= r"}, {"r <= n"}, {"0 <= sc", "sc < r", "a[sc] != v"}});
}

TEST_CASE("program: all zero", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure all_zero(n: int, a: [int]int) returns (ok: bool)
  requires 0 <= n;
  ensures ok <==> (forall k: int :: 0 <= k && k < n ==> a[k] == 0);
{
  var i: int;
  ok := true; i := 0;
  while i < n { if a[i] != 0 { ok := false; } i := i + 1; }
})");
  check_loop(f, 0,
             {{"0 <= i"},
              {"i <= n"},
              {"ok", "0 <= sc", "sc < i", "a[sc] == 0"},
              {"ok", "forall k: int :: 0 <= k && k < i ==> a[k] == 0"}});
}

TEST_CASE("program: partition by sign", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure partition(n: int, a: [int]int, p0: [int]int, q0: [int]int)
  returns (pos: [int]int, neg: [int]int, p: int, q: int)
  requires 0 <= n;
  ensures p + q == n;
  ensures forall k: int :: 0 <= k && k < p ==> pos[k] >= 0;
  ensures forall k: int :: 0 <= k && k < q ==> neg[k] < 0;
{
  var i: int;
  pos := p0; neg := q0; p := 0; q := 0; i := 0;
  while i < n {
    if a[i] >= 0 { pos[p] := a[i]; p := p + 1; } else { neg[q] := a[i]; q := q + 1; }
    i := i + 1;
  }
})");
  check_loop(f, 0,
             {{"0 <= p"},
              {"0 <= q"},
              {"i <= n"},
              {"i == p + q"},
              {"0 <= sc", "sc < p", "pos[sc] >= 0"},
              {"0 <= sc", "sc < q", "neg[sc] < 0"}});
}

TEST_CASE("program: reverse into", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure reverse_into(n: int, a: [int]int, b0: [int]int) returns (b: [int]int)
  requires 0 <= n;
  ensures forall k: int :: 0 <= k && k < n ==> b[k] == a[n - 1 - k];
{
  var i: int;
  b := b0; i := 0;
  while i < n { b[n - 1 - i] := a[i]; i := i + 1; }
})");
  check_loop(f, 0, {{"0 <= i"}, {"i <= n"}, {"n - i <= sc", "sc < n", "b[sc] == a[n - 1 - sc]"}});
}

TEST_CASE("program: reverse into, the goal in other words", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure reverse_into(n: int, a: [int]int, b0: [int]int) returns (b: [int]int)
  requires 0 <= n;
  ensures forall k: int :: 0 <= k && k < n ==> b[n - 1 - k] == a[k];
{
  var i: int;
  b := b0; i := 0;
  while i < n { b[i] := a[n - 1 - i]; i := i + 1; }
})");
  check_loop(f, 0, {{"0 <= i"}, {"i <= n"}, {"0 <= sc", "sc < i", "b[sc] == a[n - 1 - sc]"}});
}

TEST_CASE("program: running maximum", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure running_maximum(n: int, a: [int]int, b0: [int]int) returns (b: [int]int)
  requires 0 < n;
  ensures forall j: int, k: int :: 0 <= j && j <= k && k < n ==> a[j] <= b[k];
{
  var i: int, m: int;
  b := b0; m := a[0]; i := 0;
  while i < n { if a[i] > m { m := a[i]; } b[i] := m; i := i + 1; }
})");
  check_loop(f, 0,
             {{"0 <= i"},
              {"i <= n"},
              {"0 <= sc", "sc < i", "a[sc] <= m"},
              {"0 <= sc", "sc <= sc2", "sc2 < i", "a[sc] <= b[sc2]"}});
}

TEST_CASE("program: binary search", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure binary_search(n: int, a: [int]int, v: int) returns (r: int)
  requires 0 <= n;
  requires forall x: int, y: int :: 0 <= x && x <= y && y < n ==> a[x] <= a[y];
  ensures 0 <= r ==> r < n && a[r] == v;
  ensures r < 0 ==> forall k: int :: 0 <= k && k < n ==> a[k] != v;
{
  var lo: int, hi: int, mid: int;
  lo := 0; hi := n;
  while lo < hi {
    mid := lo + (hi - lo) div 2;
    if a[mid] < v { lo := mid + 1; } else { hi := mid; }
  }
  if lo < n && a[lo] == v { r := lo; } else { r := -1; }
})");
  check_loop(f, 0,
             {{"0 <= lo"},
              {"lo <= hi"},
              {"hi <= n"},
              {"0 <= sc", "sc < lo", "a[sc] < v"},
              {"hi <= sc", "sc < n", "a[sc] < v"}});
}

TEST_CASE("program: binary search, inclusive, with an early exit", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure binary_search(n: int, a: [int]int, v: int) returns (r: int)
  requires 0 <= n;
  requires forall x: int, y: int :: 0 <= x && x <= y && y < n ==> a[x] <= a[y];
  ensures 0 <= r ==> r < n && a[r] == v;
  ensures r < 0 ==> forall k: int :: 0 <= k && k < n ==> a[k] != v;
{
  var lo: int, hi: int, mid: int;
  lo := 0; hi := n - 1; r := -1;
  block found {
    while lo <= hi {
      mid := lo + (hi - lo) div 2;
      if a[mid] < v { lo := mid + 1; }
      else if v < a[mid] { hi := mid - 1; }
      else { r := mid; exit found; }
    }
  }
})");
  check_loop(f, 0,
             {{"0 <= lo"},
              {"lo <= hi + 1"},
              {"hi < n"},
              {"r == -1"},
              {"0 <= sc", "sc < lo", "a[sc] != v"},
              {"hi < sc", "sc < n", "a[sc] != v"}});
}

TEST_CASE("program: insertion into a sorted array", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure insert(i: int, a0: [int]int) returns (a: [int]int)
  requires 0 <= i;
  requires forall x: int, y: int :: 0 <= x && x < y && y < i ==> a0[x] <= a0[y];
  ensures forall x: int, y: int :: 0 <= x && x < y && y <= i ==> a[x] <= a[y];
{
  var j: int, v: int;
  a := a0; v := a[i]; j := i;
  while j > 0 && a[j - 1] > v { a[j] := a[j - 1]; j := j - 1; }
  a[j] := v;
})");
  check_loop(f, 0,
             {{"0 <= j"},
              {"j <= i"},
              {"j < sc", "sc <= i", "v < a[sc]"},
              {"0 <= sc", "sc < sc2", "sc2 <= i", "sc < j", "sc <= j", "sc2 < j", "sc2 <= j",
               "a[sc] <= a[sc2]"}});
}

TEST_CASE("program: insertion sort", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure insertion_sort(n: int, a0: [int]int) returns (a: [int]int)
  requires 0 <= n;
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y];
{
  var i: int, j: int, v: int;
  a := a0; i := 1;
  while i < n {
    v := a[i]; j := i;
    while j > 0 && a[j - 1] > v { a[j] := a[j - 1]; j := j - 1; }
    a[j] := v;
    i := i + 1;
  }
})");
  check_loop(f, 0, {{"1 <= i"}, {"0 <= sc", "sc < sc2", "sc2 < i", "a[sc] <= a[sc2]"}});
  check_loop(f, 1,
             {{"0 <= j"},
              {"j <= i"},
              {"j < sd", "sd <= i", "v < a[sd]"},
              {"0 <= sd", "sd < sd2", "sd2 <= i", "sd < j", "sd <= j", "sd2 < j", "sd2 <= j",
               "a[sd] <= a[sd2]"}},
             crowded);
}

TEST_CASE("program: selection sort", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure selection_sort(n: int, a0: [int]int) returns (a: [int]int)
  requires 0 <= n;
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y];
{
  var i: int, j: int, k: int, w: int;
  a := a0; i := 0;
  while i < n {
    k := i; w := a[i]; j := i + 1;
    while j < n { if a[j] < w { k := j; w := a[j]; } j := j + 1; }
    a[k] := a[i]; a[i] := w;
    i := i + 1;
  }
})");
  check_loop(f, 0, {{"0 <= i"}, {"0 <= sc", "sc < i", "sc < sc2", "sc2 < n", "a[sc] <= a[sc2]"}});
  check_loop(
      f, 1,
      {{"w == a[k]"}, {"i <= k"}, {"k < j"}, {"j <= n"}, {"i <= sd", "sd < j", "w <= a[sd]"}});
}

TEST_CASE("program: selection sort by position", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure selection_sort(n: int, a0: [int]int) returns (a: [int]int)
  requires 0 <= n;
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y];
{
  var i: int, j: int, k: int, t: int;
  a := a0; i := 0;
  while i < n {
    k := i; j := i + 1;
    while j < n { if a[j] < a[k] { k := j; } j := j + 1; }
    t := a[k]; a[k] := a[i]; a[i] := t;
    i := i + 1;
  }
})");
  check_loop(f, 0, {{"0 <= i"}, {"0 <= sc", "sc < i", "sc < sc2", "sc2 < n", "a[sc] <= a[sc2]"}});
  check_loop(f, 1, {{"i <= k"}, {"k < j"}, {"j <= n"}, {"i <= sd", "sd < j", "a[k] <= a[sd]"}});
}

TEST_CASE("program: bubble sort", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure bubble_sort(n: int, a0: [int]int) returns (a: [int]int)
  requires 0 <= n;
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
  check_loop(f, 0, {{"i <= n"}, {"0 <= sc", "sc < sc2", "i <= sc2", "sc2 < n", "a[sc] <= a[sc2]"}});
  check_loop(f, 1,
             {{"0 <= j"},
              {"j < i"},
              {"0 <= sd", "sd < sd2", "i <= sd2", "sd2 < n", "a[sd] <= a[sd2]"},
              {"0 <= sd", "sd < j", "sd2 <= j", "j <= sd2", "a[sd] <= a[sd2]"}},
             crowded);
}

TEST_CASE("program: two-pointer merge", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure merge(n: int, a: [int]int, m: int, b: [int]int, c0: [int]int) returns (c: [int]int)
  requires 0 <= n && 0 <= m;
  requires forall x: int, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y];
  requires forall x: int, y: int :: 0 <= x && x < y && y < m ==> b[x] <= b[y];
  ensures forall x: int, y: int :: 0 <= x && x < y && y < n + m ==> c[x] <= c[y];
{
  var i: int, j: int, k: int;
  c := c0; i := 0; j := 0; k := 0;
  while i < n || j < m {
    if j >= m || (i < n && a[i] <= b[j]) { c[k] := a[i]; i := i + 1; }
    else { c[k] := b[j]; j := j + 1; }
    k := k + 1;
  }
})");
  check_loop(f, 0,
             {{"0 <= i"},
              {"i <= n"},
              {"0 <= j"},
              {"j <= m"},
              {"k == i + j"},
              {"i < n", "0 <= sc", "sc < k", "c[sc] <= a[i]"},
              {"j < m", "0 <= sc", "sc < k", "c[sc] <= b[j]"},
              {"0 <= sc", "sc < sc2", "sc2 < k", "c[sc] <= c[sc2]"}});
}

TEST_CASE("program: list traversal", "[heuristics][programs]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
procedure last(next: [ref]ref, head: ref) returns (prev: ref)
  requires head != null;
  ensures prev != null && next[prev] == null;
{
  var p: ref;
  p := head; prev := null;
  while p != null { prev := p; p := next[p]; }
})");
  check_loop(f, 0, {{"prev == null", "p == null"}, {"prev == null", "p == next[prev]"}});
}

TEST_CASE("program: marking a list", "[heuristics][programs]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
procedure mark_all(next: [ref]ref, val: [ref]int, head: ref, v: int) returns (mark: [ref]bool)
  ensures forall r: ref :: mark[r] ==> r != null && val[r] == v;
{
  var p: ref;
  mark := mapof([ref]bool, false);
  p := head;
  while p != null { if val[p] == v { mark[p] := true; } p := next[p]; }
})");
  check_loop(f, 0, {{"mark[sc]", "sc == null"}, {"mark[sc]", "val[sc] == v"}});
}

TEST_CASE("program: list partition", "[heuristics][programs]") {
  LoopFixture f(R"(
sort ref;
const null: ref;
var next: [ref]ref;
procedure partition(l0: ref, val: [ref]int, v: int) returns (l: ref, newl: ref)
  modifies next;
{
  var curr: ref, prev: ref, next_curr: ref;
  l := l0;
  curr := l; prev := null; newl := null;
  while curr != null {
    next_curr := next[curr];
    if val[curr] > v {
      if prev != null { next[prev] := next_curr; }
      if curr == l { l := next_curr; }
      next[curr] := newl;
      assert curr != prev;
      newl := curr;
    } else { prev := curr; }
    curr := next_curr;
  }
})");
  check_loop(f, 0, {{"prev == null", "val[prev] > v"}});
}

TEST_CASE("program: find", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure find(n: int, a: [int]int, b0: [int]bool) returns (b: [int]bool, spot: int)
  requires 0 <= n;
  ensures spot == n || b[spot];
  ensures forall j: int :: 0 <= j && j < n && j < spot ==> !b[j];
{
  var i: int;
  b := b0; spot := n; i := 0;
  while i < n {
    if spot == n && a[i] != 0 { spot := i; }
    b[i] := a[i] != 0;
    i := i + 1;
  }
})");
  check_loop(f, 0,
             {{"0 <= i"},
              {"spot == n", "b[spot]"},
              {"spot == n", "spot < i"},
              {"0 <= sc", "sc < i", "sc < spot", "b[sc]"}});
}

TEST_CASE("program: initialize, then check", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure init_check(n: int, a0: [int]int)
  requires 0 <= n;
{
  var a: [int]int, i: int, j: int;
  a := a0; i := 0;
  while i < n { a[i] := 42; i := i + 1; }
  j := 0;
  while j < n { assert a[j] == 42; j := j + 1; }
})");
  check_loop(f, 0, {{"0 <= i"}, {"i <= n"}, {"0 <= sc", "sc < i", "a[sc] == 42"}});
  check_loop(f, 1, {{"0 <= j"}});
}

TEST_CASE("program: a matrix", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure zero(n: int, m: int, a0: [int][int]int) returns (a: [int][int]int)
  requires 0 <= n && 0 <= m;
  ensures forall x: int, y: int :: 0 <= x && x < n && 0 <= y && y < m ==> a[x][y] == 0;
{
  var i: int, j: int;
  a := a0; i := 0;
  while i < n { j := 0; while j < m { a[i][j] := 0; j := j + 1; } i := i + 1; }
})");
  check_loop(
      f, 0,
      {{"0 <= i"}, {"i <= n"}, {"0 <= sc", "sc < i", "0 <= sc2", "sc2 < m", "a[sc][sc2] == 0"}});
  check_loop(f, 1,
             {{"0 <= j"},
              {"j <= m"},
              {"0 <= sd", "sd < i", "0 <= sd2", "sd2 < m", "a[sd][sd2] == 0"},
              {"0 <= sd2", "sd2 < j", "a[i][sd2] == 0"}});
}

TEST_CASE("program: reverse in place", "[heuristics][programs]") {
  LoopFixture f(R"(
var a: [int]int;
procedure reverse(n: int)
  requires 0 <= n;
  modifies a;
  ensures forall k: int :: 0 <= k && k < n ==> a[k] == old(a)[n - 1 - k];
{
  var lo: int, hi: int, t: int;
  lo := 0; hi := n - 1;
  while lo < hi { t := a[lo]; a[lo] := a[hi]; a[hi] := t; lo := lo + 1; hi := hi - 1; }
})");
  check_loop(f, 0,
             {{"0 <= lo"},
              {"lo + hi == n - 1"},
              {"lo <= hi + 1"},
              {"0 <= sc", "sc < lo", "a[sc] == old(a)[n - 1 - sc]"},
              {"hi < sc", "sc < n", "a[sc] == old(a)[n - 1 - sc]"},
              {"lo <= sc", "sc <= hi", "a[sc] == old(a)[sc]"}});
}

TEST_CASE("program: three-way partition in place", "[heuristics][programs]") {
  LoopFixture f(R"(
procedure dutch(n: int, a0: [int]int) returns (a: [int]int, lo: int, hi: int)
  requires 0 <= n;
  ensures forall k: int :: 0 <= k && k < lo ==> a[k] < 0;
  ensures forall k: int :: lo <= k && k < hi ==> a[k] == 0;
  ensures forall k: int :: hi <= k && k < n ==> a[k] > 0;
{
  var m: int, t: int;
  a := a0; lo := 0; m := 0; hi := n;
  while m < hi {
    if a[m] < 0 { t := a[lo]; a[lo] := a[m]; a[m] := t; lo := lo + 1; m := m + 1; }
    else if a[m] > 0 { hi := hi - 1; t := a[hi]; a[hi] := a[m]; a[m] := t; }
    else { m := m + 1; }
  }
})");
  check_loop(f, 0,
             {{"0 <= lo"},
              {"lo <= m"},
              {"m <= hi"},
              {"hi <= n"},
              {"0 <= sc", "sc < lo", "a[sc] < 0"},
              {"lo <= sc", "sc < m", "a[sc] == 0"},
              {"hi <= sc", "sc < n", "0 < a[sc]"}});
}

}  // namespace
}  // namespace pawl::heuristics
