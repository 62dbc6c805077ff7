// SPDX-License-Identifier: Apache-2.0
#include "result/result.h"

#include <catch2/catch.hpp>

#include "result/json.h"

using namespace pawl;
using result::Fate;
using result::Verdict;

namespace {

result::ProcedureResult with_fates(std::initializer_list<Fate> fates) {
  result::ProcedureResult result;
  result.name = "p";
  for (const Fate fate : fates) {
    result::ObligationResult obligation;
    obligation.kind = gcl::ObligationKind::Assertion;
    obligation.fate = fate;
    if (fate == Fate::Unknown) obligation.reason = result::Reason::Timeout;
    result.obligations.push_back(obligation);
  }
  return result;
}

}  // namespace

TEST_CASE("true only when everything is proved", "[result]") {
  CHECK(to_string(judge(with_fates({}))) == "true");
  CHECK(to_string(judge(with_fates({Fate::Proved, Fate::Proved}))) == "true");
  CHECK(to_string(judge(with_fates({Fate::Proved, Fate::Unknown}))) == "unknown(timeout)");
  CHECK(to_string(judge(with_fates({Fate::Unknown, Fate::NotProved}))) ==
        "unknown(invariant-too-weak)");
  CHECK(to_string(judge(with_fates({Fate::NotProved, Fate::Refuted}))) == "false(assertion)");
}

TEST_CASE("a procedure without an answer is never true", "[result]") {
  result::ProcedureResult lost = with_fates({});
  lost.failure = result::Reason::WorkerCrashed;
  CHECK(to_string(judge(lost)) == "unknown(worker-crashed)");
  result::Result all;
  all.procedures = {with_fates({Fate::Proved}), lost};
  CHECK(judge(all).verdict == Verdict::Unknown);
  all.procedures.push_back(with_fates({Fate::Refuted}));
  CHECK(judge(all).verdict == Verdict::False);
}

TEST_CASE("a result survives the way through JSON", "[result][json]") {
  result::ProcedureResult result = with_fates({Fate::Proved, Fate::Refuted, Fate::NotProved});
  result.place = {1, 2, 3, 4};
  result.vacuous = true;
  result.obligations[1].real_run = {
      {{"n", "3"}}, {{{5, 6, 5, 9}, "i := 1", {{"i", "1"}}}}, {{"i", "1"}}};
  result.obligations[2].induction_failure = {
      {{"i", "0"}}, {{"i", "1"}}, {"i"}, result::Place{7, 1, 8, 2}};
  result.obligations[2].loop = 0;
  result::LoopResult loop;
  loop.id = "p.1";
  loop.place = {7, 1, 8, 2};
  loop.status = result::LoopStatus::Certified;
  loop.skolems = {"k: int"};
  loop.predicates = {{"0 <= k", "user", true}};
  loop.invariant = {{"0 <= i", "(<= 0 i)", result::Origin::Inferred}};
  loop.invariant[0].source = {"0 <= i", "0 <= i"};
  loop.targets = {"i"};
  loop.variant = {"n - i", {"n - i", ""}};
  loop.rounds = 3;
  loop.queries = 17;
  result.loops = {loop};
  result.queries = {{"infer", 17, 10, 6, 1, 0.5}};
  const std::string text = to_json(result, result::Statistics::With);
  const auto again = result::procedure_from_json(text);
  REQUIRE(again);
  CHECK(to_json(*again, result::Statistics::With) == text);
  CHECK(again->queries.size() == 1);
}

TEST_CASE("half a message is no result", "[result][json]") {
  const std::string text = to_json(with_fates({Fate::Proved}), result::Statistics::With);
  CHECK(result::procedure_from_json(text));
  CHECK_FALSE(result::procedure_from_json(text.substr(0, text.size() / 2)));
  CHECK_FALSE(result::procedure_from_json(""));
  CHECK_FALSE(result::procedure_from_json("{}"));
}

TEST_CASE("every word is read as it is written", "[result]") {
  CHECK(result::word_of<Fate>("not-proved") == Fate::NotProved);
  CHECK(result::word_of<result::Reason>("bdd-limit") == result::Reason::BddLimit);
  CHECK(result::word_of<result::LoopStatus>("") == result::LoopStatus::NotAsked);
  CHECK_FALSE(result::word_of<Fate>("true"));
  std::string text = to_json(with_fates({Fate::Proved}), result::Statistics::Without);
  text.replace(text.find("\"fate\": \"proved\""), 16, "\"fate\": \"certain\"");
  CHECK_FALSE(result::procedure_from_json(text));
}

TEST_CASE("what a file says to be certified is a claim", "[result][json]") {
  result::ProcedureResult said;
  said.loops.emplace_back().invariant.push_back({"0 <= i", "", result::Origin::Inferred});
  std::string text = to_json(said, result::Statistics::Without);
  text.replace(text.find("\"certified\": false"), 18, "\"certified\": true");
  const auto read = result::procedure_from_json(text);
  REQUIRE(read);
  CHECK_FALSE(read->loops[0].invariant[0].certified());
  CHECK(read->loops[0].invariant[0].claimed);
  // From a worker of this run it is more than that.
  const auto heard = result::WorkerMessage::read(text);
  REQUIRE(heard);
  CHECK(heard->loops[0].invariant[0].certified());
}
