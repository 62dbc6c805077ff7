// SPDX-License-Identifier: Apache-2.0
//
// infer_procedure on the paper's programs (theory: the invariants it must entail) and on the
// corners: unreachable loops, budgets, provers that do not know, nesting.
#include "infer/infer.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/parser.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"

using namespace pawl;
using gcl::Expr;

namespace {

/// A program with one procedure, and what was inferred for its loops.
struct Inferred {
  gcl::Context context;
  SourceFile file;
  gcl::Program program;
  prover::QueryLog log;
  std::vector<infer::LoopInvariant> loops;

  explicit Inferred(std::string text, infer::Options options = {})
      : file("test.gcl", std::move(text)) {
    Diagnostics diagnostics;
    auto parsed = gcl::parse_program(context, file, diagnostics);
    REQUIRE(parsed);
    program = std::move(*parsed);
    loops = infer::infer_procedure(context, program, program.procedures[0], options, log);
  }

  /// Does the inferred invariant of this loop entail the formula? Entry and Old stay opaque.
  bool entails(std::size_t loop, const std::string& formula) {
    const SourceFile text("formula", formula);
    Diagnostics diagnostics;
    const Expr goal = gcl::parse_expr(context, text, program, program.procedures[0], {},
                                      context.bool_sort(), diagnostics);
    REQUIRE(goal);
    const auto prover = prover::make_prover(context, {}, log);
    for (const Expr conjunct : loops[loop].conjuncts) prover->assert_formula(opaque(conjunct));
    return prover->entails({}, opaque(goal)) == prover::Answer::Yes;
  }

  Expr opaque(Expr e) {
    gcl::Rewriter rewrite(context, [&](Expr node) {
      if (!node.is(gcl::Kind::Entry) && !node.is(gcl::Kind::Old)) return node;
      return context.var("earlier$" + std::to_string(node.id()), node.sort());
    });
    return rewrite(e);
  }
};

infer::Options only_given_predicates() {
  infer::Options options;
  options.heuristics = "none";
  return options;
}

const char* find_program = R"(
procedure find(a: [int]int, n: int) returns (spot: int, b: [int]bool)
{
  var i: int;
  spot := n;
  i := 0;
  while i < n
    PREDICATES
  {
    if spot == n && a[i] != 0 { spot := i; }
    b[i] := a[i] != 0;
    i := i + 1;
  }
})";

std::string with_predicates(std::string program, const std::string& predicates) {
  return program.replace(program.find("PREDICATES"), 10, predicates);
}

}  // namespace

TEST_CASE("find: Boolean combinations of three predicates", "[infer][paper]") {
  Inferred found(with_predicates(find_program, "predicate spot == n, b[spot], spot < i;"),
                 only_given_predicates());
  CHECK(found.entails(0, "spot == n || b[spot]"));
  CHECK(found.entails(0, "spot == n || spot < i"));
  CHECK_FALSE(found.entails(0, "spot == n"));
  CHECK(found.loops[0].precision == "exact");
}

TEST_CASE("find: a skolem constant gives a quantified invariant", "[infer][paper]") {
  Inferred found(with_predicates(find_program,
                                 "skolem j: int; predicate spot == n, b[spot], spot < i, "
                                 "0 <= j, j < i, j < spot, b[j];"),
                 only_given_predicates());
  CHECK(found.entails(0, "forall k: int :: 0 <= k && k < i && k < spot ==> !b[k]"));
  CHECK(found.entails(0, "spot == n || (b[spot] && spot < i)"));
}

TEST_CASE("partition of a list: two predicates suffice", "[infer][paper]") {
  Inferred found(R"(
sort ref;
const null: ref;
procedure partition(first: ref, val: [ref]int, next0: [ref]ref, v: int)
{
  var l: ref, curr: ref, prev: ref, newl: ref, next_curr: ref;
  var next: [ref]ref;
  next := next0;
  l := first;
  curr := l;
  prev := null;
  newl := null;
  while curr != null
    predicate prev == null, val[prev] > v;
  {
    next_curr := next[curr];
    if val[curr] > v {
      if prev != null { next[prev] := next_curr; }
      if curr == l { l := next_curr; }
      next[curr] := newl;
      assert curr != prev;
      newl := curr;
    } else {
      prev := curr;
    }
    curr := next_curr;
  }
})",
                 only_given_predicates());
  CHECK(found.entails(0, "prev == null || !(val[prev] > v)"));
}

TEST_CASE("selection sort: nested loops in the context of each other", "[infer][paper]") {
  Inferred found(R"(
procedure selection_sort(a0: [int]int, n: int) returns (a: [int]int)
  ensures forall x: int, y: int :: {a[x], a[y]} 0 <= x && x < y && y < n ==> a[x] <= a[y];
{
  var i: int, j: int, k: int, w: int;
  a := a0;
  i := 0;
  while i < n
    skolem x: int, y: int;
    predicate i >= 0, 0 <= x, x < i, x < y, y < n, a[x] <= a[y];
  {
    k := i;
    w := a[i];
    j := i + 1;
    while j < n
      skolem z: int;
      predicate w == a[k], i <= z, z < j, w <= a[z], i <= k, k < j, j <= n;
    {
      if a[j] < w { k := j; w := a[j]; }
      j := j + 1;
    }
    a[k] := a[i];
    a[i] := w;
    i := i + 1;
  }
})",
                 only_given_predicates());
  CHECK(found.entails(
      0, "forall p: int, q: int :: 0 <= p && p < i && p < q && q < n ==> a[p] <= a[q]"));
  CHECK(found.entails(0, "0 <= i"));
  CHECK(found.entails(1, "w == a[k]"));
  CHECK(found.entails(1, "forall p: int :: i <= p && p < j ==> w <= a[p]"));
  CHECK(found.entails(1, "i <= k && k < j && j <= n"));
}

TEST_CASE("clear: the heuristics alone", "[infer][paper]") {
  Inferred found(R"(
sort ref;
const null: ref;
procedure clear(n: int) returns (a: [int]ref)
{
  var i: int;
  i := 0;
  while i < n { a[i] := null; i := i + 1; }
})");
  CHECK(found.entails(0, "forall sc: int :: 0 <= sc && sc < i ==> a[sc] == null"));
}

TEST_CASE("a loop that is never reached has the invariant false", "[infer]") {
  Inferred found("procedure p() { var i: int; i := 0; assume i > 0; while i < 9 { i := i + 1; } }");
  CHECK(found.loops[0].status == infer::LoopStatus::Unreachable);
  REQUIRE(found.loops[0].conjuncts.size() == 1);
  CHECK(found.loops[0].conjuncts[0].is_false());
}

TEST_CASE("loops inside an unreachable loop are unreachable too", "[infer]") {
  Inferred found(R"(procedure p() { var i: int, j: int; i := 0; assume i > 0;
    while i < 9 { j := 0; while j < 9 { j := j + 1; } i := i + 1; } })");
  CHECK(found.loops[0].status == infer::LoopStatus::Unreachable);
  CHECK(found.loops[1].status == infer::LoopStatus::Unreachable);
}

TEST_CASE("an inner loop that becomes reachable in a later round is inferred again", "[infer]") {
  Inferred found(R"(procedure p() { var ready: bool, i: int; ready := false;
    while * predicate ready; {
      if ready { i := 0; while i < 5 predicate 0 <= i, i <= 5, i == 0; { i := i + 1; } }
      ready := true;
    } })",
                 only_given_predicates());
  CHECK(found.loops[1].status == infer::LoopStatus::Fixpoint);
  CHECK(found.loops[1].runs >= 2);
  CHECK(found.entails(1, "0 <= i && i <= 5"));
  CHECK_FALSE(found.entails(1, "i == 0"));
}

TEST_CASE("a budget that ends leaves only inductive survivors", "[infer][budget]") {
  infer::Options options = only_given_predicates();
  options.loop_queries = 1;
  Inferred found(
      with_predicates(find_program, "predicate spot == n, b[spot], spot < i, 0 <= i, i < 0;"),
      options);
  CHECK(found.loops[0].status == infer::LoopStatus::Houdini);
  CHECK_FALSE(found.loops[0].incomplete.empty());
  CHECK(found.entails(0, "0 <= i"));
  CHECK_FALSE(found.entails(0, "spot == n"));  // true at first, not inductive
}

TEST_CASE("a prover that never knows makes every claim empty", "[infer][unknown]") {
  infer::Options options;
  options.prover.kind = prover::ProverKind::Unknown;
  Inferred found(with_predicates(find_program, "predicate spot == n, 0 <= i;"), options);
  CHECK(found.loops[0].conjuncts.empty());
}

TEST_CASE("entry values are those of the loop's own entry", "[infer][entry]") {
  Inferred found(R"(
procedure p(n: int)
{
  var i: int;
  i := n;
  i := i + 3;
  while * predicate i >= entry(i), i >= n + 3; { i := i + 2; }
})",
                 only_given_predicates());
  CHECK(found.entails(0, "i >= n + 3"));
  CHECK(std::ranges::any_of(found.loops[0].conjuncts,
                            [](Expr e) { return gcl::print(e) == "entry(i) <= i"; }));
}

TEST_CASE("every algorithm infers an equivalent invariant", "[infer][algorithms]") {
  using abstraction::Algorithm;
  for (const Algorithm algorithm : {Algorithm::Naive, Algorithm::Greedy, Algorithm::Fq,
                                    Algorithm::Ddp, Algorithm::Ss, Algorithm::Guided}) {
    infer::Options options = only_given_predicates();
    options.abstraction.algorithm = algorithm;
    Inferred found(with_predicates(find_program, "predicate spot == n, b[spot], spot < i;"),
                   options);
    CHECK(found.entails(0, "spot == n || (b[spot] && spot < i)"));
  }
}
