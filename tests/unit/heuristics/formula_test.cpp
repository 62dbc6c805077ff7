// SPDX-License-Identifier: Apache-2.0
#include "heuristics/formula.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/printer.h"
#include "loop_fixture.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

const char* const names = R"(
var g: int;
procedure p(n: int, a: [int]int, m: [int][int]int, c: bool, d: bool) returns (i: int, b: [int]int)
  modifies g;
{ i := 0; b := a; g := 0; }
)";

TEST_CASE("canonical: one spelling per atom and its negation", "[heuristics][formula]") {
  LoopFixture f(names);
  const auto same = [&](const char* a, const char* b) {
    INFO(a << "   " << b);
    return canonical(f.context(), f.expr(a)) == canonical(f.context(), f.expr(b));
  };
  CHECK(same("i < n", "i + 1 <= n"));
  CHECK(same("i < n", "n <= i"));
  CHECK(same("i < n", "!(i >= n)"));
  CHECK(same("2 * i <= 5", "i <= 2"));
  CHECK(same("2 * i >= 5", "i > 2"));
  CHECK(same("-1 < i", "0 <= i"));
  CHECK(same("i == n", "n != i"));
  CHECK(same("2 * i == 2 * n", "i == n"));
  CHECK(same("a == b", "b == a"));
  CHECK(same("c <==> d", "!(d <==> c)"));
  CHECK(same("a[i + 1 - 1] == 0", "a[i] == 0"));
  CHECK(same("a[n - 1 - i] <= 0", "a[n - i - 1] <= 0"));
  CHECK_FALSE(same("i < n", "i <= n"));
  CHECK_FALSE(same("i == n", "i <= n"));
  CHECK(canonical(f.context(), f.expr("i < i + 1")).is_true());
  CHECK(canonical(f.context(), f.expr("2 * i == 1")).is_false());
}

TEST_CASE("atoms: connectives are taken apart, quantifiers left alone", "[heuristics][formula]") {
  LoopFixture f(names);
  const auto atoms =
      atoms_of(f.expr("(c ==> i < n) && !(d || i == 0) && (c <==> d) && "
                      "(forall k: int :: a[k] == 0)"));
  REQUIRE(atoms.size() == 4);
  CHECK(atoms[0] == f.expr("c"));
  CHECK(atoms[1] == f.expr("i < n"));
  CHECK(atoms[2] == f.expr("d"));
  CHECK(atoms[3] == f.expr("i == 0"));
}

TEST_CASE("simplify: constants and reads over writes", "[heuristics][formula]") {
  LoopFixture f(names);
  const auto simple = [&](const char* text) {
    return gcl::print(simplify(f.context(), f.expr(text)));
  };
  CHECK(simple("0 <= 1 && i < n") == "i < n");
  CHECK(simple("-1 == -1 ==> c") == "c");
  CHECK(simple("a[i := 5][i] == 5") == "true");
  CHECK(simple("a[i := 5][i + 1] == n") == "a[i + 1] == n");
  CHECK(simple("a[i := 5][n] == n") == "a[i := 5][n] == n");
  CHECK(simple("forall k: int :: k < k + 1") == "true");
}

TEST_CASE("substitution leaves old values alone", "[heuristics][formula]") {
  LoopFixture f(names);
  const Expr g = f.variable("g");
  const Expr result =
      substitute_now(f.context(), f.expr("g == old(g) + old(a[g])"), {{g, f.variable("n")}});
  CHECK(gcl::print(result) == "n == old(g) + old(a[g])");
  const auto vars = current_vars(f.expr("old(g) <= n"));
  CHECK(vars == std::vector<Expr>{f.variable("n")});
}

TEST_CASE("map reads: maximal, with all keys", "[heuristics][formula]") {
  LoopFixture f(names);
  const auto reads = reads_in(f.expr("m[i][a[n]] == a[i]"));
  REQUIRE(reads.size() == 3);
  const auto nested = std::ranges::find(reads, f.variable("m"), &MapRead::map);
  REQUIRE(nested != reads.end());
  CHECK(nested->keys.size() == 2);
  CHECK(nested->keys[0] == f.variable("i"));
}

TEST_CASE("stores are read through", "[heuristics][formula]") {
  LoopFixture f(names);
  const auto cases = read_through_stores(f.context(), f.expr("a[i := n][g] <= 3"));
  REQUIRE(cases.size() == 2);
  CHECK(gcl::print(cases[0]) == "a[g] <= 3");
  CHECK(gcl::print(cases[1]) == "n <= 3");
  CHECK(read_through_stores(f.context(), f.expr("a[g] <= 3")).size() == 1);
}

TEST_CASE("formulas may be very deep", "[heuristics][formula]") {
  LoopFixture f(names);
  const Expr d = f.expr("d");
  Expr deep = f.expr("c");
  for (int k = 0; k < 100'000; ++k) {
    deep = f.context().make(Kind::Not, {f.context().make(Kind::And, {deep, d})});
  }
  CHECK(atoms_of(deep).size() == 2);
  CHECK(current_vars(deep).size() == 2);
  CHECK_FALSE(contains_quantifier(deep));
  CHECK(simplify(f.context(), deep).sort().is_bool());
}

}  // namespace
}  // namespace pawl::heuristics
