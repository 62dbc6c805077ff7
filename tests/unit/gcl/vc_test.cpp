// SPDX-License-Identifier: Apache-2.0
#include "gcl/vc.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;

namespace {

struct Made {
  explicit Made(const std::string& text)
      : parsed(text),
        desugared(desugar(parsed.context, parsed.program, parsed.procedure())),
        passive(make_passive(parsed.context, desugared)),
        vc(make_vc(parsed.context, passive)) {}
  Parsed parsed;
  Desugared desugared;
  Passive passive;
  Vc vc;
};

std::vector<std::string> printed(const std::vector<Expr>& formulas) {
  std::vector<std::string> texts;
  for (const Expr formula : formulas) texts.push_back(print(formula));
  return texts;
}

std::string straight_line_ifs(int count) {
  std::string text = "procedure p(n: int) { var x: int, y: int; x := 0; y := 0;\n";
  for (int i = 0; i < count; ++i) {
    text += "if n > " + std::to_string(i) + " { x := x + 1; } else { y := y + x; }\n";
  }
  return text + "assert x + y >= 0; }\n";
}

}  // namespace

TEST_CASE("segments are guarded by their predecessors", "[gcl][vc]") {
  Made made(
      "procedure p(n: int) { var x: int; if n > 0 { x := 1; } else { x := 2; } assert x > 0; "
      "assert x < n; }");
  CHECK(printed(all_constraints(made.parsed.context, made.vc)) ==
        std::vector<std::string>{"pass@1 ==> 0 < n", "pass@1 ==> x@1 == 1", "pass@1 ==> x@2 == x@1",
                                 "pass@2 ==> !(0 < n)", "pass@2 ==> x@2 == 2",
                                 "pass@3 ==> pass@1 || pass@2", "pass@4 ==> pass@3",
                                 "pass@4 ==> 0 < x@2", "pass@5 ==> pass@4", "pass@5 ==> x@2 < n"});
  REQUIRE(made.vc.goals.size() == 2);
  CHECK(made.vc.goals[0].segment == 3);
  CHECK(made.vc.goals[1].segment == 4);
  CHECK(made.vc.exit_segment == 5);
  CHECK(constraints_for(made.parsed.context, made.vc, 3).size() == 6);
  CHECK(constraints_for(made.parsed.context, made.vc, 2).size() == 2);
}

TEST_CASE("predecessors come first", "[gcl][vc]") {
  const Made made(
      "procedure p(n: int) { var x: int; block A { while x < n invariant x <= n; {"
      "  if * { exit A; } block B { if x > 3 { exit B; } x := x + 2; } x := x + 1; } } assert x >= "
      "0; }");
  for (std::size_t s = 0; s < made.vc.segments.size(); ++s) {
    for (const std::size_t p : made.vc.segments[s].predecessors) CHECK(p < s);
  }
  for (const std::size_t point : made.vc.point_segment) CHECK(point < made.vc.segments.size());
}

TEST_CASE("what follows an exit is unreachable", "[gcl][vc]") {
  Made made("procedure p() { var x: int; block L { exit L; assert x == 1; } assert x == 2; }");
  REQUIRE(made.vc.goals.size() == 2);
  const std::size_t dead = made.vc.goals[0].segment;
  CHECK(dead != 0);
  CHECK(made.vc.segments[dead].predecessors.empty());
  const Expr guard = made.vc.segments[dead].guard;
  const auto constraints = segment_constraints(made.parsed.context, made.vc, dead);
  REQUIRE_FALSE(constraints.empty());
  CHECK(constraints[0] == made.parsed.context.make(Kind::Not, {guard}));
  CHECK(made.vc.goals[1].segment == 0);
}

TEST_CASE("an assertion is not among its own premises", "[gcl][vc]") {
  Made made("procedure p(x: int) { assume x > 0; assert x > 1; assume x > 2; }");
  const auto premises = constraints_for(made.parsed.context, made.vc, made.vc.goals[0].segment);
  CHECK(printed(premises) == std::vector<std::string>{"0 < x"});
}

TEST_CASE("definitions and axioms are background", "[gcl][vc]") {
  Parsed parsed(
      "const c: int; function f(x: int): int = x + c; function g(): bool = c > 0;"
      "function h(x: int): int; axiom forall x: int :: { h(x) } h(x) >= 0;"
      "procedure p() {}");
  CHECK(printed(background(parsed.context, parsed.program)) ==
        std::vector<std::string>{"forall x: int :: {f(x)} f(x) == x + c", "g() <==> 0 < c",
                                 "forall x: int :: {h(x)} 0 <= h(x)"});
}

TEST_CASE("the size is linear in the number of ifs", "[gcl][vc]") {
  const auto size = [](int count) {
    Made made(straight_line_ifs(count));
    return dag_size(all_constraints(made.parsed.context, made.vc));
  };
  const std::size_t small = size(100);
  const std::size_t large = size(200);
  CHECK(large - small == size(300) - large);
  CHECK(large < 2 * small + 10);
}
