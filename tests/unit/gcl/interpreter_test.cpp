// SPDX-License-Identifier: Apache-2.0
#include "gcl/interpreter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;

namespace {

/// Parameters by name; everything else as the script says.
struct Setup {
  explicit Setup(const std::string& text) : parsed(text) {}
  Setup& with(const std::string& name, std::int64_t value) {
    script.initial.insert_or_assign(parsed.int_var(name), Value::integer(value));
    return *this;
  }
  Setup& choose(std::size_t branch) {
    script.decisions.emplace_back(branch);
    return *this;
  }
  Setup& havoc(std::int64_t value) {
    script.decisions.emplace_back(Value::integer(value));
    return *this;
  }
  Run go(std::size_t procedure = 0) {
    ScriptedChooser chooser(script);
    Run result = run(parsed.program, parsed.procedure(procedure), chooser, options);
    diverged = chooser.diverged();
    return result;
  }
  std::string final_value(const Run& result, const std::string& name) {
    return to_string(result.final.at(parsed.int_var(name)));
  }

  Parsed parsed;
  Script script;
  InterpreterOptions options;
  bool diverged = false;
};

const char* const sum =
    "procedure sum(n: int) returns (s: int) requires n >= 0; ensures 2 * s == n * (n + 1); {\n"
    "  var i: int;\n"
    "  i := 0; s := 0;\n"
    "  while i < n invariant i <= n; invariant 2 * s == i * (i + 1); {\n"
    "    i := i + 1; s := s + i;\n"
    "  }\n"
    "}\n";

}  // namespace

TEST_CASE("a loop runs to its end", "[gcl][interpreter]") {
  Setup setup(sum);
  setup.options.invariants = InvariantChecks::On;
  const Run result = setup.with("n", 10).go();
  CHECK(result.ended<NormalEnd>());
  CHECK(setup.final_value(result, "s") == "55");
  CHECK(to_string(result.initial.at(setup.parsed.int_var("n"))) == "10");
}

TEST_CASE("assumptions block, and requires is one", "[gcl][interpreter]") {
  const Run result = Setup(sum).with("n", -1).go();
  CHECK(result.ended<Blocked>());
  const Run assumed = Setup("procedure p(n: int) {\n assume n > 0; assert false; }").go();
  REQUIRE(assumed.ended<Blocked>());
  CHECK(std::get<Blocked>(assumed.outcome).range.begin.line == 2);
}

TEST_CASE("what goes wrong is identified like its obligation", "[gcl][interpreter]") {
  Setup setup(
      "procedure p(n: int) ensures n < 5; {\n"
      "  assert n != 3;\n"
      "  while n < 2 invariant n != 1; { assume false; }\n"
      "  call q(n);\n"
      "}\n"
      "procedure q(m: int) requires m != 4; { assert m != 6; }\n");
  setup.options.invariants = InvariantChecks::On;
  const Desugared d = desugar(setup.parsed.context, setup.parsed.program, setup.parsed.procedure());
  const auto fails = [&](std::int64_t n) {
    const Run result = setup.with("n", n).go();
    REQUIRE(result.ended<WentWrong>());
    return std::get<WentWrong>(result.outcome);
  };
  const auto matches = [](const WentWrong& wrong, const Obligation& o) {
    return wrong.kind == o.kind && wrong.clause == o.clause && wrong.stmt == o.stmt &&
           wrong.at.begin == o.at.begin && wrong.depth == 0;
  };
  CHECK(matches(fails(3), d.obligations[0]));
  CHECK(matches(fails(1), d.obligations[1]));
  CHECK(matches(fails(4), d.obligations[3]));
  CHECK(matches(fails(5), d.obligations[4]));
  const WentWrong inside = fails(6);
  CHECK(inside.depth == 1);
  CHECK(inside.procedure == &setup.parsed.procedure(1));
  CHECK(inside.kind == ObligationKind::Assertion);
}

TEST_CASE("invariants count only when asked", "[gcl][interpreter]") {
  Setup setup("procedure p() { var i: int; i := 0; while i < 3 invariant i < 2; { i := i + 1; } }");
  CHECK(setup.go().ended<NormalEnd>());
  setup.options.invariants = InvariantChecks::On;
  const Run result = setup.go();
  REQUIRE(result.ended<WentWrong>());
  CHECK(std::get<WentWrong>(result.outcome).kind == ObligationKind::Consecution);
  CHECK(setup.final_value(result, "i") == "2");
}

TEST_CASE("of a long trace start, end and choices are kept", "[gcl][interpreter]") {
  Setup setup(
      "procedure p() { var i: int, x: int; i := 0;"
      "  while i < 1000 { if i == 500 { havoc x; } i := i + 1; } }");
  setup.havoc(3);
  const std::size_t all = setup.go().trace.size();
  setup.options.longest_trace = 20;
  const Run result = setup.go();
  CHECK(result.ended<NormalEnd>());
  CHECK(result.trace.size() + result.left_out == all);
  CHECK(result.trace.size() < 25);
  CHECK(std::ranges::count(result.trace, true, &TraceStep::is_havoc) == 1);
  CHECK(to_string(result.trace.front().changes.front().second) == "0");
  CHECK(result.trace.back().condition == false);
}

TEST_CASE("a run that should not go on ends", "[gcl][interpreter]") {
  Setup setup("procedure p() { var i: int; i := 0; while true { i := i + 1; } }");
  setup.options.fuel = 1'000'000'000;
  setup.options.go_on = [] { return false; };
  CHECK(setup.go().ended<OutOfFuel>());
}

TEST_CASE("choices come from the chooser, in order", "[gcl][interpreter]") {
  Setup setup(
      "procedure p() returns (r: int) { var x: int;"
      "  if * { r := 1; } else { r := 2; }"
      "  { r := r + 10; } [] { r := r + 20; } [] { r := r + 30; }"
      "  havoc x; r := r + x;"
      "  while * { r := r + 1000; } }");
  setup.choose(0).choose(2).havoc(100).choose(1).choose(1).choose(0);
  const Run result = setup.go();
  CHECK(result.ended<NormalEnd>());
  CHECK(setup.final_value(result, "r") == "2132");
  CHECK_FALSE(setup.diverged);
  setup.script.decisions.pop_back();
  setup.options.fuel = 100;
  setup.go();
  CHECK(setup.diverged);
}

TEST_CASE("exit leaves its block, loops included", "[gcl][interpreter]") {
  Setup setup(
      "procedure p() returns (r: int) { r := 0;"
      "  block A { while true { block B { r := r + 1; if r < 5 { exit B; } exit A; } r := r + 1; } "
      "}"
      "  r := r + 100; }");
  const Run result = setup.go();
  CHECK(result.ended<NormalEnd>());
  CHECK(setup.final_value(result, "r") == "105");
}

TEST_CASE("recursion is limited by fuel alone", "[gcl][interpreter]") {
  Setup setup(
      "procedure down(n: int) returns (r: int) ensures r == n; {"
      "  if n <= 0 { r := n; } else { call r := down(n - 1); r := r + 1; } }");
  setup.options.fuel = 1'000'000;
  CHECK(setup.with("n", 10'000).go().ended<NormalEnd>());
  setup.options.fuel = 1'000;
  CHECK(setup.go().ended<OutOfFuel>());
}

TEST_CASE("callees have their own variables and old values", "[gcl][interpreter]") {
  Setup setup(
      "var g: int;"
      "procedure p(x: int) returns (r: int) modifies g; ensures g == old(g) + 6; {"
      "  var i: int; i := 7; call r := add(x, 1); call i := add(i, 5);"
      "  assert i == 12 && r == x + 1; }"
      "procedure add(i: int, x: int) returns (r: int) modifies g;"
      "  ensures g == old(g) + x; ensures r == i + x; { r := i + x; g := g + x; }");
  const Run result = setup.with("x", 3).with("g", 40).go();
  CHECK(result.ended<NormalEnd>());
  CHECK(setup.final_value(result, "g") == "46");
  CHECK(result.contract_calls.empty());
}

TEST_CASE("a callee without a body answers within its contract", "[gcl][interpreter]") {
  const char* text =
      "var g: int; procedure p() modifies g; { var x: int; call x := q(); assert x == g; }"
      "procedure q() returns (r: int) modifies g; ensures r > old(g); ensures g == 0;";
  Setup fine(text);
  const Run wrong = fine.with("g", 4).havoc(0).havoc(5).go();
  REQUIRE(wrong.ended<WentWrong>());
  CHECK(wrong.contract_calls.size() == 1);
  CHECK_FALSE(fine.diverged);
  CHECK(Setup(text).with("g", 4).havoc(0).havoc(4).go().ended<Blocked>());
}

TEST_CASE("entry is the state in which the loop was reached", "[gcl][interpreter]") {
  Setup setup(
      "procedure p(n: int) { var i: int, j: int; i := 2;"
      "  while i < n invariant entry(i) == 2 || j == 1; {"
      "    j := 1; while j < 3 invariant j >= entry(j), entry(i) == i; { j := j + 1; }"
      "    i := i + 1; j := 1; } }");
  setup.options.invariants = InvariantChecks::On;
  std::vector<std::string> seen;
  setup.options.observer = [&](const LoopVisit& visit) {
    const Expr i = setup.parsed.int_var("i");
    seen.push_back(std::to_string(visit.iteration) + ":" + to_string(visit.now.at(i)) + "/" +
                   to_string(visit.entry.at(i)));
  };
  CHECK(setup.with("n", 4).go().ended<NormalEnd>());
  CHECK(seen == std::vector<std::string>{"0:2/2", "0:2/2", "1:2/2", "2:2/2", "1:3/2", "0:3/3",
                                         "1:3/3", "2:3/3", "2:4/2"});
}

TEST_CASE("functions are chosen once, axioms are checked", "[gcl][interpreter]") {
  const char* text =
      "const c: int; function f(x: int): int; axiom f(c) == 1;"
      "procedure p() { assert f(c) == 1; assert f(2) == f(1 + 1); }";
  Setup setup(text);
  setup.script.functions.set("f", {Value::integer(5)}, Value::integer(1));
  CHECK(setup.with("c", 5).go().ended<NormalEnd>());
  CHECK(setup.with("c", 6).go().ended<Blocked>());
  Setup quantified(
      "function f(x: int): int; axiom forall x: int :: { f(x) } f(x) >= 0;"
      "procedure p() { assert f(1) >= 0; }");
  const Run result = quantified.go();
  CHECK(result.ended<NormalEnd>());
  CHECK(result.undecided_axioms.size() == 1);
}

TEST_CASE("what cannot be decided ends the run as such", "[gcl][interpreter]") {
  const Run result = Setup("procedure p(x: int) {\n assert forall k: int :: k * k >= 0;\n}").go();
  REQUIRE(result.ended<Undecided>());
  CHECK(std::get<Undecided>(result.outcome).range.begin.line == 2);
}

TEST_CASE("the trace tells what happened", "[gcl][interpreter]") {
  Setup setup(
      "procedure p(n: int) { var i: int;\n"
      "  i := 1;\n"
      "  if i < n { call i := q(i); }\n"
      "  { i := 3; } [] { skip; }\n"
      "}\n"
      "procedure q(x: int) returns (r: int) { r := x + 1; }");
  const Run result = setup.with("n", 2).havoc(0).choose(1).go();
  std::vector<std::string> steps;
  for (const TraceStep& step : result.trace) {
    std::string text = std::to_string(step.range.begin.line) + "@" + std::to_string(step.depth);
    for (const auto& [var, value] : step.changes) text += " " + var.name() + "=" + to_string(value);
    if (step.condition) text += *step.condition ? " holds" : " fails";
    if (step.branch) text += " branch " + std::to_string(*step.branch);
    steps.push_back(text);
  }
  CHECK(steps == std::vector<std::string>{"2@0 i=1", "3@0 holds", "3@0 x=1", "6@1 r=2", "3@0 i=2",
                                          "4@0 branch 1"});
  setup.options.tracing = Tracing::Off;
  CHECK(setup.go().trace.empty());
}

TEST_CASE("the same seed, the same run", "[gcl][interpreter]") {
  Parsed parsed(
      "procedure p(a: [int]int, n: int) returns (s: int) { var i: int, x: int; i := 0; s := 0;"
      "  while i < n { havoc x; if * { s := s + a[i] + x; } i := i + 1; } }");
  std::set<std::string> results;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto once = [&] {
      SeededChooser chooser(seed);
      const Run result = run(parsed.program, parsed.procedure(), chooser, {});
      CHECK(result.ended<NormalEnd>());
      return to_string(result.final.at(parsed.int_var("s"))) + " after " +
             std::to_string(result.trace.size());
    };
    const std::string first = once();
    CHECK(once() == first);
    results.insert(first);
  }
  CHECK(results.size() > 5);
}
