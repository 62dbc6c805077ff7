// SPDX-License-Identifier: Apache-2.0
#include "engine/result.h"

#include <catch2/catch.hpp>

#include "engine/result_json.h"

using namespace pawl;
using engine::Verdict;

namespace {

engine::ProcedureResult with_fates(std::initializer_list<const char*> fates) {
  engine::ProcedureResult result;
  result.name = "p";
  for (const char* fate : fates) {
    engine::ObligationResult obligation;
    obligation.kind = "assertion";
    obligation.fate = fate;
    obligation.reason = std::string(fate) == "unknown" ? "timeout" : "";
    result.obligations.push_back(obligation);
  }
  return result;
}

}  // namespace

TEST_CASE("true only when everything is proved", "[engine][result]") {
  CHECK(to_string(judge(with_fates({}))) == "true");
  CHECK(to_string(judge(with_fates({"proved", "proved"}))) == "true");
  CHECK(to_string(judge(with_fates({"proved", "unknown"}))) == "unknown(timeout)");
  CHECK(to_string(judge(with_fates({"unknown", "not-proved"}))) == "unknown(invariant-too-weak)");
  CHECK(to_string(judge(with_fates({"not-proved", "refuted"}))) == "false(assertion)");
}

TEST_CASE("a procedure without an answer is never true", "[engine][result]") {
  engine::ProcedureResult lost = with_fates({});
  lost.failure = "worker-crashed";
  CHECK(to_string(judge(lost)) == "unknown(worker-crashed)");
  engine::Result all;
  all.procedures = {with_fates({"proved"}), lost};
  CHECK(judge(all).verdict == Verdict::Unknown);
  all.procedures.push_back(with_fates({"refuted"}));
  CHECK(judge(all).verdict == Verdict::False);
}

TEST_CASE("a result survives the way through JSON", "[engine][json]") {
  engine::ProcedureResult result = with_fates({"proved", "refuted", "not-proved"});
  result.place = {1, 2, 3, 4};
  result.vacuous = true;
  result.obligations[1].real_run = {
      {{"n", "3"}}, {{{5, 6, 5, 9}, "i := 1", {{"i", "1"}}}}, {{"i", "1"}}};
  result.obligations[2].induction_failure = {
      {{"i", "0"}}, {{"i", "1"}}, {"i"}, engine::Place{7, 1, 8, 2}};
  result.obligations[2].loop = 0;
  engine::LoopResult loop;
  loop.id = "p.1";
  loop.place = {7, 1, 8, 2};
  loop.status = "certified";
  loop.skolems = {"k: int"};
  loop.predicates = {{"0 <= k", "user", true}};
  loop.invariant = {{"0 <= i", "(<= 0 i)", "inferred", true}};
  loop.invariant[0].source = {"0 <= i", "0 <= i"};
  loop.targets = {"i"};
  loop.variant = {"n - i", {"n - i", ""}};
  loop.rounds = 3;
  loop.queries = 17;
  result.loops = {loop};
  result.queries = {{"infer", 17, 10, 6, 1, 0.5}};
  const std::string text = to_json(result, engine::Statistics::With);
  const auto again = engine::procedure_from_json(text);
  REQUIRE(again);
  CHECK(to_json(*again, engine::Statistics::With) == text);
  CHECK(again->queries.size() == 1);
}

TEST_CASE("half a message is no result", "[engine][json]") {
  const std::string text = to_json(with_fates({"proved"}), engine::Statistics::With);
  CHECK(engine::procedure_from_json(text));
  CHECK_FALSE(engine::procedure_from_json(text.substr(0, text.size() / 2)));
  CHECK_FALSE(engine::procedure_from_json(""));
  CHECK_FALSE(engine::procedure_from_json("{}"));
}
