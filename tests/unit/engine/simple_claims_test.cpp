// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/simple_claims.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace pawl;

namespace {

const char* const two_loops = R"(procedure count(n: int) returns (i: int, s: int)
{
  i, s := 0, 0;
  while i < 10 { i := i + 1; }
  while s < i { s := s + 1; }
  assert s == n;
}
)";

struct Setting {
  explicit Setting(const std::string& text) : file("test.gcl", text), input(file) {}

  SourceFile file;
  engine::GclInput input;
  engine::Options options;
  prover::QueryLog log;
  std::string name = "count";
  engine::ProcedureResult result;
  engine::Trial trial{input, name, options, log, result};
};

bool claims(const engine::LoopResult& loop, const std::string& text) {
  return std::ranges::find(loop.invariant, text, &engine::ConjunctResult::text) !=
         loop.invariant.end();
}

}  // namespace

TEST_CASE("bounds are claimed without a search, and certified", "[engine][simple]") {
  Setting one(two_loops);
  engine::claim_simply(one.input, one.options, {}, one.log, one.trial, one.result);
  REQUIRE(one.result.loops.size() == 2);
  for (const engine::LoopResult& loop : one.result.loops) {
    CHECK(loop.status == engine::LoopStatus::Certified);
    CHECK_FALSE(loop.invariant.empty());
    CHECK(std::ranges::all_of(loop.invariant, &engine::ConjunctResult::certified));
  }
  CHECK(claims(one.result.loops[0], "i <= 10"));
  // The assertion does not hold: it must not be of help to anything.
  CHECK(one.trial.judged());
  CHECK_FALSE(one.trial.all_proved());
}

TEST_CASE("without time nothing is claimed", "[engine][simple]") {
  Setting one(two_loops);
  const Budget none = Budget::of_seconds(1e-9);
  engine::claim_simply(one.input, one.options, none, one.log, one.trial, one.result);
  for (const engine::LoopResult& loop : one.result.loops) CHECK(loop.invariant.empty());
}

TEST_CASE("only a loop that was not searched to the end falls back", "[engine][simple]") {
  engine::ProcedureResult result;
  result.loops.resize(2);
  result.loops[1].incomplete = "timeout";
  result.loops[1].invariant.push_back({"0 <= i", "", engine::Origin::Inferred});
  engine::ConjunctResult low{"0 <= i", "", engine::Origin::Inferred};
  engine::ConjunctResult high{"i <= 10", "", engine::Origin::Inferred};
  engine::fall_back_to({{high}, {low, high}}, result);
  CHECK(result.loops[0].invariant.empty());
  REQUIRE(result.loops[1].invariant.size() == 2);
  CHECK(result.loops[1].invariant[1].text == "i <= 10");
}
