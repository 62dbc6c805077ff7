// SPDX-License-Identifier: Apache-2.0
#include "explain/newton.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "tests/support/parsed.h"
#include "tests/support/path_of.h"

namespace pawl::explain {
namespace {

using test::Parsed;
using Texts = std::vector<std::string>;

/// A program, a path of its first procedure, and what NEWTON says.
class World {
 public:
  explicit World(const std::string& text, std::vector<std::size_t> decisions = {})
      : parsed_(text),
        path(test::path_of(parsed_.context, parsed_.program, parsed_.procedure(),
                           std::move(decisions))),
        explanation(newton(parsed_.context, parsed_.program, path, {}, log_)) {}

  /// "f: x > 0" for a predicate of f, "g == 0" for a global one.
  static Texts texts(const std::vector<ScopedPredicate>& predicates) {
    Texts result;
    for (const ScopedPredicate& one : predicates) {
      const std::string scope = one.procedure != nullptr ? one.procedure->name + ": " : "";
      result.push_back(scope + gcl::print(one.expr));
    }
    return result;
  }
  const Infeasible& infeasible() const {
    REQUIRE(std::holds_alternative<Infeasible>(explanation));
    return std::get<Infeasible>(explanation);
  }
  Texts predicates() const { return texts(infeasible().predicates); }
  const Feasible& feasible() const {
    if (const auto* d = std::get_if<Disagreement>(&explanation)) FAIL(d->what);
    REQUIRE(std::holds_alternative<Feasible>(explanation));
    return std::get<Feasible>(explanation);
  }
  std::string initial(const std::string& name) {
    return gcl::to_string(feasible().initial.at(parsed_.int_var(name)));
  }
  Texts along() {
    return texts(predicates_along(parsed_.context, parsed_.program, path, infeasible().conditions));
  }

 private:
  Parsed parsed_;
  prover::QueryLog log_;

 public:
  Path path;
  Explanation explanation;
};

TEST_CASE("theory 4: the path of the paper has four predicates", "[explain][newton]") {
  const World world(
      "procedure p() { var a: int, b: int, c: int;"
      " assume b > 0; c := 2 * b; a := b; a := a - 1; assume a < b; assume c == a;"
      " assert false; }");
  CHECK(world.predicates() == Texts{"p: 0 < b", "p: c == 2 * b", "p: a < b", "p: 2 * b == a"});
  CHECK(world.infeasible().conditions == std::vector<std::size_t>{0, 4, 5});
}

TEST_CASE("theory 4: a renaming that makes the path feasible is undone", "[explain][newton]") {
  const World world(
      "procedure p() { var x: int; x := 1; assume x > 0; assume x == 2; assert false; }");
  CHECK(world.predicates() == Texts{"p: x == 1"});
}

TEST_CASE("what happens after the contradiction does not matter", "[explain][newton]") {
  const World world(
      "procedure p(x: int) { var y: int;"
      " assume x > 0; assume x < 1; y := 7; assert y != 7; }");
  CHECK(world.infeasible().conditions == std::vector<std::size_t>{0, 1});
  CHECK(world.predicates() == Texts{"p: 0 < x", "p: x < 1"});
}

TEST_CASE("a feasible path is a run", "[explain][newton]") {
  World world(
      "var g: int;"
      "procedure p(x: int) modifies g; { var y: int; havoc y; assume y == x + 3; g := g + y;"
      " assert g != 10; }");
  CHECK(world.feasible().run.ended<gcl::WentWrong>());
  CHECK(std::stoi(world.initial("g")) + std::stoi(world.initial("x")) + 3 == 10);
}

TEST_CASE("a feasible path through calls, choices and maps is a run", "[explain][newton]") {
  const World world(
      "var m: [int]int;"
      "procedure p(i: int) modifies m; { var r: int;"
      " if * { m[i] := 4; } call r := get(i); call r := twice(r); assert r == m[i + 1]; }"
      "procedure get(k: int) returns (v: int) { var t: int; assume t > k; v := m[k]; }"
      "procedure twice(v: int) returns (w: int) { if v > 0 { w := 2 * v; } else { w := 0; } }",
      {1, 1});
  CHECK(world.feasible().run.ended<gcl::WentWrong>());
}

TEST_CASE("a callee is explained for all its calls", "[explain][newton]") {
  const World world(
      "procedure main() { var a: int, b: int; a := 2; call b := inc(a); assert b == 3; }"
      "procedure inc(x: int) returns (r: int) { r := x + 1; }");
  CHECK(world.predicates() == Texts{"main: a == 2", "inc: r == x + 1", "main: b == 3"});
}

TEST_CASE("globals are global, and what they were on entry is local", "[explain][newton]") {
  const World world(
      "var lock: int; var n: int;"
      "procedure main() modifies lock, n; { lock := 0; call acquire(); assert lock == 1; }"
      "procedure acquire() modifies lock, n; { assume lock == 0; n := n + 1; lock := lock + 1; }");
  CHECK(world.predicates() == Texts{"lock == 0", "acquire: lock == old(lock) + 1", "lock == 1"});
}

TEST_CASE("the caller's knowledge is told to the callee", "[explain][newton]") {
  const World world(
      "procedure main(y: int, w: int) { assume y > 5; call f(y, w); }"
      "procedure f(x: int, z: int) { assume x <= z + z; assume z <= 2; assert false; }");
  CHECK(world.predicates() == Texts{"main: 5 < y", "f: 5 < x", "f: x <= z + z", "f: z <= 2"});
}

TEST_CASE("recursion: each activation has its own variables", "[explain][newton]") {
  const World world(
      "procedure main() { var r: int; call r := down(1); assert r == 0; }"
      "procedure down(n: int) returns (r: int) {"
      " if n > 0 { call r := down(n - 1); } else { r := 0; } }",
      {1, 0});
  CHECK(world.predicates() == Texts{"down: r == 0", "main: r == 0"});
}

TEST_CASE("memory is explained at the addresses used", "[explain][newton]") {
  const World world(
      "var m: [int]int;"
      "procedure p(i: int) modifies m; {"
      " m[i] := 5; m[i + 1] := 6; m[i + 2] := 7; assert m[i + 1] == 6; }");
  CHECK(world.predicates() == Texts{"p: m[i + 1] == 6"});
}

TEST_CASE("addresses that may be the same are compared", "[explain][newton]") {
  const World world(
      "var m: [int]int;"
      "procedure p(i: int, j: int) modifies m; {"
      " m[i] := 5; m[j] := 6; assume i != j; assert m[i] == 5; }");
  const Texts found = world.predicates();
  CHECK(std::ranges::find(found, "p: i == j") != found.end());
  CHECK(std::ranges::find(found, "p: m[i] == 5") != found.end());
}

TEST_CASE("memory through a call", "[explain][newton]") {
  const World world(
      "var m: [int]int;"
      "procedure p(i: int) modifies m; { m[i] := 1; call set(i + 1); assert m[i] == 1; }"
      "procedure set(k: int) modifies m; { m[k] := 2; }");
  CHECK(world.predicates() == Texts{"p: m[i] == 1"});
}

TEST_CASE("without a solver nothing is claimed", "[explain][newton]") {
  Parsed parsed("procedure p(x: int) { assume x > 0; assert x > 0; }");
  prover::QueryLog log;
  NewtonOptions options;
  options.prover.kind = prover::ProverKind::Unknown;
  const Path path = test::path_of(parsed.context, parsed.program, parsed.procedure());
  const Explanation result = newton(parsed.context, parsed.program, path, options, log);
  REQUIRE(std::holds_alternative<Undecided>(result));
  CHECK(std::get<Undecided>(result).solver == prover::UnknownReason::NotAsked);
}

TEST_CASE("along the path there are preconditions", "[explain][along]") {
  World world("procedure p() { var b: int, c: int; havoc b; c := 2 * b; b := 0; assert c != 3; }");
  const Texts found = world.along();
  CHECK(std::ranges::find(found, "p: c == 3") != found.end());
  CHECK(std::ranges::find(found, "p: 2 * b == 3") != found.end());
}

}  // namespace
}  // namespace pawl::explain
