// SPDX-License-Identifier: Apache-2.0
//
// Whatever ends a query early is an Unknown with its reason, and the prover can be asked again.
// Nothing here depends on how fast the machine is: the hard questions take hours.
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "support/interrupt.h"
#include "tests/unit/prover/fixture.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Kind;

ProverKind any_solver() { return GENERATE(ProverKind::Z3, ProverKind::Cvc5); }

/// One pigeon more than holes: unsatisfiable, and no solver that learns clauses finds out in a
/// lifetime. Every step counts as a resource, which nonlinear arithmetic does not promise.
Expr hard_question(Fixture& f, int holes = 14) {
  std::vector<Expr> rules;
  std::vector<std::vector<Expr>> sits(holes + 1);
  for (int pigeon = 0; pigeon <= holes; ++pigeon) {
    for (int hole = 0; hole < holes; ++hole) {
      const std::string name = "sits_" + std::to_string(pigeon) + "_" + std::to_string(hole);
      sits[pigeon].push_back(f.c.var(name, f.boolean));
      for (int other = 0; other < pigeon; ++other) {
        rules.push_back(f.no(f.both(sits[pigeon][hole], sits[other][hole])));
      }
    }
    rules.push_back(f.c.make(Kind::Or, sits[pigeon]));
  }
  return f.c.make(Kind::And, rules);
}

/// Pairs of pairs without end, and no arithmetic that would cost time instead: memory grows until
/// somebody says stop.
Expr big_question(Fixture& f) {
  const auto pair = [&](Expr l, Expr r) {
    return f.c.make_apply("pair", f.integer, std::array{l, r});
  };
  const Expr l = f.c.bound_var("l", f.integer);
  const Expr next = pair(pair(f.k, l), pair(l, f.k));
  const Expr first = f.c.make_apply("first", f.integer, std::array{next});
  const Expr grows = f.eq(first, pair(f.k, l));
  return f.both(f.c.make_quantifier(Kind::Forall, std::array{f.k, l}, {{pair(f.k, l)}}, grows),
                f.no(f.eq(pair(f.x, f.y), pair(f.y, f.x))));
}

/// No limit but the one that is tested.
const Limits no_limits{.rlimit = 0, .timeout_ms = 0, .memory_mb = 0};

void check_still_usable(Fixture& f) {
  f.prover->set_limits({});
  CHECK(f.prover->satisfiable(std::array{f.lt(f.x, f.num(3)), f.lt(f.num(3), f.x)}) == Answer::No);
  f.prover->push();
  f.prover->assert_formula(f.eq(f.x, f.num(3)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.prover->model()->value(f.x)->as_integer() == gcl::Integer(3));
  f.prover->pop();
  CHECK(f.prover->satisfiable(std::array{f.eq(f.x, f.num(4))}) == Answer::Yes);
}

TEST_CASE("part of a limit is a limit", "[prover][limits]") {
  Limits limits{.rlimit = 50, .timeout_ms = 3};
  limits.divide_rlimit(10);
  limits.divide_timeout(10);
  CHECK(limits.rlimit == 5);
  CHECK(limits.timeout_ms == 1);
  limits.divide_rlimit(10);
  CHECK(limits.rlimit == 1);
  Limits none = no_limits;
  none.divide_rlimit(10);
  none.divide_timeout(10);
  CHECK(none.rlimit == 0);
  CHECK(none.timeout_ms == 0);
}

TEST_CASE("the resource limit is per query", "[prover][limits]") {
  const ProverKind kind = any_solver();
  Fixture f(kind);
  Limits limits = no_limits;
  limits.rlimit = 100'000;
  f.prover->set_limits(limits);
  for (int i = 0; i < 3; ++i) {
    CHECK(f.prover->satisfiable(std::array{hard_question(f)}) == Answer::Unknown);
    CHECK(f.prover->unknown_reason() == UnknownReason::ResourceLimit);
  }
  // Each needs far less than the limit, together they need more. cvc5 starts anew for each.
  const int questions = kind == ProverKind::Z3 ? 2000 : 200;
  for (int i = 0; i < questions; ++i) {
    REQUIRE(f.prover->satisfiable(std::array{f.lt(f.x, f.num(i % 50))}) == Answer::Yes);
  }
  check_still_usable(f);
}

TEST_CASE("the wall clock ends a query", "[prover][limits]") {
  Fixture f(any_solver());
  Limits limits = no_limits;
  limits.timeout_ms = 100;
  f.prover->set_limits(limits);
  CHECK(f.prover->satisfiable(std::array{hard_question(f)}) == Answer::Unknown);
  CHECK(f.prover->unknown_reason() == UnknownReason::Timeout);
  check_still_usable(f);
}

TEST_CASE("memory ends a query", "[prover][limits]") {
  const ProverKind kind = any_solver();
  Fixture f(kind);
  Limits limits = no_limits;
  limits.memory_mb = 25;
  f.prover->set_limits(limits);
  // cvc5 gives up on endless pairs; many pigeons are large from the start.
  const Expr question = kind == ProverKind::Z3 ? big_question(f) : hard_question(f, 45);
  CHECK(f.prover->satisfiable(std::array{question}) == Answer::Unknown);
  CHECK(f.prover->unknown_reason() == UnknownReason::Memory);
  CHECK(f.prover->model() == nullptr);
  check_still_usable(f);
}

TEST_CASE("an interrupt ends a running query", "[prover][limits]") {
  Fixture f(any_solver());
  f.prover->set_limits(no_limits);
  f.prover->assert_formula(f.c.make(Kind::Or, {f.p, f.q}));
  std::thread user([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    request_interrupt();
  });
  CHECK(f.prover->satisfiable(std::array{hard_question(f)}) == Answer::Unknown);
  CHECK(f.prover->unknown_reason() == UnknownReason::Interrupted);
  user.join();
  // And every later one, without asking the solver.
  CHECK(f.prover->satisfiable() == Answer::Unknown);
  CHECK(f.prover->unknown_reason() == UnknownReason::Interrupted);
  clear_interrupt();
  check_still_usable(f);
  CHECK(f.prover->satisfiable(std::array{f.no(f.p), f.no(f.q)}) == Answer::No);
}

TEST_CASE("a query that is stopped inside scopes leaves them as they were", "[prover][limits]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.p);
  f.prover->push();
  f.prover->assert_formula(f.lt(f.num(0), f.x));
  f.prover->push();
  f.prover->assert_formula(f.lt(f.x, f.num(2)));
  Limits limits = no_limits;
  limits.timeout_ms = 50;
  f.prover->set_limits(limits);
  REQUIRE(f.prover->satisfiable(std::array{hard_question(f)}) == Answer::Unknown);
  f.prover->set_limits({});
  CHECK(f.proves(f.eq(f.x, f.num(1))));
  f.prover->pop();
  CHECK(f.refutes(f.eq(f.x, f.num(1))));
  CHECK(f.proves(f.lt(f.num(0), f.x)));
  f.prover->pop();
  CHECK(f.refutes(f.lt(f.num(0), f.x)));
  CHECK(f.proves(f.p));
}

}  // namespace
}  // namespace pawl::prover
