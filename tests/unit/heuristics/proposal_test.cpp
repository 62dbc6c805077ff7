// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "gcl/build.h"
#include "gcl/printer.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

const char* const copy_loop = R"(
procedure copy(n: int, a: [int]int, b0: [int]int) returns (b: [int]int)
  requires 0 <= n;
  ensures forall k: int :: 0 <= k && k < n ==> b[k] == a[k];
{
  var i: int;
  b := b0; i := 0;
  while i < n
    predicate i >= 0, sc < i;
    skolem sc: int;
  { b[i] := a[i]; i := i + 1; }
})";

std::vector<std::string> names_of(const std::vector<std::unique_ptr<PredicateSource>>& sources) {
  std::vector<std::string> names;
  for (const auto& source : sources) names.emplace_back(source->name());
  return names;
}

TEST_CASE("selection: all, none, and lists", "[heuristics][proposal]") {
  using Names = std::vector<std::string>;
  std::string error;
  CHECK(names_of(make_sources("all", error)) ==
        Names{"user", "targets", "atoms", "goals", "frame", "newton", "data", "lattices"});
  CHECK(names_of(make_sources("none", error)) == Names{"user"});
  CHECK(names_of(make_sources("", error)) == Names{"user"});
  CHECK(names_of(make_sources("frame,targets", error)) == Names{"user", "targets", "frame"});
  CHECK(names_of(make_sources("user,goals", error)) == Names{"user", "goals"});
  CHECK(error.empty());
}

TEST_CASE("selection: an unknown name is an error", "[heuristics][proposal]") {
  for (const char* selection : {"guards", "atoms,guards", "atoms,,goals", "All", ","}) {
    std::string error;
    INFO(selection);
    CHECK(make_sources(selection, error).empty());
    CHECK(error.find("unknown heuristic") != std::string::npos);
    CHECK(error.find("targets") != std::string::npos);
  }
}

TEST_CASE("user: predicates and skolems come first, as they are", "[heuristics][proposal]") {
  LoopFixture f(copy_loop);
  const Proposal proposal = f.propose(0, "none");
  REQUIRE(proposal.predicates().size() == 2);
  CHECK(gcl::print(proposal.predicates()[0].formula) == "0 <= i");
  CHECK(proposal.predicates()[0].origin == "user: line 9");
  CHECK(proposal.predicates()[0].rank == Rank::Given);
  REQUIRE(proposal.skolems().size() == 1);
  CHECK(proposal.skolems()[0].name() == "sc");
}

TEST_CASE("user: heuristics use the user's skolems and repeat nothing", "[heuristics][proposal]") {
  LoopFixture f(copy_loop);
  const Proposal proposal = f.propose();
  INFO(to_string(proposal));
  CHECK(proposal.skolems().size() == 1);
  CHECK(f.find(proposal, "b[sc] == a[sc]") != nullptr);
  CHECK(f.find(proposal, "sc < i")->rank == Rank::Given);
  std::set<gcl::Expr> seen;
  for (const Predicate& predicate : proposal.predicates()) {
    CHECK(seen.insert(canonical(f.context(), predicate.formula)).second);
  }
}

TEST_CASE("proposal: best first", "[heuristics][proposal]") {
  LoopFixture f(copy_loop);
  const Proposal proposal = f.propose();
  CHECK(std::ranges::is_sorted(proposal.predicates(), {}, &Predicate::rank));
  CHECK(proposal.predicates().front().rank == Rank::Given);
}

TEST_CASE("proposal: asked twice, the answer is the same", "[heuristics][proposal]") {
  LoopFixture f(copy_loop);
  const Proposal first = f.propose();
  const Proposal second = f.propose();
  CHECK(to_string(first) == to_string(second));
  CHECK(first.skolems() == second.skolems());
}

TEST_CASE("proposal: skolem names clash with nothing", "[heuristics][proposal]") {
  LoopFixture f(R"(
const sc: int;
function sc4(x: int): int;
procedure p(n: int, sc2: int, a0: [int]int) returns (a: [int]int)
  ensures forall sc3: int :: 0 <= sc3 && sc3 < n ==> a[sc3] == sc2;
{
  var i: int;
  a := a0; i := 0;
  while i < n { a[i] := sc2; i := i + 1; }
})");
  const Proposal proposal = f.propose();
  REQUIRE(proposal.skolems().size() == 1);
  CHECK(proposal.skolems()[0].name() == "sc5");
}

TEST_CASE("proposal: what cannot be part of an invariant is refused", "[heuristics][proposal]") {
  LoopFixture f(R"(
procedure p(n: int, a: [int]int) returns (r: int) {
  var i: int, t: int;
  i := 0; r := 0;
  while i < n { t := a[i]; r := r + t; i := i + 1; }
})");
  Proposal proposal(f.view());
  const auto try_add = [&](const char* text) {
    const std::size_t before = proposal.predicates().size();
    proposal.add(f.expr(text, proposal.skolems()), Rank::Key, "test");
    return proposal.predicates().size() - before;
  };
  CHECK(try_add("i <= n") == 1);
  CHECK(try_add("n < i") == 0);              // its negation is there
  CHECK(try_add("0 <= n") == 0);             // nothing the loop changes
  CHECK(try_add("t <= i") == 0);             // t means nothing at the head
  CHECK(try_add("i < i + 1") == 0);          // constant
  CHECK(try_add("a[i := 0][n] == i") == 0);  // an update is no predicate of the source
  CHECK(try_add("i == 0 || r == 0") == 2);   // atoms only
  proposal.skolem(f.context().int_sort(), 0);
  CHECK(try_add("0 <= sc") == 1);
  CHECK(try_add("a[sc] == a[n]") == 1);
}

TEST_CASE("proposal: a better rank wins, a premise stays one", "[heuristics][proposal]") {
  LoopFixture f(copy_loop);
  Proposal proposal(f.view());
  const gcl::Expr bound = f.expr("i <= n");
  proposal.add(bound, Rank::Maybe, "first");
  proposal.add_premise(bound, Rank::Likely, "second");
  proposal.add(bound, Rank::Maybe, "third");
  REQUIRE(proposal.predicates().size() == 1);
  CHECK(proposal.predicates()[0].rank == Rank::Likely);
  CHECK(proposal.predicates()[0].is_premise);
  CHECK(proposal.predicates()[0].origin == "first");
}

TEST_CASE("proposal: every predicate says where it comes from", "[heuristics][proposal]") {
  LoopFixture f(copy_loop);
  const Proposal proposal = f.propose();
  for (const Predicate& predicate : proposal.predicates()) {
    const std::string source = predicate.origin.substr(0, predicate.origin.find(':'));
    INFO(predicate.origin);
    CHECK((source == "user" || source == "targets" || source == "atoms" || source == "goals" ||
           source == "frame"));
    CHECK(predicate.formula.sort().is_bool());
  }
}

TEST_CASE("proposal: loops that offer nothing to hold on to", "[heuristics][proposal]") {
  for (const char* text : {
           "procedure p() { while * { } }",
           "procedure p() { while true { assert true; } }",
           "procedure p() { var x: int; while false { x := x + 1; } }",
           "procedure p() { var x: int; while * { havoc x; } assert x == x; }",
           "procedure p() { block l { while true { exit l; } } }",
           "procedure p(m: [int][int]int) { var a: [int][int]int; while * { a := m; } }",
           "sort s; procedure p(f: [s]s, x: s) { var y: s; y := x; while * { y := f[y]; } "
           "assert y == x; }",
       }) {
    INFO(text);
    LoopFixture f(text);
    const Proposal proposal = f.propose();
    CHECK(proposal.predicates().size() <= 4);
  }
}

}  // namespace
}  // namespace pawl::heuristics
