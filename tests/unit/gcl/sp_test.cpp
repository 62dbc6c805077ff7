// SPDX-License-Identifier: Apache-2.0
#include "gcl/sp.h"

#include <catch2/catch.hpp>

#include "gcl/make_stmt.h"
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
                             desugar(parsed.context, parsed.program, parsed.procedure()))),
        result(sp(parsed.context, passive, parsed.context.true_())) {}
  Parsed parsed;
  Passive passive;
  SpResult result;
};

}  // namespace

TEST_CASE("Norm and Wrong of the primitive statements", "[gcl][sp]") {
  const Made made("x := n; assert x > 0; assume y == x; assert y > 1;");
  CHECK(print(made.result.normal.formula) == "((x@1 == n && 0 < x@1) && y == x@1) && 1 < y");
  REQUIRE(made.result.failed.size() == 2);
  CHECK(print(made.result.failed[0].formula) == "x@1 == n && !(0 < x@1)");
  CHECK(print(made.result.failed[1].formula) == "((x@1 == n && 0 < x@1) && y == x@1) && !(1 < y)");
  CHECK(made.result.failed[1].obligation == 1U);
  CHECK(made.result.wrong.is(Kind::Or));
}

TEST_CASE("without assertions nothing is Wrong", "[gcl][sp]") {
  const Made made("x := 1; if * { x := 2; }");
  CHECK(made.result.wrong.is_false());
  CHECK(made.result.failed.empty());
}

TEST_CASE("a choice is a disjunction that shares its prefix", "[gcl][sp]") {
  const Made made("assume n > 0; { assume n > 1; } [] { assume n > 2; }");
  CHECK(print(made.result.normal.formula) == "0 < n && 1 < n || 0 < n && 2 < n");
  const Made dead("{ assume false; } [] { assume n > 2; }");
  CHECK(print(dead.result.normal.formula) == "2 < n");
  const Made none("block L { { exit L; } [] { assume false; } x := 7; } assume n > 2;");
  CHECK(print(none.result.normal.formula) == "2 < n");
}

TEST_CASE("points have what arrives there", "[gcl][sp]") {
  const Made made("x := 0; while x < n invariant x <= n; { x := x + 1; }");
  REQUIRE(made.result.points.size() == 4);
  CHECK(print(made.result.points[0]) == "x@1 == 0");
  CHECK(print(made.result.points[1]) == "(x@1 == 0 && x@1 <= n) && x@2 <= n");
  CHECK(print(made.result.points[2]) ==
        "(((x@1 == 0 && x@1 <= n) && x@2 <= n) && x@2 < n) && x@3 == x@2 + 1");
  CHECK(print(made.result.points[3]) == "((x@1 == 0 && x@1 <= n) && x@2 <= n) && !(x@2 < n)");
}

TEST_CASE("exits to labels outside are outcomes", "[gcl][sp]") {
  Parsed parsed(
      "procedure p(n: int) { var x: int; block L { if n > 0 { x := 1; exit L; } x := 2; } }");
  const Desugared d = desugar(parsed.context, parsed.program, parsed.procedure());
  const Block& inside = std::get<LabeledBlock>(d.body[0].node).body;
  const Passive passive = make_passive(parsed.context, inside, {});
  const SpResult result = sp(parsed.context, passive, parsed.context.true_());
  REQUIRE(result.exits.size() == 1);
  CHECK(print(result.exits.at("L").formula) == "0 < n && x@1 == 1");
  CHECK(result.exits.at("L").env.version(parsed.int_var("x")).name() == "x@1");
  CHECK(print(result.normal.formula) == "!(0 < n) && x@2 == 2");
  CHECK(result.normal.env.version(parsed.int_var("x")).name() == "x@2");
}

TEST_CASE("sp is linear as a DAG, and deep code does not overflow", "[gcl][sp]") {
  const auto size = [](int count) {
    std::string body;
    for (int i = 0; i < count; ++i) body += "if n > x { x := x + 1; } else { y := y + x; }\n";
    const Made made(body + "assert x + y >= 0;");
    return dag_size(std::vector<Expr>{made.result.normal.formula, made.result.wrong});
  };
  const std::size_t small = size(100);
  const std::size_t large = size(200);
  CHECK(large < 2 * small + 10);
  Context context;
  const Expr x = context.var("x", context.int_sort());
  const Expr next = context.make(Kind::Add, {x, context.int_const(1)});
  const Block deep(100'000, make_assign({{x, next}}, {}));
  const SpResult result = sp(context, make_passive(context, deep, {}), context.true_());
  CHECK(dag_size(std::vector<Expr>{result.normal.formula}) > 300'000);
}
