// SPDX-License-Identifier: Apache-2.0
//
// Polynomials with small rational coefficients that fit rows of numbers exactly.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "gcl/expr.h"
#include "heuristics/data/residues.h"

namespace pawl::heuristics {

/// A product of terms, by index, in order; empty: 1.
using Monomial = std::vector<std::size_t>;

struct Polynomial {
  std::vector<std::pair<Monomial, std::int64_t>> summands;  // no coefficient is 0
  std::int64_t denominator = 1;                             // positive, of all of them
};

/// What terms are worth, row by row. All columns are equally long.
struct Table {
  std::vector<gcl::Expr> terms;
  std::vector<std::vector<Residue>> columns;  // by term
  std::vector<std::size_t> run;               // by row: of which run it is

  std::size_t rows() const { return run.size(); }
  Residue value(const Monomial& monomial, std::size_t row) const;
  /// The numerator's value.
  Residue value(const Polynomial& polynomial, std::size_t row) const;
  bool holds(const Polynomial& polynomial, const std::vector<Residue>& target,
             const std::vector<std::size_t>& rows) const;
  /// The same terms, these rows only.
  Table at(const std::vector<std::size_t>& rows) const;
};

/// Monomials that are tried together; a fit that needs fewer blocks is preferred.
using Ladder = std::vector<std::vector<Monomial>>;

/// Monomials of exactly this degree over the terms, in order.
std::vector<Monomial> monomials(const std::vector<std::size_t>& terms, std::size_t degree);

/// The polynomial of the fewest blocks that is the target on every row; nullopt: none is, or there
/// are too few rows to tell a fit from an accident.
std::optional<Polynomial> fit(const Table& table, const std::vector<Residue>& target,
                              const Ladder& ladder);

/// All polynomials over these monomials that are 0 on every row, each but for what the others
/// imply: one for each monomial that earlier ones determine; its multiples are left out.
std::vector<Polynomial> vanishing(const Table& table, const Ladder& ladder);

/// denominator * target == numerator, spelled without negative summands.
gcl::Expr equation(gcl::Context& context, gcl::Expr target, const Polynomial& polynomial,
                   const std::vector<gcl::Expr>& terms);
/// numerator == 0, likewise.
gcl::Expr vanishes(gcl::Context& context, const Polynomial& polynomial,
                   const std::vector<gcl::Expr>& terms);

}  // namespace pawl::heuristics
