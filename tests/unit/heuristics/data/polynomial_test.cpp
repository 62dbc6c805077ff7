// SPDX-License-Identifier: Apache-2.0
#include "heuristics/data/polynomial.h"

#include <catch2/catch.hpp>

#include "gcl/printer.h"

namespace pawl::heuristics {
namespace {

TEST_CASE("residues: inverses, and fractions come back", "[heuristics][data]") {
  for (const std::int64_t value : {1L, 2L, -3L, 9999L, INT64_MAX, INT64_MIN + 1}) {
    const Residue residue = to_residue(value);
    CHECK(multiply(residue, inverse(residue)) == 1);
  }
  const Residue half = inverse(to_residue(2));
  const auto fraction = to_fraction(multiply(to_residue(-7), half), 100);
  REQUIRE(fraction);
  CHECK(fraction->numerator == -7);
  CHECK(fraction->denominator == 2);
  CHECK_FALSE(to_fraction(to_residue(123456789), 100));
}

TEST_CASE("span: what depends on earlier columns is told by the earliest", "[heuristics][data]") {
  Span span;
  CHECK(span.add_column({1, 1, 1}));
  CHECK(span.add_column({0, 1, 2}));
  CHECK_FALSE(span.add_column({1, 2, 3}));
  const auto found = span.combination({2, 5, 8});
  REQUIRE(found);
  CHECK(*found == std::vector<Residue>{2, 3, 0});
  CHECK_FALSE(span.combination({0, 0, 1}));
  CHECK(span.rank() == 2);
}

struct Data {
  gcl::Context context;
  gcl::Expr x = context.var("x", context.int_sort());
  gcl::Expr y = context.var("y", context.int_sort());
  gcl::Expr z = context.var("z", context.int_sort());
  Table table{{x, y}, {{}, {}}, {}};
  std::vector<Residue> target;

  template <class F>
  explicit Data(F f) {
    for (std::int64_t run = 0; run < 6; ++run) {
      for (std::int64_t i = 0; i < 8; ++i) {
        table.columns[0].push_back(to_residue(i));
        table.columns[1].push_back(to_residue(run));
        table.run.push_back(static_cast<std::size_t>(run));
        target.push_back(to_residue(f(i, run)));
      }
    }
  }
  Ladder ladder(std::size_t degree) const {
    Ladder all;
    for (std::size_t d = 0; d <= degree; ++d) all.push_back(monomials({0, 1}, d));
    return all;
  }
  std::string fitted(std::size_t degree) {
    const auto found = fit(table, target, ladder(degree));
    return found ? gcl::print(equation(context, z, *found, table.terms)) : "";
  }
};

TEST_CASE("fit: coefficients may be fractions and negative", "[heuristics][data]") {
  Data half([](std::int64_t i, std::int64_t n) { return i * (i - 1) / 2 - 3 * n + 1; });
  CHECK(half.fitted(2) == "2 * z + x + 6 * y == x * x + 2");
  Data constant([](std::int64_t, std::int64_t) { return -4; });
  CHECK(constant.fitted(2) == "z == -4");
}

TEST_CASE("fit: the lowest degree that fits, or none", "[heuristics][data]") {
  Data cubic([](std::int64_t i, std::int64_t n) { return i * i * n; });
  CHECK(cubic.fitted(2).empty());
  CHECK(cubic.fitted(3) == "z == x * x * y");
  Data power([](std::int64_t i, std::int64_t) { return std::int64_t{1} << i; });
  CHECK(power.fitted(3).empty());
}

TEST_CASE("fit: one row that does not fit is enough", "[heuristics][data]") {
  Data almost([](std::int64_t i, std::int64_t n) { return i == 7 && n == 5 ? 1 : i + n; });
  CHECK(almost.fitted(2).empty());
}

TEST_CASE("fit: a few rows prove nothing", "[heuristics][data]") {
  Data few([](std::int64_t i, std::int64_t n) { return 3 * i + n; });
  few.table = few.table.at({0, 9, 18, 27});
  few.target = {few.target[0], few.target[9], few.target[18], few.target[27]};
  CHECK(few.fitted(2).empty());
}

TEST_CASE("vanishing: relations that no variable is the value of", "[heuristics][data]") {
  Data circle([](std::int64_t, std::int64_t) { return 0; });
  for (std::size_t row = 0; row < circle.table.rows(); ++row) {
    const Residue x = circle.table.columns[0][row];
    circle.table.columns[1][row] = multiply(x, x);
  }
  const auto found = vanishing(circle.table, circle.ladder(2));
  REQUIRE(found.size() == 1);
  CHECK(gcl::print(vanishes(circle.context, found[0], circle.table.terms)) == "x * x == y");
}

}  // namespace
}  // namespace pawl::heuristics
