// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/unit/prover/fixture.h"

namespace pawl::prover {
namespace {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;
using gcl::Value;

ProverKind any_solver() { return GENERATE(ProverKind::Z3, ProverKind::Cvc5); }

std::string shown(const Model& model, Expr e) {
  const std::optional<Value> value = model.value(e);
  return value ? to_string(*value) : "none";
}

TEST_CASE("values of every sort", "[prover][model]") {
  Fixture f(any_solver());
  const Expr u = f.c.var("u", f.c.bitvec_sort(8));
  f.prover->assert_formula(f.eq(f.x, f.num(-7)));
  f.prover->assert_formula(f.no(f.p));
  f.prover->assert_formula(f.eq(u, f.c.bitvec_const("200", 8)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  CHECK_FALSE(model->only_candidate());
  CHECK(shown(*model, f.x) == "-7");
  CHECK(shown(*model, f.p) == "false");
  CHECK(shown(*model, u) == "200bv8");
}

TEST_CASE("any expression has a value, also one not asked about", "[prover][model]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.eq(f.x, f.num(3)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  CHECK(shown(*model, f.add(f.x, f.num(4))) == "7");
  CHECK(shown(*model, f.lt(f.x, f.num(3))) == "false");
  // y and a are open: completed, and the same each time.
  CHECK(shown(*model, f.y) != "none");
  CHECK(shown(*model, f.a) != "none");
  CHECK(shown(*model, f.eq(f.add(f.y, f.num(1)), f.add(f.num(1), f.y))) == "true");
  CHECK(model->value(f.at(f.a, f.y)) == model->value(f.a)->select(*model->value(f.y)));
}

TEST_CASE("maps are finite updates over a default", "[prover][model]") {
  Fixture f(any_solver());
  f.prover->assert_formula(f.eq(f.at(f.a, f.num(1)), f.num(10)));
  f.prover->assert_formula(f.eq(f.at(f.a, f.num(2)), f.num(20)));
  f.prover->assert_formula(
      f.eq(f.b, f.with(f.with(f.a, f.num(1), f.num(11)), f.num(3), f.num(30))));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  const std::optional<Value> a = model->value(f.a);
  const std::optional<Value> b = model->value(f.b);
  REQUIRE((a && b));
  const auto key = [](int n) { return Value::integer(Integer(n)); };
  CHECK(a->select(key(1)) == key(10));
  CHECK(a->select(key(2)) == key(20));
  CHECK(*b == a->store(key(1), key(11)).store(key(3), key(30)));
}

TEST_CASE("constant maps, maps of maps and sets", "[prover][model]") {
  Fixture f(any_solver());
  const gcl::Sort matrix_sort = f.c.map_sort(f.integer, f.int_map);
  const gcl::Sort set_sort = f.c.map_sort(f.integer, f.boolean);
  const Expr matrix = f.c.var("matrix", matrix_sort);
  const Expr set = f.c.var("set", set_sort);
  f.prover->assert_formula(f.eq(f.a, f.c.make_const_map(f.int_map, f.num(5))));
  const Expr fives = f.c.make_const_map(matrix_sort, f.c.make_const_map(f.int_map, f.num(5)));
  f.prover->assert_formula(f.eq(matrix, f.with(fives, f.num(2), f.b)));
  f.prover->assert_formula(f.eq(f.b, f.with(f.a, f.num(0), f.num(1))));
  f.prover->assert_formula(f.at(set, f.num(4)));
  f.prover->assert_formula(f.no(f.at(set, f.num(5))));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  REQUIRE(model);
  CHECK(shown(*model, f.a) == "[else -> 5]");
  CHECK(shown(*model, f.b) == "[0 -> 1, else -> 5]");
  CHECK(shown(*model, matrix) == "[2 -> [0 -> 1, else -> 5], else -> [else -> 5]]");
  const std::optional<Value> members = model->value(set);
  REQUIRE(members);
  CHECK(members->select(Value::integer(4)).as_bool());
  CHECK_FALSE(members->select(Value::integer(5)).as_bool());
}

TEST_CASE("maps over bit-vectors and Booleans", "[prover][model]") {
  Fixture f(any_solver());
  const gcl::Sort byte = f.c.bitvec_sort(8);
  const Expr memory = f.c.var("memory", f.c.map_sort(byte, byte));
  const Expr choice = f.c.var("choice", f.c.map_sort(f.boolean, f.integer));
  f.prover->assert_formula(f.eq(f.at(memory, f.c.bitvec_const("7", 8)), f.c.bitvec_const("9", 8)));
  f.prover->assert_formula(f.eq(f.at(choice, f.c.true_()), f.num(1)));
  f.prover->assert_formula(f.eq(f.at(choice, f.c.false_()), f.num(2)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  CHECK(model->value(memory)->select(Value::bitvec(7, 8)) == Value::bitvec(9, 8));
  CHECK(model->value(choice)->select(Value::boolean(true)) == Value::integer(1));
  CHECK(model->value(choice)->select(Value::boolean(false)) == Value::integer(2));
}

TEST_CASE("elements of a sort are told apart", "[prover][model]") {
  Fixture f(any_solver());
  const Expr r = f.c.var("r", f.ref);
  const Expr s = f.c.var("s", f.ref);
  const Expr t = f.c.var("t", f.ref);
  const Expr next = f.c.var("next", f.c.map_sort(f.ref, f.ref));
  f.prover->assert_formula(f.no(f.eq(r, s)));
  f.prover->assert_formula(f.eq(s, t));
  f.prover->assert_formula(f.eq(f.at(next, r), s));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  CHECK_FALSE(model->value(r) == model->value(s));
  CHECK(model->value(s) == model->value(t));
  REQUIRE(model->value(next));
  CHECK(model->value(next)->select(*model->value(r)) == *model->value(s));
}

TEST_CASE("functions and division by zero have values", "[prover][model]") {
  Fixture f(any_solver());
  const auto apply = [&](Expr arg) { return f.c.make_apply("f", f.integer, std::array{arg}); };
  const Expr by_zero = f.c.make(Kind::Div, {f.x, f.num(0)});
  f.prover->assert_formula(f.eq(apply(f.num(1)), f.num(4)));
  f.prover->assert_formula(f.eq(by_zero, f.num(42)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  CHECK(shown(*model, apply(f.num(1))) == "4");
  CHECK(shown(*model, apply(apply(f.num(1)))) != "none");
  CHECK(shown(*model, by_zero) == "42");
}

// A step function has no finite description, but elements.
TEST_CASE("elements have values where the map as a whole has none", "[prover][model][z3]") {
  Fixture f;
  const Expr below = f.implies(f.lt(f.k, f.x), f.eq(f.at(f.a, f.k), f.num(1)));
  const Expr above = f.implies(f.le(f.x, f.k), f.eq(f.at(f.a, f.k), f.num(2)));
  f.prover->assert_formula(f.forall(f.k, f.both(below, above)));
  REQUIRE(f.prover->satisfiable() == Answer::Yes);
  const auto model = f.prover->model();
  CHECK(shown(*model, f.a) == "none");
  CHECK(shown(*model, f.at(f.a, f.add(f.x, f.num(-100)))) == "1");
  CHECK(shown(*model, f.at(f.a, f.add(f.x, f.num(100)))) == "2");
}

TEST_CASE("a model that comes with Unknown is only a candidate", "[prover][model]") {
  Fixture f(any_solver());
  const auto g = [&](Expr arg) { return f.c.make_apply("g", f.integer, std::array{arg}); };
  // Satisfiable, but neither solver finds out within these limits.
  f.prover->set_limits({.rlimit = 200'000});
  f.prover->assert_formula(f.forall(f.k, f.lt(g(f.k), g(g(f.add(f.k, f.num(1)))))));
  f.prover->assert_formula(f.forall(f.k, f.lt(f.k, g(f.k))));
  REQUIRE(f.prover->satisfiable() == Answer::Unknown);
  CHECK(f.prover->unknown_reason() != UnknownReason::None);
  if (const auto model = f.prover->model()) CHECK(model->only_candidate());
}

TEST_CASE("a model outlives its prover", "[prover][model]") {
  std::unique_ptr<Model> model;
  gcl::Context c;
  const Expr x = c.var("x", c.int_sort());
  {
    QueryLog log;
    const auto prover = make_prover(c, {.kind = any_solver()}, log);
    prover->assert_formula(gcl::mk_eq(c, x, c.int_const(3)));
    REQUIRE(prover->satisfiable() == Answer::Yes);
    model = prover->model();
  }
  CHECK(model->value(x)->as_integer() == Integer(3));
}

}  // namespace
}  // namespace pawl::prover
