// SPDX-License-Identifier: Apache-2.0
//
// What is claimed of numbers at a loop's head.
#include <algorithm>

#include "gcl/build.h"
#include "heuristics/data/loop_data.h"

namespace pawl::heuristics {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

constexpr std::size_t most_monomials = 70;
constexpr std::size_t most_variables = 9;  // of polynomials that vanish
constexpr std::size_t most_summands = 9;
constexpr std::size_t most_comparisons = 24;

std::size_t binomial(std::size_t n, std::size_t k) {
  std::size_t result = 1;
  for (std::size_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

std::vector<Residue> residues(const Numbers& numbers) {
  std::vector<Residue> column;
  column.reserve(numbers.size());
  for (const std::int64_t number : numbers) column.push_back(to_residue(number));
  return column;
}

class NumberClaims {
 public:
  NumberClaims(const LoopData& data, Claims& claims)
      : data_(data), context_(data.procedure().context), claims_(claims), runs_(data.runs()) {}

  void operator()() {
    bound_counters();
    for (const Feature& target : data_.targets()) {
      if (fit_target(target)) fitted_.push_back(target.term);
    }
    find_vanishing();
    for (const Feature& target : data_.targets()) {
      find_remainder(target);
      compare(target);
    }
  }

 private:
  Expr number(std::int64_t value) { return context_.int_const(value); }

  // ---- bounds ---------------------------------------------------------------------------------

  /// Where a counter starts, and where its loop's test ends.
  void bound_counters() {
    for (const Scalar& scalar : data_.facts().scalars()) {
      const Feature* feature = target(scalar.variable);
      if (feature == nullptr || !scalar.is_counter()) continue;
      if (scalar.initial) claim_le(scalar.direction == Direction::Up, scalar.initial, *feature);
    }
    for (const Expr guard : data_.facts().guard_conjuncts()) {
      const auto form = as_inequality(guard);
      if (form && !is_range_of_type(*form)) bound_by_guard(*form);
    }
  }

  void claim_le(bool up, Expr bound, const Feature& feature) {
    const auto other = data_.feature(bound);
    if (!other) return;
    const Numbers& low = up ? other->values : feature.values;
    const Numbers& high = up ? feature.values : other->values;
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (low[i] > high[i]) return;
    }
    add_claim(claims_,
              up ? nice_le(context_, bound, feature.term) : nice_le(context_, feature.term, bound));
  }

  /// f <= 0 held before the last round: f <= c now, c as small as the data allows.
  void bound_by_guard(const Linear& form) {
    const auto feature = data_.feature(to_expr(context_, form));
    if (!feature) return;
    const std::int64_t most = std::ranges::max(feature->values);
    if (most > 8) return;
    const auto slack = combine(form, 1, Linear{.constant = -most, .terms = {}});
    if (slack) add_claim(claims_, at_most_zero(context_, *slack));
  }

  const Feature* target(Expr term) const {
    const auto found = std::ranges::find(data_.targets(), term, &Feature::term);
    return found == data_.targets().end() ? nullptr : &*found;
  }

  // ---- polynomials ----------------------------------------------------------------------------

  Table table_of(const std::vector<const Feature*>& features) const {
    Table table;
    table.run = runs_;
    for (const Feature* feature : features) {
      table.terms.push_back(feature->term);
      table.columns.push_back(residues(feature->values));
    }
    return table;
  }

  /// The value by where the loop is, then by other numbers.
  bool fit_target(const Feature& target) {
    std::vector<const Feature*> features;
    for (const Feature& one : data_.positions()) {
      if (one.term != target.term && one.values != target.values) features.push_back(&one);
    }
    const std::size_t positions = features.size();
    for (const Feature& one : data_.others()) {
      if (one.term != target.term && one.values != target.values) features.push_back(&one);
    }
    add_equal(target);
    const Table table = table_of(features);
    const Ladder ladder = ladder_for(positions, features.size());
    const std::vector<Residue> column = residues(target.values);
    if (const auto found = fit(table, column, ladder)) {
      add_claim(claims_, equation(context_, target.term, *found, table.terms));
      return true;
    }
    return fit_after_first_round(target, table, column, ladder);
  }

  void add_equal(const Feature& target) {
    for (const std::vector<Feature>* list : {&data_.positions(), &data_.others()}) {
      for (const Feature& one : *list) {
        if (one.term == target.term || one.values != target.values) continue;
        const bool said =
            std::ranges::find(equal_, std::pair(one.term, target.term)) != equal_.end();
        if (said) continue;
        equal_.emplace_back(target.term, one.term);
        add_claim(claims_, context_.make(Kind::Eq, {target.term, one.term}));
      }
    }
  }

  static Ladder ladder_for(std::size_t positions, std::size_t all) {
    std::vector<std::size_t> near(positions);
    for (std::size_t i = 0; i < positions; ++i) near[i] = i;
    std::vector<std::size_t> far;
    for (std::size_t i = positions; i < all; ++i) far.push_back(i);
    Ladder ladder = {{{}}, monomials(near, 1)};
    std::size_t size = 1 + positions;
    const auto extend = [&](std::vector<Monomial> block) {
      if (block.empty() || size + block.size() > most_monomials) return;
      size += block.size();
      ladder.push_back(std::move(block));
    };
    extend(monomials(near, 2));
    extend(monomials(far, 1));
    extend(monomials(near, 3));
    if (positions <= 3) extend(monomials(near, 4));
    std::vector<Monomial> mixed;
    for (const std::size_t a : near) {
      for (const std::size_t b : far) mixed.push_back({a, b});
    }
    extend(std::move(mixed));
    return ladder;
  }

  /// Some loops set in their first round what the others go on from.
  bool fit_after_first_round(const Feature& target, const Table& table,
                             const std::vector<Residue>& column, const Ladder& ladder) {
    const Expr later = after_first_round();
    if (!later) return false;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < data_.visits().size(); ++i) {
      if (data_.visits()[i].iteration > 0) rows.push_back(i);
    }
    std::vector<Residue> part;
    for (const std::size_t row : rows) part.push_back(column[row]);
    const auto found = fit(table.at(rows), part, ladder);
    if (!found) return false;
    add_claim(claims_, gcl::mk_implies(context_, later,
                                       equation(context_, target.term, *found, table.terms)));
    return true;
  }

  /// Only counters tell rounds apart.
  Expr after_first_round() const {
    for (const Scalar& scalar : data_.facts().scalars()) {
      if (!scalar.is_counter() || !scalar.initial || !scalar.variable.sort().is_int()) continue;
      if (scalar.direction == Direction::Up) {
        return nice_lt(context_, scalar.initial, scalar.variable);
      }
      if (scalar.direction == Direction::Down) {
        return nice_lt(context_, scalar.variable, scalar.initial);
      }
    }
    return {};
  }

  /// Relations that no single number is on one side of. What fits have told already is not asked
  /// again: only numbers without a fit, and positions. Long ones are accidents of few inputs.
  void find_vanishing() {
    std::vector<const Feature*> features;
    const auto is_fitted = [&](const Feature& one) {
      return std::ranges::find(fitted_, one.term) != fitted_.end();
    };
    for (const std::vector<Feature>* list : {&data_.positions(), &data_.others()}) {
      for (const Feature& one : *list) {
        if (list == &data_.positions() || !is_fitted(one)) features.push_back(&one);
      }
    }
    if (features.size() > most_variables) features.resize(most_variables);
    const Table table = table_of(features);
    std::vector<std::size_t> all(features.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    Ladder ladder;
    for (std::size_t degree = 0; degree <= 3; ++degree) {
      if (binomial(all.size() + degree, degree) > most_monomials) break;
      ladder.push_back(monomials(all, degree));
    }
    for (const Polynomial& one : vanishing(table, ladder)) {
      if (one.summands.size() > most_summands) continue;
      const bool about_targets = std::ranges::any_of(one.summands, [&](const auto& summand) {
        return std::ranges::any_of(
            summand.first, [&](std::size_t term) { return target(table.terms[term]) != nullptr; });
      });
      if (about_targets) add_claim(claims_, vanishes(context_, one, table.terms));
    }
  }

  // ---- the rest -------------------------------------------------------------------------------

  void find_remainder(const Feature& target) {
    const auto [low, high] = std::ranges::minmax(target.values);
    if (high - low < 2) return;
    for (const std::int64_t modulus : data_.procedure().constants) {
      if (modulus < 2 || modulus > 32) continue;
      const auto rest = [&](std::int64_t value) { return ((value % modulus) + modulus) % modulus; };
      const std::int64_t first = rest(target.values.front());
      if (!std::ranges::all_of(target.values, [&](auto v) { return rest(v) == first; })) continue;
      const Expr mod = context_.make(Kind::Mod, {target.term, number(modulus)});
      add_claim(claims_, context_.make(Kind::Eq, {mod, number(first)}));
    }
  }

  /// With constants of the text, and with small multiples of other numbers.
  void compare(const Feature& target) {
    const auto [low, high] = std::ranges::minmax(target.values);
    if (low == high) return;
    if (data_.procedure().constants.contains(low) || low == 0) {
      add_claim(claims_, nice_le(context_, number(low), target.term));
    }
    if (data_.procedure().constants.contains(high)) {
      add_claim(claims_, nice_le(context_, target.term, number(high)));
    }
    for (const std::vector<Feature>* list : {&data_.positions(), &data_.others()}) {
      for (const Feature& one : *list) {
        if (one.term == target.term || compared_ >= most_comparisons) continue;
        for (const std::int64_t factor : factors()) {
          if (compare(target, factor, one)) break;
        }
      }
    }
  }

  std::vector<std::int64_t> factors() const {
    std::vector<std::int64_t> found = {1};
    for (const std::int64_t one : data_.procedure().constants) {
      if (one > 1 && one <= 10) found.push_back(one);
    }
    return found;
  }

  bool compare(const Feature& target, std::int64_t factor, const Feature& other) {
    bool at_most = true;
    bool at_least = true;
    bool equal = false;
    for (std::size_t i = 0; i < target.values.size(); ++i) {
      const std::int64_t bound = factor * other.values[i];
      at_most &= target.values[i] <= bound;
      at_least &= target.values[i] >= bound;
      equal |= target.values[i] == bound;
    }
    if (!equal || at_most == at_least) return false;
    ++compared_;
    const Expr bound =
        factor == 1 ? other.term : context_.make(Kind::Mul, {number(factor), other.term});
    add_claim(claims_, at_most ? nice_le(context_, target.term, bound)
                               : nice_le(context_, bound, target.term));
    return true;
  }

  const LoopData& data_;
  Context& context_;
  Claims& claims_;
  std::vector<std::size_t> runs_;
  std::vector<Expr> fitted_;
  std::vector<std::pair<Expr, Expr>> equal_;
  std::size_t compared_ = 0;
};

}  // namespace

void claim_numbers(const LoopData& data, Claims& claims) { NumberClaims(data, claims)(); }

}  // namespace pawl::heuristics
