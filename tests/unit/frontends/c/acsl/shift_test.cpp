// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/acsl/shift.h"

#include <catch2/catch.hpp>
#include <string>

#include "gcl/evaluate.h"
#include "gcl/printer.h"
#include "tests/support/parsed.h"

using namespace pawl;
using pawl::frontend::c::shifted_to_indices;

namespace {

struct World : test::Parsed {
  World() : Parsed("procedure p(a: [int]int, b: [int]int, x: int, y: int, n: int) {}") {}
  std::string shifted(const std::string& quantified) {
    const gcl::Expr e = formula(quantified);
    const gcl::Expr body = shifted_to_indices(context, e.bound(), e.arg(0));
    return gcl::print(context.make_quantifier(e.kind(), e.bound(), {}, body));
  }
};

}  // namespace

TEST_CASE("an index is said instead of a distance", "[frontend][c][acsl]") {
  World w;
  CHECK(w.shifted("forall k: int :: 0 <= k && k < n ==> a[x + k] == 0") ==
        "forall k: int :: x <= k && k < x + n ==> a[k] == 0");
  CHECK(w.shifted("exists k: int :: a[k + x] < a[x + k + 1]") ==
        "exists k: int :: a[k] < a[k + 1]");
  CHECK(w.shifted("forall k: int :: a[x + k] == b[y + k]") ==
        "forall k: int :: a[k] == b[y + k - x]");
}

TEST_CASE("what is an index already, or moves with others, stays", "[frontend][c][acsl]") {
  World w;
  for (const char* text :
       {"forall k: int :: a[k] == b[x + k]", "forall k: int :: a[k + 1] == 0",
        "forall k: int :: a[x - k] == 0", "forall j: int, k: int :: a[j + k] == 0",
        "forall k: int :: a[2 * k] == x"}) {
    CHECK(w.shifted(text) == text);
  }
}

TEST_CASE("the meaning stays", "[frontend][c][acsl][property]") {
  World w;
  const gcl::Sort ints = w.context.int_sort();
  const gcl::Expr before = w.formula("forall k: int :: 0 <= k && k < n ==> a[x + k] <= b[y + k]");
  const gcl::Expr body = shifted_to_indices(w.context, before.bound(), before.arg(0));
  const gcl::Expr after = w.context.make_quantifier(before.kind(), before.bound(), {}, body);
  std::size_t holds = 0;
  for (int seed = 0; seed < 200; ++seed) {
    gcl::State state;
    const auto number = [&](int salt) { return (seed * 7919 + salt * 104729) % 13 - 4; };
    const auto map = [&](int salt) {
      gcl::Value value = gcl::Value::map(w.context.map_sort(ints, ints), gcl::Value::integer(0));
      for (int i = -6; i < 12; ++i) {
        value = value.store(gcl::Value::integer(i), gcl::Value::integer(number(salt + i) + salt));
      }
      return value;
    };
    state.emplace(w.context.var("a", w.context.map_sort(ints, ints)), map(1));
    state.emplace(w.context.var("b", w.context.map_sort(ints, ints)), map(3));
    for (const char* name : {"x", "y", "n"}) {
      state.emplace(w.int_var(name), gcl::Value::integer(number(name[0])));
    }
    gcl::Valuation valuation;
    valuation.now = &state;
    const gcl::Evaluation first = gcl::evaluate(before, valuation);
    const gcl::Evaluation second = gcl::evaluate(after, valuation);
    REQUIRE(first.value);
    REQUIRE(second.value);
    CHECK(*first.value == *second.value);
    holds += first.value->as_bool() ? 1 : 0;
  }
  CHECK(holds > 20);
  CHECK(holds < 180);
}
