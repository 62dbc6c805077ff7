// SPDX-License-Identifier: Apache-2.0
//
// What provers do around a query, and the provers that have no solver.
#include <catch2/catch.hpp>

#include "support/internal_error.h"
#include "support/interrupt.h"
#include "tests/support/scripted_prover.h"
#include "tests/unit/prover/fixture.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Value;
using test::ScriptedAnswer;
using test::ScriptedProver;

TEST_CASE("queries are counted by caller", "[prover][log]") {
  Fixture f;
  f.prover->set_caller("infer");
  f.prover->satisfiable();
  f.prover->satisfiable(std::array{f.p, f.no(f.p)});
  f.prover->set_caller("check");
  f.prover->entails({}, f.p);
  const auto& by_caller = f.log.by_caller();
  REQUIRE(by_caller.size() == 2);
  CHECK(by_caller.begin()->first == "check");
  CHECK(by_caller.at("infer").queries == 2);
  CHECK(by_caller.at("infer").yes == 1);
  CHECK(by_caller.at("infer").no == 1);
  CHECK(by_caller.at("check").yes == 1);  // a counterexample was found
  CHECK(f.log.total().queries == 3);
  CHECK(f.log.total().time.count() > 0);
}

TEST_CASE("logs of workers are added up", "[prover][log]") {
  QueryLog first;
  QueryLog second;
  first.add("a", Answer::Yes, std::chrono::nanoseconds(5));
  second.add("a", Answer::Unknown, std::chrono::nanoseconds(7));
  second.add("b", Answer::No, std::chrono::nanoseconds(1));
  first.merge(second);
  CHECK(first.by_caller().at("a").queries == 2);
  CHECK(first.by_caller().at("a").unknown == 1);
  CHECK(first.total().queries == 3);
  CHECK(first.total().time == std::chrono::nanoseconds(13));
}

TEST_CASE("the unknown prover knows nothing", "[prover][unknown]") {
  Fixture f(ProverKind::Unknown);
  f.prover->push();
  f.prover->assert_formula(f.c.false_());
  CHECK(f.prover->satisfiable() == Answer::Unknown);
  CHECK(f.prover->entails({}, f.c.true_()) == Answer::Unknown);
  CHECK(f.prover->unknown_reason() == UnknownReason::NotAsked);
  CHECK(f.prover->model() == nullptr);
  f.prover->pop();
  CHECK(f.log.by_caller().at("unnamed").unknown == 2);
}

TEST_CASE("misuse is a bug of ours and says so", "[prover]") {
  Fixture f;
  CHECK_THROWS_AS(f.prover->pop(), InternalError);
  CHECK_THROWS_AS(f.prover->assert_formula(f.x), InternalError);
  CHECK_THROWS_AS(f.prover->assert_formula(f.lt(f.k, f.x)), InternalError);
  CHECK_THROWS_AS(f.prover->unsat_core(), InternalError);
  CHECK(f.prover->satisfiable() == Answer::Yes);
  CHECK_THROWS_AS(f.prover->unsat_core(), InternalError);
}

TEST_CASE("an interrupted run asks nobody", "[prover]") {
  gcl::Context c;
  QueryLog log;
  ScriptedProver prover(c, {{.answer = Answer::Yes}}, log);
  request_interrupt();
  CHECK(prover.satisfiable() == Answer::Unknown);
  CHECK(prover.unknown_reason() == UnknownReason::Interrupted);
  clear_interrupt();
  CHECK(prover.questions_left() == 1);
}

TEST_CASE("a scripted prover follows its script", "[prover][scripted]") {
  gcl::Context c;
  QueryLog log;
  const Expr x = c.var("x", c.int_sort());
  const Expr p = c.var("p", c.bool_sort());
  const Expr q = c.var("q", c.bool_sort());
  ScriptedProver prover(c,
                        {{.answer = Answer::Yes, .values = {{x, Value::integer(3)}}},
                         {.answer = Answer::No, .core = {p}},
                         {.answer = Answer::No, .core = {q}},
                         {.answer = Answer::Unknown,
                          .values = {{x, Value::integer(4)}},
                          .reason = UnknownReason::Timeout}},
                        log);
  REQUIRE(prover.satisfiable() == Answer::Yes);
  CHECK(prover.model()->value(gcl::mk_add(c, x, c.int_const(1))) == Value::integer(4));
  CHECK_FALSE(prover.model()->only_candidate());
  REQUIRE(prover.satisfiable(std::array{q, p}) == Answer::No);
  CHECK(prover.unsat_core() == std::vector<Expr>{p});
  REQUIRE(prover.entails(std::array{q}, p) == Answer::Yes);
  CHECK(prover.unsat_core() == std::vector<Expr>{q});
  REQUIRE(prover.satisfiable() == Answer::Unknown);
  CHECK(prover.unknown_reason() == UnknownReason::Timeout);
  CHECK(prover.model()->only_candidate());
  CHECK(prover.satisfiable() == Answer::Unknown);
  CHECK(prover.unknown_reason() == UnknownReason::NotAsked);
  CHECK(prover.model() == nullptr);
}

TEST_CASE("a question that the clock ended is charged for its time", "[prover][limits]") {
  gcl::Context c;
  QueryLog log;
  const ScriptedAnswer ended{.reason = UnknownReason::Timeout};
  ScriptedProver prover(c, {ended, ended, ended, ended}, log);
  Limits limits{.rlimit = 10, .timeout_ms = 2'000};
  limits.budget = Budget().with_work(5'000'000);
  prover.set_limits(limits);
  for (int i = 0; i < 3; ++i) {
    CHECK(prover.satisfiable() == Answer::Unknown);
    CHECK(prover.unknown_reason() == UnknownReason::Timeout);
  }
  CHECK(limits.budget.over());
  CHECK(prover.satisfiable() == Answer::Unknown);
  CHECK(prover.unknown_reason() == UnknownReason::ResourceLimit);
  CHECK(prover.questions_left() == 1);
}

TEST_CASE("every reason has a name of its own", "[prover]") {
  std::vector<std::string> names;
  for (const UnknownReason reason :
       {UnknownReason::None, UnknownReason::ResourceLimit, UnknownReason::Timeout,
        UnknownReason::Memory, UnknownReason::Incomplete, UnknownReason::Interrupted,
        UnknownReason::SolverError, UnknownReason::NotAsked}) {
    names.emplace_back(to_string(reason));
  }
  std::ranges::sort(names);
  CHECK(std::ranges::adjacent_find(names) == names.end());
}

}  // namespace
}  // namespace pawl::prover
