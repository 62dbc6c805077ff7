// SPDX-License-Identifier: Apache-2.0
//
// The laws that a lattice promises, on elements that random operations make, and what transfer
// functions know of writes through pointers.
#include "dataflow/lattice.h"

#include <catch2/catch.hpp>
#include <random>

#include "dataflow/lattices/intervals.h"
#include "dataflow/lattices/places.h"
#include "dataflow/lattices/relational.h"
#include "dataflow/lattices/sets.h"
#include "dataflow/lattices/store.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::dataflow;
using gcl::Expr;
using pawl::test::Parsed;

namespace {

const char* const world =
    "var m: [int]int;\n"
    "procedure p(x: int, y: int, b: bool) modifies m; { var i: int, j: int; i := 0; j := 0; }";

std::vector<Operation> operations(Parsed& p) {
  const auto number = [&](const char* text) { return p.expr(text, p.context.int_sort()); };
  const Expr m = p.program.globals[0].var;
  const Expr i = p.int_var("i");
  const Expr j = p.int_var("j");
  const auto store = [&](Expr key, Expr value) {
    return Assign{{m}, {p.context.make(gcl::Kind::Store, {m, key, value})}};
  };
  return {Assign{{i}, {number("0")}},
          Assign{{i}, {number("i + 1")}},
          Assign{{j}, {i}},
          Assign{{i, j}, {j, i}},
          Assign{{j}, {number("2 * i")}},
          Havoc{{i}},
          store(i, number("1")),
          store(j, number("i")),
          store(number("3"), number("7")),
          Assign{{j}, {number("m[i]")}},
          Assume{p.formula("i < 3")},
          Assume{p.formula("i == j")},
          Assume{p.formula("b")},
          Assume{p.formula("!b || i == 1")},
          Assume{p.formula("m[j] != 1")},
          Assume{p.formula("0 <= i && i <= 5")}};
}

template <Lattice L>
void check_laws(const L& lattice, Parsed& p) {
  using Element = typename L::Element;
  std::mt19937 random(1);
  const std::vector<Operation> ops = operations(p);
  std::vector<Element> elements = {lattice.bottom(), lattice.top()};
  for (int walk = 0; walk < 30; ++walk) {
    Element one = lattice.top();
    for (int step = 0; step < 8; ++step) {
      one = lattice.post(one, ops[random() % ops.size()]);
      if (lattice.is_bottom(one)) break;
      elements.push_back(one);
    }
  }
  const auto same = [&](const Element& a, const Element& b) {
    return lattice.less_equal(a, b) && lattice.less_equal(b, a);
  };
  for (int round = 0; round < 3'000; ++round) {
    const Element& a = elements[random() % elements.size()];
    const Element& b = elements[random() % elements.size()];
    const Element& c = elements[random() % elements.size()];
    const Element ab = lattice.join(a, b);
    CHECK(lattice.less_equal(lattice.bottom(), a));
    CHECK(lattice.less_equal(a, lattice.top()));
    CHECK(lattice.less_equal(a, a));
    CHECK(lattice.less_equal(a, ab));
    CHECK(lattice.less_equal(b, ab));
    CHECK(same(lattice.join(a, a), a));
    CHECK(same(ab, lattice.join(b, a)));
    CHECK(lattice.less_equal(ab, lattice.widen(a, ab)));
    if (lattice.less_equal(a, b) && lattice.less_equal(b, c)) CHECK(lattice.less_equal(a, c));
    if (lattice.less_equal(a, b)) CHECK(same(ab, b));
    CHECK(same(lattice.join(ab, c), lattice.join(a, lattice.join(b, c))));
    const Operation& op = ops[random() % ops.size()];
    if (lattice.less_equal(a, b)) {
      CHECK(lattice.less_equal(lattice.post(a, op), lattice.post(b, op)));
    }
    CHECK(lattice.is_bottom(lattice.post(lattice.bottom(), op)));
  }
}

}  // namespace

TEST_CASE("constants keep the laws", "[dataflow][lattice]") {
  Parsed p(world);
  check_laws(Store<Sets>(p.context, Sets(1)), p);
}

TEST_CASE("sets keep the laws", "[dataflow][lattice]") {
  Parsed p(world);
  check_laws(Store<Sets>(p.context, Sets(8)), p);
  check_laws(Store<Sets>(p.context, Sets(8), Store<Sets>::Equalities::Tracked), p);
}

TEST_CASE("intervals keep the laws", "[dataflow][lattice]") {
  Parsed p(world);
  check_laws(Store<Intervals>(p.context, Intervals({0, 1, 3, 7})), p);
}

namespace {

Relational relations(Parsed& p, ShapeKind kind, const std::vector<Expr>& tests = {}) {
  return {p.context, kind, {p.int_var("i"), p.int_var("j"), p.int_var("x"), p.int_var("y")}, tests};
}

}  // namespace

TEST_CASE("octagons and polyhedra keep the laws", "[dataflow][lattice]") {
  if (!has_shapes()) return;
  Parsed p(world);
  const ShapeLimit limit;
  SECTION("octagons") { check_laws(relations(p, ShapeKind::Octagon), p); }
  SECTION("polyhedra") { check_laws(relations(p, ShapeKind::Polyhedron), p); }
}

TEST_CASE("polyhedra relate variables", "[dataflow][lattice]") {
  if (!has_shapes()) return;
  Parsed p(world);
  const ShapeLimit limit;
  const Expr i = p.int_var("i");
  const Expr j = p.int_var("j");
  const auto number = [&](const char* text) { return p.expr(text, p.context.int_sort()); };
  const auto after = [&](const Relational& lattice, std::vector<Operation> operations) {
    Relational::Element a = lattice.top();
    for (const Operation& one : operations) a = lattice.post(a, one);
    return a;
  };
  const Relational lattice = relations(p, ShapeKind::Polyhedron);
  SECTION("a join keeps what both sides have in common") {
    const auto zero = after(lattice, {Assign{{i, j}, {number("0"), number("0")}}});
    const auto two = after(lattice, {Assign{{i, j}, {number("1"), number("2")}}});
    const auto both = lattice.join(zero, two);
    CHECK(lattice.decide(both, p.formula("0 <= i && i <= 1 && j == 2 * i")) == true);
    const auto again = lattice.post(both, Assign{{i, j}, {number("i + 1"), number("j + 2")}});
    CHECK(lattice.print(lattice.widen(both, lattice.join(both, again))) == "0 <= i, j == 2 * i");
  }
  SECTION("tests of the program stop the widening") {
    const Relational with = relations(p, ShapeKind::Polyhedron, {p.formula("i < x")});
    const auto zero = after(with, {Assume{p.formula("0 <= x")}, Assign{{i}, {number("0")}}});
    const auto one =
        with.post(with.post(zero, Assume{p.formula("i < x")}), Assign{{i}, {number("i + 1")}});
    CHECK(with.print(with.widen(zero, with.join(zero, one))) == "0 <= i, i <= x");
  }
  SECTION("a factor that has one value is a constant") {
    const auto a = after(lattice, {Assume{p.formula("y == 3")}, Assign{{j}, {number("x * y")}}});
    CHECK(lattice.decide(a, p.formula("j == 3 * x")) == true);
  }
  SECTION("quotients and rests") {
    const auto a =
        after(lattice, {Assume{p.formula("0 <= x && x <= 9")}, Assign{{j}, {number("x div 2")}},
                        Assign{{i}, {number("x mod 16")}}});
    CHECK(lattice.decide(a, p.formula("2 * j <= x && x <= 2 * j + 1")) == true);
    CHECK(lattice.decide(a, p.formula("i == x")) == true);
    CHECK(lattice.decide(a, p.formula("2 * j == x")) == std::nullopt);
  }
  SECTION("a value for each case") {
    const auto a = after(lattice, {Assign{{j}, {number("if x < y then y - x else x - y")}}});
    CHECK(lattice.decide(a, p.formula("0 <= j && x - y <= j && y - x <= j")) == true);
    const auto wrapped =
        after(lattice, {Assume{p.formula("0 <= i && i < x && x <= 100")},
                        Assign{{i}, {number("if i + 1 <= 100 then i + 1 else 0")}}});
    CHECK(lattice.decide(wrapped, p.formula("1 <= i && i <= x")) == true);
  }
  SECTION("what is not linear is not known") {
    const auto a = after(lattice, {Assign{{i}, {number("3")}}, Assign{{i}, {number("x * y")}}});
    CHECK(a == lattice.top());
    CHECK(lattice.is_bottom(after(lattice, {Assume{p.formula("x < y && y < x + 1")}})));
  }
}

TEST_CASE("an octagon knows differences and sums, and bounds of all else", "[dataflow][lattice]") {
  if (!has_shapes()) return;
  Parsed p(world);
  const ShapeLimit limit;
  const Relational lattice = relations(p, ShapeKind::Octagon);
  auto a = lattice.post(lattice.top(), Assume{p.formula("0 <= x && x <= y && y <= 5")});
  a = lattice.post(a, Assign{{p.int_var("i")}, {p.expr("x + y", p.context.int_sort())}});
  CHECK(lattice.decide(a, p.formula("0 <= i && i <= 10")) == true);
  CHECK(lattice.decide(a, p.formula("x - y <= 0")) == true);
  CHECK(lattice.decide(a, p.formula("i == x + y")) == std::nullopt);
}

TEST_CASE("intervals widen to thresholds", "[dataflow][lattice]") {
  const Intervals intervals({0, 10});
  const Interval one{gcl::Integer(0), gcl::Integer(1)};
  const Interval two{gcl::Integer(0), gcl::Integer(2)};
  const Interval many{gcl::Integer(0), gcl::Integer(11)};
  CHECK(intervals.widen(one, two) == Interval{gcl::Integer(0), gcl::Integer(10)});
  CHECK(intervals.widen(two, many) == Interval{gcl::Integer(0), std::nullopt});
}

TEST_CASE("a write through a pointer meets what it may hit", "[dataflow][lattice]") {
  Parsed p(world);
  const Store<Sets> lattice(p.context, Sets(8), Store<Sets>::Equalities::Tracked);
  const Expr m = p.program.globals[0].var;
  const auto write = [&](const char* key, const char* value) {
    return Assign{{m},
                  {p.context.make(gcl::Kind::Store, {m, p.expr(key, p.context.int_sort()),
                                                     p.expr(value, p.context.int_sort())})}};
  };
  auto a = lattice.post(lattice.top(), write("x", "1"));
  CHECK(lattice.print(a) == "m[x]: 1");
  // y may be x: the tag of x has both values, that of y the new one.
  a = lattice.post(a, write("y", "2"));
  CHECK(lattice.print(a) == "m[x]: {1, 2}, m[y]: 2");
  // What certainly is elsewhere stays.
  a = lattice.post(a, Assume{p.formula("x == 3")});
  CHECK(lattice.print(lattice.post(a, write("4", "9"))) ==
        "m[4]: 9, m[x]: {1, 2}, m[y]: {2, 9}, x: 3");
  // A pointer that changes points elsewhere, and its copy to the same.
  a = lattice.post(lattice.top(), write("x", "1"));
  a = lattice.post(a, Assign{{p.int_var("i")}, {p.int_var("x")}});
  CHECK(lattice.decide(a, p.formula("i == x")) == true);
  CHECK(lattice.decide(a, p.formula("m[i] == 1")) == true);
  CHECK(lattice.decide(lattice.post(a, write("i", "2")), p.formula("m[x] == 2")) == true);
  a = lattice.post(a, Havoc{{p.int_var("x")}});
  CHECK(lattice.print(a) == "m[i]: 1");
}

TEST_CASE("a must-pointer and a may-pointer join to what both read", "[dataflow][lattice]") {
  Parsed p(world);
  const Store<Sets> lattice(p.context, Sets(8));
  const Expr i = p.int_var("i");
  const Expr m = p.program.globals[0].var;
  const auto here = [&](const char* target, const char* value) {
    auto a = lattice.post(lattice.top(), Assign{{i}, {p.expr(target, p.context.int_sort())}});
    const Expr written =
        p.context.make(gcl::Kind::Store, {m, i, p.expr(value, p.context.int_sort())});
    return lattice.post(a, Assign{{m}, {written}});
  };
  const auto joined = lattice.join(here("1", "5"), here("2", "5"));
  CHECK(lattice.decide(joined, p.formula("i == 1 || i == 2")) == std::nullopt);
  CHECK(lattice.decide(joined, p.formula("i == 3")) == false);
}

TEST_CASE("rows of nested maps are written cell by cell", "[dataflow][lattice]") {
  Parsed p("var m: [int][int]int; procedure p() modifies m; { m[1][2] := 3; m[1][4] := 5; }");
  const Expr m = p.program.globals[0].var;
  const auto& stmt = std::get<gcl::Assign>((*p.procedure().body)[0].node);
  const auto writes = writes_of(m, stmt.values[0].expr);
  REQUIRE(writes);
  REQUIRE(writes->size() == 1);
  CHECK((*writes)[0].keys.size() == 2);
}

TEST_CASE("without value tags figure 4 is lost", "[dataflow][lattice]") {
  Parsed p(world);
  const Expr m = p.program.globals[0].var;
  const Expr written =
      p.context.make(gcl::Kind::Store, {m, p.int_var("x"), p.expr("1", p.context.int_sort())});
  const Store<Sets> with(p.context, Sets(8));
  const Store<Sets> without(p.context, Sets(8), Store<Sets>::Equalities::Unknown, [](Expr place) {
    return key_variables(place).empty();  // cells by their address only
  });
  CHECK(with.decide(with.post(with.top(), Assign{{m}, {written}}), p.formula("m[x] == 1")) == true);
  CHECK(without.decide(without.post(without.top(), Assign{{m}, {written}}),
                       p.formula("m[x] == 1")) == std::nullopt);
}

TEST_CASE("the cells that are not kept apart have a summary", "[dataflow][lattice]") {
  Parsed p(
      "var m: [int]int;\n"
      "procedure p(x: int, y: int) modifies m; { m := mapof([int]int, 0); m[x] := 1; m[x] := 2; "
      "m[y] := 0; "
      "}");
  const Store<Sets> lattice(p.context, Sets(8));
  auto a = lattice.top();
  const auto step = [&](std::size_t i) {
    const auto& assign = std::get<gcl::Assign>((*p.procedure().body)[i].node);
    a = lattice.post(a, Assign{assign.targets, {assign.values[0].expr}});
    return lattice.print(a);
  };
  CHECK(step(0) == "m[*]: 0");
  CHECK(lattice.decide(a, p.formula("forall k: int :: m[k] == 0")) == true);
  CHECK(step(1) == "m[*]: 0, m[x]: 1");
  CHECK(lattice.decide(a, p.formula("forall k: int :: m[k] != 2")) == true);
  CHECK(lattice.decide(a, p.formula("m[y] == 2")) == false);
  CHECK(step(2) == "m[*]: 0, m[x]: 2");
  CHECK(step(3) == "m[*]: 0, m[x]: {0, 2}, m[y]: 0");
  CHECK(lattice.print(lattice.post(a, Havoc{{p.int_var("x")}})) == "m[*]: {0, 2}, m[y]: 0");
}
