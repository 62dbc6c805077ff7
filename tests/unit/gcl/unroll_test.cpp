// SPDX-License-Identifier: Apache-2.0
#include "gcl/unroll.h"

#include <catch2/catch.hpp>

#include "gcl/interpreter.h"
#include "gcl/replay.h"
#include "gcl/traverse.h"
#include "tests/support/parsed.h"
#include "tests/unit/gcl/printed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;
using pawl::test::printed;

namespace {

struct Made {
  explicit Made(const std::string& text, UnrollOptions options = {.iterations = 1})
      : parsed(text),
        desugared(desugar(parsed.context, parsed.program, parsed.procedure())),
        unrolled(unroll(parsed.context, parsed.program, parsed.procedure(), desugared, options)) {}
  Parsed parsed;
  Desugared desugared;
  Unrolled unrolled;
};

}  // namespace

TEST_CASE("a loop is unrolled, and left at most after the last copy", "[gcl][unroll]") {
  const Made made(
      "procedure p(n: int) ensures n > 0; { var i: int;"
      "  while i < n invariant i <= n; { i := i + 1; assert i > 0; } }");
  CHECK(printed(made.unrolled.body) ==
        "block loop@1 { { assert i <= n; assume false; } [] { skip; } "
        "{ assume i < n; } [] { assume !(i < n); exit loop@1; } i := i + 1; assert 0 < i; "
        "{ assert i <= n; assume false; } [] { skip; } "
        "{ assume i < n; assume false; } [] { assume !(i < n); } } assert 0 < n;");
  CHECK(made.unrolled.origin == std::vector<std::size_t>{0, 1, 2, 3});
  using enum ObligationKind;
  CHECK(made.desugared.obligations[made.unrolled.origin[0]].kind == Initiation);
  CHECK(made.desugared.obligations[made.unrolled.origin[2]].kind == Consecution);
  CHECK(made.unrolled.contract_calls.empty());
}

TEST_CASE("callees are inlined with variables of their own", "[gcl][unroll]") {
  const Made made(
      "var g: int; procedure p(x: int) modifies g; { var r: int; call r := q(x); assert r == x; }"
      "procedure q(x: int) returns (r: int) requires x > 0; modifies g; ensures g == old(g) + 1;"
      "{ block L { g := g + 1; if x > 5 { exit L; } r := x; assert r > 0; } }");
  CHECK(printed(made.unrolled.body) ==
        "x#2 := x; assert 0 < x#2; assume true; g@old#2 := g; "
        "block L@1 { g := g + 1; { assume 5 < x#2; exit L@1; } [] { assume !(5 < x#2); } "
        "r#2 := x#2; assume 0 < r#2; } assume g == g@old#2 + 1; r := r#2; assert r == x;");
  CHECK(made.unrolled.origin.size() == 2);
}

TEST_CASE("calls beyond the limit are not followed", "[gcl][unroll]") {
  const Made made(
      "procedure p(n: int) requires n > 0; { if n > 1 { call p(n - 1); } assert n < 3; }",
      {.iterations = 1, .call_depth = 1});
  CHECK(printed(made.unrolled.body) ==
        "assume 0 < n; { assume 1 < n; n#2 := n - 1; assert 0 < n#2; "
        "{ assume 1 < n#2; n#3 := n#2 - 1; assume 0 < n#3; assume false; } [] "
        "{ assume !(1 < n#2); } assume n#2 < 3; } [] { assume !(1 < n); } assert n < 3;");
}

TEST_CASE("a callee without a body is its contract, and said to be", "[gcl][unroll]") {
  const Made made(
      "var g: int; procedure p() modifies g; { var x: int; call x := q(1); assert x == g; }"
      "procedure q(y: int) returns (r: int) requires y > 0; modifies g; ensures r > y;");
  CHECK(printed(made.unrolled.body) ==
        "assert 0 < 1; havoc g, x; assume true; assume true; assume 1 < x; assert x == g;");
  CHECK(made.unrolled.contract_calls.size() == 1);
  CHECK(made.unrolled.decisions.size() == 2);
}

TEST_CASE("the size is limited", "[gcl][unroll]") {
  const std::string text =
      "procedure p(n: int) { var i: int, j: int, k: int;"
      "  while i < n { while j < n { while k < n { k := k + 1; } j := j + 1; } i := i + 1; } }";
  const Made made(text, {.iterations = 100, .max_size = 500});
  std::size_t statements = 0;
  for_each_stmt(made.unrolled.body, [&](const Stmt&) { ++statements; });
  CHECK(statements < 5'000);
}

TEST_CASE("a model of the unrolled code becomes a run", "[gcl][replay]") {
  Made made(
      "procedure p(n: int) { var i: int, x: int; i := 0;\n"
      "  while i < n { if * { havoc x; } i := i + 1; }\n"
      "  assert x != 9; }",
      {.iterations = 3});
  Context& context = made.parsed.context;
  const Passive passive = make_passive(context, made.unrolled.body, {});
  const Vc vc = make_vc(context, passive);
  REQUIRE(vc.goals.size() == 1);
  // The model a solver would find: two iterations, the second one havocs x to 9. The path is
  // walked forwards: a segment is on it iff its facts hold and so does a predecessor. What is not
  // defined by an equation by then is the havocked x.
  State model;
  const auto value_of = [&](Expr e) {
    for (const Expr var : free_vars(e)) model.emplace(var, Value::integer(9));
    Valuation valuation;
    valuation.now = &model;
    return evaluate(e, valuation).value;
  };
  for (const Expr var :
       {made.parsed.int_var("n"), made.parsed.int_var("i"), made.parsed.int_var("x")}) {
    model.emplace(var, Value::integer(var.name() == "n" ? 2 : 0));
  }
  std::size_t branch = 0;
  for (const Decision& decision : made.unrolled.decisions) {
    if (decision.kind == Decision::Kind::Branch) {
      model.emplace(decision.var, Value::integer(branch++ == 1 ? 1 : 0));
    }
  }
  for (std::size_t s = 0; s < vc.segments.size(); ++s) {
    bool reached = s == 0;
    for (const std::size_t p : vc.segments[s].predecessors) {
      reached |= p == 0 || model.at(vc.segments[p].guard).as_bool();
    }
    for (const Fact& fact : vc.segments[s].facts) {
      const Expr f = fact.formula;
      if (reached && f.is(Kind::Eq) && f.arg(0).is(Kind::Var) && !model.contains(f.arg(0))) {
        model.emplace(f.arg(0), value_of(f.arg(1)).value());
      }
      reached = reached && value_of(f)->as_bool();
    }
    if (s != 0) model.emplace(vc.segments[s].guard, Value::boolean(reached));
  }
  const std::size_t goal = vc.goals[0].segment;
  REQUIRE(value_of(vc.segments[goal].guard)->as_bool());
  const auto path = path_to(vc, goal, value_of);
  REQUIRE(path.has_value());
  CHECK(path->front() == 0);
  CHECK(path->back() == goal);
  const std::vector<Expr> variables{made.parsed.int_var("n"), made.parsed.int_var("i"),
                                    made.parsed.int_var("x")};
  auto script =
      script_from_model(context, made.unrolled, passive, vc, goal, variables, {}, value_of);
  REQUIRE(script.has_value());
  ScriptedChooser chooser(*script);
  const Run result = run(made.parsed.program, made.parsed.procedure(), chooser, {});
  CHECK(result.ended<WentWrong>());
  CHECK_FALSE(chooser.diverged());
  CHECK(chooser.decisions_used() == script->decisions.size());
  CHECK(to_string(result.final.at(made.parsed.int_var("x"))) == "9");
}
