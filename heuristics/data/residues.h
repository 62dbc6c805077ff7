// SPDX-License-Identifier: Apache-2.0
//
// Linear algebra for fitting polynomials to data: modulo a prime, so that nothing grows and nothing
// is rounded. What comes out is read back as fractions with small parts; a combination that has
// none is no fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pawl::heuristics {

/// An integer modulo 2^61 - 1.
using Residue = std::uint64_t;
constexpr Residue residue_prime = (Residue{1} << 61U) - 1;

Residue to_residue(std::int64_t value);
Residue add(Residue a, Residue b);
Residue subtract(Residue a, Residue b);
Residue multiply(Residue a, Residue b);
/// `a` is not 0.
Residue inverse(Residue a);

struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;  // positive, no common factor
};

/// The fraction with parts of at most `bound` that is this residue [Wang81]; there is at most one.
std::optional<Fraction> to_fraction(Residue a, std::int64_t bound);

/// The span of columns that are added one after the other.
class Span {
 public:
  /// The coefficients of columns added so far that give this one; nullopt: none do. Columns that
  /// depended on earlier ones when they came have 0: early columns are preferred.
  std::optional<std::vector<Residue>> combination(std::vector<Residue> column) const;
  /// Returns whether the column was not in the span already.
  bool add_column(std::vector<Residue> column);

  std::size_t rank() const { return basis_.size(); }
  std::size_t columns() const { return columns_; }

 private:
  struct Vector {
    std::vector<Residue> entries;  // 1 at `pivot`
    std::size_t pivot = 0;
    std::vector<Residue> coefficients;  // of the columns that it is made of
  };
  /// column -= basis; returns what of.
  std::vector<Residue> reduce(std::vector<Residue>& column) const;

  std::vector<Vector> basis_;
  std::size_t columns_ = 0;
};

}  // namespace pawl::heuristics
