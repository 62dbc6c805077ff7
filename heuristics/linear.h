// SPDX-License-Identifier: Apache-2.0
//
// Linear integer terms with 64-bit coefficients, for comparing what the text spells differently:
// `i < n`, `i + 1 <= n` and `!(n <= i)` are one predicate. Guesses only: what does not fit
// (overflow, products, a term that unfolds to very many summands) has no linear form, and the
// caller guesses less.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "gcl/expr.h"

namespace pawl::heuristics {

struct Linear {
  std::int64_t constant = 0;
  std::map<gcl::Expr, std::int64_t> terms;  // by id; no coefficient is 0, no term a sum

  bool is_constant() const { return terms.empty(); }
  std::int64_t coefficient(gcl::Expr term) const;
  friend bool operator==(const Linear&, const Linear&) = default;
};

/// `e` has sort int.
std::optional<Linear> linear_form(gcl::Expr e);
/// left + factor * right
std::optional<Linear> combine(const Linear& left, std::int64_t factor, const Linear& right);
/// The constant `left - right`, if it is one.
std::optional<std::int64_t> constant_difference(gcl::Expr left, gcl::Expr right);
/// `term` replaced by `value`.
std::optional<Linear> replace(const Linear& in, gcl::Expr term, const Linear& value);

/// The variable's value when `form == value`; needs coefficient 1 or -1. Absent otherwise.
std::optional<Linear> solve(const Linear& form, gcl::Expr variable, const Linear& value);

gcl::Expr to_expr(gcl::Context& context, const Linear& form);
/// `form <= 0` and `form == 0` the way people write them: `i < n`, `0 <= i`, `k == i + j`.
gcl::Expr at_most_zero(gcl::Context& context, const Linear& form);
gcl::Expr equals_zero(gcl::Context& context, const Linear& form);
/// `left <= right`, `left < right`, written as above; the plain comparison without linear form.
gcl::Expr nice_le(gcl::Context& context, gcl::Expr left, gcl::Expr right);
gcl::Expr nice_lt(gcl::Context& context, gcl::Expr left, gcl::Expr right);

}  // namespace pawl::heuristics
