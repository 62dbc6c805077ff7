// SPDX-License-Identifier: Apache-2.0
//
// What is claimed of the cells of a map at a loop's head: for each part of the keys one polynomial,
// over where the cell is, where the loops are, and what stands in the same place of other maps.
// Parts are found by splitting: first all keys, then what lies on either side of a frontier, if
// there is no polynomial for both.
#include <algorithm>

#include "gcl/build.h"
#include "heuristics/data/loop_data.h"

namespace pawl::heuristics {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

constexpr std::size_t most_monomials = 64;
constexpr std::size_t most_rows = 4'000;
constexpr std::size_t most_splits = 6;
constexpr std::size_t most_depth = 3;
constexpr std::size_t most_limits = 3;
constexpr std::size_t most_maps = 4;

bool is_array(Expr e) {
  return e.sort().is_map() && e.sort().key().is_int() && e.sort().value().is_int();
}

std::optional<std::int64_t> cell_at(const gcl::State& state, Expr map, std::int64_t key) {
  const auto found = state.find(map);
  if (found == state.end()) return std::nullopt;
  return found->second.select(gcl::Value::integer(key)).as_integer().to_int64();
}

/// A key at a visit.
struct Row {
  std::size_t visit = 0;
  std::int64_t key = 0;
};

/// A condition on keys, and how to tell.
struct Condition {
  Expr formula;
  std::vector<char> holds;  // by row
};

class MapClaims {
 public:
  MapClaims(const LoopData& data, Expr map, Claims& claims)
      : data_(data),
        context_(data.procedure().context),
        map_(map),
        claims_(claims),
        key_(context_.var(data.procedure().fresh_name(), context_.int_sort())),
        cell_(context_.make(Kind::Select, {map, key_})) {}

  void operator()() {
    for (const Feature& limit : limits()) {
      if (!fill_rows(limit)) continue;
      find_splits();
      const std::size_t before = claims_.size();
      claim_part({below(limit), all_rows()}, 0);
      if (claims_.size() > before) return;
    }
  }

 private:
  using Rows = std::vector<std::size_t>;

  Expr number(std::int64_t value) { return context_.int_const(value); }

  // ---- keys -----------------------------------------------------------------------------------

  /// What keys stay below, the largest first.
  std::vector<Feature> limits() const {
    std::vector<Feature> found;
    for (const Expr limit : data_.procedure().limits) {
      auto one = data_.feature(limit);
      if (!one || std::ranges::max(one->values) < 2) continue;
      const auto same = [&](const Feature& other) { return other.values == one->values; };
      if (std::ranges::none_of(found, same)) found.push_back(std::move(*one));
    }
    std::ranges::stable_sort(found, std::ranges::greater{},
                             [](const Feature& f) { return std::ranges::max(f.values); });
    if (found.size() > most_limits) found.resize(most_limits);
    return found;
  }

  std::vector<Expr> below(const Feature& limit) {
    return {nice_le(context_, number(0), key_), nice_lt(context_, key_, limit.term)};
  }

  bool fill_rows(const Feature& limit) {
    rows_.clear();
    table_ = {};
    std::size_t all = 0;
    for (const std::int64_t end : limit.values) {
      if (end > 0) all += static_cast<std::size_t>(std::min<std::int64_t>(end, 64));
    }
    const std::size_t every = 1 + all / most_rows;
    for (std::size_t v = 0; v < limit.values.size(); v += every) {
      for (std::int64_t key = 0; key < std::min<std::int64_t>(limit.values[v], 16); ++key) {
        rows_.push_back({v, key});
      }
    }
    return fill_table();
  }

  void add_column(Expr term, const std::function<std::optional<std::int64_t>(const Row&)>& value) {
    std::vector<Residue> column;
    for (const Row& row : rows_) {
      const auto one = value(row);
      if (!one) return;
      column.push_back(to_residue(*one));
    }
    table_.terms.push_back(term);
    table_.columns.push_back(std::move(column));
  }

  bool fill_table() {
    values_.clear();
    for (const Row& row : rows_) {
      const auto value = cell_at(data_.visits()[row.visit].now, map_, row.key);
      if (!value) return false;
      values_.push_back(*value);
      table_.run.push_back(data_.visits()[row.visit].run);
    }
    target_.clear();
    for (const std::int64_t value : values_) target_.push_back(to_residue(value));
    add_column(key_, [](const Row& row) { return std::optional(row.key); });
    for (const Feature& one : data_.positions()) {
      add_column(one.term, [&](const Row& row) { return std::optional(one.values[row.visit]); });
    }
    positions_ = table_.terms.size();
    for (const Feature& one : data_.others()) {
      if (one.term.is(Kind::Select) && one.term.arg(0) == map_) continue;
      add_column(one.term, [&](const Row& row) { return std::optional(one.values[row.visit]); });
    }
    numbers_ = table_.terms.size();
    add_cells();
    return !rows_.empty();
  }

  /// The same place of other maps, as they are and as they were, and the place before.
  void add_cells() {
    std::size_t maps = 0;
    const auto visit_of = [&](const Row& row) -> const Visit& { return data_.visits()[row.visit]; };
    for (const Expr other : arrays_in_scope()) {
      if (other == map_ || maps++ == most_maps) continue;
      add_column(context_.make(Kind::Select, {other, key_}),
                 [&](const Row& row) { return cell_at(visit_of(row).now, other, row.key); });
    }
    const Expr entry = context_.make(Kind::Entry, {map_});
    add_column(context_.make(Kind::Select, {entry, key_}),
               [&](const Row& row) { return cell_at(visit_of(row).entry, map_, row.key); });
    const Expr before = gcl::mk_sub(context_, key_, number(1));
    add_column(context_.make(Kind::Select, {map_, before}),
               [&](const Row& row) { return cell_at(visit_of(row).now, map_, row.key - 1); });
  }

  std::vector<Expr> arrays_in_scope() const {
    std::vector<Expr> found;
    const auto add_all = [&](const auto& declarations) {
      for (const auto& one : declarations) {
        if (is_array(one.var) && data_.facts().in_scope(one.var)) found.push_back(one.var);
      }
    };
    add_all(data_.procedure().program.globals);
    add_all(data_.procedure().procedure.parameters);
    add_all(data_.procedure().procedure.locals);
    return found;
  }

  // ---- parts ----------------------------------------------------------------------------------

  Rows all_rows() const {
    Rows all(rows_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  /// Conditions of which one holds of each key. Beside a bound there are three; the keys at it
  /// often go with those on one side.
  struct Split {
    std::vector<Condition> sides;
    bool is_bound = false;  // below, at, above
  };

  Condition condition(Expr formula, const std::function<bool(const Row&)>& holds) const {
    Condition one{formula, {}};
    for (const Row& row : rows_) one.holds.push_back(holds(row) ? 1 : 0);
    return one;
  }

  void add_split(Split split) {
    if (splits_.size() == most_splits) return;
    const auto same = [&](const Split& other) {
      return other.sides.front().holds == split.sides.front().holds;
    };
    if (std::ranges::none_of(splits_, same)) splits_.push_back(std::move(split));
  }

  void split_at(Expr bound) {
    const auto feature = data_.feature(bound);
    if (!feature) return;
    const auto at = [&](const Row& row) { return feature->values[row.visit]; };
    add_split({{condition(nice_lt(context_, key_, bound),
                          [&](const Row& row) { return row.key < at(row); }),
                condition(context_.make(Kind::Eq, {key_, bound}),
                          [&](const Row& row) { return row.key == at(row); }),
                condition(nice_lt(context_, bound, key_),
                          [&](const Row& row) { return row.key > at(row); })},
               true});
  }

  /// Frontiers of this loop, then of those around it, then keys that loops start from, then
  /// remainders.
  void find_splits() {
    splits_.clear();
    split_at_frontiers(data_.facts());
    for (const std::size_t outer : data_.around()) {
      split_at_frontiers(*data_.procedure().facts[outer]);
    }
    for (const std::int64_t first : {0, 1}) {
      if (data_.procedure().constants.contains(first + 1)) split_at(number(first));
    }
    for (const std::int64_t modulus : data_.procedure().constants) {
      if (modulus < 2 || modulus > 5) continue;
      Split split;
      for (std::int64_t rest = 0; rest < modulus; ++rest) {
        const Expr mod = context_.make(Kind::Mod, {key_, number(modulus)});
        split.sides.push_back(condition(context_.make(Kind::Eq, {mod, number(rest)}),
                                        [&](const Row& row) { return row.key % modulus == rest; }));
      }
      add_split(std::move(split));
    }
  }

  void split_at_frontiers(const LoopFacts& facts) {
    for (const Frontier* frontier : facts.likely_frontiers_of(map_, 0)) {
      split_at(to_expr(context_, frontier->bound));
    }
  }

  /// A part of the keys, and what is known of it.
  struct Part {
    std::vector<Expr> conditions;
    Rows rows;
    std::optional<Polynomial> polynomial = {};
  };

  void claim_part(Part part, std::size_t depth) {
    if (part.rows.empty()) return;
    if (!part.polynomial) part.polynomial = polynomial_of(part.rows);
    if (part.polynomial) {
      claim(part.conditions, equation(context_, cell_, *part.polynomial, table_.terms));
      return;
    }
    if (depth < most_depth) {
      std::vector<Part> best = best_split(part);
      if (!best.empty()) {
        for (Part& side : best) claim_part(std::move(side), depth + 1);
        return;
      }
    }
    bounds(part.conditions, part.rows);
  }

  /// The one after which the most is described, the first of several. Empty: none is of use.
  std::vector<Part> best_split(const Part& part) {
    std::vector<Part> best;
    std::size_t most = 0;
    for (const Split& split : splits_) {
      std::vector<Part> sides = divide(part, split);
      if (sides.size() < 2) continue;
      std::size_t described = 0;
      for (const Part& side : sides) described += side.polynomial ? side.rows.size() : 0;
      if (best.empty() || described > most) {
        most = described;
        best = std::move(sides);
      }
      if (most == part.rows.size()) break;
    }
    return best;
  }

  std::vector<Part> divide(const Part& part, const Split& split) {
    std::vector<Part> sides;
    for (const Condition& condition : split.sides) {
      Part side{part.conditions, {}};
      side.conditions.push_back(condition.formula);
      for (const std::size_t row : part.rows) {
        if (condition.holds[row] != 0) side.rows.push_back(row);
      }
      sides.push_back(std::move(side));
    }
    for (const std::size_t i :
         split.is_bound ? std::vector<std::size_t>{0, 2, 1} : indices(sides)) {
      if (!sides[i].rows.empty()) sides[i].polynomial = polynomial_of(sides[i].rows);
    }
    if (split.is_bound) join_with_bound(sides, split);
    std::erase_if(sides, [](const Part& side) { return side.rows.empty(); });
    return sides;
  }

  static std::vector<std::size_t> indices(const std::vector<Part>& sides) {
    std::vector<std::size_t> all(sides.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  /// What is at the bound goes with a side of the same kind.
  void join_with_bound(std::vector<Part>& sides, const Split& split) {
    const auto fits = [&](const Part& side) {
      return side.polynomial ? table_.holds(*side.polynomial, target_, sides[1].rows)
                             : !sides[1].polynomial;
    };
    const std::size_t with = fits(sides[2]) ? 2 : fits(sides[0]) ? 0 : 1;
    if (with == 1) return;
    Part& joined = sides[with];
    joined.rows.insert(joined.rows.end(), sides[1].rows.begin(), sides[1].rows.end());
    joined.conditions.back() = complement(split.sides[2 - with].formula);
    sides[1].rows.clear();
  }

  Expr complement(Expr formula) {
    if (formula.is(Kind::Lt)) return context_.make(Kind::Le, {formula.arg(1), formula.arg(0)});
    if (formula.is(Kind::Le)) return context_.make(Kind::Lt, {formula.arg(1), formula.arg(0)});
    return gcl::mk_not(context_, formula);
  }

  void claim(const std::vector<Expr>& part, Expr fact) {
    const Expr body = gcl::mk_implies(context_, gcl::mk_and(context_, part), fact);
    add_claim(claims_, gcl::mk_forall_over(context_, std::vector<Expr>{key_}, body, {{cell_}}));
  }

  // ---- polynomials ----------------------------------------------------------------------------

  /// One that other parts have, or a new one.
  std::optional<Polynomial> polynomial_of(const Rows& rows) {
    for (const Polynomial& known : known_) {
      if (table_.holds(known, target_, rows)) return known;
    }
    std::vector<Residue> part;
    for (const std::size_t row : rows) part.push_back(target_[row]);
    auto found = fit(table_.at(rows), part, ladder());
    if (found) known_.push_back(*found);
    return found;
  }

  Ladder ladder() const {
    const auto range = [](std::size_t from, std::size_t to) {
      std::vector<std::size_t> all;
      for (; from < to; ++from) all.push_back(from);
      return all;
    };
    const std::vector<std::size_t> places = range(0, positions_);
    const std::vector<std::size_t> numbers = range(positions_, numbers_);
    const std::vector<std::size_t> cells = range(numbers_, table_.terms.size());
    Ladder ladder = {{{}}, monomials(places, 1)};
    std::size_t size = 1 + places.size();
    const auto extend = [&](std::vector<Monomial> block) {
      if (block.empty() || size + block.size() > most_monomials) return;
      size += block.size();
      ladder.push_back(std::move(block));
    };
    extend(monomials(places, 2));
    extend(monomials(numbers, 1));
    extend(monomials(cells, 1));
    extend(products(places, cells));
    extend(monomials(places, 3));
    extend(products(places, numbers));
    return ladder;
  }

  static std::vector<Monomial> products(const std::vector<std::size_t>& a,
                                        const std::vector<std::size_t>& b) {
    std::vector<Monomial> all;
    for (const std::size_t one : a) {
      for (const std::size_t other : b) all.push_back({one, other});
    }
    return all;
  }

  // ---- bounds ---------------------------------------------------------------------------------

  /// Where no polynomial fits. With constants of the text, with numbers, with the key.
  void bounds(const std::vector<Expr>& part, const Rows& rows) {
    if (rows.size() < 6) return;
    const auto constants = data_.procedure().constants;
    std::int64_t low = INT64_MAX;
    std::int64_t high = INT64_MIN;
    for (const std::size_t row : rows) {
      low = std::min(low, values_[row]);
      high = std::max(high, values_[row]);
    }
    if (constants.contains(low)) {
      claim(part, nice_le(context_, number(low), cell_));
    }
    if (constants.contains(high)) {
      claim(part, nice_le(context_, cell_, number(high)));
    }
    compare(part, rows, key_, [](const Row& row) { return row.key; });
    for (const std::vector<Feature>* list : {&data_.positions(), &data_.others()}) {
      for (const Feature& one : *list) {
        compare(part, rows, one.term, [&](const Row& row) { return one.values[row.visit]; });
      }
    }
  }

  void compare(const std::vector<Expr>& part, const Rows& rows, Expr term,
               const std::function<std::int64_t(const Row&)>& value) {
    bool at_most = true;
    bool at_least = true;
    bool equal = false;
    for (const std::size_t row : rows) {
      const std::int64_t other = value(rows_[row]);
      at_most &= values_[row] <= other;
      at_least &= values_[row] >= other;
      equal |= values_[row] == other;
    }
    if (!equal || at_most == at_least) return;
    claim(part, at_most ? nice_le(context_, cell_, term) : nice_le(context_, term, cell_));
  }

  const LoopData& data_;
  Context& context_;
  Expr map_;
  Claims& claims_;
  Expr key_;
  Expr cell_;
  std::vector<Row> rows_;
  std::vector<std::int64_t> values_;
  std::vector<Residue> target_;
  Table table_;
  std::size_t positions_ = 0;  // how many columns are places
  std::size_t numbers_ = 0;    // and with the numbers
  std::vector<Split> splits_;
  std::vector<Polynomial> known_;
};

}  // namespace

void claim_cells(const LoopData& data, Claims& claims) {
  for (const Expr target : data.facts().targets()) {
    if (is_array(target) && data.procedure().indexed.contains(target))
      MapClaims(data, target, claims)();
  }
}

}  // namespace pawl::heuristics
