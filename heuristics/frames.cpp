// SPDX-License-Identifier: Apache-2.0
#include "heuristics/frames.h"

#include <algorithm>
#include <optional>

#include "gcl/build.h"
#include "gcl/moments.h"
#include "gcl/targets.h"
#include "gcl/traverse.h"
#include "heuristics/linear.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

constexpr std::size_t most_candidates = 6;  // for one map

/// The keys of all stores into `map`; nothing if it changes in another way too.
std::optional<std::vector<Expr>> stored_keys(const gcl::Block& body, Expr map) {
  std::vector<Expr> keys;
  bool known = true;
  gcl::for_each_stmt(body, [&](const gcl::Stmt& stmt) {
    if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        if (assign->targets[i] != map) continue;
        Expr value = assign->values[i].expr;
        for (; value.is(Kind::Store); value = value.arg(0)) keys.push_back(value.arg(1));
        known &= value == map;
      }
    } else if (const auto* havoc = std::get_if<gcl::Havoc>(&stmt.node)) {
      known &= std::ranges::find(havoc->targets, map) == havoc->targets.end();
    } else if (std::holds_alternative<gcl::Call>(stmt.node)) {
      known = false;
    }
  });
  if (!known || keys.empty()) return std::nullopt;
  return keys;
}

/// The comparisons among the invariants of the loop and of those inside.
std::vector<Expr> known_comparisons(const gcl::While& loop) {
  std::vector<Expr> found;
  const auto add = [&](const gcl::While& one) {
    for (const gcl::Located& invariant : one.invariants) {
      for (const Expr e : gcl::conjuncts(invariant.expr)) {
        if ((e.is(Kind::Le) || e.is(Kind::Lt)) && !e.has_bound_vars()) found.push_back(e);
      }
    }
  };
  add(loop);
  gcl::for_each_stmt(loop.body, [&](const gcl::Stmt& stmt) {
    if (const auto* inner = std::get_if<gcl::While>(&stmt.node)) add(*inner);
  });
  return found;
}

class Proposal {
 public:
  Proposal(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
           const gcl::While& loop)
      : context_(context),
        procedure_(procedure),
        loop_(loop),
        targets_(gcl::targets(program, loop.body)),
        comparisons_(known_comparisons(loop)) {}

  std::vector<gcl::MapRange> operator()() {
    std::vector<gcl::MapRange> found;
    for (const Expr target : targets_) {
      const gcl::Sort sort = target.sort();
      if (!sort.is_map() || !sort.key().is_int()) continue;
      const auto keys = stored_keys(loop_.body, target);
      const bool of_rows = sort.value().is_map();
      // Rows are passed one by one, each as a whole: what is promised says as much as how far the
      // loop has come, and other verifiers compare it with the contract without arithmetic.
      const bool passes_rows =
          of_rows && keys && std::ranges::any_of(*keys, [&](Expr key) { return is_changed(key); });
      if (passes_rows) add_promised(target, found);
      const bool known = keys && (!of_rows || std::ranges::any_of(*keys, is_a_row));
      if (known) add_ranges(target, *keys, found);
      if (!passes_rows) add_promised(target, found);
    }
    return found;
  }

 private:
  using Ends = std::vector<Linear>;

  /// Of a map of maps: a number of a row, `offset + i`. Objects are numbers that nobody adds to.
  static bool is_a_row(Expr key) { return key.is(Kind::Add); }

  static Linear plus(Linear of, std::int64_t constant) {
    of.constant += constant;
    return of;
  }

  bool is_changed(Expr term) const {
    return std::ranges::any_of(gcl::free_vars(term), [&](Expr var) {
      return std::ranges::find(targets_, var) != targets_.end();
    });
  }

  /// The one variable of the key that the loop changes; null: there is none.
  std::optional<Expr> counter_of(const Linear& key) const {
    Expr counter;
    for (const auto& [term, coefficient] : key.terms) {
      if (!is_changed(term)) continue;
      if (counter || coefficient != 1 || !term.is(Kind::Var)) return std::nullopt;
      counter = term;
    }
    return counter;
  }

  /// Where a counter counts from and how far, where it has come, by the keys.
  struct Sides {
    Ends from, behind, above, until, entry;
  };

  void add_ranges(Expr map, const std::vector<Expr>& keys, std::vector<gcl::MapRange>& found) {
    Sides sides;
    for (const Expr key : keys) {
      const auto form = linear_form(key);
      const auto counter = form ? counter_of(*form) : std::nullopt;
      if (!counter) return;
      if (!*counter) {
        sides.from.push_back(*form);
        sides.until.push_back(*form);
      } else {
        add_sides(*form, *counter, sides);
      }
    }
    const std::size_t first = found.size();
    const auto add_all = [&](const Ends& lows, const Ends& highs) {
      for (const Linear& high : highs) {
        for (const Linear& low : lows) {
          const gcl::MapRange one{map, to_expr(context_, low), to_expr(context_, high)};
          const auto same = [&](const gcl::MapRange& other) {
            return other.map == one.map && other.low == one.low && other.high == one.high;
          };
          if (found.size() - first < most_candidates && std::ranges::none_of(found, same)) {
            found.push_back(one);
          }
        }
      }
    };
    std::ranges::stable_sort(sides.from, {}, &Linear::constant);
    std::ranges::stable_sort(sides.behind, std::greater<>{}, &Linear::constant);
    std::ranges::stable_sort(sides.above, {}, &Linear::constant);
    add_all(sides.from, sides.behind);
    add_all(sides.above, sides.until);
    add_all(sides.entry, sides.behind);
    add_all(sides.above, sides.entry);
    add_all(sides.from, sides.until);
  }

  /// match:  forall k :: low <= k && k <= high || map[k] == old(map)[k], or with map[k][l] and a
  /// range of l result: low .. high
  void add_promised(Expr map, std::vector<gcl::MapRange>& found) const {
    for (const gcl::Located& one : procedure_.ensures) {
      const Expr e = one.expr;
      if (!e.is(Kind::Forall) || !e.arg(0).is(Kind::Or)) continue;
      const std::span<const Expr> parts = e.arg(0).args();
      if (parts.size() != 2 || !stays(parts[1], map, e.bound())) continue;
      const Expr key = e.bound()[0];
      const std::vector<Expr> sides = gcl::conjuncts(parts[0]);
      if (sides.size() < 2 || !sides[0].is(Kind::Le) || !sides[1].is(Kind::Le)) continue;
      const Expr low = sides[0].arg(0), high = sides[1].arg(1);
      const bool fits =
          sides[0].arg(1) == key && sides[1].arg(0) == key && is_plain(low) && is_plain(high);
      if (fits) found.push_back({map, low, high});
    }
  }

  /// match:  map[k][l] == old(map)[k][l] for the keys k, l
  static bool stays(Expr e, Expr map, std::span<const Expr> keys) {
    if (!e.is(Kind::Eq)) return false;
    Expr now = e.arg(0), then = e.arg(1);
    for (std::size_t i = keys.size(); i-- > 0;) {
      const bool both = now.is(Kind::Select) && then.is(Kind::Select);
      if (!both || now.arg(1) != keys[i] || then.arg(1) != keys[i]) return false;
      now = now.arg(0);
      then = then.arg(0);
    }
    return now == map && then.is(Kind::Old) && then.arg(0) == map;
  }

  /// It speaks of what the loop leaves alone, now.
  bool is_plain(Expr e) const {
    return !e.has_bound_vars() && !gcl::mentions(e, Kind::Old) && !is_changed(e);
  }

  void add_sides(const Linear& key, Expr counter, Sides& sides) {
    Linear rest = key;
    rest.terms.erase(counter);
    sides.behind.push_back(plus(key, -1));
    sides.above.push_back(plus(key, 1));
    Linear entry = rest;
    entry.terms[context_.make(Kind::Entry, {counter})] = 1;
    sides.entry.push_back(entry);
    for (const Expr comparison : comparisons_) {
      const auto left = linear_form(comparison.arg(0)), right = linear_form(comparison.arg(1));
      const auto distance = left && right ? combine(*right, -1, *left) : std::nullopt;
      if (!distance) continue;
      const std::int64_t strict = comparison.is(Kind::Lt) ? 1 : 0;
      add_bound(*distance, strict, counter, rest, sides);
    }
  }

  /// strict <= distance bounds the counter from one side; only by what stays as it is.
  void add_bound(const Linear& distance, std::int64_t strict, Expr counter, const Linear& rest,
                 Sides& sides) {
    const std::int64_t coefficient = distance.coefficient(counter);
    if (coefficient != 1 && coefficient != -1) return;
    Linear others = distance;
    others.terms.erase(counter);
    for (const auto& [term, unused] : others.terms) {
      if (is_changed(term)) return;
    }
    const auto end = combine(plus(rest, coefficient * strict), -coefficient, others);
    if (!end || is_end_of_type(*end)) return;
    (coefficient == 1 ? sides.from : sides.until).push_back(*end);
  }

  /// Where a counter's type ends says nothing of an array, wherever in it that counts from.
  static bool is_end_of_type(const Linear& end) {
    constexpr std::int64_t largest = 2147483646;
    return end.constant >= largest || end.constant <= -largest;
  }

  gcl::Context& context_;
  const gcl::Procedure& procedure_;
  const gcl::While& loop_;
  std::vector<Expr> targets_;
  std::vector<Expr> comparisons_;
};

}  // namespace

std::vector<gcl::MapRange> propose_frames(gcl::Context& context, const gcl::Program& program,
                                          const gcl::Procedure& procedure, const gcl::While& loop) {
  return Proposal(context, program, procedure, loop)();
}

}  // namespace pawl::heuristics
