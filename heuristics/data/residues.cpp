// SPDX-License-Identifier: Apache-2.0
#include "heuristics/data/residues.h"

#include <algorithm>

namespace pawl::heuristics {
namespace {

__extension__ using Wide = unsigned __int128;

void add_multiple(std::vector<Residue>& to, Residue factor, const std::vector<Residue>& of) {
  for (std::size_t i = 0; i < of.size(); ++i) to[i] = add(to[i], multiply(factor, of[i]));
}

}  // namespace

Residue to_residue(std::int64_t value) {
  const auto prime = static_cast<std::int64_t>(residue_prime);
  const std::int64_t rest = value % prime;
  return static_cast<Residue>(rest < 0 ? rest + prime : rest);
}

Residue add(Residue a, Residue b) {
  const Residue sum = a + b;
  return sum >= residue_prime ? sum - residue_prime : sum;
}

Residue subtract(Residue a, Residue b) { return a >= b ? a - b : a + residue_prime - b; }

Residue multiply(Residue a, Residue b) {
  const Wide product = static_cast<Wide>(a) * b;
  const Residue low = static_cast<Residue>(product) & residue_prime;
  return add(low, static_cast<Residue>(product >> 61U));
}

Residue inverse(Residue a) {
  // Fermat: a^(p-2).
  Residue result = 1;
  for (Residue exponent = residue_prime - 2; exponent != 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = multiply(result, a);
    a = multiply(a, a);
  }
  return result;
}

std::optional<Fraction> to_fraction(Residue a, std::int64_t bound) {
  // The remainders of Euclid's algorithm, with their cofactors.
  auto previous = static_cast<std::int64_t>(residue_prime);
  auto remainder = static_cast<std::int64_t>(a);
  std::int64_t previous_factor = 0;
  std::int64_t factor = 1;
  while (remainder > bound) {
    const std::int64_t quotient = previous / remainder;
    previous -= quotient * remainder;
    std::swap(previous, remainder);
    previous_factor -= quotient * factor;
    std::swap(previous_factor, factor);
  }
  if (factor < 0) {
    remainder = -remainder;
    factor = -factor;
  }
  if (factor > bound) return std::nullopt;
  return Fraction{remainder, factor};
}

std::vector<Residue> Span::reduce(std::vector<Residue>& column) const {
  std::vector<Residue> taken(columns_, 0);
  for (const Vector& one : basis_) {
    const Residue factor = column[one.pivot];
    if (factor == 0) continue;
    add_multiple(column, subtract(0, factor), one.entries);
    add_multiple(taken, factor, one.coefficients);
  }
  return taken;
}

std::optional<std::vector<Residue>> Span::combination(std::vector<Residue> column) const {
  std::vector<Residue> taken = reduce(column);
  if (std::ranges::any_of(column, [](Residue r) { return r != 0; })) return std::nullopt;
  return taken;
}

bool Span::add_column(std::vector<Residue> column) {
  std::vector<Residue> coefficients = reduce(column);
  for (Residue& one : coefficients) one = subtract(0, one);
  coefficients.push_back(1);
  ++columns_;
  const auto pivot = std::ranges::find_if(column, [](Residue r) { return r != 0; });
  if (pivot == column.end()) return false;
  const Residue scale = inverse(*pivot);
  for (Residue& one : coefficients) one = multiply(one, scale);
  const auto at = static_cast<std::size_t>(pivot - column.begin());
  for (Residue& one : column) one = multiply(one, scale);
  basis_.push_back({std::move(column), at, std::move(coefficients)});
  return true;
}

}  // namespace pawl::heuristics
