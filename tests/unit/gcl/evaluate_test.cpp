// SPDX-License-Identifier: Apache-2.0
#include "gcl/evaluate.h"

#include <catch2/catch.hpp>

#include "gcl/build.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;

namespace {

/// x = 3, y = -2, n = 5, a = [0 -> 10, 1 -> 20, 2 -> 30, else -> 0], c = true, b = 200bv8.
struct World {
  World()
      : parsed(
            "sort ref; const null: ref;"
            "function f(x: int): int; function twice(x: int): int = 2 * x;"
            "function four(x: int): int = twice(twice(x)); function even(x: int): bool = x mod 2 "
            "== 0;"
            "procedure p(x: int, y: int, n: int, a: [int]int, c: bool, b: bv8, r: ref, m: "
            "[bool]int) {}") {
    Context& context = parsed.context;
    const auto set = [&](const char* name, Sort sort, Value value) {
      now.emplace(context.var(name, sort), std::move(value));
    };
    const Sort ints = context.int_sort();
    const Sort map = context.map_sort(ints, ints);
    set("x", ints, Value::integer(3));
    set("y", ints, Value::integer(-2));
    set("n", ints, Value::integer(5));
    Value a = Value::map(map, Value::integer(0));
    for (int i = 0; i < 3; ++i)
      a = a.store(Value::integer(i), Value::integer(std::int64_t{10} * (i + 1)));
    set("a", map, a);
    set("c", context.bool_sort(), Value::boolean(true));
    set("b", context.bitvec_sort(8), Value::bitvec(200, 8));
    const Sort ref = context.uninterpreted_sort("ref");
    set("r", ref, Value::element(ref, 1));
    set("null", ref, Value::element(ref, 0));
    const Sort over_bool = context.map_sort(context.bool_sort(), ints);
    set("m", over_bool, Value::map(over_bool, Value::integer(7)));
  }

  Evaluation of(Expr e) {
    Valuation valuation;
    valuation.now = &now;
    valuation.old = &old;
    valuation.program = &parsed.program;
    valuation.functions = &functions;
    return evaluate(e, valuation);
  }
  std::string text(const Evaluation& evaluation) {
    return evaluation.value ? to_string(*evaluation.value) : "?";
  }
  std::string number(const std::string& e) {
    return text(of(parsed.expr(e, parsed.context.int_sort())));
  }
  std::string truth(const std::string& e) { return text(of(parsed.formula(e))); }
  std::string bits(const std::string& e, std::uint32_t width = 8) {
    return text(of(parsed.expr(e, parsed.context.bitvec_sort(width))));
  }

  Parsed parsed;
  State now, old;
  FunctionTables functions;
};

}  // namespace

TEST_CASE("arithmetic, maps and conditions", "[gcl][evaluate]") {
  World w;
  CHECK(w.number("x + y * n - 1") == "-8");
  CHECK(w.number("y div 3") == "-1");
  CHECK(w.number("y mod 3") == "1");
  CHECK(w.number("a[1]") == "20");
  CHECK(w.number("a[7]") == "0");
  CHECK(w.number("a[x := 4][3] + a[x := 4][0]") == "14");
  CHECK(w.number("if c then x else y") == "3");
  CHECK(w.truth("x < n && !(x == y) ==> c") == "true");
  CHECK(w.truth("(c <==> x == 3)") == "true");
  CHECK(w.truth("a == a[5 := 0]") == "true");
  CHECK(w.truth("a == a[5 := 1]") == "false");
  CHECK(w.truth("m == m[true := 1][false := 1]") == "false");
  CHECK(w.truth("m == mapof([bool]int, 1)[true := 7][false := 7]") == "true");
  CHECK(w.truth("r == null") == "false");
}

TEST_CASE("bit-vectors follow SMT-LIB", "[gcl][evaluate]") {
  World w;
  CHECK(w.bits("bv_add(b, 100bv8)") == "44bv8");
  CHECK(w.bits("bv_neg(b)") == "56bv8");
  CHECK(w.bits("bv_not(b)") == "55bv8");
  CHECK(w.bits("bv_udiv(b, 7bv8)") == "28bv8");
  CHECK(w.bits("bv_udiv(b, 0bv8)") == "255bv8");
  CHECK(w.bits("bv_urem(b, 0bv8)") == "200bv8");
  CHECK(w.bits("bv_sdiv(b, 7bv8)") == "248bv8");  // -56 / 7 == -8
  CHECK(w.bits("bv_srem(b, 9bv8)") == "254bv8");  // -56 rem 9 == -2
  CHECK(w.bits("bv_sdiv(b, 0bv8)") == "1bv8");
  CHECK(w.bits("bv_shl(b, 1bv8)") == "144bv8");
  CHECK(w.bits("bv_shl(b, 9bv8)") == "0bv8");
  CHECK(w.bits("bv_lshr(b, 3bv8)") == "25bv8");
  CHECK(w.bits("bv_ashr(b, 3bv8)") == "249bv8");
  CHECK(w.bits("bv_ashr(b, 200bv8)") == "255bv8");
  CHECK(w.bits("bv_xor(b, bv_and(b, 15bv8))") == "192bv8");
  CHECK(w.truth("bv_slt(b, 0bv8)") == "true");
  CHECK(w.truth("bv_ult(b, 0bv8)") == "false");
  CHECK(w.bits("bv_concat(b, 1bv8)", 16) == "51201bv16");
  CHECK(w.bits("bv_extract(7, 4, b)", 4) == "12bv4");
  CHECK(w.bits("bv_sign_extend(8, b)", 16) == "65480bv16");
  CHECK(w.bits("bv_zero_extend(8, b)", 16) == "200bv16");
  CHECK(w.number("bv_to_int(b)") == "200");
  CHECK(w.bits("int_to_bv(8, y)") == "254bv8");
}

TEST_CASE("functions", "[gcl][evaluate]") {
  World w;
  CHECK(w.number("four(x)") == "12");
  CHECK(w.truth("even(four(x) + 1)") == "false");
  CHECK(w.number("f(1)") == "0");
  w.functions.set("f", {Value::integer(1)}, Value::integer(9));
  w.functions.set_default("f", Value::integer(8));
  CHECK(w.number("f(1) + f(2)") == "17");
  CHECK(w.number("x div 0") == "0");
  w.functions.set("div", {Value::integer(3)}, Value::integer(6));
  CHECK(w.number("x div (y + 2)") == "6");
  CHECK(w.number("x mod 0") == "0");
}

TEST_CASE("bounded quantifiers are decided exactly", "[gcl][evaluate]") {
  World w;
  CHECK(w.truth("forall k: int :: 0 <= k && k < 3 ==> a[k] == 10 * (k + 1)") == "true");
  CHECK(w.truth("forall k: int :: 0 <= k && k < 4 ==> a[k] == 10 * (k + 1)") == "false");
  CHECK(w.truth("exists k: int :: 0 <= k && k < n && a[k] == 30") == "true");
  CHECK(w.truth("exists k: int :: 0 <= k && k < n && a[k] == 31") == "false");
  CHECK(w.truth("forall i: int, j: int :: 0 <= i && i < j && j < 3 ==> a[i] < a[j]") == "true");
  CHECK(w.truth("forall i: int, j: int :: 0 <= i && i < j && j <= 3 ==> a[i] < a[j]") == "false");
  CHECK(
      w.truth("forall i: int :: 0 <= i && i < 3 ==> (exists j: int :: j == i + 1 && a[j] <= 30)") ==
      "true");
  CHECK(w.truth("forall k: int :: !(0 <= k && k < 3) || a[k] > 0") == "true");
  CHECK(w.truth("forall k: int :: k < 0 || k >= 3 || a[k] > 0") == "true");
  CHECK(w.truth("forall k: int :: 0 <= k ==> k <= 2 ==> a[k] > 0") == "true");
  CHECK(w.truth("forall k: int :: x <= k - 1 && k + 1 <= n ==> k == 4") == "true");
  CHECK(w.truth(
            "forall k: int :: (0 <= k && k < 2 ==> a[k] > 0) && (1 <= k && k < 3 ==> a[k] > 10)") ==
        "true");
  CHECK(w.truth("forall k: int :: 3 < k && k < 3 ==> false") == "true");
  CHECK(w.truth("forall i: int, j: int :: 0 <= i && i < 3 ==> a[i] > 0") == "true");
  CHECK(w.truth("exists k: int :: !(k < 2 || 2 < k) && a[k] == 30") == "true");
}

TEST_CASE("finite sorts are enumerated", "[gcl][evaluate]") {
  World w;
  CHECK(w.truth("forall d: bool :: m[d] == 7") == "true");
  CHECK(w.truth("exists d: bv8 :: bv_mul(d, d) == 0bv8 && d != 0bv8") == "true");
  CHECK(w.truth("forall d: bv8 :: bv_add(d, bv_neg(d)) == 0bv8") == "true");
  CHECK(w.truth("exists d: bv8 :: bv_add(bv_mul(d, 2bv8), 1bv8) == 0bv8") == "false");
}

TEST_CASE("without bounds only a counterexample or a witness decides", "[gcl][evaluate]") {
  World w;
  CHECK(w.truth("forall k: int :: k * k >= 0") == "?");
  CHECK(w.truth("forall k: int :: k * k > 0") == "false");
  CHECK(w.truth("exists k: int :: k * k == 4") == "true");
  CHECK(w.truth("exists k: int :: k * k == 3") == "?");
  CHECK(w.truth("forall k: int :: 0 <= k ==> a[k] >= 0") == "?");
  CHECK(w.truth("forall q: ref :: q == q") == "?");
  CHECK(w.truth("forall q: ref :: q == null") == "false");
  const Evaluation undecided = w.of(w.parsed.formula("forall k: int :: k * k >= 0"));
  CHECK(undecided.why == "a quantifier ranges over too many values");
  // A key of a map in the state is tried, wherever it is.
  w.now.at(w.parsed.context.var(
      "a", w.parsed.context.map_sort(w.parsed.context.int_sort(), w.parsed.context.int_sort()))) =
      w.of(w.parsed.expr(
               "a[1000 := 0 - 1]",
               w.parsed.context.map_sort(w.parsed.context.int_sort(), w.parsed.context.int_sort())))
          .value.value();
  CHECK(w.truth("forall k: int :: a[k] >= 0") == "false");
}

TEST_CASE("what cannot be decided spoils a result only if it matters", "[gcl][evaluate]") {
  World w;
  const std::string unknown = "(forall k: int :: k * k >= 0)";
  CHECK(w.truth(unknown + " || c") == "true");
  CHECK(w.truth("c || " + unknown) == "true");
  CHECK(w.truth(unknown + " && !c") == "false");
  CHECK(w.truth(unknown + " && c") == "?");
  CHECK(w.truth("!c ==> " + unknown) == "true");
  CHECK(w.truth(unknown + " ==> c") == "true");
  CHECK(w.truth(unknown + " ==> !c") == "?");
  CHECK(w.number("if c then x else (if " + unknown + " then 1 else 2)") == "3");
  CHECK(w.truth("(" + unknown + " <==> c)") == "?");
}

TEST_CASE("old and entry are read in their states", "[gcl][evaluate]") {
  World w;
  Context& context = w.parsed.context;
  const Expr x = w.parsed.int_var("x");
  w.old.emplace(x, Value::integer(100));
  State entry;
  entry.emplace(x, Value::integer(1000));
  const Expr sum = context.make(
      Kind::Add,
      {x, context.make(Kind::Old, {context.make(Kind::Add, {x, context.make(Kind::Entry, {x})})})});
  Valuation valuation;
  valuation.now = &w.now;
  valuation.old = &w.old;
  CHECK_FALSE(evaluate(sum, valuation).value.has_value());
  valuation.entry = &entry;
  CHECK(w.text(evaluate(sum, valuation)) == "1103");
}

TEST_CASE("missing values and large work are undecided, not wrong", "[gcl][evaluate]") {
  World w;
  Context& context = w.parsed.context;
  const Evaluation missing = w.of(context.var("nobody", context.int_sort()));
  CHECK_FALSE(missing.value.has_value());
  CHECK(missing.why == "nobody has no value");
  Valuation valuation;
  valuation.now = &w.now;
  valuation.max_steps = 100;
  const Expr wide = w.parsed.formula("forall k: int :: 0 <= k && k < 20000 ==> k * k >= 0");
  CHECK(evaluate(wide, valuation).why == "the evaluation is too long");
  valuation.max_steps = 2'000'000;
  CHECK(evaluate(wide, valuation).value == Value::boolean(true));
  Expr product = context.int_const("123456789123456789");
  for (int i = 0; i < 20; ++i) product = context.make(Kind::Mul, {product, product});
  CHECK(w.of(product).why == "a number is too large");
}

TEST_CASE("deep and shared expressions", "[gcl][evaluate]") {
  World w;
  Context& context = w.parsed.context;
  Expr deep = w.parsed.int_var("x");
  for (int i = 0; i < 100'000; ++i) deep = context.make(Kind::Add, {deep, context.int_const(1)});
  CHECK(w.text(w.of(deep)) == "100003");
  Expr old = w.parsed.int_var("x");
  w.old.emplace(old, Value::integer(5));
  for (int i = 0; i < 100'000; ++i) old = context.make(Kind::Old, {old});
  CHECK(w.text(w.of(old)) == "5");
  Expr shared = w.parsed.formula("c");  // 2^200 as a tree
  for (int i = 0; i < 200; ++i) shared = context.make(Kind::Iff, {shared, shared});
  CHECK(w.text(w.of(shared)) == "true");
  // Quantifiers nested without end are given up, not followed.
  Expr nested = context.true_();
  for (int i = 0; i < 200; ++i) {
    const Expr bound = context.bound_var("q" + std::to_string(i), context.bool_sort());
    nested = context.make_quantifier(Kind::Forall, std::vector<Expr>{bound}, {},
                                     context.make(Kind::Or, {bound, nested}));
  }
  CHECK(w.text(w.of(nested)) == "?");
}
