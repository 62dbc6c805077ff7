// SPDX-License-Identifier: Apache-2.0
//
// BEBOP against the explicit-state checker on random programs with recursion, jumps, `*`,
// constraints and `enforce`: the same reachable states everywhere, the same failing assertions,
// and a trace that replays and is as short as possible.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "slam/bebop.h"
#include "slam/bp_printer.h"
#include "tests/support/explicit_bp.h"
#include "tests/support/random_bp.h"

using namespace pawl;
using namespace pawl::slam;
using pawl::test::ExplicitBp;

namespace {

bool holds(const BebopInvariant& invariant, const BpProgram& program, std::uint32_t state) {
  if (invariant.kind == BebopInvariant::Kind::Unreachable) return false;
  for (const std::vector<BebopLiteral>& clause : invariant.clauses) {
    bool satisfied = false;
    for (const BebopLiteral& literal : clause) {
      const auto globals = static_cast<std::uint32_t>(program.globals.size());
      const std::uint32_t bit =
          literal.var.is_global() ? literal.var.index : globals + literal.var.index;
      satisfied |= (((state >> bit) & 1) != 0) == literal.positive;
    }
    if (!satisfied) return false;
  }
  return true;
}

void compare_invariants(const BebopResult& result, const BpProgram& program,
                        const ExplicitBp& oracle) {
  REQUIRE(result.invariants.size() == oracle.places());
  for (const BebopInvariant& invariant : result.invariants) {
    REQUIRE(invariant.kind != BebopInvariant::Kind::TooLarge);
    const BpProcedure& procedure = program.procedures[result.cfg.nodes[invariant.node].procedure];
    const std::size_t bits = program.globals.size() + procedure.variables.size();
    for (std::uint32_t state = 0; state < (1u << bits); ++state) {
      const bool expected = oracle.states_at(invariant.node).contains(state);
      if (holds(invariant, program, state) == expected) continue;
      FAIL("node " << invariant.node << ", state " << state << " reachable: " << expected);
    }
  }
}

/// `order`: of the program before, whose variables are mostly others.
BebopVerdict compare(const BpProgram& program, BebopOptions::Calls calls, VariableOrder& order) {
  const ExplicitBp oracle(program);
  BebopOptions options;
  options.calls = calls;
  options.order = order;
  options.invariants = BebopOptions::Invariants::Compute;
  const BebopResult result = bebop(program, options);
  order = result.order;
  REQUIRE(result.verdict ==
          (oracle.failing().empty() ? BebopVerdict::Safe : BebopVerdict::Violated));
  REQUIRE(std::set<NodeId>(result.failing.begin(), result.failing.end()) == oracle.failing());
  compare_invariants(result, program, oracle);
  if (result.verdict == BebopVerdict::Safe) {
    REQUIRE(result.trace.empty());
    return result.verdict;
  }
  REQUIRE(oracle.replay(result.trace).empty());
  if (calls == BebopOptions::Calls::StepOver) {
    REQUIRE(result.trace.size() - 1 == oracle.shortest_failure());
  } else {
    REQUIRE(std::ranges::none_of(result.trace, [](const BebopStep& step) {
      return step.kind == BebopStep::Kind::StepOver;
    }));
  }
  return result.verdict;
}

}  // namespace

TEST_CASE("BEBOP agrees with the explicit-state checker on 1,000 programs", "[slam][bebop]") {
  test::RandomBpOptions options;
  options.max_locals = 1;
  int violated = 0;
  VariableOrder order;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    std::mt19937 random(seed);
    const BpProgram program = test::random_bp(random, options);
    INFO("seed " << seed << "\n" << to_string(program));
    const auto calls = seed % 2 == 0 ? BebopOptions::Calls::StepOver : BebopOptions::Calls::Unfold;
    violated += compare(program, calls, order) == BebopVerdict::Violated ? 1 : 0;
  }
  // Neither answer is rare, so the test can fail both ways.
  CHECK(violated > 200);
  CHECK(violated < 800);
}

TEST_CASE("coarser domains prove nothing that is not so", "[slam][bebop][trivector]") {
  test::RandomBpOptions random_options;
  random_options.max_locals = 1;
  std::map<Domain, int> proved;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    std::mt19937 random(seed);
    const BpProgram program = test::random_bp(random, random_options);
    INFO("seed " << seed << "\n" << to_string(program));
    const BebopResult exact = bebop(program, {});
    for (const Domain domain : {Domain::Cartesian, Domain::Disjunctive, Domain::Focus}) {
      BebopOptions options;
      options.domain = domain;
      const BebopResult coarse = bebop(program, options);
      if (coarse.verdict != BebopVerdict::Safe) continue;
      ++proved[domain];
      CHECK(exact.verdict == BebopVerdict::Safe);
      for (NodeId v = 0; v < exact.reached.size(); ++v) {
        CHECK((coarse.reached[v] || !exact.reached[v]));
      }
    }
  }
  CHECK(proved[Domain::Cartesian] > 10);
  CHECK(proved[Domain::Disjunctive] >= proved[Domain::Cartesian]);
  CHECK(proved[Domain::Focus] >= proved[Domain::Disjunctive]);
}
