// SPDX-License-Identifier: Apache-2.0
#include "gcl/parser.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;

namespace {

/// A procedure with variables of many sorts to write expressions over.
struct World : Parsed {
  World()
      : Parsed(R"(
    sort ref;
    const null: ref;
    function f(x: int): int;
    function pi(): int;
    var g: int;
    procedure p(a: bool, b: bool, c: bool, i: int, j: int, k: int, m: [int]int,
                mm: [int][int]int, s: [int]bool, x: bv8, y: bv8, o: ref) {}
  )") {}
  Expr any(const std::string& text) {
    const SourceFile file("expression", text);
    Diagnostics diagnostics;
    const Expr result = parse_expr(context, file, program, procedure(), {}, Sort(), diagnostics);
    std::ostringstream messages;
    render(messages, diagnostics);
    INFO(messages.str());
    REQUIRE(result);
    return result;
  }
};

std::string repeated(std::size_t count, const std::string& text) {
  std::string result;
  result.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

}  // namespace

TEST_CASE("operators bind as documented", "[gcl][parser]") {
  World w;
  const auto same = [&](const char* text, const char* explicitly) {
    CAPTURE(text, explicitly);
    CHECK(w.any(text) == w.any(explicitly));
  };
  same("a <==> b ==> c", "a <==> (b ==> c)");
  same("a <==> b <==> c", "(a <==> b) <==> c");
  same("a ==> b ==> c", "a ==> (b ==> c)");
  same("a ==> b || c", "a ==> (b || c)");
  same("a || b && c", "a || (b && c)");
  same("a && i < j", "a && (i < j)");
  same("a && b == c", "a && (b == c)");
  same("i < j + k", "i < (j + k)");
  same("i + j * k", "i + (j * k)");
  same("i - j - k", "(i - j) - k");
  same("i - j + k", "(i - j) + k");
  same("i + j - k", "(i + j) - k");
  same("i div j * k mod i", "((i div j) * k) mod i");
  same("-i * j", "(-i) * j");
  same("!a == b", "(!a) == b");
  same("!s[i]", "!(s[i])");
  same("-m[i]", "-(m[i])");
  same("m[i := j][k]", "(m[i := j])[k]");
  same("mm[i][j]", "(mm[i])[j]");
  same("if a then i else j + k", "if a then i else (j + k)");
  same("i + if a then i else j + k", "i + (if a then i else (j + k))");
  same("a && forall z: int :: z > 0 || b", "a && (forall z: int :: (z > 0 || b))");
  same("!forall z: int :: z > 0 && b", "!(forall z: int :: (z > 0 && b))");
  same("if a then if b then i else j else k", "if a then (if b then i else j) else k");
}

TEST_CASE("chains are one node, parentheses keep their own", "[gcl][parser]") {
  World w;
  CHECK(w.any("a && b && c").args().size() == 3);
  CHECK(w.any("(a && b) && c").args().size() == 2);
  CHECK(w.any("a && (b && c)").args().size() == 2);
  CHECK(w.any("i + j + k + i").args().size() == 4);
  CHECK(w.any("i * j * k").args().size() == 3);
  CHECK(w.any("i + j - k + i").arg(0).is(Kind::Sub));
  CHECK_FALSE(w.any("(i + j) + k") == w.any("i + j + k"));
}

TEST_CASE("one fact has one node", "[gcl][parser]") {
  World w;
  CHECK(w.any("i > j") == w.any("j < i"));
  CHECK(w.any("i >= j") == w.any("j <= i"));
  CHECK(w.any("i != j") == w.any("!(i == j)"));
  CHECK(w.any("a == b") == w.any("a <==> b"));
  CHECK(w.any("a == b").is(Kind::Iff));
  CHECK(w.any("a != b") == w.any("!(a <==> b)"));
  CHECK(w.any("o == null").is(Kind::Eq));
}

TEST_CASE("a minus before digits is part of the literal", "[gcl][parser]") {
  World w;
  CHECK(w.any("-5") == w.context.int_const(-5));
  CHECK(w.any("- 5") == w.context.int_const(-5));
  CHECK(w.any("-(5)").is(Kind::Neg));
  CHECK(w.any("--5") == w.context.make(Kind::Neg, {w.context.int_const(-5)}));
  CHECK(w.any("i - 5") == w.any("i - (5)"));
  CHECK(w.any("i - -5") == w.any("i - (-5)"));
  CHECK(w.any("-0") == w.context.int_const(0));
  CHECK(w.any("007") == w.context.int_const(7));
  CHECK(w.any("123456789012345678901234567890").text() == "123456789012345678901234567890");
}

TEST_CASE("every kind of expression has a syntax", "[gcl][parser]") {
  World w;
  CHECK(w.any("bv_concat(x, bv_extract(3, 0, y))").sort() == w.context.bitvec_sort(12));
  CHECK(w.any("bv_sign_extend(8, x)").sort() == w.context.bitvec_sort(16));
  CHECK(w.any("int_to_bv(3, bv_to_int(x))").sort() == w.context.bitvec_sort(3));
  CHECK(w.any("255bv8") == w.context.bitvec_const("255", 8));
  CHECK(w.any("007bv8") == w.any("7bv8"));
  CHECK(w.any("bv_slt(x, bv_neg(y))").sort().is_bool());
  CHECK(w.any("mapof([int][int]int, m)").is(Kind::ConstMap));
  CHECK(w.any("f(pi())").is(Kind::Apply));
  CHECK(w.any("old(g) + entry(g)").arg(1).is(Kind::Entry));
  const Expr all =
      w.any("forall u: int, v: [int]int :: {f(u), v[u]} {v[f(u)]} f(u) > 0 ==> v == m");
  CHECK(all.bound().size() == 2);
  CHECK(all.triggers().size() == 2);
  CHECK(all.triggers()[0].size() == 2);
  CHECK_FALSE(all.has_bound_vars());
}

TEST_CASE("expressions know their range", "[gcl][parser]") {
  const Parsed p(
      "procedure p(i: int)\n  requires (i) + 1 ==\n    f(2);\n{}\nfunction f(x: int): int;\n");
  const SourceRange range = p.procedure().requires_[0].range;
  CHECK(range.begin == SourcePosition{2, 12});
  CHECK(range.end == SourcePosition{3, 9});
  CHECK(p.procedure().range.begin == SourcePosition{1, 1});
  CHECK(p.procedure().range.end == SourcePosition{1, 20});
}

TEST_CASE("statements become what they are", "[gcl][parser]") {
  Parsed p(R"(
    var g: int;
    procedure p(n: int) returns (r: int, m: [int][int]int)
      requires 0 <= n, n < 10;
      modifies g;
    {
      var i: int;
      i, r := r, i;
      m[1][i] := 5;
      skip;
      { var j: int; j := 1; }
      { assume i > 0; } [] { skip; }
      if * { i := 1; } else if i < 0 { havoc i, r; }
      while i < n
        predicate k == i, entry(i) <= i;
        skolem k: int;
        invariant i <= n, 0 <= i;
      {
        block L { exit L; }
      }
      call r := q(i + 1);
      call g := h();
    }
    procedure q(x: int) returns (y: int);
      modifies g;
      ensures y == x && g == old(g) + 1;
    procedure h() returns (y: int)
      ensures y == 1;
  )");
  const Procedure& procedure = p.procedure();
  CHECK(procedure.requires_.size() == 2);
  REQUIRE(procedure.locals.size() == 2);
  CHECK(procedure.locals[1].var == p.int_var("j"));
  const Block& body = *procedure.body;
  REQUIRE(body.size() == 8);
  CHECK(std::get<Assign>(body[0].node).targets ==
        std::vector<Expr>{p.int_var("i"), p.int_var("r")});
  CHECK(print(std::get<Assign>(body[1].node).values[0].expr) == "m[1 := m[1][i := 5]]");
  CHECK(std::get<Assign>(body[2].node).targets[0] == p.int_var("j"));
  CHECK(std::get<Choice>(body[3].node).branches[1].empty());
  const If& branch = std::get<If>(body[4].node);
  CHECK_FALSE(branch.condition);
  CHECK(std::get<If>(branch.else_branch.at(0).node).then_branch.size() == 1);
  const auto& loop = std::get<While>(body[5].node);
  CHECK(loop.invariants.size() == 2);
  CHECK(loop.predicates.size() == 2);
  CHECK(loop.skolems == std::vector<Expr>{p.int_var("k")});
  CHECK(body[5].range.begin == SourcePosition{14, 7});
  CHECK(body[5].range.end == SourcePosition{20, 8});
  CHECK(std::get<LabeledBlock>(loop.body.at(0).node).label == "L");
  CHECK(std::get<Call>(body[6].node).procedure == "q");
  CHECK(std::get<Call>(body[7].node).results == procedure.modifies);
  CHECK_FALSE(p.procedure(1).body);
  CHECK(p.procedure(1).ensures.size() == 1);
  CHECK_FALSE(p.procedure(2).body);
}

TEST_CASE("declarations may come after their use", "[gcl][parser]") {
  const Parsed p(R"(
    procedure p(x: ref) returns (y: int) modifies g; { call y := q(); g := f(c); }
    axiom forall x: int :: f(x) == h(x) + 1;
    function f(x: int): int = h(x) + 1;
    function h(x: int): int;
    procedure q() returns (y: int);
    var g: int;
    const c: int;
    sort ref;
  )");
  CHECK(p.program.procedures.size() == 2);
  CHECK(p.program.functions[0].body->expr.has_bound_vars());
}

TEST_CASE("skolem constants and quantified variables share names in different scopes",
          "[gcl][parser]") {
  const Parsed p(R"(
    procedure p(n: int, a: [int]int)
      ensures forall k: int :: a[k] == 0;
    {
      while * skolem k: int; predicate a[k] == 0; invariant forall k: int :: a[k] == 0; { skip; }
      while * skolem k: int; predicate a[k] == 0; { skip; }
    }
  )");
  CHECK(p.procedure().body->size() == 2);
}

TEST_CASE("expressions from outside are parsed in the scope of a procedure", "[gcl][parser]") {
  Parsed p("var g: int; function f(x: int): int; procedure p(n: int) { var i: int; }");
  const Expr skolem = p.context.var("k", p.context.int_sort());
  const auto parse = [&](const std::string& text, std::string& messages) {
    const SourceFile file("hint", text);
    Diagnostics diagnostics;
    const Expr result = parse_expr(p.context, file, p.program, p.procedure(), {&skolem, 1},
                                   p.context.bool_sort(), diagnostics);
    std::ostringstream out;
    render(out, diagnostics);
    messages = out.str();
    return result;
  };
  std::string messages;
  CHECK(print(parse("f(i) <= n && entry(g) <= k && old(g) <= 1", messages)) ==
        "f(i) <= n && entry(g) <= k && old(g) <= 1");
  CHECK(messages.empty());
  CHECK_FALSE(parse("i + 1", messages));
  CHECK(messages ==
        "hint:1:1: error: the expression should be bool, but is int\n"
        "  i + 1\n"
        "  ^~~~~\n"
        "  hint: compare it with something, for example 'e != 0'\n");
  CHECK_FALSE(parse("i < 1; true", messages));
  CHECK(messages.starts_with("hint:1:6: error: expected the end of the expression, found ';'"));
  CHECK_FALSE(parse("", messages));
  CHECK(messages.starts_with("hint:1:1: error: expected an expression, found the end of the file"));
  CHECK_FALSE(parse("forall n: int :: n > 0", messages));
  CHECK(messages.starts_with("hint:1:8: error: 'n' is already the name of a parameter"));
}

TEST_CASE("expressions are 100,000 deep", "[gcl][parser][deep]") {
  constexpr std::size_t n = 100'000;
  World w;
  const auto deep = [&](const std::string& open, const std::string& middle,
                        const std::string& close, std::size_t nodes) {
    CAPTURE(open, close);
    const Expr e = w.any(repeated(n, open) + middle + repeated(n, close));
    CHECK(dag_size(std::span<const Expr>(&e, 1)) >= nodes);
    CHECK(w.any(print(e)) == e);
  };
  deep("(", "i", ")", 1);
  deep("(1 + ", "i", ")", n);
  deep("- ", "i", "", n);
  deep("!", "a", "", n);
  deep("", "i", " - 1", n);
  deep("a ==> ", "b", "", n);
  deep("", "a", " <==> b", n);
  deep("if a then 1 else ", "i", "", n);
  deep("if ", "a", " then b else c", n);
  deep("m[", "i", "]", n);
  deep("", "m", "[i := j]", n);
  deep("m[i := ", "j", "][k]", n);
  deep("f(", "i", ")", n);
  deep("old(", "i", ")", n);
  deep("bv_not(", "x", ")", n);
  CHECK(w.any(repeated(n, "a && ") + "b").args().size() == n + 1);
  CHECK(print(w.any(repeated(n, "a && ") + "b")).size() == 5 * n + 1);
}

TEST_CASE("quantifiers are 100,000 deep", "[gcl][parser][deep]") {
  World w;
  std::string text;
  for (int n = 0; n < 100'000; ++n) {
    const std::string name = "q" + std::to_string(n);
    text += "forall " + name + ": int :: " + name + " < q0 && ";
  }
  text.replace(text.find("q0 < q0"), 7, "q0 < 10");
  const Expr e = w.any(text + "a");
  CHECK_FALSE(e.has_bound_vars());
  CHECK(e.arg(0).has_bound_vars());
  CHECK(w.any(print(e)) == e);
}

TEST_CASE("programs have 100,000 statements", "[gcl][parser][deep]") {
  std::string text = "procedure p(n: int) returns (r: int)\n{\n";
  for (int i = 0; i < 100'000; ++i) text += "  r := r + " + std::to_string(i) + ";\n";
  text += "}\n";
  const Parsed p(text);
  CHECK(p.procedure().body->size() == 100'000);
  CHECK(p.procedure().body->back().range.begin.line == 100'002);
  const bool same = print(p.program) == text;  // nobody wants to see the difference
  CHECK(same);
}
