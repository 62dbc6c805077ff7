// SPDX-License-Identifier: Apache-2.0
#include "frontends/clauses/cases.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "gcl/printer.h"

namespace pawl::frontend::clauses {
namespace {

using gcl::Expr;

struct World {
  gcl::Context c;
  Expr x = c.var("x", c.int_sort());
  Expr y = c.var("y", c.int_sort());
  Expr next = c.var("next", c.int_sort());
  Expr one = c.int_const(1);
  std::set<Expr> state{x, y};

  std::vector<std::string> cases(Expr constraint, Split split = Split::Yes) {
    std::vector<std::string> result;
    for (const Case& found : cases_of(c, constraint, {next}, state, split)) {
      std::string text;
      for (const Expr e : found.assumed) text += gcl::print(e) + ", ";
      result.push_back(text + "-> " + gcl::print(found.arguments.at(0)));
    }
    return result;
  }
  Expr is(Expr a, Expr b) { return gcl::mk_eq(c, a, b); }
  Expr less(Expr a, Expr b) { return gcl::mk_lt(c, a, b); }
  Expr both(Expr a, Expr b) { return gcl::mk_and(c, {a, b}); }
};

using Texts = std::vector<std::string>;

TEST_CASE("an equation gives the value", "[clauses]") {
  World w;
  CHECK(w.cases(w.both(w.less(w.x, w.y), w.is(w.next, gcl::mk_add(w.c, w.x, w.one)))) ==
        Texts{"x < y, -> x + 1"});
  CHECK(w.cases(w.is(w.y, w.next)) == Texts{"-> y"});
  // One that speaks of itself gives none.
  CHECK(w.cases(w.is(w.next, gcl::mk_sub(w.c, w.x, w.next))) == Texts{"next == x - next, -> next"});
}

TEST_CASE("a disjunction of values is two cases", "[clauses]") {
  World w;
  const Expr choice = gcl::mk_or(w.c, {w.is(w.next, w.x), w.is(w.next, w.y)});
  CHECK(w.cases(choice) == Texts{"-> x", "-> y"});
  CHECK(w.cases(choice, Split::No).size() == 1);
  const Expr by_test =
      w.c.make(gcl::Kind::Ite, {w.less(w.x, w.y), w.is(w.next, w.x), w.is(w.next, w.y)});
  CHECK(w.cases(by_test) == Texts{"x < y, -> x", "!(x < y), -> y"});
  const Expr implied = gcl::mk_implies(w.c, w.less(w.x, w.y), w.is(w.next, w.x));
  CHECK(w.cases(implied) == Texts{"!(x < y), -> next", "x < y, -> x"});
}

TEST_CASE("a disjunction about the state is one case", "[clauses]") {
  World w;
  const Expr guard = gcl::mk_or(w.c, {w.less(w.x, w.y), w.less(w.y, w.one)});
  CHECK(w.cases(w.both(guard, w.is(w.next, w.x))) == Texts{"x < y || y < 1, -> x"});
}

TEST_CASE("cases have a limit, and mean the same beyond it", "[clauses]") {
  World w;
  std::vector<Expr> choices;
  for (int i = 0; i < 10; ++i) {
    const Expr other = w.c.var("v" + std::to_string(i), w.c.int_sort());
    choices.push_back(gcl::mk_or(w.c, {w.is(other, w.x), w.is(other, w.y)}));
  }
  CHECK(w.cases(gcl::mk_and(w.c, choices)).size() <= 64);
}

}  // namespace
}  // namespace pawl::frontend::clauses
