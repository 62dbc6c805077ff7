// SPDX-License-Identifier: Apache-2.0
//
// Every run of the interpreter is one that sp knows: a normal end satisfies Norm together with
// where it started, a failing one satisfies Wrong at its obligation. With loops and calls sp
// speaks of the desugared program, which has more runs, but none fewer, as long as the invariants
// hold on the way and the callees keep their contracts.
#include <catch2/catch.hpp>

#include "gcl/interpreter.h"
#include "gcl/sp.h"
#include "gcl/vc.h"
#include "tests/property/outcomes.h"
#include "tests/property/program_world.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Decider;
using pawl::test::describes;
using pawl::test::ProgramWorld;

namespace {

struct Tally {
  int normal = 0, wrong = 0, initiation = 0, consecution = 0, precondition = 0;
};

const FailedAssert* failure(const Desugared& desugared, const SpResult& strongest,
                            const WentWrong& wrong) {
  for (const FailedAssert& failed : strongest.failed) {
    const Obligation& o = desugared.obligations[*failed.obligation];
    if (o.kind == wrong.kind && o.clause == wrong.clause && o.stmt == wrong.stmt) return &failed;
  }
  return nullptr;
}

void count(const WentWrong& wrong, Tally& tally) {
  ++tally.wrong;
  tally.initiation += wrong.kind == ObligationKind::Initiation ? 1 : 0;
  tally.consecution += wrong.kind == ObligationKind::Consecution ? 1 : 0;
  tally.precondition += wrong.kind == ObligationKind::Precondition ? 1 : 0;
}

void check_one(std::uint32_t seed, Tally& tally) {
  ProgramWorld world(seed, 12);
  Context& context = world.context();
  const Passive passive = make_passive(context, world.desugared);
  const SpResult strongest = sp(context, passive, context.true_());
  Decider decider(context);
  InterpreterOptions options;
  options.invariants = InvariantChecks::On;
  options.fuel = 500;
  options.tracing = Tracing::Off;
  for (std::uint64_t run_seed = 0; run_seed < 6; ++run_seed) {
    INFO("program " << seed << ", run " << run_seed);
    SeededChooser chooser(run_seed);
    const Run result = run(world.program(), world.main(), chooser, options);
    REQUIRE_FALSE(result.ended<Undecided>());
    std::vector<Expr> question = describes(context, result.initial, world.variables, {});
    if (result.ended<NormalEnd>()) {
      const auto finish = describes(context, result.final, world.variables, strongest.normal.env);
      question.insert(question.end(), finish.begin(), finish.end());
      question.push_back(strongest.normal.formula);
      CHECK(decider.satisfiable(question));
      ++tally.normal;
    } else if (const auto* wrong = std::get_if<WentWrong>(&result.outcome)) {
      if (wrong->depth != 0) continue;
      const FailedAssert* failed = failure(world.desugared, strongest, *wrong);
      REQUIRE(failed != nullptr);
      const auto here = describes(context, result.final, world.variables,
                                  passive.obligation_env[*failed->obligation]);
      question.insert(question.end(), here.begin(), here.end());
      question.push_back(failed->formula);
      CHECK(decider.satisfiable(question));
      count(*wrong, tally);
    }
  }
}

}  // namespace

TEST_CASE("sp has every run of the interpreter", "[property][sp][interpreter]") {
  Tally tally;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) check_one(seed, tally);
  CHECK(tally.normal > 300);
  CHECK(tally.wrong > 300);
  CHECK(tally.initiation > 5);
  CHECK(tally.consecution > 5);
  CHECK(tally.precondition > 1);
}
