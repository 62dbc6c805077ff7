// SPDX-License-Identifier: Apache-2.0
//
// A fit is looked for on some of the rows: if there is none, there is none on all. One that some
// other row contradicts gets that row, and is looked for again.
#include "heuristics/data/polynomial.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "gcl/build.h"

namespace pawl::heuristics {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

constexpr std::int64_t largest_part = 10'000;
constexpr std::size_t few_rows = 60;  // more than twice as many as there are monomials
constexpr std::size_t least_runs = 3;
constexpr int most_repairs = 5;

/// Rows from everywhere, the same each time.
std::vector<std::size_t> some_rows(std::size_t rows, std::size_t wanted) {
  std::vector<std::size_t> all(rows);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (rows <= wanted) return all;
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < wanted; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(all[i], all[i + (state >> 33U) % (rows - i)]);
  }
  all.resize(wanted);
  return all;
}

std::vector<Residue> column_of(const Table& table, const Monomial& monomial) {
  std::vector<Residue> column(table.rows());
  for (std::size_t row = 0; row < column.size(); ++row) column[row] = table.value(monomial, row);
  return column;
}

std::vector<Residue> pick(const std::vector<Residue>& all, const std::vector<std::size_t>& rows) {
  std::vector<Residue> picked;
  for (const std::size_t row : rows) picked.push_back(all[row]);
  return picked;
}

std::optional<Polynomial> to_polynomial(const std::vector<Residue>& coefficients,
                                        const std::vector<Monomial>& monomials) {
  std::vector<std::pair<std::size_t, Fraction>> fractions;
  std::int64_t common = 1;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] == 0) continue;
    const auto fraction = to_fraction(coefficients[i], largest_part);
    if (!fraction) return std::nullopt;
    common = std::lcm(common, fraction->denominator);
    if (common > largest_part) return std::nullopt;
    fractions.emplace_back(i, *fraction);
  }
  Polynomial polynomial{{}, common};
  for (const auto& [index, fraction] : fractions) {
    polynomial.summands.emplace_back(monomials[index],
                                     fraction.numerator * (common / fraction.denominator));
  }
  return polynomial;
}

bool enough(const Table& table, std::size_t rank) {
  const std::set<std::size_t> runs(table.run.begin(), table.run.end());
  return table.rows() >= 2 * rank + 1 && runs.size() >= least_runs;
}

/// On all rows of the table.
std::optional<Polynomial> fit_all(const Table& table, const std::vector<Residue>& target,
                                  const Ladder& ladder) {
  Span span;
  std::vector<Monomial> used;
  for (const std::vector<Monomial>& block : ladder) {
    for (const Monomial& monomial : block) {
      span.add_column(column_of(table, monomial));
      used.push_back(monomial);
    }
    if (!enough(table, span.rank())) return std::nullopt;
    const auto coefficients = span.combination(target);
    if (coefficients) return to_polynomial(*coefficients, used);
  }
  return std::nullopt;
}

std::size_t size_of(const Ladder& ladder) {
  std::size_t size = 0;
  for (const std::vector<Monomial>& block : ladder) size += block.size();
  return size;
}

bool divides(const Monomial& a, const Monomial& b) { return std::ranges::includes(b, a); }

Expr product(Context& context, std::int64_t coefficient, const Monomial& monomial,
             const std::vector<Expr>& terms) {
  std::vector<Expr> factors;
  if (coefficient != 1 || monomial.empty()) factors.push_back(context.int_const(coefficient));
  for (const std::size_t term : monomial) factors.push_back(terms[term]);
  return factors.size() == 1 ? factors.front() : context.make(Kind::Mul, factors);
}

Expr sum(Context& context, const std::vector<Expr>& summands) {
  if (summands.empty()) return context.int_const(0);
  return summands.size() == 1 ? summands.front() : context.make(Kind::Add, summands);
}

/// left + (summands with a negative coefficient) == (the others), or the other way round.
Expr balanced(Context& context, std::vector<Expr> left, const Polynomial& polynomial,
              const std::vector<Expr>& terms) {
  std::vector<Expr> right;
  auto summands = polynomial.summands;
  std::ranges::stable_sort(summands, std::ranges::greater{},
                           [](const auto& one) { return one.first.size(); });
  for (const auto& [monomial, coefficient] : summands) {
    const bool negative = coefficient < 0;
    const bool plain = negative && monomial.empty() && summands.size() == 1;
    (negative && !plain ? left : right)
        .push_back(product(context, plain ? coefficient : std::abs(coefficient), monomial, terms));
  }
  return context.make(Kind::Eq, {sum(context, left), sum(context, right)});
}

}  // namespace

Residue Table::value(const Monomial& monomial, std::size_t row) const {
  Residue value = 1;
  for (const std::size_t term : monomial) value = multiply(value, columns[term][row]);
  return value;
}

Residue Table::value(const Polynomial& polynomial, std::size_t row) const {
  Residue sum = 0;
  for (const auto& [monomial, coefficient] : polynomial.summands) {
    sum = add(sum, multiply(to_residue(coefficient), value(monomial, row)));
  }
  return sum;
}

bool Table::holds(const Polynomial& polynomial, const std::vector<Residue>& target,
                  const std::vector<std::size_t>& rows) const {
  return std::ranges::all_of(rows, [&](std::size_t row) {
    return multiply(to_residue(polynomial.denominator), target[row]) == value(polynomial, row);
  });
}

Table Table::at(const std::vector<std::size_t>& rows) const {
  Table part{terms, {}, {}};
  for (const std::vector<Residue>& column : columns) part.columns.push_back(pick(column, rows));
  for (const std::size_t row : rows) part.run.push_back(run[row]);
  return part;
}

std::vector<Monomial> monomials(const std::vector<std::size_t>& terms, std::size_t degree) {
  std::vector<Monomial> all = {{}};
  for (std::size_t i = 0; i < degree; ++i) {
    std::vector<Monomial> longer;
    for (const Monomial& one : all) {
      for (const std::size_t term : terms) {
        if (!one.empty() && term < one.back()) continue;
        longer.push_back(one);
        longer.back().push_back(term);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::optional<Polynomial> fit(const Table& table, const std::vector<Residue>& target,
                              const Ladder& ladder) {
  std::vector<std::size_t> rows = some_rows(table.rows(), 2 * size_of(ladder) + few_rows);
  std::vector<std::size_t> all(table.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (int repair = 0; repair <= most_repairs; ++repair) {
    auto found = fit_all(table.at(rows), pick(target, rows), ladder);
    if (!found || table.holds(*found, target, all)) return found;
    std::size_t added = 0;
    for (const std::size_t row : all) {
      if (added == few_rows || table.holds(*found, target, {row})) continue;
      rows.push_back(row);
      ++added;
    }
  }
  return std::nullopt;
}

std::vector<Polynomial> vanishing(const Table& table, const Ladder& ladder) {
  const std::vector<std::size_t> rows = some_rows(table.rows(), 4 * size_of(ladder) + few_rows);
  const Table part = table.at(rows);
  std::vector<std::size_t> all(table.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<Polynomial> found;
  std::vector<Monomial> determined;
  std::vector<Monomial> used;
  Span span;
  for (const std::vector<Monomial>& block : ladder) {
    for (const Monomial& monomial : block) {
      if (std::ranges::any_of(determined, [&](const auto& d) { return divides(d, monomial); })) {
        continue;
      }
      const std::vector<Residue> column = column_of(part, monomial);
      const auto coefficients = span.combination(column);
      if (!coefficients) {
        span.add_column(column);
        used.push_back(monomial);
        continue;
      }
      if (!enough(part, span.rank())) return found;
      auto polynomial = to_polynomial(*coefficients, used);
      determined.push_back(monomial);
      if (!polynomial || !table.holds(*polynomial, column_of(table, monomial), all)) continue;
      polynomial->summands.emplace_back(monomial, -polynomial->denominator);
      polynomial->denominator = 1;
      found.push_back(std::move(*polynomial));
    }
  }
  return found;
}

Expr equation(Context& context, Expr target, const Polynomial& polynomial,
              const std::vector<Expr>& terms) {
  const Expr left =
      polynomial.denominator == 1
          ? target
          : context.make(Kind::Mul, {context.int_const(polynomial.denominator), target});
  return balanced(context, {left}, polynomial, terms);
}

Expr vanishes(Context& context, const Polynomial& polynomial, const std::vector<Expr>& terms) {
  return balanced(context, {}, polynomial, terms);
}

}  // namespace pawl::heuristics
