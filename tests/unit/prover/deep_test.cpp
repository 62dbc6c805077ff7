// SPDX-License-Identifier: Apache-2.0
//
// Formulas 100,000 deep: neither our translation nor the solver's recursion may overflow.
#include <catch2/catch.hpp>

#include "prover/smtlib.h"
#include "tests/unit/prover/fixture.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Kind;

constexpr int deep = 100'000;

ProverKind any_solver() { return GENERATE(ProverKind::Z3, ProverKind::Cvc5); }

/// x + 1 + 1 ...: left-nested binary sums.
Expr long_sum(Fixture& f, int terms) {
  Expr sum = f.x;
  for (int i = 0; i < terms; ++i) sum = f.add(sum, f.num(1));
  return sum;
}

/// b0 and (b1 or (b2 and (b3 or ... q))), bi being bit i of nothing in particular.
Expr long_alternation(Fixture& f, int levels) {
  Expr formula = f.q;
  for (int i = levels; i-- > 0;) {
    const Expr bit = f.c.var("b" + std::to_string(i), f.boolean);
    formula = f.c.make(i % 2 == 0 ? Kind::And : Kind::Or, {bit, formula});
  }
  return formula;
}

TEST_CASE("a deep term is given to the solver in pieces", "[prover][deep]") {
  Fixture f(any_solver());
  const Expr sum = long_sum(f, deep);
  f.prover->assert_formula(f.eq(sum, f.num(deep + 5)));
  CHECK(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.proves(f.eq(f.x, f.num(5))));
}

TEST_CASE("a deep formula is given to the solver in pieces", "[prover][deep]") {
  const ProverKind kind = any_solver();
  Fixture f(kind);
  // cvc5 takes minutes for 100,000 variables; the pieces are the same.
  const Expr formula = long_alternation(f, kind == ProverKind::Z3 ? deep : deep / 10);
  const Expr first = f.c.var("b0", f.boolean);
  const Expr second = f.c.var("b1", f.boolean);
  CHECK(f.prover->satisfiable(std::array{formula, f.no(first)}) == Answer::No);
  CHECK(f.prover->satisfiable(std::array{formula, second}) == Answer::Yes);
  CHECK(f.prover->entails(std::array{first, second}, formula) == Answer::Yes);
}

TEST_CASE("pieces of a deep term keep their meaning across push and pop", "[prover][deep]") {
  Fixture f(any_solver());
  const Expr sum = long_sum(f, 5000);
  const Expr is_five = f.eq(sum, f.num(5005));
  f.prover->push();
  CHECK(f.prover->satisfiable(std::array{is_five}) == Answer::Yes);
  f.prover->pop();
  f.prover->assert_formula(is_five);
  CHECK(f.prover->entails({}, f.eq(f.x, f.num(5))) == Answer::Yes);
  f.prover->push();
  f.prover->push();
  CHECK(f.prover->entails({}, f.eq(f.add(sum, f.num(1)), f.num(5006))) == Answer::Yes);
  f.prover->pop();
  f.prover->pop();
  CHECK(f.prover->entails({}, f.eq(f.add(sum, f.num(1)), f.num(5006))) == Answer::Yes);
}

TEST_CASE("a deep term has a value in a model that never saw it", "[prover][deep][z3]") {
  Fixture f;
  f.prover->assert_formula(f.eq(f.x, f.num(5)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  const std::optional<gcl::Value> value = model->value(long_sum(f, deep));
  REQUIRE(value);
  CHECK(value->as_integer() == gcl::Integer(deep + 5));
  // And the pieces that were named for it are forgotten with it.
  CHECK(f.prover->entails({}, f.eq(long_sum(f, 1000), f.num(1005))) == Answer::Yes);
}

TEST_CASE("what is too deep under a quantifier is left out, which only weakens", "[prover][deep]") {
  Fixture f(any_solver());
  Expr sum = f.k;
  for (int i = 0; i < deep; ++i) sum = f.add(sum, f.at(f.a, sum));
  const Expr refused = f.forall(f.k, f.lt(sum, f.num(0)));
  f.prover->assert_formula(f.le(f.num(0), f.x));
  f.prover->push();
  f.prover->assert_formula(refused);
  CHECK(f.prover->satisfiable() == Answer::Unknown);
  CHECK(f.prover->unknown_reason() == UnknownReason::Incomplete);
  CHECK(f.prover->satisfiable(std::array{f.lt(f.x, f.num(0))}) == Answer::No);
  f.prover->pop();
  CHECK(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.prover->satisfiable(std::array{refused}) == Answer::Unknown);
  CHECK(f.prover->satisfiable(std::array{refused, f.lt(f.x, f.num(0))}) == Answer::No);
  CHECK(f.prover->unsat_core() == std::vector<Expr>{f.lt(f.x, f.num(0))});
}

TEST_CASE("maps of maps of maps without end are refused", "[prover][deep]") {
  Fixture f(any_solver());
  gcl::Sort sort = f.integer;
  for (int i = 0; i < 1000; ++i) sort = f.c.map_sort(f.integer, sort);
  const Expr tower = f.c.var("tower", sort);
  const Expr other = f.c.var("other", sort);
  CHECK(f.prover->satisfiable(std::array{f.eq(tower, other)}) == Answer::Unknown);
}

TEST_CASE("shared terms do not multiply", "[prover][deep]") {
  Fixture f(any_solver());
  f.prover->set_limits({.rlimit = 20'000'000});
  Expr doubled = f.x;  // 2^200 * x as a tree
  for (int i = 0; i < 200; ++i) doubled = f.add(doubled, doubled);
  CHECK(f.proves(f.implies(f.eq(f.x, f.num(0)), f.eq(doubled, f.num(0)))));
  CHECK(to_smtlib(f.eq(doubled, f.num(0))).size() < 20'000);
  Expr bound = f.k;
  for (int i = 0; i < 200; ++i) bound = f.add(bound, bound);
  CHECK(to_smtlib(f.forall(f.k, f.eq(bound, f.num(0)))).size() < 20'000);
}

}  // namespace
}  // namespace pawl::prover
