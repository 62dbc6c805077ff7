// SPDX-License-Identifier: Apache-2.0
#include "frontends/clauses/from_program.h"

#include <catch2/catch.hpp>

#include "gcl/parser.h"
#include "gcl/printer.h"

namespace pawl::frontend::clauses {
namespace {

struct Written {
  explicit Written(const std::string& text) : file("x.gcl", text) {
    const auto program = gcl::parse_program(context, file, diagnostics);
    REQUIRE(program);
    system = from_program(*program, context, diagnostics);
  }
  /// "p(x) && x < 1 ==> p(x + 1)", clause by clause.
  std::vector<std::string> clauses() const {
    std::vector<std::string> result;
    for (const Clause& clause : system.value().clauses) {
      const std::string premise = clause.body ? shown(*clause.body) + " && " : "";
      result.push_back(premise + gcl::print(clause.constraint) + " ==> " +
                       (clause.head ? shown(*clause.head) : "false"));
    }
    return result;
  }
  std::string error() const {
    CHECK_FALSE(system);
    return diagnostics.all().empty() ? "" : diagnostics.all().front().message;
  }
  std::string shown(const Application& application) const {
    std::string text = system->predicates[application.predicate].name + "(";
    for (const gcl::Expr e : application.arguments) {
      text += (text.back() == '(' ? "" : ", ") + gcl::print(e);
    }
    return text + ")";
  }

  SourceFile file;
  gcl::Context context;
  Diagnostics diagnostics;
  std::optional<System> system;
};

using Texts = std::vector<std::string>;

TEST_CASE("a loop is a predicate, a path between loops a clause", "[clauses]") {
  const Written written(
      "procedure f() {\n"
      "  var x: int;\n"
      "  x := 0;\n"
      "  while x < 9 { if x == 5 { x := x + 2; } else { x := x + 1; } }\n"
      "  assert x <= 9;\n"
      "}\n");
  CHECK(written.clauses() == Texts{"true ==> f_1(0)", "f_1(x) && x < 9 && x == 5 ==> f_1(x + 2)",
                                   "f_1(x) && x < 9 && x != 5 ==> f_1(x + 1)",
                                   "f_1(x) && !(x < 9) && !(x <= 9) ==> false"});
}

TEST_CASE("an exit goes on behind its block, and an assertion is assumed after it", "[clauses]") {
  const Written written(
      "procedure f() {\n"
      "  var x: int;\n"
      "  block out { while * { assert x != 3; if x == 7 { exit out; } havoc x; } x := 0; }\n"
      "  assert 0 <= x;\n"
      "}\n");
  const Texts clauses = written.clauses();
  REQUIRE(clauses.size() == 5);
  CHECK(clauses[0] == "true ==> f_1(x)");
  CHECK(clauses[1] == "f_1(x) && x == 3 ==> false");
  CHECK(clauses[2] == "f_1(x) && x != 3 && x == 7 && !(0 <= x) ==> false");
  CHECK(clauses[3] == "f_1(x) && x != 3 && x != 7 ==> f_1(x#2)");
  CHECK(clauses[4] == "f_1(x) && !(0 <= 0) ==> false");
}

TEST_CASE("a loop in a loop is followed once", "[clauses]") {
  const Written written(
      "procedure f() {\n"
      "  var x: int, y: int;\n"
      "  while x < 9 { y := 0; while y < x { y := y + 1; } x := x + 1; }\n"
      "}\n");
  CHECK(written.clauses() == Texts{"true ==> f_1(x, y)", "f_1(x, y) && x < 9 ==> f_2(x, 0)",
                                   "f_2(x, y) && y < x ==> f_2(x, y + 1)",
                                   "f_2(x, y) && !(y < x) ==> f_1(x + 1, y)"});
}

TEST_CASE("what clauses cannot say is refused", "[clauses]") {
  CHECK(Written("procedure f() requires true; { }").error() ==
        "contracts are not written as clauses");
  CHECK(Written("procedure g(); procedure f() { call g(); }").error() ==
        "calls are not written as clauses");
  CHECK(Written("procedure f() { while * invariant true; { } }").error() ==
        "a loop with invariants is not written as clauses");
  CHECK(Written("procedure f() { var x: bv8; }").error() ==
        "variables of sort bv8 are not written as clauses");
  CHECK(Written("var g: int; procedure f() { assert old(g) == g; }").error() ==
        "old() and entry() are not written as clauses");
  std::string tests;
  for (int i = 0; i < 30; ++i) tests += "if * { x := x + 1; } else { x := x + 2; } assert x < 9;";
  CHECK(Written("procedure f() { var x: int; " + tests + " }").error() ==
        "the program has too many paths between its loops");
}

}  // namespace
}  // namespace pawl::frontend::clauses
