// SPDX-License-Identifier: Apache-2.0
#include "slam/bebop.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "slam/bp_printer.h"
#include "support/interrupt.h"
#include "tests/support/parsed_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::ParsedBp;

namespace {

BebopVerdict verdict_of(const std::string& text) {
  const ParsedBp parsed(text);
  BebopOptions options;
  options.entry = parsed.program.find("main");
  return bebop(parsed.program, options).verdict;
}

/// "main: x := T" and the like, deeper calls indented.
std::vector<std::string> shown(const BpProgram& program, const BebopResult& result) {
  std::vector<std::string> lines;
  for (const BebopStep& step : result.trace) {
    const CfgNode& node = result.cfg.nodes[step.node];
    const BpProcedure& procedure = program.procedures[node.procedure];
    const std::string text =
        node.stmt == nullptr ? "return" : head_of(program, procedure, *node.stmt);
    lines.push_back(std::string(std::size_t{2} * step.depth, ' ') + procedure.name + ": " + text);
  }
  return lines;
}

const std::string calls = R"(
  decl g;
  bool flip(a) begin g := !g; return !a; end
  void check(a) begin assert (a); end
  void main() begin
    decl x;
    g := F;
    x := flip(F);
    x := flip(x);
    check(x);
  end)";

}  // namespace

TEST_CASE("theory 3: the Boolean program of CART's figure 1 is safe", "[slam][bebop]") {
  const std::string text = R"(decl {z==0}, {x==y};
    void main() begin
      loop: {z==0} := T; {x==y} := T;
      if (*) then {x==y} := choose(F, {x==y}); {z==0} := F; fi;
      if (!{x==y}) then goto loop; fi;
      if (!{z==0}) then assert (F); fi;
    end)";
  CHECK(verdict_of(text) == BebopVerdict::Safe);
  const ParsedBp parsed(text);
  BebopOptions options;
  options.invariants = BebopOptions::Invariants::Compute;
  const BebopResult result = bebop(parsed.program, options);
  REQUIRE(result.invariants.size() == result.cfg.nodes.size());
  CHECK(result.checked.size() == 1);
  CHECK_FALSE(result.reached[result.checked[0]]);
  CHECK(result.invariants[result.checked[0]].kind == BebopInvariant::Kind::Unreachable);
  // At the end both predicates hold.
  const BebopInvariant& end = result.invariants.back();
  REQUIRE(end.clauses.size() == 2);
  CHECK(end.clauses[0].size() == 1);
  CHECK(end.clauses[0][0].positive);
  CHECK(end.clauses[1][0].positive);
}

TEST_CASE("theory 3: a trace is shortest, whatever the worklist finds first", "[slam][bebop]") {
  const auto steps = [](const std::string& text) {
    const ParsedBp parsed(text);
    BebopOptions options;
    options.entry = parsed.program.find("main");
    return shown(parsed.program, bebop(parsed.program, options));
  };
  CHECK(steps("void main() begin decl a; if (*) then skip; skip; skip; a := T; else a := T; fi; "
              "assert (!a); end") ==
        std::vector<std::string>{"main: if (*) then", "main: a := T", "main: assert (!a)"});
  // A summary edge counts 1, however long the callee is.
  CHECK(steps("decl g; void f() begin skip; skip; skip; g := T; end void main() begin g := F; "
              "if (*) then skip; g := T; else f(); fi; assert (!g); end") ==
        std::vector<std::string>{"main: g := F", "main: if (*) then", "main: f()",
                                 "main: assert (!g)"});
}

TEST_CASE("theory 3: a call changes globals and its results, no other local", "[slam][bebop]") {
  const std::string program =
      "decl g; bool f(p) begin decl l; l := !p; g := l; return l; end "
      "void main() begin decl a, b; a, b, g := F, T, T; a := f(T); ";
  CHECK(verdict_of(program + "assert (!a & b & !g); end") == BebopVerdict::Safe);
  CHECK(verdict_of(program + "assert (a | !b | g); end") == BebopVerdict::Violated);
}

TEST_CASE("theory 3: a trace steps over calls and enters the one that fails", "[slam][bebop]") {
  const ParsedBp parsed(calls);
  BebopOptions options;
  options.entry = 2;
  const BebopResult result = bebop(parsed.program, options);
  REQUIRE(result.verdict == BebopVerdict::Violated);
  CHECK(shown(parsed.program, result) ==
        std::vector<std::string>{"main: g := F", "main: x := flip(F)", "main: x := flip(x)",
                                 "main: check(x)", "  check: assert (a)"});
  CHECK(result.trace[1].kind == BebopStep::Kind::StepOver);
  CHECK(result.trace[3].kind == BebopStep::Kind::Enter);
  CHECK(result.trace[4].kind == BebopStep::Kind::Failure);
  CHECK(result.trace[2].values == std::vector<bool>{true, true});  // g, x
  CHECK(result.trace[3].values == std::vector<bool>{false, false});
}

TEST_CASE("an unfolded trace shows the inside of every call", "[slam][bebop]") {
  const ParsedBp parsed(calls);
  BebopOptions options;
  options.entry = 2;
  options.calls = BebopOptions::Calls::Unfold;
  const BebopResult result = bebop(parsed.program, options);
  CHECK(shown(parsed.program, result) ==
        std::vector<std::string>{"main: g := F", "main: x := flip(F)", "  flip: g := !g",
                                 "  flip: return !a", "  flip: return", "main: x := flip(x)",
                                 "  flip: g := !g", "  flip: return !a", "  flip: return",
                                 "main: check(x)", "  check: assert (a)"});
  options.max_trace = 6;
  CHECK(bebop(parsed.program, options).trace.size() == 8);
}

TEST_CASE("unfolding recursion that repeats its own state ends", "[slam][bebop]") {
  // f may call itself with the same entry and the same exit as often as it likes.
  const ParsedBp parsed(R"(decl g;
    void f() begin if (*) then f(); else g := T; fi; end
    void main() begin g := F; f(); assert (!g); end)");
  BebopOptions options;
  options.entry = 1;
  options.calls = BebopOptions::Calls::Unfold;
  const BebopResult result = bebop(parsed.program, options);
  REQUIRE(result.verdict == BebopVerdict::Violated);
  CHECK(shown(parsed.program, result) ==
        std::vector<std::string>{"main: g := F", "main: f()", "  f: if (*) then", "  f: g := T",
                                 "  f: return", "main: assert (!g)"});
}

TEST_CASE("recursion without a way out returns nothing", "[slam][bebop]") {
  CHECK(verdict_of("void f() begin f(); end void main() begin f(); assert F; end") ==
        BebopVerdict::Safe);
  CHECK(verdict_of("void f() begin assert F; f(); end void main() begin f(); end") ==
        BebopVerdict::Violated);
  CHECK(verdict_of("void main() begin main(); assert F end") == BebopVerdict::Safe);
}

TEST_CASE("every statement means what is documented", "[slam][bebop]") {
  const auto safe = [](const std::string& body) {
    return verdict_of(
               "decl a, b, c;\nbool f(x) begin return !x end\nbool g() begin skip end\n"
               "void main() begin " +
               body + " end") == BebopVerdict::Safe;
  };
  CHECK(safe("a := T; assert a"));
  CHECK_FALSE(safe("a := *; assert a"));
  CHECK_FALSE(safe("assert *"));
  CHECK(safe("assume a; assert a"));
  CHECK(safe("assume *; skip"));
  CHECK(safe("abortif a; assert !a"));
  CHECK_FALSE(safe("a := * | !*; assert a"));
  CHECK(safe("b := *; a := b | !b; assert a"));
  CHECK(safe("a, b := b, a; skip"));
  CHECK(safe("a, b := T, F; a, b := b, a; assert !a & b"));
  CHECK(safe("a := choose(T, *); assert a"));
  CHECK(safe("a := choose(F, T); assert !a"));
  CHECK_FALSE(safe("a := choose(F, F); assert a"));
  CHECK_FALSE(safe("a := schoose[F, F]; assert !a"));
  CHECK(safe("a := * constrain 'a; assert a"));
  CHECK(safe("c := a; a := * constrain 'a != a; assert a != c"));
  CHECK(safe("a := F constrain 'a; assert F"));
  CHECK(safe("a := * constrain 'b = 'a; assert a = b"));
  CHECK(safe("enforce a | b; a := *; b := *; assert a | b"));
  CHECK_FALSE(safe("if a then enforce b; skip fi; assert !a | b; b := F; assert !a | b"));
  CHECK_FALSE(safe("a := T; dead a; assert a"));
  CHECK_FALSE(safe("a := T; while * do decl d; d := a; od; decl d2; assert d2"));
  CHECK(safe("while !a do a := *; od; assert a"));
  CHECK(safe("branch a := T; || b := T; a := b end; assert a"));
  CHECK_FALSE(safe("branch a := T || skip end; assert a"));
  CHECK(safe("goto x; assert F; x: skip"));
  CHECK_FALSE(safe("a := F; goto x, y; x: a := T; y: assert a"));
  CHECK(safe("if a then assert a elsif b then assert b & !a else assert !(a | b) fi"));
  CHECK(safe("b := a; a := f(a); assert a != b"));
  CHECK_FALSE(safe("a := g(); assert a"));
  CHECK(safe("a := T; f(a); assert a"));
}

TEST_CASE("a result may be assigned to a global that the callee changes", "[slam][bebop]") {
  CHECK(verdict_of(R"(decl g, h;
    bool<2> f(a) begin g := T; h := a; return F, a; end
    void main() begin decl l; g, l := f(T); assert (!g & l & h); end)") == BebopVerdict::Safe);
}

TEST_CASE("an error label and another entry", "[slam][bebop]") {
  const ParsedBp parsed(R"(decl g;
    void main() begin g := T; if g then skip; else ERROR: skip; fi; end
    void other() begin ERROR: skip; end)");
  BebopOptions options;
  CHECK(bebop(parsed.program, options).verdict == BebopVerdict::Safe);
  options.error_label = "ERROR";
  CHECK(bebop(parsed.program, options).verdict == BebopVerdict::Safe);
  options.entry = 1;
  const BebopResult result = bebop(parsed.program, options);
  CHECK(result.verdict == BebopVerdict::Violated);
  CHECK(result.trace.size() == 1);
  CHECK(result.failing.size() == 1);
}

TEST_CASE("limits give unknown, never an answer", "[slam][bebop]") {
  // 24 bits that are pairwise equal in a bad order, then an assertion that is true.
  std::string text = "decl a0";
  std::string body;
  for (int i = 0; i < 24; ++i) {
    if (i > 0) text += ", a" + std::to_string(i);
    body += "a" + std::to_string(i) + " := a" + std::to_string((i * 7 + 3) % 24) + " ^ (a" +
            std::to_string((i * 5 + 1) % 24) + " & a" + std::to_string((i * 11 + 2) % 24) + ");\n";
  }
  const ParsedBp parsed(text + ";\nvoid main() begin assume a0; while * do " + body +
                        " od; assert T; end");
  BebopOptions options;
  options.max_nodes = 3'000;
  const BebopResult limited = bebop(parsed.program, options);
  CHECK(limited.verdict == BebopVerdict::Unknown);
  CHECK(limited.reason == BebopUnknown::BddLimit);
  CHECK(limited.trace.empty());
  options.max_nodes = 1'000'000;
  options.budget = Budget::of_seconds(1e-9);
  const BebopResult slow = bebop(parsed.program, options);
  CHECK(slow.verdict == BebopVerdict::Unknown);
  CHECK(slow.reason == BebopUnknown::Timeout);
  options.budget = {};
  request_interrupt();
  const BebopResult stopped = bebop(parsed.program, options);
  clear_interrupt();
  CHECK(stopped.reason == BebopUnknown::Interrupted);
  CHECK(std::string(to_string(stopped.reason)) == "interrupted");
}

// One condition whose BDD is large in any order: the clock is looked at within the operations.
TEST_CASE("the clock stops BEBOP within a statement", "[slam][bebop]") {
  std::string variables = "decl x0";
  for (int i = 1; i < 60; ++i) variables += ", x" + std::to_string(i);
  std::mt19937 random(3);
  std::string condition = "F";
  for (int cube = 0; cube < 300; ++cube) {
    condition += " | (T";
    for (int i = 0; i < 6; ++i) condition += " & x" + std::to_string(random() % 60);
    condition += ")";
  }
  const ParsedBp parsed(variables + ";\nvoid main() begin assume " + condition +
                        "; assert x0; end");
  BebopOptions options;
  options.max_nodes = 100'000'000;
  options.budget = Budget::of_seconds(0.2);
  const BebopResult result = bebop(parsed.program, options);
  CHECK(result.verdict == BebopVerdict::Unknown);
  CHECK(result.reason == BebopUnknown::Timeout);
  CHECK(result.steps == 0);
}

TEST_CASE("a trace as long as a counter is high", "[slam][bebop]") {
  const ParsedBp parsed(R"(decl a, b, c, d;
    void main() begin
      a, b, c, d := F, F, F, F;
      while !(a & b & c & d) do
        a, b, c, d := !a, b ^ a, c ^ (a & b), d ^ (a & b & c);
      od;
      assert F;
    end)");
  const BebopResult result = bebop(parsed.program, {});
  REQUIRE(result.verdict == BebopVerdict::Violated);
  CHECK(result.trace.size() == 1 + 2 * 15 + 1 + 1);
}
