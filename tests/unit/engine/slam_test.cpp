// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/slam.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/internal_error.h"
#include "tests/support/scripted_prover.h"

using namespace pawl;
using namespace pawl::engine;

namespace {

SlamReport slam_on(const std::string& text, const SlamSettings& settings = {}) {
  const SourceFile file("test.gcl", text);
  Diagnostics diagnostics;
  SlamReport report = run_slam(GclInput(file), settings, {}, diagnostics);
  REQUIRE_FALSE(diagnostics.has_errors());
  return report;
}

std::string answer(const std::string& text, const SlamSettings& settings = {}) {
  return to_string(judge(slam_on(text, settings).result));
}

const char* const lock = R"(
  var locked: int;
  procedure acquire() modifies locked; { assert locked == 0; locked := 1; }
  procedure release() modifies locked; { assert locked == 1; locked := 0; }
  procedure main() modifies locked; {
    var packets: int, before: int, again: bool;
    locked := 0;
    again := true;
    while again {
      call acquire();
      before := packets;
      havoc again;
      if again { call release(); packets := packets + 1; }
      again := packets != before;
    }
    call release();
  })";

}  // namespace

TEST_CASE("the lock of the paper is used correctly", "[engine][slam]") {
  const SlamReport report = slam_on(lock);
  CHECK(to_string(judge(report.result)) == "true");
  CHECK(report.entries.at(0).rounds.size() > 1);
  // What it says has been proved again.
  for (const ProcedureResult& procedure : report.result.procedures) {
    for (const ObligationResult& one : procedure.obligations) CHECK(one.fate == Fate::Proved);
  }
  const auto main = std::ranges::find(report.result.procedures, "main", &ProcedureResult::name);
  REQUIRE(main != report.result.procedures.end());
  CHECK(main->loops.at(0).status == LoopStatus::Certified);
}

TEST_CASE("a wrong lock is refuted by a run", "[engine][slam]") {
  std::string wrong = lock;
  const std::string counted = "packets := packets + 1;";
  wrong.replace(wrong.find(counted), counted.size(), "");
  const SlamReport report = slam_on(wrong);
  CHECK(to_string(judge(report.result)) == "false(assertion)");
  REQUIRE(report.result.procedures.back().obligations.at(0).real_run);
  CHECK_FALSE(report.result.procedures.back().obligations[0].real_run->steps.empty());
}

TEST_CASE("a run that does not replay is an internal error, never a verdict", "[engine][slam]") {
  // The abstraction does not know of d, so there is a path to explain; nothing fails in truth.
  const std::string text = R"(const c: int; const d: int;
    procedure main() { assume c > d; assume d > 0; assert c > 0; })";
  CHECK(answer(text) == "true");
  SlamSettings settings;
  settings.slam.newton.make_prover = [](gcl::Context& context, const prover::ProverOptions&,
                                        prover::QueryLog& log) -> std::unique_ptr<prover::Prover> {
    test::ScriptedAnswer wrong{.answer = prover::Answer::Yes};
    for (const char* const name : {"c", "d"}) {
      wrong.values.emplace(context.var(name, context.int_sort()), gcl::Value::integer(0));
    }
    return std::make_unique<test::ScriptedProver>(context, std::vector{wrong}, log);
  };
  CHECK_THROWS_WITH(
      slam_on(text, settings),
      Catch::Contains("a run that the solver found is not one") && Catch::Contains("test.gcl:2"));
  CHECK_THROWS_AS(slam_on(text, settings), InternalError);
}

TEST_CASE("recursion is followed without a bound", "[engine][slam]") {
  CHECK(answer(R"(
    procedure down(n: int) returns (r: int) {
      if n <= 0 { r := 0; } else { call r := down(n - 1); }
    }
    procedure main(n: int) { var r: int; call r := down(n); assert r == 0; })") == "true");
  CHECK(answer(R"(
    procedure up(n: int) returns (r: int) {
      if n <= 0 { r := 0; } else { call r := up(n - 1); r := r + 1; }
    }
    procedure main() { var r: int; call r := up(3); assert r != 3; })") == "false(assertion)");
}

TEST_CASE("pointers that are swapped, whoever calls", "[engine][slam]") {
  const std::string swap = R"(
    var m: [int]int;
    procedure swap(p: int, q: int) modifies m; {
      var t: int;
      t := m[p]; m[p] := m[q]; m[q] := t;
    }
    procedure main() modifies m; {
      m[1] := 4; m[2] := 5;
      call swap(1, 2);
      assert m[1] == 5;)";
  CHECK(answer(swap + "}") == "true");
  SlamSettings short_cubes;  // with more literals it asks three times as many questions
  short_cubes.slam.c2bp.strengthen.cube_length = 2;
  CHECK(answer(swap + "call swap(2, 1); assert m[1] == 4; }", short_cubes) == "true");
  CHECK(answer(swap + "call swap(1, 1); assert m[1] == 4; }") == "false(assertion)");
}

TEST_CASE("contracts of procedures without a body are used and demanded", "[engine][slam]") {
  const std::string text = R"(
    procedure pick(n: int) returns (r: int) requires 0 < n; ensures 0 <= r && r < n;
    procedure main(n: int) { var r: int; if GUARD { call r := pick(n); assert r < n; } })";
  const auto with = [&](const std::string& guard) {
    std::string result = text;
    return result.replace(result.find("GUARD"), 5, guard);
  };
  CHECK(answer(with("0 < n")) == "true");
  CHECK(answer(with("0 <= n")) == "false(assertion)");
}

TEST_CASE("giving up has a reason", "[engine][slam]") {
  SlamSettings one_round;
  one_round.slam.max_rounds = 1;
  CHECK(answer(lock, one_round) == "unknown(refinement-limit)");
  SlamSettings ignorant;
  ignorant.check.prover.kind = prover::ProverKind::Unknown;
  CHECK(answer(lock, ignorant) == "unknown(not-asked)");
}

TEST_CASE("what inference certified helps, and is proved again", "[engine][slam]") {
  const std::string text = R"(procedure main(n: int) {
      var i: int, s: int;
      i := 0; s := 0;
      while i < n { i := i + 1; s := s + 2; }
      if 0 <= n { assert s == 2 * n; }
    })";
  SlamSettings few;
  few.slam.max_rounds = 6;
  Result inferred;
  ProcedureResult main;
  main.name = "main";
  LoopResult loop;
  loop.place = {4, 7, 4, 10};
  loop.status = LoopStatus::Certified;
  loop.invariant.push_back({"s == 2 * i", "", Origin::Inferred});
  loop.invariant.push_back({"0 <= i", "", Origin::Inferred});
  loop.invariant.push_back({"i <= n || n < 0", "", Origin::Inferred});
  main.loops.push_back(loop);
  inferred.procedures.push_back(main);
  few.inferred = &inferred;
  CHECK(answer(text, few) == "true");
  // A wrong one proves nothing, whoever says that it is certified. Were it believed, one round
  // would do.
  few.slam.max_rounds = 2;
  inferred.procedures[0].loops[0].invariant[0].text = "s == 2 * n";
  CHECK(answer(text, few) != "true");
}

TEST_CASE("a summary is what callers rely on", "[engine][slam]") {
  const SlamReport report = slam_on(lock);
  const auto summary = [&](const std::string& name) {
    return std::ranges::find(report.result.procedures, name, &ProcedureResult::name)->summary;
  };
  CHECK_FALSE(summary("acquire").requires_.empty());
  CHECK_FALSE(summary("acquire").ensures.empty());
  CHECK(summary("main").requires_.empty());
}

TEST_CASE("several entries agree on one contract", "[engine][slam]") {
  // Each needs another fact about `step`, which must hold wherever a run starts.
  const std::string text = R"(
    var n: int;
    procedure step() modifies n; { n := n + 1; }
    procedure up() modifies n; { n := 1; call step(); assert n == 2; }
    procedure twice() modifies n; { n := 5; call step(); call step(); assert n == 7; })";
  const SlamReport report = slam_on(text);
  CHECK(to_string(judge(report.result)) == "true");
  REQUIRE(report.result.procedures.size() == 3);
  CHECK(report.result.procedures[0].name == "step");
  CHECK(report.result.procedures[0].summary.requires_.empty());
  // One that fails spoils its own answer only.
  std::string wrong = text;
  wrong.replace(wrong.find("n == 7"), 6, "n == 8");
  const SlamReport other = slam_on(wrong);
  CHECK(to_string(judge(other.result)) == "false(assertion)");
  CHECK(to_string(judge(other.result.procedures[1])) == "true");
}

TEST_CASE("contradictory axioms are refused", "[engine][slam]") {
  const SourceFile file("test.gcl", R"(
    function f(x: int): int;
    axiom forall x: int :: f(x) < f(x);
    procedure main() { assert false; })");
  Diagnostics diagnostics;
  run_slam(GclInput(file), {}, {}, diagnostics);
  REQUIRE(diagnostics.has_errors());
  CHECK(diagnostics.all().front().message == "the axioms are contradictory");
}
