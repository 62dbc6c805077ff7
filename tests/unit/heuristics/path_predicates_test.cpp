// SPDX-License-Identifier: Apache-2.0
#include "heuristics/path_predicates.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "heuristics/error_paths.h"
#include "heuristics/predicate_source.h"
#include "tests/support/parsed.h"
#include "tests/unit/heuristics/loop_fixture.h"

using namespace pawl;
using namespace pawl::heuristics;

namespace {

std::vector<const gcl::Stmt*> assertions_of(const gcl::Procedure& procedure) {
  std::vector<const gcl::Stmt*> found;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    if (std::holds_alternative<gcl::Assert>(stmt.node)) found.push_back(&stmt);
  });
  return found;
}

std::vector<std::string> predicates_of(const std::string& text, std::uint64_t max_queries = 1000) {
  test::Parsed parsed(text);
  prover::QueryLog log;
  std::vector<std::string> texts;
  for (const gcl::Expr one :
       path_predicates(parsed.context, parsed.program, parsed.procedure(),
                       assertions_of(parsed.procedure()), {}, max_queries, log)) {
    texts.push_back(gcl::print(one));
  }
  return texts;
}

std::vector<explain::Path> paths_of(test::Parsed& parsed, const PathLimits& limits = {}) {
  return error_paths(parsed.context, parsed.procedure(), assertions_of(parsed.procedure()), limits);
}

std::size_t count_paths(const std::string& text, const PathLimits& limits = {}) {
  test::Parsed parsed(text);
  return paths_of(parsed, limits).size();
}

const char* const one_loop = R"(
  procedure f(n: int) {
    var i: int;
    i := 0;
    while i < n { i := i + 1; }
    assert i >= n;
  })";

const char* const lock = R"(
  procedure f() {
    var locked: int, old_count: int, count: int, again: bool;
    locked := 0; again := true;
    while again {
      locked := 1; old_count := count;
      if * { locked := 0; count := count + 1; }
      again := count != old_count;
    }
    assert locked == 1;
  })";

}  // namespace

TEST_CASE("paths pass loops at most so often", "[heuristics][error_paths]") {
  CHECK(count_paths(one_loop) == 4);
  CHECK(count_paths(one_loop, {.rounds = 0}) == 1);
  CHECK(count_paths(one_loop, {.rounds = 9, .paths = 5}) == 5);
  CHECK(count_paths(one_loop, {.rounds = 9, .paths = 100, .steps = 6}) == 3);
  CHECK(count_paths(one_loop, {.rounds = 9, .paths = 100, .steps = 200, .visits = 5}) == 1);
}

TEST_CASE("the shortest paths come first", "[heuristics][error_paths]") {
  test::Parsed parsed(one_loop);
  const std::vector<explain::Path> paths = paths_of(parsed);
  REQUIRE(paths.size() == 4);
  for (std::size_t i = 0; i < paths.size(); ++i) CHECK(paths[i].steps.size() == 3 + 2 * i);
  CHECK(std::holds_alternative<explain::PathFailure>(paths[0].steps.back().node));
}

TEST_CASE("rounds are counted anew each time a loop is reached", "[heuristics][error_paths]") {
  const char* const nested = R"(
    procedure f() { while * { while * { assert true; } } })";
  // Inner rounds of one outer round: 1 or 2; of two: the first passes 0 to 2, the second 1 or 2.
  CHECK(count_paths(nested, {.rounds = 2}) == 2 + 3 * 2);
}

TEST_CASE("paths leave blocks by their labels", "[heuristics][error_paths]") {
  CHECK(count_paths(R"(
    procedure f(n: int) {
      block out {
        block in { if n < 0 { exit out; } if n == 0 { exit in; } assert n > 0; exit out; }
        assert n == 0;
      }
      assert true;
    })") == 2 + 3);
}

TEST_CASE("paths end at calls", "[heuristics][error_paths]") {
  CHECK(count_paths("procedure f() { assert true; call g(); assert true; } procedure g();") == 1);
}

TEST_CASE("only the assertions asked for fail", "[heuristics][error_paths]") {
  test::Parsed parsed("procedure f(n: int) { assert n > 0; if * { assert n > 1; } }");
  const gcl::Procedure& procedure = parsed.procedure();
  const std::vector<const gcl::Stmt*> last = {assertions_of(procedure).back()};
  const std::vector<explain::Path> paths = error_paths(parsed.context, procedure, last);
  REQUIRE(paths.size() == 1);
  CHECK(paths[0].steps.size() == 3);
}

TEST_CASE("an infeasible path tells what matters", "[heuristics][path_predicates]") {
  const std::vector<std::string> found = predicates_of(lock);
  CHECK(std::ranges::find(found, "locked == 1") != found.end());
  CHECK(predicates_of(lock, 0).empty());
  CHECK(predicates_of("procedure f(n: int) { assert n > 0; }").empty());
}

TEST_CASE("newton: proposes what it is given and what fits the loop", "[heuristics][newton]") {
  LoopFixture f("procedure f(n: int) { var i: int, j: int; while i < n { i := i + 1; } }");
  const std::vector<gcl::Expr> found = {f.expr("i == 7"), f.expr("j == 7")};
  LoopView view = f.view(0);
  std::string error;
  const auto sources = make_sources("newton", error);
  CHECK(propose(view, sources).predicates().empty());
  view.path_predicates = found;
  const Proposal proposal = propose(view, sources);
  REQUIRE(proposal.predicates().size() == 1);  // the loop does not change j
  CHECK(proposal.predicates()[0].formula == found[0]);
  CHECK(proposal.predicates()[0].origin.starts_with("newton: "));
}
