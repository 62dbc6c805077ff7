// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_parser.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "slam/bp_printer.h"
#include "tests/support/parsed_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::bp_messages;
using pawl::test::ParsedBp;

namespace {

/// How the parser understands an expression, with every operator in parentheses.
std::string understood(const std::string& expr) {
  const ParsedBp parsed("decl a, b, c, d; void main() begin assume " + expr + "; end");
  const BpProcedure& main = parsed.program.procedures[0];
  std::vector<std::string> stack;
  for (const BpExpr::Node& node : std::get<BpAssume>(main.body[0].node).condition.nodes()) {
    std::string text;
    if (arity(node.op) == 0) {
      text = node.op == BpOp::Var ? parsed.program.globals[node.var.index].name
                                  : to_string(parsed.program, main, BpExpr::postfix({node}));
    } else {
      const std::string right = stack.back();
      stack.pop_back();
      if (node.op == BpOp::Not) {
        text = "!" + right;
      } else {
        text = "(" + stack.back() + " " + std::to_string(static_cast<int>(node.op)) + " " + right +
               ")";
        stack.pop_back();
      }
    }
    stack.push_back(text);
  }
  const auto number = [](BpOp op) { return std::to_string(static_cast<int>(op)); };
  std::string result = stack.back();
  for (const auto& [op, text] : std::vector<std::pair<BpOp, std::string>>{{BpOp::And, "&"},
                                                                          {BpOp::Or, "|"},
                                                                          {BpOp::Xor, "^"},
                                                                          {BpOp::Implies, "=>"},
                                                                          {BpOp::Equal, "="},
                                                                          {BpOp::NotEqual, "!="},
                                                                          {BpOp::Choose, "?"},
                                                                          {BpOp::Schoose, "?s"}}) {
    const std::string from = " " + number(op) + " ";
    for (std::size_t at; (at = result.find(from)) != std::string::npos;) {
      result.replace(at, from.size(), " " + text + " ");
    }
  }
  return result;
}

}  // namespace

TEST_CASE("a whole Boolean program", "[slam][parser]") {
  const ParsedBp parsed(R"(
    decl g, {x == 2};
    decl h; // after a comment /*
    bool<2> f(p, q) begin
      decl l;
      /* several
         lines */
      l := choose(p & q, !p);
      return l, {x == 2};
    end
    dfs void main() begin
      decl a, b;
      enforce (!(g & h));
      start: a, b := f(*, g);
      if (a) then goto done, start; elsif b then skip else abortif !g fi
      while (*) do h := schoose[a, b] od;
      branch g := T || g := F || skip end;
      one: two: g, h := h, g constrain ('g | h) & '(g => h);
      dead a, {b};
      assert(g = h);
      done: assume T;
      return
    end)");
  const BpProgram& program = parsed.program;
  REQUIRE(program.globals.size() == 3);
  CHECK(program.globals[1].name == "x == 2");
  REQUIRE(program.procedures.size() == 2);
  const BpProcedure& f = program.procedures[0];
  CHECK(f.results == 2);
  CHECK(f.formals == 2);
  CHECK(f.variables.size() == 3);
  const BpProcedure& main = program.procedures[1];
  CHECK(program.find("main") == 1);
  CHECK(program.find("nobody") == 2);
  CHECK(main.body.size() == 10);
  CHECK(std::holds_alternative<BpEnforce>(main.body[0].node));
  const auto& call = std::get<BpCall>(main.body[1].node);
  CHECK(call.procedure == 0);
  CHECK(call.targets == std::vector{VarRef::local(0), VarRef::local(1)});
  CHECK(main.body[1].labels == std::vector<std::string>{"start"});
  CHECK(to_string(main.body[1].range) == "test.bp:14:14");
  const auto& conditional = std::get<BpIf>(main.body[2].node);
  CHECK(conditional.arms.size() == 2);
  CHECK(conditional.otherwise.size() == 1);
  CHECK(std::get<BpBranch>(main.body[4].node).choices.size() == 3);
  const auto& assign = std::get<BpAssign>(main.body[5].node);
  CHECK(main.body[5].labels.size() == 2);
  CHECK(to_string(program, main, assign.constrain) == "('g | h) & ('g => 'h)");
  CHECK(std::get<BpDead>(main.body[6].node).variables.size() == 2);
}

TEST_CASE("operators bind as in SATABS", "[slam][parser]") {
  CHECK(understood("a | b & c") == "(a | (b & c))");
  CHECK(understood("a & b | c & d") == "((a & b) | (c & d))");
  CHECK(understood("a ^ b | c") == "(a ^ (b | c))");
  CHECK(understood("a = b | c") == "(a = (b | c))");
  CHECK(understood("a = !b") == "(a = !b)");
  CHECK(understood("a => b => c") == "(a => (b => c))");
  CHECK(understood("a = b != c") == "(a = (b != c))");
  CHECK(understood("a & b & c") == "((a & b) & c)");
  CHECK(understood("a && b || c") == "((a & b) | c)");
  CHECK(understood("~a ^ !!b") == "(!a ^ !!b)");
  CHECK(understood("choose(a & b, c | d)") == "((a & b) ? (c | d))");
  CHECK(understood("schoose[a, *] & 1") == "((a ?s *) & T)");
  CHECK(understood("(((a)))") == "a");
}

TEST_CASE("a declaration in the middle makes its variables arbitrary there", "[slam][parser]") {
  const ParsedBp parsed("void main() begin skip; decl a; assume a; end");
  const BpProcedure& main = parsed.program.procedures[0];
  CHECK(main.variables.size() == 1);
  CHECK(std::get<BpDead>(main.body[1].node).variables == std::vector{VarRef::local(0)});
}

TEST_CASE("a local hides a global", "[slam][parser]") {
  const ParsedBp parsed("decl a; void main() begin decl a; a := T; end");
  CHECK(std::get<BpAssign>(parsed.program.procedures[0].body[0].node).targets[0] ==
        VarRef::local(0));
}

TEST_CASE("bars separate the choices of a branch unless in parentheses", "[slam][parser]") {
  const ParsedBp parsed(R"(decl a, b;
    void main() begin
      branch a := a || b := (a || b) || if a || b then skip fi end
    end)");
  const auto& branch = std::get<BpBranch>(parsed.program.procedures[0].body[0].node);
  REQUIRE(branch.choices.size() == 3);
  CHECK(std::get<BpIf>(branch.choices[2][0].node).arms[0].condition.nodes().size() == 3);
}

TEST_CASE("deep expressions are read and printed", "[slam][parser]") {
  std::string text = "decl a; void main() begin assume ";
  for (int i = 0; i < 100'000; ++i) text += "(a & ";
  text += "a";
  for (int i = 0; i < 100'000; ++i) text += ")";
  const ParsedBp parsed(text + " end");
  const ParsedBp again(to_string(parsed.program));
  CHECK(same_program(parsed.program, again.program));
}

TEST_CASE("errors in Boolean programs are located and explained", "[slam][parser]") {
  struct Bad {
    std::string text;
    std::string message;
  };
  const std::vector<Bad> all = {
      {"", "test.bp:1:1: error: a Boolean program without procedures"},
      {"void main() begin\n  x := T;\nend", "test.bp:2:3: error: unknown variable 'x'"},
      {"decl x; void main() begin\n x := T, F; end", "2:2: error: 1 target, but 2 values"},
      {"decl x; void main() begin x, x := T, F; end", "error: 'x' occurs twice"},
      {"void main() begin\n goto L; end", "2:2: error: unknown label 'L'"},
      {"void main() begin L: skip; L: skip end", "error: label 'L' is used twice"},
      {"void main() begin f(); end", "error: unknown procedure 'f'"},
      {"bool f(a) begin return a end void main() begin f(); end",
       "error: 'f' has 1 parameter, but the call 0 arguments"},
      {"decl x, y; bool f() begin return T end void main() begin x, y := f(); end",
       "error: 'f' has 1 result, but the call 2 targets"},
      {"bool f() begin return end", "error: 'return' has 0 values, but 'f' has 1 result"},
      {"decl x; void main() begin assume 'x end", "outside of 'constrain'"},
      {"decl x; void main() begin enforce * end", "'enforce' with a nondeterministic condition"},
      {"decl x, x; void main() begin end", "error: global 'x' is already declared"},
      {"void main() begin decl a; decl a; end", "error: variable 'a' is already declared"},
      {"void f(a, a) begin end", "error: parameter 'a' is declared twice"},
      {"void f() begin end void f() begin end", "error: procedure 'f' is already declared"},
      {"void main() begin skip", "expected 'end'"},
      {"void main() begin if T then skip; end", "expected 'fi'"},
      {"void main() begin while T do skip end", "expected 'od'"},
      {"void main() begin fi; skip end", "expected 'end'"},
      {"decl x; void main() begin x = T; end", "'=' compares; assign with ':='"},
      {"decl x; void main() begin x := T F; end", "expected ';' after a statement"},
      {"decl x; void main() begin x := T\n x := F; end", "missing ';' after a statement"},
      {"decl x; void main() begin assume (x; end", "expected ')' or an operator, found ';'"},
      {"decl x; void main() begin x := choose(x); end", "choose has two arguments"},
      {"decl x; void main() begin x := 7; end", "the number 7 is no truth value"},
      {"decl x; void main() begin x := 12abc; end", "malformed number '12abc'"},
      {"decl {x ; void main() begin end", "this '{' is never closed"},
      {"decl { } ; void main() begin end", "a name without text"},
      {"decl x; void main() begin x := @; end", "unexpected character"},
      {"/* void main() begin end", "this comment is never closed"},
      {"decl x; bool f() begin return T end void main() begin assume f() end",
       "a call inside an expression"},
      {"bool<0> f() begin end", "impossible number of results"},
      {"skip;", "expected a declaration, found 'skip'"},
      {"decl if; void main() begin end", "'if' is a word of the language"},
      {"void main() begin L: end", "a label stands before a statement"},
      {"decl x; void f() begin x := F end void main() begin ASYNC_1: f(); end",
       "test.bp:1:53: error: the label 'ASYNC_1' belongs to concurrent Boolean programs"},
      {"void f() begin end void main() begin start_thread f(); end",
       "error: 'start_thread' belongs to concurrent Boolean programs"},
      {"void main() begin atomic_begin; atomic_end; end", "concurrent Boolean programs"},
      {"thread_local decl x; void main() begin end", "concurrent Boolean programs"},
  };
  for (const Bad& bad : all) {
    INFO(bad.text);
    CHECK_THAT(bp_messages(bad.text), Catch::Contains(bad.message));
  }
}

TEST_CASE("one run reports several errors and goes on behind them", "[slam][parser]") {
  const std::string messages = bp_messages(
      "void main() begin\n  x := T;\n  y := F\n  if a then b( fi;\n  z := T;\nend\nvoid f() begin "
      "w := T end\n");
  for (const char* name : {"'x'", "'y'", "'a'", "'b'", "'z'", "'w'"}) {
    CHECK_THAT(messages, Catch::Contains(name));
  }
  const std::string checked = bp_messages("void main() begin goto A; goto B; main(T) end");
  for (const char* part : {"'A'", "'B'", "1 argument"}) CHECK_THAT(checked, Catch::Contains(part));
}

TEST_CASE("statements nested too deeply are refused, not overflowed", "[slam][parser]") {
  std::string text = "void main() begin ";
  for (int i = 0; i < 100'000; ++i) text += "if * then ";
  CHECK_THAT(bp_messages(text), Catch::Contains("nested more than"));
}
