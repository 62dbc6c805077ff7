// SPDX-License-Identifier: Apache-2.0
#include "check/check.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "gcl/parser.h"
#include "prover/query_log.h"

using namespace pawl;
using check::Fate;
using gcl::ObligationKind;

namespace {

struct Checked {
  gcl::Context context;
  SourceFile file;
  gcl::Program program;
  prover::QueryLog log;
  check::ProcedureReport report;

  explicit Checked(std::string text, check::Options options = {})
      : file("test.gcl", std::move(text)) {
    Diagnostics diagnostics;
    auto parsed = gcl::parse_program(context, file, diagnostics);
    REQUIRE(parsed);
    program = std::move(*parsed);
    report = check::check_procedure(context, program, program.procedures[0], options, log);
  }

  const check::ObligationReport& one(ObligationKind kind, std::size_t conjunct = 0) const {
    for (const check::ObligationReport& o : report.obligations) {
      if (o.obligation.kind == kind && o.obligation.conjunct == conjunct) return o;
    }
    FAIL("no such obligation");
    return report.obligations.front();
  }
};

std::string count(const std::string& invariants, const std::string& ensures = "i == n") {
  return "procedure count(n: int) returns (i: int)\n  requires 0 <= n;\n  ensures " + ensures +
         ";\n{\n  i := 0;\n  while i < n\n" + invariants + "  {\n    i := i + 1;\n  }\n}\n";
}

}  // namespace

TEST_CASE("initiation, consecution and sufficiency are obligations of their own", "[check]") {
  const Checked checked(count("    invariant 0 <= i, i <= n;\n"));
  CHECK(checked.report.proved());
  CHECK(checked.report.obligations.size() == 5);
  CHECK(checked.one(ObligationKind::Initiation, 1).obligation.formula.range.begin.line == 7);
  CHECK(checked.one(ObligationKind::Consecution, 0).fate == Fate::Proved);
  CHECK(checked.one(ObligationKind::Postcondition).fate == Fate::Proved);
}

TEST_CASE("a too weak invariant is a counterexample to induction, not a failure", "[check]") {
  const Checked checked(count("    invariant 0 <= i;\n"));
  const auto& post = checked.one(ObligationKind::Postcondition);
  CHECK(post.fate == Fate::NotProved);
  REQUIRE(post.induction_failure);
  CHECK_FALSE(post.real_run);
  CHECK(post.induction_failure->havocked == std::vector<std::string>{"i"});
  CHECK(post.induction_failure->loop->begin.line == 6);
}

TEST_CASE("a failing consecution shows the state before and after the body", "[check]") {
  const Checked checked(count("    invariant i < 5;\n", "true"));
  const auto& step = checked.one(ObligationKind::Consecution);
  // i reaches 5 in a real run, but only for n >= 5: the search finds it.
  CHECK(step.fate == Fate::Refuted);
  check::Options options;
  options.real_runs = check::RealRuns::Ignore;
  const Checked only_induction(count("    invariant i < 5;\n", "true"), options);
  const auto& failure = only_induction.one(ObligationKind::Consecution);
  REQUIRE(failure.induction_failure);
  const auto value_of = [](const check::State& state, const std::string& name) {
    const auto found = std::ranges::find(state, name, &check::NamedValue::name);
    return found == state.end() ? std::string("?") : gcl::to_string(found->value);
  };
  CHECK(value_of(failure.induction_failure->before, "i") == "4");
  CHECK(value_of(failure.induction_failure->state, "i") == "5");
}

TEST_CASE("a real failure is a run that the interpreter replayed", "[check]") {
  const Checked checked(count("    invariant 0 <= i, i <= n;\n", "i == n + 1"));
  const auto& post = checked.one(ObligationKind::Postcondition);
  CHECK(post.fate == Fate::Refuted);
  REQUIRE(post.real_run);
  CHECK_FALSE(post.induction_failure);
  CHECK(post.real_run->inputs.size() == 1);
  CHECK(post.real_run->inputs[0].name == "n");
}

TEST_CASE("a contract alone refutes nothing", "[check]") {
  // q may return anything that is not negative; nobody knows that it ever returns 0.
  const Checked checked(R"(procedure p() { var r: int; call r := q(); assert r != 0; }
procedure q() returns (r: int) ensures 0 <= r;)");
  CHECK(checked.one(ObligationKind::Assertion).fate == Fate::NotProved);
}

TEST_CASE("preconditions are asked at the call", "[check]") {
  const Checked checked(R"(procedure p() { call q(0 - 1); }
procedure q(n: int) requires 0 <= n;)");
  const auto& pre = checked.one(ObligationKind::Precondition);
  CHECK(pre.fate == Fate::Refuted);
  CHECK(pre.obligation.at.begin.line == 1);
  CHECK(pre.obligation.formula.range.begin.line == 2);
}

TEST_CASE("a prover that never knows proves nothing", "[check][unknown]") {
  check::Options options;
  options.prover.kind = prover::ProverKind::Unknown;
  const Checked checked(count("    invariant 0 <= i, i <= n;\n", "i == n"), options);
  for (const auto& obligation : checked.report.obligations) {
    CHECK(obligation.fate == Fate::Unknown);
    CHECK(obligation.reason == prover::UnknownReason::NotAsked);
  }
}

TEST_CASE("a failing run is found without a prover", "[check][unknown]") {
  check::Options options;
  options.prover.kind = prover::ProverKind::Unknown;
  const std::string wrong = count("    invariant 0 <= i, i <= n;\n", "i == n + 1");
  CHECK(Checked(wrong, options).one(ObligationKind::Postcondition).fate == Fate::Refuted);
  options.max_unrolling = 0;
  CHECK(Checked(wrong, options).one(ObligationKind::Postcondition).fate == Fate::Unknown);
}

TEST_CASE("long failing runs are found by running", "[check][real_run]") {
  const std::string text = R"(procedure p() { var i: int; i := 0;
    while i < 1000 { i := i + 1; }
    assert i != LAST; })";
  const auto with = [&](const std::string& last) {
    std::string result = text;
    return Checked(result.replace(result.find("LAST"), 4, last));
  };
  const Checked wrong = with("1000");
  REQUIRE(wrong.one(ObligationKind::Assertion).fate == Fate::Refuted);
  CHECK(wrong.one(ObligationKind::Assertion).real_run->steps.size() < 100);
  CHECK(with("1001").one(ObligationKind::Assertion).fate == Fate::NotProved);
}

TEST_CASE("runs that count far are followed to their end", "[check][real_run]") {
  const Checked checked(R"(procedure p() { var i: int, a: [int]int; i := 0;
    while i < 100000 { a[i] := 7; i := i + 1; }
    i := 0;
    while i < 100000 { assert a[i] == (if i == 90000 then 8 else 7); i := i + 1; } })");
  const auto& wrong = checked.one(ObligationKind::Assertion);
  REQUIRE(wrong.fate == Fate::Refuted);
  CHECK(wrong.real_run->steps.size() < 100);
  CHECK(wrong.real_run->steps.back().text.size() < 1'000);
}

TEST_CASE("inputs that are tried: in order, and numbers of the text", "[check][real_run]") {
  const auto fate = [](const std::string& body) {
    return Checked(
               "procedure p() { var i: int, x: int, last: int; i := 0; last := 0;"
               "  while i < 200 { havoc x; " +
               body + " i := i + 1; } assert last != 200; }")
        .one(ObligationKind::Assertion)
        .fate;
  };
  CHECK(fate("assume last < x; last := last + 1;") == Fate::Refuted);
  CHECK(fate("assume x < 0 - last; last := last + 1;") == Fate::Refuted);
  CHECK(fate("if x == 123456 { last := 200; }") == Fate::Refuted);
  CHECK(fate("if x == 123456 { last := 201; }") == Fate::NotProved);
}

TEST_CASE("loops of callees are unrolled, too", "[check][real_run]") {
  const Checked checked(R"(procedure p() { var r: int; call r := q(); assert r != 6; }
    procedure q() returns (s: int) { var i: int; s := 0; i := 0;
      while i < 3 { s := s + 2; i := i + 1; } })");
  CHECK(checked.one(ObligationKind::Assertion).fate == Fate::Refuted);
}

TEST_CASE("failing runs are looked for where something is open, and nothing is proved again",
          "[check][real_run]") {
  Checked checked("procedure p(x: int) { assert x != 3; assert x != 4; assert x < x + 1; }");
  CHECK(checked.report.obligations[1].fate == Fate::Refuted);
  const auto runs = [&](const std::set<std::size_t>& open) {
    prover::QueryLog log;
    auto found = check::find_failing_runs(checked.context, checked.program,
                                          checked.program.procedures[0], open, {}, log);
    CHECK_FALSE(log.by_caller().contains("check.sufficiency"));
    return found;
  };
  CHECK(runs({}).empty());
  CHECK(runs({2}).empty());
  const auto second = runs({1, 2});
  REQUIRE(second.size() == 1);
  CHECK(second.at(1).fate == Fate::Refuted);
  CHECK(second.at(1).real_run);
}

TEST_CASE("without its assertions a program cannot lend them to its invariants", "[check]") {
  const std::string text = R"(procedure p() { var i: int; i := 0;
  while * invariant i <= 5; { i := i + 1; assert i <= 5; } })";
  const Checked with(text);
  CHECK(with.one(ObligationKind::Consecution).fate == Fate::Proved);
  CHECK(with.one(ObligationKind::Assertion).fate == Fate::Refuted);
  check::Options options;
  options.assertions = check::Assertions::Remove;
  const Checked without(text, options);
  CHECK(without.report.obligations.size() == 2);
  CHECK(without.one(ObligationKind::Consecution).fate == Fate::NotProved);
}

TEST_CASE("a contradictory precondition is reported as such", "[check]") {
  CHECK(Checked("procedure p(n: int) requires n < n; { assert false; }").report.vacuous);
  CHECK_FALSE(Checked("procedure p(n: int) requires 0 < n; { assert 0 < n; }").report.vacuous);
}

TEST_CASE("contradictory axioms are found", "[check]") {
  const auto consistent = [](const std::string& axioms) {
    gcl::Context context;
    const SourceFile file("test.gcl", axioms + "\nprocedure p() { }");
    Diagnostics diagnostics;
    const auto program = gcl::parse_program(context, file, diagnostics);
    REQUIRE(program);
    prover::QueryLog log;
    return check::axioms_consistent(context, *program, {}, log);
  };
  CHECK(consistent("") == prover::Answer::Yes);
  CHECK(consistent("axiom false;") == prover::Answer::No);
  CHECK(consistent("function f(x: int): int; axiom forall x: int :: {f(x)} f(x) > 0; "
                   "axiom f(3) < 0;") == prover::Answer::No);
}
