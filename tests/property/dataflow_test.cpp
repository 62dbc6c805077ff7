// SPDX-License-Identifier: Apache-2.0
//
// The solution is sound: every state that a run of the interpreter has at a location is one that
// the element there stands for, in the piece that the predicates select. Runs are observed at the
// heads of loops, so a loop that is never entered stands before every statement.
#include <catch2/catch.hpp>

#include "dataflow/lattices/intervals.h"
#include "dataflow/lattices/relational.h"
#include "dataflow/lattices/sets.h"
#include "dataflow/lattices/store.h"
#include "dataflow/program_facts.h"
#include "dataflow/proof.h"
#include "dataflow/solver.h"
#include "gcl/internal_form.h"
#include "gcl/interpreter.h"
#include "gcl/old_constants.h"
#include "tests/property/program_world.h"

using namespace pawl;
using namespace pawl::dataflow;
using gcl::Expr;
using pawl::test::ProgramWorld;
using pawl::test::RandomCommand;

namespace {

struct Tally {
  int states = 0, facts = 0, ends = 0, pieces = 0, wrong = 0;
};

/// Before every statement, and at the end of every block.
gcl::Block observed(gcl::Context& context, const gcl::Block& block) {
  gcl::Block result;
  const auto look = [&] {
    gcl::While loop;
    loop.condition = gcl::Located{context.false_(), {}};
    result.push_back({std::move(loop), {}});
  };
  for (gcl::Stmt stmt : block) {
    look();
    if (auto* choice = std::get_if<gcl::Choice>(&stmt.node)) {
      for (gcl::Block& branch : choice->branches) branch = observed(context, branch);
    } else if (auto* test = std::get_if<gcl::If>(&stmt.node)) {
      test->then_branch = observed(context, test->then_branch);
      test->else_branch = observed(context, test->else_branch);
    } else if (auto* loop = std::get_if<gcl::While>(&stmt.node)) {
      loop->body = observed(context, loop->body);
    } else if (auto* labelled = std::get_if<gcl::LabeledBlock>(&stmt.node)) {
      labelled->body = observed(context, labelled->body);
    }
    result.push_back(std::move(stmt));
  }
  look();
  return result;
}

template <Lattice L>
class Simulation {
 public:
  Simulation(std::uint32_t seed, std::size_t predicates,
             const std::function<L(gcl::Context&, const gcl::Program&)>& make, Tally& tally)
      : world_(seed, 10), tally_(tally), predicates_(world_.program().procedures.size()) {
    gcl::Context& context = world_.context();
    internal_ = gcl::internal_form(context, world_.program(), gcl::LoopInvariants::Check);
    for (gcl::Procedure& one : internal_.procedures) {
      if (one.body) one.body = observed(context, *one.body);
    }
    automata_ = automata(context, internal_);
    facts_ = facts_of(internal_, automata_);
    RandomCommand::Features features;
    features.variables = world_.variables;
    RandomCommand random(context, features, seed + 1'000'000);
    const std::size_t main = 2;
    for (std::size_t i = 0; i < predicates; ++i) predicates_.add(context, main, random.formula(1));
    if (predicates > 0) {
      const Expr g = world_.variables[0];
      predicates_.add(context, std::nullopt,
                      context.make(gcl::Kind::Le, {g, context.int_const(2)}));
      const Expr n = internal_.procedures[0].parameters[0].var;
      predicates_.add(context, 0, context.make(gcl::Kind::Lt, {n, g}));
    }
    lattice_ = std::make_unique<L>(make(context, internal_));
    transitions_ = std::make_unique<Transitions>(context, internal_, manager_, predicates_,
                                                 Transitions::Options{}, log_);
    solver_ = std::make_unique<Solver<L>>(*lattice_, *transitions_, task_);
    solver_->solve(main);
  }

  void run(std::uint64_t seed) {
    gcl::SeededChooser chooser(seed);
    gcl::InterpreterOptions options;
    options.fuel = 1'500;
    options.tracing = gcl::Tracing::Off;
    options.observer = [&](const gcl::LoopVisit& visit) { arrive(visit); };
    const gcl::Procedure& main = *internal_.find_procedure("main");
    const gcl::Run result = gcl::run(internal_, main, chooser, options);
    if (result.ended<gcl::NormalEnd>()) {
      ++tally_.ends;
      check_state(2, automata_[2]->exit, result.final, result.initial);
    }
    if (const auto* wrong = std::get_if<gcl::WentWrong>(&result.outcome)) {
      ++tally_.wrong;
      check_failure(*wrong);
    }
  }

 private:
  void arrive(const gcl::LoopVisit& visit) {
    const auto procedure = static_cast<std::size_t>(internal_.find_procedure(visit.procedure.name) -
                                                    internal_.procedures.data());
    const Cfa& cfa = *automata_[procedure];
    for (LocationId at = 0; at < cfa.locations.size(); ++at) {
      const gcl::Stmt* loop = cfa.locations[at].loop;
      if (loop == nullptr || &std::get<gcl::While>(loop->node) != &visit.loop) continue;
      check_state(procedure, at, visit.now, visit.old);
    }
  }

  /// Some context has it.
  void check_state(std::size_t procedure, LocationId at, const gcl::State& now,
                   const gcl::State& old) {
    ++tally_.states;
    bool found = false;
    for (const ContextSolution<L>& context : solver_->contexts()) {
      if (context.procedure != procedure || context.at[at].empty()) continue;
      StateFacts facts;
      for (const Piece<L>& piece : context.at[at]) {
        facts.push_back({piece.region, lattice_->meaning(piece.element)});
      }
      tally_.pieces += facts.size() > 1 ? 1 : 0;
      const std::vector<Expr> all = formulas(world_.context(), *transitions_, facts);
      tally_.facts += static_cast<int>(all.size());
      found |= std::ranges::all_of(all, [&](Expr fact) { return holds(fact, now, old); });
    }
    CHECK(found);
  }

  void check_failure(const gcl::WentWrong& wrong) {
    const auto procedure = static_cast<std::size_t>(
        internal_.find_procedure(wrong.procedure->name) - internal_.procedures.data());
    const Cfa& cfa = *automata_[procedure];
    bool found = false;
    for (const Check& check : cfa.checks) {
      if (check.stmt != wrong.stmt) continue;
      for (const ContextSolution<L>& context : solver_->contexts()) {
        if (context.procedure != procedure) continue;
        for (const Piece<L>& piece : context.at[check.at]) {
          found |= solver_->may_fail(procedure, piece, check);
        }
      }
    }
    CHECK(found);
  }

  bool holds(Expr fact, const gcl::State& now, const gcl::State& old) {
    gcl::Valuation valuation;
    valuation.now = &now;
    valuation.old = &old;
    valuation.program = &internal_;
    const gcl::Evaluation found = gcl::evaluate(gcl::to_source(world_.context(), fact), valuation);
    REQUIRE(found.value);
    return found.value->as_bool();
  }

  ProgramWorld world_;
  Tally& tally_;
  gcl::Program internal_;
  Automata automata_;
  ProgramFacts facts_;
  Task task_{internal_, automata_, facts_.relevant, facts_.modified, facts_.rank, left_, nullptr};
  std::set<Expr> left_;
  prover::QueryLog log_;
  abstraction::BddManager manager_;
  Predicates predicates_;
  std::unique_ptr<L> lattice_;
  std::unique_ptr<Transitions> transitions_;
  std::unique_ptr<Solver<L>> solver_;
};

template <Lattice L>
void simulate(std::uint32_t first, std::uint32_t count, std::size_t predicates,
              const std::function<L(gcl::Context&, const gcl::Program&)>& make) {
  Tally tally;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    INFO("program " << seed);
    Simulation<L> simulation(seed, predicates, make, tally);
    for (std::uint64_t run = 0; run < 5; ++run) {
      INFO("run " << run);
      simulation.run(run);
    }
  }
  CHECK(tally.states > 20 * static_cast<int>(count));
  CHECK(tally.facts > tally.states / 10);
  CHECK(tally.ends > 0);
  CHECK(tally.wrong > 0);
  if (predicates > 0) CHECK(tally.pieces > 0);
}

Store<Sets> constants(gcl::Context& context, const gcl::Program&) { return {context, Sets(1)}; }
Store<Sets> sets(gcl::Context& context, const gcl::Program&) {
  return {context, Sets(8), Store<Sets>::Equalities::Tracked};
}
Store<Intervals> intervals(gcl::Context& context, const gcl::Program& program) {
  return {context, Intervals(constants_of(program))};
}
template <ShapeKind kind>
Relational relations(gcl::Context& context, const gcl::Program& program) {
  std::set<Expr> all;
  for (const gcl::VarDecl& one : program.globals) all.insert(one.var);
  for (const gcl::Procedure& procedure : program.procedures) {
    for (const auto* group : {&procedure.parameters, &procedure.results, &procedure.locals}) {
      for (const gcl::VarDecl& one : *group) all.insert(one.var);
    }
  }
  return {context, kind, std::move(all), {}};
}

}  // namespace

TEST_CASE("every state of a run is in the facts of its location", "[dataflow]") {
  SECTION("constants") { simulate<Store<Sets>>(0, 250, 0, constants); }
  SECTION("constants with predicates") { simulate<Store<Sets>>(1'000, 100, 3, constants); }
  SECTION("sets") { simulate<Store<Sets>>(2'000, 150, 0, sets); }
  SECTION("sets with predicates") { simulate<Store<Sets>>(3'000, 100, 2, sets); }
  SECTION("intervals") { simulate<Store<Intervals>>(4'000, 200, 0, intervals); }
  SECTION("intervals with predicates") { simulate<Store<Intervals>>(5'000, 100, 2, intervals); }
  if (!has_shapes()) return;
  SECTION("octagons") { simulate<Relational>(6'000, 100, 0, relations<ShapeKind::Octagon>); }
  SECTION("octagons with predicates") {
    simulate<Relational>(7'000, 50, 2, relations<ShapeKind::Octagon>);
  }
  SECTION("polyhedra") { simulate<Relational>(8'000, 100, 0, relations<ShapeKind::Polyhedron>); }
  SECTION("polyhedra with predicates") {
    simulate<Relational>(9'000, 50, 2, relations<ShapeKind::Polyhedron>);
  }
}
