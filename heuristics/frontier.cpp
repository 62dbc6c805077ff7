// SPDX-License-Identifier: Apache-2.0
//
// Up to where a loop has worked through a map. A key i + c that a round uses is, seen from the
// next head, i - step + c: everything up to it is done. That is one form for loops that count up
// or down, test before or after the step, or work from both ends. Where the key is no such term
// (`mid` of a binary search), a variable that is set to the key plus a constant tells the same.
#include <algorithm>

#include "heuristics/loop_facts.h"

namespace pawl::heuristics {

using gcl::Expr;
using gcl::Kind;

namespace {

/// Frontiers that differ in the constant only (a[i] and a[i + 1] in one round): two say enough.
constexpr std::size_t max_per_moving_part = 2;
constexpr std::size_t max_counter_frontiers = 3;

Linear constant(std::int64_t value) { return Linear{.constant = value, .terms = {}}; }

}  // namespace

std::vector<const Frontier*> LoopFacts::frontiers_of(Expr map, std::size_t dimension) const {
  std::vector<const Frontier*> found;
  for (const Frontier& frontier : frontiers_) {
    if (frontier.map == map && frontier.dimension == dimension) found.push_back(&frontier);
  }
  return found;
}

std::vector<const Frontier*> LoopFacts::likely_frontiers_of(Expr map, std::size_t dimension) const {
  std::vector<const Frontier*> found = frontiers_of(map, dimension);
  const auto known = [&](const Frontier& frontier) { return frontier.map == map; };
  if (std::ranges::any_of(frontiers_, known)) return found;
  for (const Frontier& frontier : counter_frontiers_) found.push_back(&frontier);
  return found;
}

/// Where an inner loop does the work, the keys are not known at this loop's head; then a counter
/// of this loop usually says how far it has come.
void LoopFacts::find_counter_frontiers() {
  for (const Scalar& scalar : scalars_) {
    const bool up = scalar.direction == Direction::Up;
    const bool directed = up || scalar.direction == Direction::Down;
    if (!directed || !scalar.variable.sort().is_int()) continue;
    if (counter_frontiers_.size() >= max_counter_frontiers) break;
    const Linear alone{.constant = 0, .terms = {{scalar.variable, 1}}};
    auto first = at_entry(alone);
    if (first && !up) first = combine(*first, -1, constant(1));
    counter_frontiers_.push_back({.map = {},
                                  .dimension = 0,
                                  .bound = alone,
                                  .direction = scalar.direction,
                                  .written = false,
                                  .first = first,
                                  .last = up ? limit(alone, scalar.direction) : std::nullopt});
  }
}

void LoopFacts::find_frontiers() {
  for (std::size_t i = 0; i < back_paths_.size(); ++i) {
    for (const Access& access : back_paths_[i]->accesses) {
      for (std::size_t dimension = 0; dimension < access.keys.size(); ++dimension) {
        if (access.keys[dimension].at_head.sort().is_int()) {
          add_frontier(*back_paths_[i], i, access, dimension);
        }
      }
    }
  }
  std::ranges::stable_sort(frontiers_, std::ranges::greater{}, &Frontier::written);
}

/// The form's value in terms of the next head, when everything in it moves by constants.
std::optional<Linear> LoopFacts::seen_from_next_head(const Linear& form,
                                                     std::size_t path_index) const {
  std::optional<Linear> passed = form;
  for (const auto& [term, coefficient] : form.terms) {
    if (is_invariant(term)) continue;
    const Scalar* moving = scalar(term);
    const auto change = moving != nullptr ? moving->changes[path_index] : std::nullopt;
    if (!change) return std::nullopt;
    const Linear previous{.constant = -*change, .terms = {{term, 1}}};
    passed = replace(*passed, term, previous);
    if (!passed) return std::nullopt;
  }
  return passed;
}

void LoopFacts::add_frontier(const BodyPath& path, std::size_t path_index, const Access& access,
                             std::size_t dimension) {
  const Expr key = access.keys[dimension].at_head;
  const auto form = linear_form(key);
  if (!form || mentions_opaque(key)) return;
  Frontier frontier{.map = access.map,
                    .dimension = dimension,
                    .bound = {},
                    .direction = Direction::Up,
                    .written = access.is_write(),
                    .first = at_entry(*form),
                    .last = {}};

  const auto passed = seen_from_next_head(*form, path_index);
  const auto step = passed ? combine(*form, -1, *passed) : std::nullopt;
  if (step) {
    if (step->constant == 0) return;
    const bool up = step->constant > 0;
    frontier.direction = up ? Direction::Up : Direction::Down;
    frontier.last = limit(*form, frontier.direction);
    const auto bound = combine(*passed, 1, constant(up ? 1 : 0));
    if (!bound) return;
    frontier.bound = *bound;
    add_frontier(std::move(frontier));
    return;
  }
  // match:  x := key + d      result: the key, seen from the next head, is x - d
  for (const Scalar& candidate : scalars_) {
    const Expr variable = candidate.variable;
    const bool directed =
        candidate.direction == Direction::Up || candidate.direction == Direction::Down;
    if (!variable.sort().is_int() || candidate.changes[path_index] || !directed) continue;
    const auto distance = constant_difference(path.value_after(variable), key);
    if (!distance) continue;
    const bool up = candidate.direction == Direction::Up;
    frontier.direction = candidate.direction;
    const Linear alone{.constant = up ? 1 : 0, .terms = {{variable, 1}}};
    const auto bound = combine(alone, -1, constant(*distance));
    if (!bound) continue;
    frontier.bound = *bound;
    // Nothing is done on entry, so the first key is the one at the bound.
    frontier.first = at_entry(frontier.bound);
    if (frontier.first && !up) frontier.first = combine(*frontier.first, -1, constant(1));
    add_frontier(frontier);
  }
}

void LoopFacts::add_frontier(Frontier frontier) {
  std::size_t similar = 0;
  for (Frontier& known : frontiers_) {
    if (!(known.map == frontier.map) || known.dimension != frontier.dimension) continue;
    if (known.bound == frontier.bound) {
      known.written |= frontier.written;
      return;
    }
    if (known.bound.terms == frontier.bound.terms) ++similar;
  }
  if (similar < max_per_moving_part) frontiers_.push_back(std::move(frontier));
}

/// The value on entry of a term over the loop's variables.
std::optional<Linear> LoopFacts::at_entry(Linear form) const {
  const std::map<Expr, std::int64_t> terms = form.terms;
  for (const auto& [term, coefficient] : terms) {
    if (is_invariant(term)) continue;
    const Expr value = initial(term);
    const auto value_form = value ? linear_form(value) : std::nullopt;
    const auto replaced = value_form ? replace(form, term, *value_form) : std::nullopt;
    if (!replaced) return std::nullopt;
    form = *replaced;
  }
  return form;
}

/// The extreme key the loop's test lets through: with `i < n`, key i + 1 goes up to n.
std::optional<Linear> LoopFacts::limit(const Linear& key, Direction direction) const {
  const std::int64_t sign = direction == Direction::Up ? 1 : -1;
  for (const Expr conjunct : guard_conjuncts_) {
    auto form = as_inequality(conjunct);
    // match:  i != n      result: i < n for a loop that goes up, n < i otherwise
    const bool unequal = conjunct.is(Kind::Not) && conjunct.arg(0).is(Kind::Eq) &&
                         conjunct.arg(0).arg(0).sort().is_int();
    if (unequal) {
      const auto left = linear_form(conjunct.arg(0).arg(0));
      const auto right = linear_form(conjunct.arg(0).arg(1));
      const auto apart = left && right ? combine(*left, -1, *right) : std::nullopt;
      if (!apart) continue;
      for (const std::int64_t side : {1, -1}) {
        const auto strict = combine(constant(1), side, *apart);
        auto rest = strict ? combine(key, -sign, *strict) : std::nullopt;
        if (rest && is_invariant(to_expr(context_, *rest))) return rest;
      }
      continue;
    }
    // guard: form <= 0. When form == key - rest (going up), key <= rest.
    auto rest = form ? combine(key, -sign, *form) : std::nullopt;
    if (rest && is_invariant(to_expr(context_, *rest))) return rest;
  }
  return std::nullopt;
}

}  // namespace pawl::heuristics
