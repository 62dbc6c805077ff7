// SPDX-License-Identifier: Apache-2.0
#include "dataflow/proof.h"

#include <catch2/catch.hpp>

#include "dataflow/predicates.h"
#include "gcl/internal_form.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::dataflow;
using pawl::test::Parsed;

TEST_CASE("predicates that are the same in a region are said once", "[dataflow][proof]") {
  Parsed p("procedure p(a: int, b: int, c: int, d: int, e: int) { }");
  const gcl::Program internal =
      gcl::internal_form(p.context, p.program, gcl::LoopInvariants::Check);
  const abstraction::BddManager manager;
  prover::QueryLog log;
  Predicates predicates(internal.procedures.size());
  for (const char* text : {"a == 0", "b == 0", "c == 0", "d == 0", "e == 0"}) {
    predicates.add(p.context, 0, p.formula(text));
  }
  Transitions transitions(p.context, internal, manager, predicates, {}, log);
  abstraction::Bdd region = !transitions.none();
  for (PredicateId id = 1; id < 4; ++id) {
    region &= (transitions.literal(0, true) & transitions.literal(id, true)) |
              (transitions.literal(0, false) & transitions.literal(id, false));
  }
  // Three equalities, of two clauses each; of all pairs there were twelve.
  CHECK(formulas(p.context, transitions, {{region, {}}}).size() == 6);
  // And nothing is lost.
  region &= transitions.literal(4, true) | transitions.literal(2, true);
  CHECK(formulas(p.context, transitions, {{region, {}}}).size() == 7);
  region &= transitions.literal(1, false);
  CHECK(formulas(p.context, transitions, {{region, {}}}).size() == 5);
}
