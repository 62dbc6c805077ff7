// SPDX-License-Identifier: Apache-2.0
#include "dataflow/lattices/intervals.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::dataflow {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;
using Bound = std::optional<Integer>;

namespace {

Interval point(const Integer& value) { return {value, value}; }

std::optional<Interval> unless_top(Interval interval) {
  if (!interval.low && !interval.high) return std::nullopt;
  return interval;
}

Bound plus(const Bound& a, const Bound& b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

Interval negated(const Interval& a) {
  Interval result;
  if (a.high) result.low = -*a.high;
  if (a.low) result.high = -*a.low;
  return result;
}

Interval sum(const Interval& a, const Interval& b) {
  return {plus(a.low, b.low), plus(a.high, b.high)};
}

std::optional<Interval> product(const Interval& a, const Interval& b) {
  const auto times = [](const Interval& one, const Integer& factor) {
    const auto scaled = [&](const Bound& bound) {
      return bound ? Bound(*bound * factor) : std::nullopt;
    };
    Interval result{scaled(one.low), scaled(one.high)};
    if (factor.is_negative()) std::swap(result.low, result.high);
    return result;
  };
  if (a.low && a.low == a.high) return a.low->is_zero() ? point(0) : times(b, *a.low);
  if (b.low && b.low == b.high) return b.low->is_zero() ? point(0) : times(a, *b.low);
  if (!a.low || !a.high || !b.low || !b.high) return std::nullopt;
  const Integer corners[] = {*a.low * *b.low, *a.low * *b.high, *a.high * *b.low,
                             *a.high * *b.high};
  return Interval{*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

/// By a positive constant only; Euclidean, so monotone.
std::optional<Interval> quotient(const Interval& a, const Interval& b) {
  if (!b.low || b.low != b.high || !(Integer(0) < *b.low)) return std::nullopt;
  Interval result;
  if (a.low) result.low = Integer::div(*a.low, *b.low);
  if (a.high) result.high = Integer::div(*a.high, *b.low);
  return result;
}

std::optional<Interval> remainder(const Interval& a, const Interval& b) {
  if (!b.low || b.low != b.high || !(Integer(0) < *b.low)) return std::nullopt;
  const bool inside = a.low && a.high && !a.low->is_negative() && *a.high < *b.low;
  return inside ? a : Interval{Integer(0), *b.low - Integer(1)};
}

bool below(const Bound& high, const Bound& low) { return high && low && *high < *low; }

std::optional<Interval> truth_value(std::optional<bool> value) {
  if (!value) return std::nullopt;
  return point(*value ? 1 : 0);
}

std::optional<bool> compare(const Interval& a, const Interval& b, Kind kind) {
  const auto not_above = [](const Bound& high, const Bound& low) {
    return high && low && *high <= *low;
  };
  if (kind == Kind::Le) {
    if (not_above(a.high, b.low)) return true;
    return below(b.high, a.low) ? std::optional(false) : std::nullopt;
  }
  if (kind == Kind::Lt) {
    if (below(a.high, b.low)) return true;
    return not_above(b.high, a.low) ? std::optional(false) : std::nullopt;
  }
  if (below(a.high, b.low) || below(b.high, a.low)) return false;
  return a.low && a.low == a.high && a == b ? std::optional(true) : std::nullopt;
}

}  // namespace

Intervals::Intervals(std::vector<Integer> thresholds) : thresholds_(std::move(thresholds)) {}

Intervals::Maybe Intervals::constant(const gcl::Value& value) const {
  if (value.is_bool()) return point(value.as_bool() ? 1 : 0);
  if (value.is_integer()) return point(value.as_integer());
  return std::nullopt;
}

Intervals::Maybe Intervals::apply(Expr node, std::span<const Maybe> args) const {
  // A truth value that is not known is one of two.
  const auto value = [&](std::size_t i) { return args[i].value_or(Interval{}); };
  const auto fold = [&](auto operation) -> Maybe {
    Maybe result = args[0];
    for (std::size_t i = 1; i < args.size() && result; ++i) {
      result = args[i] ? operation(*result, *args[i]) : std::nullopt;
    }
    return result ? unless_top(*result) : std::nullopt;
  };
  if (node.is(Kind::Add)) {
    return fold([](const Interval& a, const Interval& b) { return unless_top(sum(a, b)); });
  }
  if (node.is(Kind::Sub)) {
    return fold(
        [](const Interval& a, const Interval& b) { return unless_top(sum(a, negated(b))); });
  }
  if (node.is(Kind::Neg)) return args[0] ? Maybe(negated(*args[0])) : std::nullopt;
  if (node.is(Kind::Mul)) return fold(product);
  if (node.is(Kind::Div)) return fold(quotient);
  if (node.is(Kind::Mod)) return remainder(value(0), value(1));
  const bool compares =
      node.is(Kind::Le) || node.is(Kind::Lt) || (node.is(Kind::Eq) && node.arg(0).sort().is_int());
  return compares ? truth_value(compare(value(0), value(1), node.kind())) : std::nullopt;
}

Intervals::Maybe Intervals::join(const Value& a, const Value& b) const {
  Interval result;
  if (a.low && b.low) result.low = std::min(*a.low, *b.low);
  if (a.high && b.high) result.high = std::max(*a.high, *b.high);
  return unless_top(std::move(result));
}

Intervals::Maybe Intervals::widen(const Value& a, const Value& b) const {
  Interval result = a;
  if (a.low && (!b.low || *b.low < *a.low)) {
    const auto above = b.low ? std::ranges::upper_bound(thresholds_, *b.low) : thresholds_.begin();
    result.low = above == thresholds_.begin() ? Bound() : Bound(*std::prev(above));
  }
  if (a.high && (!b.high || *a.high < *b.high)) {
    const auto at = b.high ? std::ranges::lower_bound(thresholds_, *b.high) : thresholds_.end();
    result.high = at == thresholds_.end() ? Bound() : Bound(*at);
  }
  return unless_top(std::move(result));
}

bool Intervals::less_equal(const Value& a, const Value& b) const {
  return (!b.low || (a.low && *b.low <= *a.low)) && (!b.high || (a.high && *a.high <= *b.high));
}

bool Intervals::disjoint(const Value& a, const Value& b) const {
  return below(a.high, b.low) || below(b.high, a.low);
}

std::optional<bool> Intervals::truth(const Value& value) const {
  if (!value.low || value.low != value.high) return std::nullopt;
  return !value.low->is_zero();
}

std::optional<gcl::Value> Intervals::single(const Value& value) const {
  if (!value.low || value.low != value.high) return std::nullopt;
  return gcl::Value::integer(*value.low);
}
std::span<const gcl::Value> Intervals::choices(const Value&) const { return {}; }

Intervals::Restricted Intervals::restrict(const Maybe& self, const Maybe& other, Kind kind,
                                          bool holds, bool self_left) const {
  if (!other) return {false, self};
  Interval mine = self.value_or(Interval{});
  const auto at_most = [&](const Bound& bound, int shift) {
    if (bound && (!mine.high || *bound + Integer(shift) < *mine.high)) {
      mine.high = *bound + Integer(shift);
    }
  };
  const auto at_least = [&](const Bound& bound, int shift) {
    if (bound && (!mine.low || *mine.low < *bound + Integer(shift))) {
      mine.low = *bound + Integer(shift);
    }
  };
  if (kind == Kind::Eq) {
    if (holds) {
      at_most(other->high, 0);
      at_least(other->low, 0);
    } else if (other->low && other->low == other->high) {
      if (mine.low == other->low) at_least(other->low, 1);
      if (mine.high == other->high) at_most(other->high, -1);
    }
  } else {
    // self <= other, self < other, and those turned around.
    const bool upper = self_left == holds;
    const bool strict = (kind == Kind::Lt) == holds;
    if (upper) at_most(other->high, strict ? -1 : 0);
    if (!upper) at_least(other->low, strict ? 1 : 0);
  }
  if (below(mine.high, mine.low)) return {true, std::nullopt};
  return {false, unless_top(std::move(mine))};
}

Expr Intervals::meaning(gcl::Context& context, Expr place, const Value& value) const {
  if (place.sort().is_bool()) {
    const std::optional<bool> known = truth(value);
    if (!known) return context.true_();
    return *known ? place : gcl::mk_not(context, place);
  }
  const auto number = [&](const Integer& n) { return context.int_const(n.to_string()); };
  if (value.low && value.low == value.high) {
    return gcl::mk_eq(context, place, number(*value.low));
  }
  std::vector<Expr> bounds;
  if (value.low) bounds.push_back(gcl::mk_le(context, number(*value.low), place));
  if (value.high) bounds.push_back(gcl::mk_le(context, place, number(*value.high)));
  return gcl::mk_and(context, bounds);
}

std::string Intervals::print(const Value& value) const {
  if (value.low && value.low == value.high) return value.low->to_string();
  return "[" + (value.low ? value.low->to_string() : "-oo") + ", " +
         (value.high ? value.high->to_string() : "oo") + "]";
}

std::vector<Integer> constants_of(const gcl::Program& program) {
  std::vector<Integer> found = {Integer(-1), Integer(0), Integer(1)};
  std::vector<Expr> roots;
  const auto add = [&](const gcl::Located& one) { roots.push_back(one.expr); };
  for (const gcl::Procedure& procedure : program.procedures) {
    if (!procedure.body) continue;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      std::visit(overloaded{
                     [&](const gcl::Assert& node) { add(node.condition); },
                     [&](const gcl::Assume& node) { add(node.condition); },
                     [&](const gcl::Assign& node) { std::ranges::for_each(node.values, add); },
                     [&](const gcl::Call& node) { std::ranges::for_each(node.arguments, add); },
                     [&](const gcl::If& node) {
                       if (node.condition) add(*node.condition);
                     },
                     [&](const gcl::While& node) {
                       if (node.condition) add(*node.condition);
                     },
                     [](const auto&) {},
                 },
                 stmt.node);
    });
  }
  gcl::post_order(roots, [&](Expr e) {
    if (!e.is(Kind::IntConst)) return;
    const Integer n{std::string_view(e.text())};
    for (const int shift : {-1, 0, 1}) found.push_back(n + Integer(shift));
  });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace pawl::dataflow
