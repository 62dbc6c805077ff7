// SPDX-License-Identifier: Apache-2.0
#include "heuristics/relations.h"

#include <algorithm>
#include <numeric>

#include "gcl/build.h"
#include "heuristics/loop_facts.h"

namespace pawl::heuristics {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

using Row = std::vector<std::int64_t>;

constexpr std::size_t max_counters = 8;
/// Larger coefficients are accidents, and keep elimination far from overflow: a step multiplies
/// two entries, and rows are divided by their greatest divisor.
constexpr std::int64_t max_coefficient = 1000;

std::vector<const Scalar*> counters_of(const LoopFacts& facts) {
  std::vector<const Scalar*> counters;
  for (const Scalar& scalar : facts.scalars()) {
    if (scalar.is_counter() && counters.size() < max_counters) counters.push_back(&scalar);
  }
  return counters;
}

bool normalize(Row& row) {
  std::int64_t divisor = 0;
  for (const std::int64_t entry : row) divisor = std::gcd(divisor, entry);
  if (divisor == 0) return true;
  for (std::int64_t& entry : row) entry /= divisor;
  return std::ranges::all_of(row,
                             [](std::int64_t entry) { return std::abs(entry) <= max_coefficient; });
}

struct Echelon {
  std::vector<Row> rows;
  std::vector<std::size_t> pivots;  // column of each row's pivot; zero in all other rows
};

/// Gauss-Jordan over the integers; absent when coefficients grow too large.
std::optional<Echelon> eliminate(std::vector<Row> rows, std::size_t columns) {
  for (Row& row : rows) {
    if (!normalize(row)) return std::nullopt;
  }
  Echelon echelon;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto pivot = std::ranges::find_if(rows, [&](const Row& row) { return row[column] != 0; });
    if (pivot == rows.end()) continue;
    const Row chosen = *pivot;
    rows.erase(pivot);
    const auto clear = [&](Row& row) {
      if (row[column] == 0) return true;
      const std::int64_t keep = chosen[column];
      const std::int64_t take = row[column];
      for (std::size_t i = 0; i < columns; ++i) row[i] = row[i] * keep - chosen[i] * take;
      return normalize(row);
    };
    if (!std::ranges::all_of(rows, clear) || !std::ranges::all_of(echelon.rows, clear)) {
      return std::nullopt;
    }
    echelon.rows.push_back(chosen);
    echelon.pivots.push_back(column);
  }
  return echelon;
}

/// One vector per column without pivot: 1 there, and what cancels it in the pivot columns.
std::vector<Row> kernel(const Echelon& echelon, std::size_t columns) {
  std::vector<Row> basis;
  for (std::size_t free = 0; free < columns; ++free) {
    if (std::ranges::find(echelon.pivots, free) != echelon.pivots.end()) continue;
    std::int64_t scale = 1;
    for (std::size_t r = 0; r < echelon.rows.size(); ++r) {
      if (echelon.rows[r][free] != 0) {
        scale = std::lcm(scale, echelon.rows[r][echelon.pivots[r]]);
      }
      if (scale > max_coefficient) break;
    }
    if (scale > max_coefficient) continue;
    Row vector(columns, 0);
    vector[free] = scale;
    for (std::size_t r = 0; r < echelon.rows.size(); ++r) {
      const std::int64_t pivot = echelon.rows[r][echelon.pivots[r]];
      vector[echelon.pivots[r]] = -echelon.rows[r][free] * (scale / pivot);
    }
    if (normalize(vector)) basis.push_back(std::move(vector));
  }
  std::ranges::stable_sort(basis, {},
                           [](const Row& row) { return row.size() - std::ranges::count(row, 0); });
  return basis;
}

/// sum == its value on entry
std::optional<Linear> minus_entry_value(const LoopFacts& facts, const Linear& sum) {
  std::optional<Linear> form = sum;
  for (const auto& [variable, coefficient] : sum.terms) {
    const auto entry = linear_form(facts.value_on_entry(variable));
    form = entry && form ? combine(*form, -coefficient, *entry) : std::nullopt;
  }
  return form;
}

}  // namespace

std::vector<Expr> kept_equalities(Context& context, const LoopFacts& facts) {
  const std::vector<const Scalar*> counters = counters_of(facts);
  std::vector<Row> changes;
  for (std::size_t path = 0; path < facts.back_paths().size(); ++path) {
    Row row;
    for (const Scalar* counter : counters) row.push_back(*counter->changes[path]);
    if (std::ranges::find(changes, row) == changes.end()) changes.push_back(std::move(row));
  }
  const auto echelon = eliminate(std::move(changes), counters.size());
  if (!echelon) return {};
  std::vector<Expr> equalities;
  for (const Row& row : kernel(*echelon, counters.size())) {
    Linear sum;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != 0) sum.terms.emplace(counters[i]->variable, row[i]);
    }
    if (const auto form = minus_entry_value(facts, sum)) {
      equalities.push_back(equals_zero(context, *form));
    }
  }
  return equalities;
}

namespace {

/// What one path adds to the variable at most; residues are known from both sides.
std::optional<std::int64_t> largest_gain(const LoopFacts& facts, std::size_t path,
                                         const Scalar& scalar) {
  if (!scalar.variable.sort().is_int()) return std::nullopt;
  const auto after = linear_form(facts.back_paths()[path]->value_after(scalar.variable));
  const Linear before{.constant = 0, .terms = {{scalar.variable, 1}}};
  const auto gain = after ? combine(*after, -1, before) : std::nullopt;
  if (!gain) return std::nullopt;
  std::int64_t most = gain->constant;
  for (const auto& [term, coefficient] : gain->terms) {
    const auto divisor = term.is(Kind::Mod) ? linear_form(term.arg(1)) : std::nullopt;
    const bool small = divisor && divisor->is_constant() && divisor->constant > 0 &&
                       divisor->constant <= max_coefficient &&
                       std::abs(coefficient) <= max_coefficient;
    if (!small || std::abs(most) > max_coefficient * max_coefficient) return std::nullopt;
    if (coefficient > 0) most += coefficient * (divisor->constant - 1);
  }
  return most;
}

/// match:  c := c + x mod 2; i := i + 1      result: c - i never grows
bool never_gains_on(const LoopFacts& facts, const Scalar& slow, const Scalar& fast) {
  for (std::size_t path = 0; path < facts.back_paths().size(); ++path) {
    const auto gain = largest_gain(facts, path, slow);
    if (!gain || *gain > *fast.changes[path]) return false;
  }
  return true;
}

}  // namespace

std::vector<Expr> kept_inequalities(Context& context, const LoopFacts& facts) {
  const std::vector<const Scalar*> counters = counters_of(facts);
  std::vector<Expr> inequalities;
  for (const Scalar* slow : counters) {
    for (const Scalar* fast : counters) {
      const bool same_way = slow->direction == fast->direction;
      const auto gains = std::ranges::equal(slow->changes, fast->changes, {}, {}, {});
      const bool never_gains = std::ranges::equal(
          slow->changes, fast->changes, [](const auto& a, const auto& b) { return *a <= *b; });
      if (slow == fast || gains || !never_gains || !same_way) continue;
      const Linear difference{.constant = 0, .terms = {{slow->variable, 1}, {fast->variable, -1}}};
      if (const auto form = minus_entry_value(facts, difference)) {
        inequalities.push_back(at_most_zero(context, *form));
      }
    }
  }
  for (const Scalar& slow : facts.scalars()) {
    for (const Scalar* fast : counters) {
      if (slow.is_counter() || !never_gains_on(facts, slow, *fast)) continue;
      const Linear difference{.constant = 0, .terms = {{slow.variable, 1}, {fast->variable, -1}}};
      if (const auto form = minus_entry_value(facts, difference)) {
        inequalities.push_back(at_most_zero(context, *form));
      }
    }
  }
  return inequalities;
}

namespace {

class Assigned {
 public:
  Assigned(Context& context, Proposal& proposal)
      : context_(context), proposal_(proposal), facts_(proposal.facts()) {}

  void run() {
    for (std::size_t i = 0; i < facts_.back_paths().size(); ++i) {
      for (const Scalar& scalar : facts_.scalars()) {
        const Expr value = facts_.back_paths()[i]->value_after(scalar.variable);
        const bool steps = scalar.changes[i].has_value();
        if (!steps && !(value == scalar.variable) && !mentions_opaque(value)) {
          assigned(i, scalar, value);
        }
      }
    }
  }

 private:
  void assigned(std::size_t path_index, const Scalar& scalar, Expr value) {
    const BodyPath& path = *facts_.back_paths()[path_index];
    if (scalar.variable.sort().is_int()) {
      beside_counters(path, path_index, scalar.variable, value);
      if (!value.is(Kind::Var)) tests_of_result(path, scalar.variable, value);
    }
    equal_to(path, scalar, value);
    if (value.is(Kind::Var) && !facts_.is_invariant(value)) tests_passed(path, value);
  }

  /// match:  x := e, where e is y + d at the next head, y a counter
  /// result: x <= y + d when y goes up: it leaves x behind
  void beside_counters(const BodyPath& path, std::size_t path_index, Expr variable, Expr value) {
    for (const Scalar& counter : facts_.scalars()) {
      const auto change = counter.changes[path_index];
      if (!counter.is_counter() || !change) continue;
      const auto distance = constant_difference(value, path.value_after(counter.variable));
      if (!distance) continue;
      const Expr there = gcl::mk_add(context_, counter.variable, context_.int_const(*distance));
      const bool up = counter.direction == Direction::Up;
      proposal_.add(up ? nice_le(context_, variable, there) : nice_le(context_, there, variable),
                    Rank::Key, "atoms: set from a counter");
    }
  }

  /// match:  x := x - y, where y < x was tested      result: 0 < x
  /// Small numbers only: the ranges of types are guessed from other tests.
  void tests_of_result(const BodyPath& path, Expr variable, Expr value) {
    const auto after = linear_form(value);
    if (!after) return;
    for (const Seen& condition : path.conditions) {
      const auto form = as_inequality(condition.at_head);
      if (!form) continue;
      for (const std::int64_t sign : {1, -1}) {
        const auto rest = combine(*form, -sign, *after);
        if (!rest || !rest->is_constant() || std::abs(rest->constant) > max_coefficient) continue;
        // The test says sign * x + rest <= 0; `x == y` ruled out makes it strict.
        const bool strict = rest->constant == 0 && never_zero(path, *after);
        Linear seen{.constant = rest->constant + (strict ? 1 : 0), .terms = {{variable, sign}}};
        proposal_.add(at_most_zero(context_, seen), Rank::Key, "atoms: a test of what is assigned");
      }
    }
  }

  static bool never_zero(const BodyPath& path, const Linear& form) {
    return std::ranges::any_of(path.conditions, [&](const Seen& condition) {
      const Expr test = condition.at_head;
      if (!test.is(Kind::Not) || !test.arg(0).is(Kind::Eq)) return false;
      if (!test.arg(0).arg(0).sort().is_int()) return false;
      const auto left = linear_form(test.arg(0).arg(0));
      const auto right = linear_form(test.arg(0).arg(1));
      const auto apart = left && right ? combine(*left, -1, *right) : std::nullopt;
      if (!apart) return false;
      const auto opposite = combine(Linear{}, -1, *apart);
      return *apart == form || (opposite && *opposite == form);
    });
  }

  void equal_to(const BodyPath& path, const Scalar& scalar, Expr value) {
    const Rank rank = facts_.is_invariant(value) ? Rank::Likely : Rank::Key;
    Expr seen = facts_.seen_from_next_head(path, value, LoopFacts::Back::CopiesOnly);
    if (!seen && scalar.set_on_every_path) {
      seen = facts_.seen_from_next_head(path, value, LoopFacts::Back::CopiesAndCounters);
    }
    if (!seen || gcl::occurs(scalar.variable, seen)) return;
    proposal_.add_premise(gcl::mk_eq(context_, scalar.variable, simplify(context_, seen)), rank,
                          "atoms: assigned in the loop");
  }

  void tests_passed(const BodyPath& path, Expr copied) {
    for (const Seen& condition : path.conditions) {
      if (!gcl::occurs(copied, condition.at_head) || contains_quantifier(condition.at_head)) {
        continue;
      }
      const Expr seen =
          facts_.seen_from_next_head(path, condition.at_head, LoopFacts::Back::CopiesOnly);
      if (seen && !(seen == condition.at_head)) {
        proposal_.add_premise(seen, Rank::Likely, "atoms: a test passed by a copy");
      }
    }
  }

  Context& context_;
  Proposal& proposal_;
  const LoopFacts& facts_;
};

}  // namespace

void propose_assigned(Context& context, Proposal& proposal) { Assigned(context, proposal).run(); }

}  // namespace pawl::heuristics
