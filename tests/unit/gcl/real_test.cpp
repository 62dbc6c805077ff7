// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gcl/evaluate.h"
#include "gcl/printer.h"
#include "gcl/rational.h"
#include "gcl/value_parser.h"
#include "support/internal_error.h"
#include "tests/support/parsed.h"

using namespace pawl;
using namespace pawl::gcl;
using pawl::test::Parsed;

namespace {

/// x = 7/2, y = -1/3, n = 5.
struct World : Parsed {
  World() : Parsed("procedure p(x: real, y: real, n: int) {}") {
    now.emplace(context.var("x", context.real_sort()), Value::real(Rational("7/2")));
    now.emplace(context.var("y", context.real_sort()), Value::real(Rational(-1, 3)));
    now.emplace(context.var("n", context.int_sort()), Value::integer(5));
  }
  std::string value(const std::string& text, Sort sort) {
    Valuation valuation;
    valuation.now = &now;
    const Evaluation result = evaluate(expr(text, sort), valuation);
    return result.value ? to_string(*result.value) : "?";
  }
  std::string real(const std::string& text) { return value(text, context.real_sort()); }
  std::string integer(const std::string& text) { return value(text, context.int_sort()); }
  std::string truth(const std::string& text) { return value(text, context.bool_sort()); }
  State now;
};

}  // namespace

TEST_CASE("fractions are canonical", "[gcl][real]") {
  CHECK(Rational(6, -4) == Rational(-3, 2));
  CHECK(Rational("1.25") == Rational(5, 4));
  CHECK(Rational("-0.5") == Rational(-1, 2));
  CHECK(Rational("-12") == Rational(-12));
  CHECK(Rational(0, -7).denominator() == Integer(1));
  CHECK_THROWS_AS(Rational(1, 0), InternalError);
}

TEST_CASE("fractions are written as decimals where these end", "[gcl][real]") {
  CHECK(Rational(5, 4).decimal() == "1.25");
  CHECK(Rational(-1, 1000).decimal() == "-0.001");
  CHECK(Rational(3).decimal() == "3.0");
  CHECK_FALSE(Rational(1, 3).decimal().has_value());
  CHECK(Rational(1, 3).to_string() == "1/3");
  CHECK(Rational(Integer(1), Integer::power_of_two(100)).to_string().starts_with("1/1267650600"));
}

TEST_CASE("arithmetic of fractions is exact", "[gcl][real]") {
  CHECK(Rational("0.1") + Rational("0.2") == Rational("0.3"));
  CHECK(Rational(1, 3) - Rational(1, 2) == Rational(-1, 6));
  CHECK(Rational(2, 3) * Rational(3, 4) == Rational(1, 2));
  CHECK(Rational(2, 3) / Rational(-4, 3) == Rational(-1, 2));
  CHECK(Rational(-1, 3) < Rational(-1, 4));
  CHECK(Rational(-7, 2).floor() == Integer(-4));
  CHECK(Rational(7, 2).floor() == Integer(3));
}

TEST_CASE("terms of reals have values", "[gcl][real]") {
  World w;
  CHECK(w.real("x + y * 3.0") == "2.5");
  CHECK(w.real("x - 1.0 / 4.0") == "3.25");
  CHECK(w.real("-x") == "-3.5");
  CHECK(w.real("int_to_real(n) / 2.0") == "2.5");
  CHECK(w.integer("real_floor(x)") == "3");
  CHECK(w.integer("real_floor(y)") == "-1");
  CHECK(w.truth("y < 0.0 && 3.5 <= x && x != y") == "true");
  CHECK(w.truth("x > 3.5") == "false");
  // Some function of the dividend: equal dividends give equal results.
  CHECK(w.truth("x / 0.0 == x / (y - y)") == "true");
}

TEST_CASE("reals are printed as they are read", "[gcl][real]") {
  World w;
  for (const char* text :
       {"x + y + 1.5 <= 2.0", "x - (y - 0.25) < -1.0", "x * (y + 1.0) / 3.0 == -x", "-(1.5) == x",
        "(x + y) + 1.0 != y", "real_floor(int_to_real(n) / x) div 2 < n"}) {
    CHECK(print(w.formula(text)) == text);
  }
  CHECK(w.expr("-0.0", w.context.real_sort()) == w.context.real_const("0.0"));
  CHECK(w.expr("01.50", w.context.real_sort()) == w.context.real_const("1.5"));
  CHECK(w.context.real_const("-0.50").text() == "-0.5");
}

TEST_CASE("values that are reals are read as they are written", "[gcl][real]") {
  World w;
  for (const char* text : {"1.5", "-0.25", "2.0", "-7/3", "1/3"}) {
    const std::optional<Value> value = parse_value(text, w.context.real_sort());
    REQUIRE(value);
    CHECK(to_string(*value) == text);
  }
  for (const char* text : {"1", "1.", "1/0", "x", "1.5.2", ""}) {
    CHECK_FALSE(parse_value(text, w.context.real_sort()));
  }
}
