// SPDX-License-Identifier: Apache-2.0
//
// C2BP is sound: every run of the interpreter is simulated by the Boolean program. At each arrival
// at a loop head and at the end, the truth values of the predicates are a state that BEBOP reaches
// there; and when a run goes wrong, BEBOP finds that an assertion can fail.
#include "slam/c2bp.h"

#include <catch2/catch.hpp>

#include "gcl/interpreter.h"
#include "slam/bebop.h"
#include "slam/bp_check.h"
#include "slam/symbolic.h"
#include "tests/property/program_world.h"

using namespace pawl;
using namespace pawl::slam;
using gcl::Expr;
using pawl::test::ProgramWorld;
using pawl::test::RandomCommand;

namespace {

struct Tally {
  int heads = 0, ends = 0, wrong = 0, excluding = 0;
};

const char* const callee_predicates = R"(
procedure up:
  m > n
  i == n + 1
  r > n
  g == old(g) + 1
procedure twice:
  n < 40
  z <= r
  r >= n + 2
  g >= old(g) + 2
)";

class Simulation {
 public:
  Simulation(std::uint32_t seed, const C2bpOptions& options, Tally& tally)
      : world_(seed, 10), tally_(tally), file_("callees", callee_predicates) {
    gcl::Context& context = world_.context();
    internal_ = gcl::internal_form(context, world_.program(), gcl::LoopInvariants::Check);
    RandomCommand::Features features;
    features.variables = world_.variables;
    RandomCommand random(context, features, seed + 1'000'000);
    for (int i = 0; i < 5; ++i) predicates_.add(context, "main", random.formula(1));
    predicates_.add(context, "",
                    context.make(gcl::Kind::Le, {world_.variables[0], context.int_const(2)}));
    Diagnostics diagnostics;
    read_predicates(context, internal_, file_, predicates_, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    add_binding_predicates(context, internal_, predicates_);
    abstraction_ = C2bp(context, internal_, options, log_)(predicates_, "main");
    Diagnostics ours;
    check_bp(abstraction_.program, ours);
    REQUIRE_FALSE(ours.has_errors());
    BebopOptions bebop_options;
    bebop_options.entry = abstraction_.program.find("main");
    bebop_options.invariants = BebopOptions::Invariants::Compute;
    bebop_options.max_clauses = 100'000;
    checked_ = bebop(abstraction_.program, bebop_options);
    REQUIRE(checked_.verdict != BebopVerdict::Unknown);
    for (const BebopInvariant& invariant : checked_.invariants) {
      if (!invariant.clauses.empty()) ++tally_.excluding;
    }
  }

  void run(std::uint64_t seed) {
    gcl::SeededChooser chooser(seed);
    gcl::InterpreterOptions options;
    options.fuel = 400;
    options.tracing = gcl::Tracing::Off;
    options.observer = [&](const gcl::LoopVisit& visit) { arrive(visit); };
    const gcl::Procedure& main = *internal_.find_procedure("main");
    const gcl::Run result = gcl::run(internal_, main, chooser, options);
    if (result.ended<gcl::WentWrong>()) {
      ++tally_.wrong;
      CHECK(checked_.verdict == BebopVerdict::Violated);
    }
    if (result.ended<gcl::NormalEnd>()) {
      ++tally_.ends;
      const std::uint32_t procedure = abstraction_.program.find("main");
      check_state(checked_.cfg.procedures[procedure].exit, result.final, result.initial);
    }
  }

 private:
  void arrive(const gcl::LoopVisit& visit) {
    for (NodeId v = 0; v < checked_.cfg.nodes.size(); ++v) {
      const BpStmt* stmt = checked_.cfg.nodes[v].stmt;
      if (stmt == nullptr || !std::holds_alternative<BpWhile>(stmt->node)) continue;
      const gcl::Stmt* source = abstraction_.steps[stmt->origin].stmt;
      if (&std::get<gcl::While>(source->node) != &visit.loop) continue;
      ++tally_.heads;
      check_state(v, visit.now, visit.old);
    }
  }

  void check_state(NodeId node, const gcl::State& now, const gcl::State& old) {
    const BebopInvariant& invariant = checked_.invariants[node];
    REQUIRE(invariant.node == node);
    CHECK(invariant.kind != BebopInvariant::Kind::Unreachable);
    const std::uint32_t procedure = checked_.cfg.nodes[node].procedure;
    for (const std::vector<BebopLiteral>& clause : invariant.clauses) {
      bool holds = false;
      for (const BebopLiteral& literal : clause) {
        holds |= value(literal.var, procedure, now, old) == literal.positive;
      }
      CHECK(holds);
    }
  }

  bool value(VarRef var, std::uint32_t procedure, const gcl::State& now, const gcl::State& old) {
    const Expr meaning = var.is_global() ? abstraction_.globals[var.index]
                                         : abstraction_.locals[procedure].at(var.index);
    gcl::Valuation valuation;
    valuation.now = &now;
    valuation.old = &old;
    valuation.program = &internal_;
    const gcl::Evaluation found = gcl::evaluate(to_source(world_.context(), meaning), valuation);
    REQUIRE(found.value);
    return found.value->as_bool();
  }

  ProgramWorld world_;
  Tally& tally_;
  SourceFile file_;
  gcl::Program internal_;
  PredicateSet predicates_;
  prover::QueryLog log_;
  Abstraction abstraction_;
  BebopResult checked_;
};

void simulate(std::uint32_t first, std::uint32_t count, const C2bpOptions& options) {
  Tally tally;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    INFO("program " << seed);
    Simulation simulation(seed, options, tally);
    for (std::uint64_t run_seed = 0; run_seed < 20; ++run_seed) simulation.run(run_seed);
  }
  // The comparison means something only if all of this happens.
  CHECK(tally.heads > 20);
  CHECK(tally.ends > 20);
  CHECK(tally.wrong > 20);
  CHECK(tally.excluding > 20);
}

}  // namespace

TEST_CASE("every run is simulated by the Boolean program", "[property][c2bp]") {
  simulate(1, 60, {});
}

TEST_CASE("every run is simulated, with short cubes", "[property][c2bp]") {
  C2bpOptions options;
  options.strengthen.cube_length = 1;
  simulate(1'000, 30, options);
}

TEST_CASE("every run is simulated, with correlated predicates", "[property][c2bp]") {
  C2bpOptions options;
  options.correlation = Correlation::Boolean;
  simulate(2'000, 20, options);
}
