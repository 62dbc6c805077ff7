// SPDX-License-Identifier: Apache-2.0
//
// What the interface promises, asked of both solvers.
#include <catch2/catch.hpp>

#include "tests/unit/prover/fixture.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Kind;

ProverKind any_solver() { return GENERATE(ProverKind::Z3, ProverKind::Cvc5); }

TEST_CASE("satisfiable and entails", "[prover]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.le(f.x, f.num(3)));
  CHECK(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.prover->unknown_reason() == UnknownReason::None);
  CHECK(f.proves(f.lt(f.x, f.num(4))));
  CHECK(f.refutes(f.lt(f.x, f.num(3))));
  CHECK(f.prover->satisfiable(std::array{f.lt(f.num(3), f.x)}) == Answer::No);
  CHECK(f.prover->model() == nullptr);
}

TEST_CASE("nothing asserted is satisfiable and entails what is valid", "[prover]") {
  Fixture f(any_solver());
  CHECK(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.proves(f.c.true_()));
  CHECK(f.refutes(f.c.false_()));
}

TEST_CASE("pop takes back what was asserted since its push", "[prover]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.le(f.num(0), f.x));
  f.prover->push();
  f.prover->assert_formula(f.le(f.x, f.num(5)));
  f.prover->push();
  f.prover->assert_formula(f.lt(f.num(5), f.x));
  CHECK(f.prover->satisfiable() == Answer::No);
  f.prover->pop();
  CHECK(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.proves(f.le(f.x, f.num(5))));
  f.prover->pop();
  CHECK(f.refutes(f.le(f.x, f.num(5))));
  CHECK(f.proves(f.le(f.num(0), f.x)));
}

TEST_CASE("an assumption holds for one question only", "[prover]") {
  Fixture f(any_solver());
  const Expr positive = f.lt(f.num(0), f.x);
  const Expr negative = f.lt(f.x, f.num(0));
  CHECK(f.prover->satisfiable(std::array{positive}) == Answer::Yes);
  CHECK(f.prover->satisfiable(std::array{negative}) == Answer::Yes);
  CHECK(f.prover->satisfiable(std::array{positive, negative}) == Answer::No);
  CHECK(f.prover->satisfiable(std::array{negative}) == Answer::Yes);
}

TEST_CASE("the meaning of an assumption survives push and pop", "[prover]") {
  Fixture f(any_solver());
  const Expr positive = f.lt(f.num(0), f.x);
  const Expr contradiction = f.eq(f.x, f.num(-1));
  f.prover->push();
  CHECK(f.prover->satisfiable(std::array{positive, contradiction}) == Answer::No);
  f.prover->pop();
  // Named inside the scope, asked outside of it: the name must not have lost its meaning.
  CHECK(f.prover->satisfiable(std::array{positive, contradiction}) == Answer::No);
  f.prover->push();
  f.prover->assert_formula(contradiction);
  CHECK(f.prover->satisfiable(std::array{positive}) == Answer::No);
  f.prover->pop();
  CHECK(f.prover->satisfiable(std::array{positive}) == Answer::Yes);
}

TEST_CASE("a core is a subset of the assumptions in their order", "[prover][core]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.implies(f.p, f.lt(f.x, f.num(0))));
  const Expr unrelated = f.le(f.y, f.num(7));
  const Expr positive = f.lt(f.num(0), f.x);
  const std::array assumptions{unrelated, positive, f.q, f.p, positive};
  REQUIRE(f.prover->satisfiable(assumptions) == Answer::No);
  CHECK(f.prover->unsat_core() == std::vector<Expr>{positive, f.p});
}

TEST_CASE("a negated variable, true and false are assumptions too", "[prover][core]") {
  Fixture f(any_solver());
  REQUIRE(f.prover->satisfiable(std::array{f.c.true_(), f.no(f.p), f.p}) == Answer::No);
  CHECK(f.prover->unsat_core() == std::vector<Expr>{f.no(f.p), f.p});
  REQUIRE(f.prover->satisfiable(std::array{f.q, f.c.false_()}) == Answer::No);
  CHECK(f.prover->unsat_core() == std::vector<Expr>{f.c.false_()});
}

TEST_CASE("what is asserted alone gives an empty core", "[prover][core]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.lt(f.x, f.x));
  REQUIRE(f.prover->satisfiable(std::array{f.p}) == Answer::No);
  CHECK(f.prover->unsat_core().empty());
}

TEST_CASE("the core of an entailment leaves the goal out", "[prover][core]") {
  Fixture f(any_solver());
  const std::array premises{f.q, f.lt(f.num(3), f.x)};
  REQUIRE(f.prover->entails(premises, f.lt(f.num(2), f.x)) == Answer::Yes);
  CHECK(f.prover->unsat_core() == std::vector<Expr>{premises[1]});
}

TEST_CASE("division is Euclidean, and by zero an unknown function", "[prover][arithmetic]") {
  Fixture f(any_solver());
  const auto div = [&](Expr l, Expr r) { return f.c.make(Kind::Div, {l, r}); };
  const auto mod = [&](Expr l, Expr r) { return f.c.make(Kind::Mod, {l, r}); };
  CHECK(f.proves(f.eq(div(f.num(-5), f.num(3)), f.num(-2))));
  CHECK(f.proves(f.eq(mod(f.num(-5), f.num(3)), f.num(1))));
  CHECK(f.proves(f.eq(div(f.num(-5), f.num(-3)), f.num(2))));
  CHECK(f.proves(f.eq(mod(f.num(-5), f.num(-3)), f.num(1))));
  for (const auto& operation : {div(f.x, f.num(0)), mod(f.x, f.num(0))}) {
    CHECK(f.refutes(f.eq(operation, f.num(0))));
    CHECK(f.refutes(f.no(f.eq(operation, f.num(0)))));
  }
  const Expr same = f.eq(f.x, f.y);
  CHECK(f.proves(f.implies(same, f.eq(div(f.x, f.num(0)), div(f.y, f.num(0))))));
  CHECK(f.refutes(f.eq(div(f.x, f.num(0)), div(f.y, f.num(0)))));
  CHECK(f.proves(f.implies(f.eq(f.y, f.num(0)), f.eq(div(f.x, f.y), div(f.x, f.num(0))))));
}

TEST_CASE("big numbers keep every digit", "[prover][arithmetic]") {
  Fixture f(any_solver());
  const Expr big = f.c.int_const("123456789012345678901234567890");
  f.prover->assert_formula(f.eq(f.x, f.c.make(Kind::Neg, {big})));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  CHECK(f.prover->model()->value(f.x)->as_integer().to_string() ==
        "-123456789012345678901234567890");
}

TEST_CASE("maps are equal when their elements are", "[prover][map]") {
  Fixture f(any_solver());
  const Expr pointwise = f.forall(f.k, f.eq(f.at(f.a, f.k), f.at(f.b, f.k)));
  CHECK(f.proves(f.implies(pointwise, f.eq(f.a, f.b))));
  CHECK(f.proves(f.eq(f.with(f.a, f.x, f.at(f.a, f.x)), f.a)));
  CHECK(f.refutes(f.eq(f.with(f.a, f.x, f.y), f.a)));
  const Expr everywhere = f.c.make_const_map(f.int_map, f.y);
  CHECK(f.proves(f.eq(f.at(everywhere, f.x), f.y)));
}

TEST_CASE("quantified facts are used, with and without triggers", "[prover][quantifier]") {
  Fixture f(any_solver());
  const Expr in_range = f.both(f.le(f.num(0), f.k), f.lt(f.k, f.x));
  const Expr cleared = f.implies(in_range, f.eq(f.at(f.a, f.k), f.num(0)));
  const bool with_trigger = GENERATE(false, true);
  f.prover->assert_formula(with_trigger ? f.forall(f.k, cleared, {{f.at(f.a, f.k)}})
                                        : f.forall(f.k, cleared));
  f.prover->assert_formula(f.both(f.le(f.num(0), f.y), f.lt(f.y, f.x)));
  CHECK(f.proves(f.eq(f.at(f.a, f.y), f.num(0))));
  // One step of array clearing: the invariant is kept.
  const Expr next = f.with(f.a, f.x, f.num(0));
  const Expr next_range = f.both(f.le(f.num(0), f.k), f.lt(f.k, f.add(f.x, f.num(1))));
  CHECK(f.proves(f.forall(f.k, f.implies(next_range, f.eq(f.at(next, f.k), f.num(0))))));
}

TEST_CASE("a pair of terms is one trigger", "[prover][quantifier]") {
  Fixture f(any_solver());
  const Expr l = f.c.bound_var("l", f.integer);
  const Expr sorted =
      f.c.make_quantifier(Kind::Forall, std::array{f.k, l}, {{f.at(f.a, f.k), f.at(f.a, l)}},
                          f.implies(f.le(f.k, l), f.le(f.at(f.a, f.k), f.at(f.a, l))));
  f.prover->assert_formula(sorted);
  f.prover->assert_formula(f.lt(f.x, f.y));
  CHECK(f.proves(f.le(f.at(f.a, f.x), f.at(f.a, f.y))));
}

TEST_CASE("a trigger that no solver can match is dropped", "[prover][quantifier]") {
  Fixture f(any_solver());
  const Expr l = f.c.bound_var("l", f.integer);
  const Expr body = f.implies(f.lt(f.k, l), f.lt(f.at(f.a, f.k), f.at(f.a, l)));
  const std::vector<std::vector<Expr>> useless{{f.at(f.a, f.k)},                // l is missing
                                               {f.add(f.k, l)},                 // arithmetic
                                               {f.at(f.a, f.k), f.lt(f.k, l)},  // a comparison
                                               {f.at(f.a, f.c.make(Kind::Ite, {f.p, f.k, l}))},
                                               {f.x},
                                               {}};
  f.prover->assert_formula(f.c.make_quantifier(Kind::Forall, std::array{f.k, l}, useless, body));
  CHECK(f.proves(f.lt(f.at(f.a, f.num(1)), f.at(f.a, f.num(2)))));
}

TEST_CASE("quantifiers side by side may share a bound variable", "[prover][quantifier]") {
  Fixture f(any_solver());
  const Expr low = f.forall(f.k, f.le(f.num(0), f.at(f.a, f.k)));
  const Expr high = f.forall(f.k, f.le(f.at(f.a, f.k), f.num(9)));
  f.prover->assert_formula(f.both(low, high));
  CHECK(f.proves(f.both(f.le(f.num(0), f.at(f.a, f.x)), f.le(f.at(f.a, f.y), f.num(9)))));
}

TEST_CASE("a bound variable and a free one of the same name are different",
          "[prover][quantifier]") {
  Fixture f(any_solver());
  const Expr bound_x = f.c.bound_var("x", f.integer);
  const Expr some_x =
      f.c.make_quantifier(Kind::Exists, std::array{bound_x}, {}, f.lt(f.x, bound_x));
  CHECK(f.proves(some_x));
}

TEST_CASE("functions are functions", "[prover]") {
  Fixture f(any_solver());
  const auto apply = [&](Expr arg) { return f.c.make_apply("f", f.integer, std::array{arg}); };
  CHECK(f.proves(f.implies(f.eq(f.x, f.y), f.eq(apply(f.x), apply(f.y)))));
  CHECK(f.refutes(f.eq(apply(f.x), apply(f.y))));
}

TEST_CASE("reals are exact, and dense", "[prover][real]") {
  Fixture f(any_solver());
  const auto real = [&](const char* text) { return f.c.real_const(text); };
  const Expr x = f.c.var("r", f.c.real_sort());
  const Expr y = f.c.var("s", f.c.real_sort());
  const auto less = [&](Expr a, Expr b) { return f.c.make(Kind::RealLt, {a, b}); };
  const Expr sum = f.c.make(Kind::RealAdd, {x, y});
  const Expr middle = f.c.make(Kind::RealDiv, {sum, real("2.0")});
  CHECK(f.proves(f.implies(less(x, y), f.c.make(Kind::And, {less(x, middle), less(middle, y)}))));
  CHECK(f.proves(f.eq(f.c.make(Kind::RealAdd, {real("0.1"), real("0.2")}), real("0.3"))));
  const Expr floor = f.c.make(Kind::RealFloor, {x});
  const Expr back = f.c.make(Kind::IntToReal, {floor});
  CHECK(f.proves(f.c.make(Kind::RealLe, {back, x})));
  CHECK(f.proves(less(f.c.make(Kind::RealSub, {x, real("1.0")}), back)));
  CHECK(f.refutes(f.eq(back, x)));
  CHECK(f.proves(f.eq(f.c.make(Kind::RealFloor, {f.c.make(Kind::IntToReal, {f.x})}), f.x)));
  // By zero: some function of the dividend.
  const Expr by_zero = f.c.make(Kind::RealDiv, {x, real("0.0")});
  CHECK(f.refutes(f.eq(by_zero, real("0.0"))));
  f.prover->assert_formula(
      f.eq(f.c.make(Kind::RealMul, {real("3.0"), x}), f.c.make(Kind::RealNeg, {real("1.0")})));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  CHECK(to_string(*f.prover->model()->value(x)) == "-1/3");
}

TEST_CASE("bit-vectors wrap", "[prover][bitvec]") {
  Fixture f(any_solver());
  const Expr u = f.c.var("u", f.c.bitvec_sort(4));
  const auto bits = [&](const char* text) { return f.c.bitvec_const(text, 4); };
  const Expr next = f.c.make(Kind::BvAdd, {u, bits("1")});
  CHECK(f.refutes(f.c.make(Kind::BvUlt, {u, next})));
  CHECK(f.prover->model()->value(u)->as_bitvec().bits == gcl::Integer(15));
  CHECK(f.proves(f.eq(f.c.make_int_to_bv(4, f.c.make(Kind::BvToInt, {u})), u)));
  CHECK(f.proves(f.eq(f.c.make_int_to_bv(4, f.num(-1)), bits("15"))));
  // By zero: all ones, and the dividend.
  CHECK(f.proves(f.eq(f.c.make(Kind::BvUdiv, {u, bits("0")}), bits("15"))));
  CHECK(f.proves(f.eq(f.c.make(Kind::BvUrem, {u, bits("0")}), u)));
}

TEST_CASE("the same questions get the same answers and models", "[prover][determinism]") {
  const ProverKind kind = any_solver();
  const auto run = [&] {
    Fixture f(kind);
    std::string seen;
    f.prover->assert_formula(f.forall(f.k, f.le(f.at(f.a, f.k), f.num(100))));
    for (int i = 0; i < 10; ++i) {
      const Expr question = f.lt(f.num(i), f.add(f.at(f.a, f.x), f.at(f.b, f.num(i))));
      const Answer answer = f.prover->satisfiable(std::array{question});
      seen += std::to_string(static_cast<int>(answer)) + ":";
      const auto model = f.prover->model();
      for (const Expr e : {f.x, f.at(f.a, f.x), f.b}) {
        const auto value = model ? model->value(e) : std::nullopt;
        seen += value ? to_string(*value) + " " : "none ";
      }
    }
    return seen;
  };
  CHECK(run() == run());
}

TEST_CASE("versions are told", "[prover]") {
  CHECK(version(ProverKind::Z3).starts_with("Z3 4."));
  CHECK(version(ProverKind::Cvc5).starts_with("cvc5 1."));
  CHECK(version(ProverKind::Unknown) == "always unknown");
}

}  // namespace
}  // namespace pawl::prover
