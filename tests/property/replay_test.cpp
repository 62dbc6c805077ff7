// SPDX-License-Identifier: Apache-2.0
//
// A failure found in unrolled code is a run of the program, and the interpreter can be told which
// one; a short run of the interpreter that fails is found in the unrolled code.
#include "gcl/replay.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/interpreter.h"
#include "tests/property/outcomes.h"
#include "tests/property/program_world.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Decider;
using pawl::test::describes;
using pawl::test::ProgramWorld;

namespace {

bool is_invariant(ObligationKind kind) {
  return kind == ObligationKind::Initiation || kind == ObligationKind::Consecution;
}

bool same(const WentWrong& wrong, const Obligation& o) {
  return wrong.depth == 0 && wrong.kind == o.kind && wrong.clause == o.clause &&
         wrong.stmt == o.stmt;
}

class Replay {
 public:
  explicit Replay(std::uint32_t seed)
      : world_(seed, 9),
        unrolled_(unroll(world_.context(), world_.program(), world_.main(), world_.desugared,
                         {.iterations = 3, .call_depth = 3})),
        passive_(make_passive(world_.context(), unrolled_.body, {})),
        vc_(make_vc(world_.context(), passive_)),
        decider_(world_.context()) {
    for (const Expr constraint : all_constraints(world_.context(), vc_)) {
      decider_.prover().assert_formula(constraint);
    }
  }

  void models_are_runs() {
    for (const Goal& goal : vc_.goals) {
      const std::vector<Expr> assumptions{vc_.segments[goal.segment].guard,
                                          mk_not(world_.context(), goal.condition)};
      const prover::Answer answer = decider_.prover().satisfiable(assumptions);
      REQUIRE(answer != prover::Answer::Unknown);
      if (answer == prover::Answer::No) continue;
      const auto model = decider_.prover().model();
      const ModelValue value_of = [&](Expr e) { return model->value(e); };
      auto script = script_from_model(world_.context(), unrolled_, passive_, vc_, goal.segment,
                                      world_.variables, {}, value_of);
      REQUIRE(script.has_value());
      confirm(*script, world_.desugared.obligations[unrolled_.origin[goal.obligation]]);
    }
  }

  void runs_are_models() {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      INFO("run " << seed);
      SeededChooser chooser(seed);
      InterpreterOptions options;
      options.fuel = 300;
      std::size_t iterations = 0;
      options.observer = [&](const LoopVisit& visit) {
        iterations = std::max(iterations, visit.iteration);
      };
      const Run result = run(world_.program(), world_.main(), chooser, options);
      const auto* wrong = std::get_if<WentWrong>(&result.outcome);
      if (wrong == nullptr || wrong->depth != 0 || iterations > 3) continue;
      bool found = false;
      const auto start = describes(world_.context(), result.initial, world_.variables, {});
      for (const Goal& goal : vc_.goals) {
        if (!same(*wrong, world_.desugared.obligations[unrolled_.origin[goal.obligation]])) {
          continue;
        }
        std::vector<Expr> question = start;
        question.push_back(vc_.segments[goal.segment].guard);
        question.push_back(mk_not(world_.context(), goal.condition));
        found = found || decider_.satisfiable(question);
      }
      CHECK(found);
      ++short_failures;
    }
  }

  int confirmed = 0;
  int short_failures = 0;

 private:
  void confirm(const Script& script, const Obligation& obligation) {
    ScriptedChooser chooser(script);
    InterpreterOptions options;
    if (is_invariant(obligation.kind)) options.invariants = InvariantChecks::On;
    const Run result = run(world_.program(), world_.main(), chooser, options);
    const auto* wrong = std::get_if<WentWrong>(&result.outcome);
    REQUIRE(wrong != nullptr);
    CHECK_FALSE(chooser.diverged());
    // Unrolled code goes on after an invariant that fails; the interpreter stops at the first.
    if (is_invariant(obligation.kind)) {
      CHECK(is_invariant(wrong->kind));
    } else {
      CHECK(same(*wrong, obligation));
      CHECK(chooser.decisions_used() == script.decisions.size());
    }
    ++confirmed;
  }

  ProgramWorld world_;
  Unrolled unrolled_;
  Passive passive_;
  Vc vc_;
  Decider decider_;
};

}  // namespace

TEST_CASE("failures of unrolled code are runs, and short runs are found",
          "[property][unroll][replay]") {
  int confirmed = 0;
  int short_failures = 0;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    INFO("seed " << seed);
    Replay replay(seed);
    replay.models_are_runs();
    replay.runs_are_models();
    confirmed += replay.confirmed;
    short_failures += replay.short_failures;
  }
  CHECK(confirmed > 100);
  CHECK(short_failures > 50);
}
