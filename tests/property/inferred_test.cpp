// SPDX-License-Identifier: Apache-2.0
//
// The inferred invariant holds at the loop head on every run of the interpreter: random programs
// with loops and maps, 10,000 runs. What is judged is what inference claims, before any
// certification, so that check/ cannot hide a mistake.
#include <catch2/catch.hpp>

#include "gcl/chooser.h"
#include "gcl/evaluate.h"
#include "gcl/interpreter.h"
#include "gcl/printer.h"
#include "infer/infer.h"
#include "tests/support/random_command.h"

using namespace pawl;
using gcl::Expr;

namespace {

struct Counts {
  std::size_t runs = 0;
  std::size_t visits = 0;  // of loop heads
  std::size_t judged = 0;  // conjuncts evaluated at a visit
  std::size_t conjuncts = 0;
};

/// A program of one procedure around a random command with loops.
struct RandomLoops {
  gcl::Context context;
  gcl::Program program;

  explicit RandomLoops(std::uint32_t seed) {
    const gcl::Sort integer = context.int_sort();
    const std::vector<Expr> variables = {context.var("x", integer), context.var("y", integer),
                                         context.var("b", context.bool_sort()),
                                         context.var("a", context.map_sort(integer, integer))};
    test::RandomCommand::Features features;
    features.variables = variables;
    features.loops = true;
    features.conditionals = true;
    features.invariants = false;  // a wrong one would be used by inference, as users ask for
    gcl::Procedure procedure;
    procedure.name = "p";
    for (const Expr variable : variables) procedure.locals.push_back({variable, {}});
    procedure.body = test::RandomCommand(context, features, seed).command(9);
    program.procedures.push_back(std::move(procedure));
  }
};

/// The claims of each loop, found by its While.
using Claims = std::vector<std::pair<const gcl::While*, std::vector<Expr>>>;

Claims claims_of(RandomLoops& world) {
  infer::Options options;
  options.loop_queries = 400;
  prover::QueryLog log;
  const auto inferred = infer::infer_procedure(world.context, world.program,
                                               world.program.procedures[0], options, log);
  Claims claims;
  gcl::for_each_stmt(*world.program.procedures[0].body, [&](const gcl::Stmt& stmt) {
    if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) {
      claims.emplace_back(loop, inferred[claims.size()].conjuncts);
    }
  });
  return claims;
}

void judge(const gcl::LoopVisit& visit, const Claims& claims, const gcl::Program& program,
           std::uint32_t seed, Counts& counts) {
  ++counts.visits;
  for (const auto& [loop, conjuncts] : claims) {
    if (loop != &visit.loop) continue;
    for (const Expr conjunct : conjuncts) {
      gcl::Valuation valuation;
      valuation.now = &visit.now;
      valuation.old = &visit.old;
      valuation.entry = &visit.entry;
      valuation.program = &program;
      const gcl::Evaluation value = gcl::evaluate(conjunct, valuation);
      if (!value.value) continue;  // a quantifier the evaluator cannot bound
      ++counts.judged;
      INFO("seed " << seed << ", iteration " << visit.iteration << ": " << gcl::print(conjunct));
      REQUIRE(value.value->as_bool());
    }
  }
}

}  // namespace

TEST_CASE("inferred invariants hold on every run", "[property][infer]") {
  Counts counts;
  constexpr std::size_t wanted_runs = 10'000;
  constexpr std::size_t runs_per_program = 100;
  for (std::uint32_t seed = 1; counts.runs < wanted_runs; ++seed) {
    RandomLoops world(seed);
    const Claims claims = claims_of(world);
    if (claims.empty()) continue;  // no loop in this one
    for (const auto& [loop, conjuncts] : claims) counts.conjuncts += conjuncts.size();
    for (std::size_t run = 0; run < runs_per_program; ++run, ++counts.runs) {
      gcl::SeededChooser chooser(std::size_t{seed} * 1000 + run);
      gcl::InterpreterOptions options;
      options.fuel = 300;
      options.tracing = gcl::Tracing::Off;
      options.observer = [&](const gcl::LoopVisit& visit) {
        judge(visit, claims, world.program, seed, counts);
      };
      gcl::run(world.program, world.program.procedures[0], chooser, options);
    }
  }
  WARN(counts.runs << " runs, " << counts.visits << " visits of loop heads, " << counts.judged
                   << " conjuncts judged, " << counts.conjuncts << " different ones");
  // A generator that stopped making loops, or claims, would make this test empty.
  CHECK(counts.visits > wanted_runs);
  CHECK(counts.judged > wanted_runs);
}
