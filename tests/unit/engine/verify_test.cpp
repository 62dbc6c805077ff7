// SPDX-License-Identifier: Apache-2.0
#include "engine/strategy/verify.h"

#include <catch2/catch.hpp>
#include <optional>

#include "engine/judge/recheck.h"

using namespace pawl;
using engine::EngineChoice;

namespace {

struct Verified {
  engine::Outcome outcome;
  std::string verdict;
  std::size_t times_told = 0;
};

Verified verify(const std::string& text, EngineChoice choice = EngineChoice::Auto,
                const Budget& budget = {}, engine::Exhaust exhaust = engine::Exhaust::WhenNeeded) {
  const SourceFile file("test.gcl", text);
  const engine::GclInput input(file);
  gcl::Context context;
  Diagnostics diagnostics;
  const std::optional<gcl::Program> program =
      input.load(context, engine::Purpose::Prove, diagnostics);
  REQUIRE(program);
  Verified verified;
  engine::Portfolio portfolio;
  portfolio.choice = choice;
  portfolio.inference.exhaust = exhaust;
  portfolio.on_result = [&](const engine::Result&) { ++verified.times_told; };
  verified.outcome = engine::verify(input, context, *program, portfolio, budget, diagnostics);
  CHECK_FALSE(diagnostics.has_errors());
  verified.verdict = to_string(engine::judge(verified.outcome.result));
  return verified;
}

const char* const counting =
    "procedure count(n: int) requires 0 <= n; {\n"
    "  var i: int;\n  i := 0;\n  while i < n { i := i + 1; }\n  assert i == n;\n}\n";

/// Nothing for loop invariants: the call is in the way.
const char* const recursive =
    "procedure f(n: int) returns (r: int) {\n"
    "  if n > 0 { call r := f(n - 1); }\n  r := n;\n}\n"
    "procedure main() {\n  var r: int;\n  call r := f(3);\n  assert r == 3;\n}\n";

}  // namespace

TEST_CASE("what the annotations decide is asked of nobody else", "[engine][verify]") {
  const Verified verified = verify("procedure p(n: int) { assert n <= n; }\n");
  CHECK(verified.verdict == "true");
  CHECK(verified.times_told == 1);
}

TEST_CASE("a short failing run is found before anything is inferred", "[engine][verify]") {
  const Verified verified =
      verify("procedure p() { var i: int; i := 0; while i < 1 { i := i + 1; } assert i == 0; }\n");
  CHECK(verified.verdict == "false(assertion)");
  CHECK(verified.times_told == 1);
}

TEST_CASE("inference follows where a look is not enough", "[engine][verify]") {
  const Verified verified = verify(counting, EngineChoice::Infer);
  CHECK(verified.verdict == "true");
  CHECK(verified.times_told == 2);
  CHECK(verified.outcome.purpose == engine::Purpose::Prove);
}

TEST_CASE("bounded programs are proved by exhaustion, which says so and is judged again",
          "[engine][verify][exhaust]") {
  // Nobody guesses the sequence.
  const std::string text =
      "procedure p() {\n  var i: int, x: int;\n  i := 0; x := 7;\n"
      "  while i < 20 { x := (3 * x + i) mod 101; i := i + 1; }\n  assert x LAST;\n}\n";
  const auto with = [&](const std::string& last) {
    std::string result = text;
    return result.replace(result.find("LAST"), 4, last);
  };
  std::int64_t x = 7;
  for (std::int64_t i = 0; i < 20; ++i) x = (3 * x + i) % 101;
  const std::string right = with("== " + std::to_string(x));
  const Verified verified = verify(right, EngineChoice::Infer);
  CHECK(verified.verdict == "true");
  REQUIRE(verified.outcome.result.procedures.size() == 1);
  CHECK(verified.outcome.result.procedures[0].exhausted == 1);
  const Budget little = Budget().with_work(300'000);
  const Verified without = verify(right, EngineChoice::Infer, little, engine::Exhaust::Never);
  CHECK(without.verdict.starts_with("unknown"));

  const SourceFile file("test.gcl", right);
  const engine::GclInput input(file);
  const auto again = engine::recheck(input, verified.outcome.result, {});
  CHECK(engine::overall(again) == engine::Confirmation::Verified);
  CHECK(again[0].again.exhausted == 1);
  CHECK(again[0].judgement.verdict == engine::Verdict::True);

  // The same claim about a program for which it is wrong.
  const SourceFile wrong_file("test.gcl", with("!= " + std::to_string(x)));
  const engine::GclInput wrong_input(wrong_file);
  const auto refused = engine::recheck(wrong_input, verified.outcome.result, {});
  CHECK(engine::overall(refused) != engine::Confirmation::Verified);
  CHECK(refused[0].again.exhausted == 0);
}

TEST_CASE("slam follows where an assertion stays open", "[engine][verify]") {
  CHECK(verify(recursive, EngineChoice::Infer).verdict.starts_with("unknown("));
  const Verified verified = verify(recursive);
  CHECK(verified.outcome.purpose == engine::Purpose::Procedures);
  CHECK(verified.verdict == "true");
}

TEST_CASE("a function without a definition refutes nothing", "[engine][verify]") {
  CHECK(verify("function f(n: int) : int;\nprocedure main() { assert f(3) == 0; }\n")
            .verdict.starts_with("unknown("));
}

TEST_CASE("when the time is over nothing is true", "[engine][verify]") {
  for (const EngineChoice choice : {EngineChoice::Infer, EngineChoice::Slam, EngineChoice::Auto}) {
    CHECK(verify(counting, choice, Budget::of_seconds(1e-9)).verdict == "unknown(timeout)");
  }
}

TEST_CASE("when the work is spent nothing is true", "[engine][verify]") {
  CHECK(verify(counting, EngineChoice::Infer, Budget().with_work(1)).verdict ==
        "unknown(resource-limit)");
}

TEST_CASE("what rests on a refuted assertion is not certified", "[engine][verify]") {
  const Verified verified = verify(
      "procedure p() {\n  var i: int, x: int, y: int;\n  i := 0;\n  x := 0;\n"
      "  while i < 2 invariant x == 0; {\n"
      "    havoc y;\n    assert y == 0;\n    x := y;\n    i := i + 1;\n  }\n}\n");
  CHECK(verified.verdict == "false(assertion)");
  const engine::LoopResult& loop = verified.outcome.result.procedures.at(0).loops.at(0);
  CHECK_FALSE(loop.invariant.at(0).certified());
}
