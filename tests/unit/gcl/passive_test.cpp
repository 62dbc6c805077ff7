// SPDX-License-Identifier: Apache-2.0
#include "gcl/passive.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "gcl/make_stmt.h"
#include "tests/support/parsed.h"
#include "tests/unit/gcl/printed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;
using pawl::test::printed;

namespace {

struct Made {
  explicit Made(const std::string& text)
      : parsed(text),
        desugared(desugar(parsed.context, parsed.program, parsed.procedure())),
        passive(make_passive(parsed.context, desugared)) {}
  Parsed parsed;
  Desugared desugared;
  Passive passive;
};

std::string passive_of(const std::string& body) {
  return printed(
      Made("procedure p(n: int) { var x: int, y: int, z: bool; " + body + " }").passive.body);
}

}  // namespace

TEST_CASE("assignments become equations between versions", "[gcl][passive]") {
  CHECK(passive_of("x := 1; x := x + 1; y := x;") ==
        "assume x@1 == 1; assume x@2 == x@1 + 1; assume y@1 == x@2;");
  CHECK(passive_of("x, y := y, x; assert x == y;") ==
        "assume x@1 == y; assume y@1 == x; assert x@1 == y@1;");
  CHECK(passive_of("havoc x; z := x == y; assert z;") == "assume z@1 <==> x@1 == y; assert z@1;");
  CHECK(passive_of("x := x + 1; assert old(x) < x;") == "assume x@1 == x + 1; assert x < x@1;");
}

TEST_CASE("joins take the highest version", "[gcl][passive]") {
  CHECK(passive_of("if n > 0 { x := 1; } else { y := 2; } assert x == y;") ==
        "{ assume 0 < n; assume x@1 == 1; assume y@1 == y; } [] "
        "{ assume !(0 < n); assume y@1 == 2; assume x@1 == x; } assert x@1 == y@1;");
  CHECK(passive_of("{ x := 1; } [] { x := 2; x := 3; } [] { assume false; } assert x == y;") ==
        "{ assume x@1 == 1; assume x@3 == x@1; } [] "
        "{ assume x@2 == 2; assume x@3 == 3; } [] { assume false; } assert x@3 == y;");
}

TEST_CASE("a branch that does not arrive has no equations", "[gcl][passive]") {
  CHECK(passive_of("{ x := 1; assume false; } [] { y := 2; } assert x == y;") ==
        "{ assume x@1 == 1; assume false; } [] { assume y@1 == 2; } assert x == y@1;");
}

TEST_CASE("exits carry their own equations", "[gcl][passive]") {
  CHECK(passive_of("block L { x := 1; if n > 0 { exit L; } x := 2; } assert x > 0;") ==
        "block L { assume x@1 == 1; { assume 0 < n; assume x@2 == x@1; exit L; } [] "
        "{ assume !(0 < n); } assume x@2 == 2; } assert 0 < x@2;");
  CHECK(passive_of(
            "block A { block B { if * { x := 1; exit A; } exit B; } y := 2; } assert x == y;") ==
        "block A { block B { { assume x@1 == 1; assume y@1 == y; exit A; } [] { skip; } exit B; } "
        "assume y@1 == 2; assume x@1 == x; } assert x@1 == y@1;");
}

TEST_CASE("code after an exit stays, and joins nothing", "[gcl][passive]") {
  const Made made(
      "procedure p() { var x: int; block L { exit L; x := 1; assert x == 1; } assert x == 2; }");
  CHECK(printed(made.passive.body) ==
        "block L { exit L; assume x@1 == 1; assert x@1 == 1; } assert x == 2;");
  CHECK(made.passive.obligation_env.size() == 2);
}

TEST_CASE("every obligation and point has the state of its place", "[gcl][passive]") {
  Made made(
      "procedure p(n: int) { var x: int; x := 0; assert x == 0;"
      "  while x < n invariant x <= n; { x := x + 1; } assert x == n; }");
  const Expr x = made.parsed.int_var("x");
  REQUIRE(made.passive.obligation_env.size() == made.desugared.obligations.size());
  REQUIRE(made.passive.point_env.size() == made.desugared.points.size());
  std::vector<std::string> at;
  for (const Env& env : made.passive.obligation_env) at.push_back(env.version(x).name());
  CHECK(at == std::vector<std::string>{"x@1", "x@1", "x@3", "x@2"});
  at.clear();
  for (const Env& env : made.passive.point_env) at.push_back(env.version(x).name());
  CHECK(at == std::vector<std::string>{"x@1", "x@2", "x@3", "x@2"});
  CHECK(made.passive.exit_env.version(x).name() == "x@2");
  for (const Expr version : made.passive.versions) {
    CHECK(made.passive.variable_of.at(version) == x);
  }
}

TEST_CASE("version names avoid the user's", "[gcl][passive]") {
  const Made made("procedure p(x@1: int) { var x: int; x := x@1; assert x == x@1; }");
  CHECK(printed(made.passive.body) == "assume x@1#2 == x@1; assert x@1#2 == x@1;");
}

TEST_CASE("a command may exit to labels around it", "[gcl][passive]") {
  Context context;
  const Expr x = context.var("x", context.int_sort());
  Block command;
  const auto set = [&](std::int64_t n) {
    return make_assign({{x, context.int_const(n)}}, SourceRange());
  };
  Block leave{set(1), Stmt{Exit{"L"}, {}}};
  Block other{set(2), Stmt{Exit{"L"}, {}}};
  Block stay{set(3)};
  command.push_back(make_choice(leave, other, {}));
  Block all{make_choice(command, stay, {})};
  const Passive passive = make_passive(context, all, {});
  CHECK(printed(passive.body) ==
        "{ { assume x@1 == 1; assume x@2 == x@1; exit L; } [] { assume x@2 == 2; exit L; } } [] "
        "{ assume x@3 == 3; }");
  REQUIRE(passive.label_env.size() == 1);
  CHECK(passive.label_env.at("L").version(x).name() == "x@2");
  CHECK(passive.exit_env.version(x).name() == "x@3");
}

TEST_CASE("a command continues in the state it is given", "[gcl][passive]") {
  Context context;
  const Expr x = context.var("x", context.int_sort());
  const Expr start = context.var("start", context.int_sort());
  Env env;
  env.set(x, start);
  const Expr next = context.make(Kind::Add, {x, context.make(Kind::Old, {x})});
  const Passive passive = make_passive(context, {make_assign({{x, next}}, {})}, env);
  CHECK(printed(passive.body) == "assume x@1 == start + x;");
}

TEST_CASE("in_state reads now and before", "[gcl][passive]") {
  Made made("procedure p(n: int, a: [int]int) { var x: int; x := n; }");
  const Expr e = made.parsed.formula("x < old(x + a[n]) && (forall k: int :: { a[k] } a[k] == x)");
  CHECK(print(in_state(made.parsed.context, e, made.passive.exit_env)) ==
        "x@1 < x + a[n] && forall k: int :: {a[k]} a[k] == x@1");
}
