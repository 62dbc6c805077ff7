// SPDX-License-Identifier: Apache-2.0
#include "gcl/wp.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;

namespace {

struct Made {
  explicit Made(const std::string& body)
      : parsed("procedure p(n: int) { var x: int, y: int; " + body + " }"),
        passive(make_passive(parsed.context,
                             desugar(parsed.context, parsed.program, parsed.procedure()))) {}
  std::string weakest(const std::string& post) {
    return print(wp(parsed.context, passive, {parsed.formula(post), {}}));
  }
  std::string liberal(const std::string& post) {
    return print(wlp(parsed.context, passive, {parsed.formula(post), {}}));
  }
  Parsed parsed;
  Passive passive;
};

}  // namespace

TEST_CASE("wp and wlp of the primitive statements", "[gcl][wp]") {
  Made made("x := n; assert x > 0; assume y == x;");
  CHECK(made.weakest("y > 1") == "x@1 == n ==> 0 < x@1 && (y == x@1 ==> 1 < y)");
  CHECK(made.liberal("y > 1") == "x@1 == n ==> 0 < x@1 ==> y == x@1 ==> 1 < y");
  CHECK(made.weakest("old(x) == x") == "x@1 == n ==> 0 < x@1 && (y == x@1 ==> x == x@1)");
}

TEST_CASE("all branches of a choice must end well", "[gcl][wp]") {
  Made made("{ x := 1; } [] { assert n > 0; } [] { assume false; }");
  CHECK(made.weakest("x > 0") == "(x@1 == 1 ==> 0 < x@1) && (0 < n && (x@1 == x ==> 0 < x@1))");
}

TEST_CASE("an exit continues after its block", "[gcl][wp]") {
  Made made("block L { if n > 0 { exit L; } x := 2; }");
  CHECK(made.weakest("x > 0") ==
        "(0 < n ==> x@1 == x ==> 0 < x@1) && (!(0 < n) ==> x@1 == 2 ==> 0 < x@1)");
}

TEST_CASE("one postcondition for each label outside", "[gcl][wp]") {
  Parsed parsed(
      "procedure p(n: int) { var x: int; block L { if n > 0 { x := 1; exit L; } x := 2; } }");
  const Desugared d = desugar(parsed.context, parsed.program, parsed.procedure());
  const Passive passive =
      make_passive(parsed.context, std::get<LabeledBlock>(d.body[0].node).body, {});
  const Postcondition post{parsed.formula("x > 0"), {{"L", parsed.formula("x < 5")}}};
  CHECK(print(wp(parsed.context, passive, post)) ==
        "(0 < n ==> x@1 == 1 ==> x@1 < 5) && (!(0 < n) ==> x@2 == 2 ==> 0 < x@2)");
  // Without a postcondition of its own an exit is always fine.
  CHECK(print(wp(parsed.context, passive, {parsed.formula("x == 3"), {}})) ==
        "!(0 < n) ==> x@2 == 2 ==> x@2 == 3");
}

TEST_CASE("wp is linear as a DAG", "[gcl][wp]") {
  const auto size = [](int count) {
    std::string body;
    for (int i = 0; i < count; ++i) body += "if n > x { x := x + 1; } else { assert y > x; }\n";
    Made made(body);
    return dag_size(std::vector<Expr>{
        wp(made.parsed.context, made.passive, {made.parsed.formula("x > y"), {}})});
  };
  CHECK(size(200) < 2 * size(100) + 10);
}
