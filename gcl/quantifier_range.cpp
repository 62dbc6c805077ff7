// SPDX-License-Identifier: Apache-2.0
#include "gcl/quantifier_range.h"

#include <algorithm>
#include <utility>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

/// One side of a comparison: a quantified variable, or another expression, plus a number.
struct Term {
  std::optional<std::size_t> variable;
  Expr other;
  Integer offset;
};

Integer number(Expr constant) { return Integer(std::string_view(constant.text())); }

class BoundFinder {
 public:
  explicit BoundFinder(std::span<const Expr> bound) : bound_(bound) {}

  /// Bounds that hold whenever `formula` has the truth value `wanted`.
  std::vector<RangeBound> operator()(Expr formula, bool wanted) {
    todo_.emplace_back(formula, wanted);
    while (!todo_.empty()) {
      const auto [e, value] = todo_.back();
      todo_.pop_back();
      value ? when_true(e) : when_false(e);
    }
    return std::move(result_);
  }

 private:
  void when_true(Expr e) {
    if (e.is(Kind::And)) {
      for (const Expr arg : e.args()) todo_.emplace_back(arg, true);
    } else if (e.is(Kind::Not)) {
      todo_.emplace_back(e.arg(0), false);
    } else if (e.is(Kind::Le)) {
      at_most(e.arg(0), e.arg(1), 0);
    } else if (e.is(Kind::Lt)) {
      at_most(e.arg(0), e.arg(1), -1);
    } else if (e.is(Kind::Eq) && e.arg(0).sort().is_int()) {
      at_most(e.arg(0), e.arg(1), 0);
      at_most(e.arg(1), e.arg(0), 0);
    }
  }

  void when_false(Expr e) {
    if (e.is(Kind::Or)) {
      for (const Expr arg : e.args()) todo_.emplace_back(arg, false);
    } else if (e.is(Kind::Implies)) {
      todo_.emplace_back(e.arg(0), true);
      todo_.emplace_back(e.arg(1), false);
    } else if (e.is(Kind::Not)) {
      todo_.emplace_back(e.arg(0), true);
    } else if (e.is(Kind::Le)) {
      at_most(e.arg(1), e.arg(0), -1);
    } else if (e.is(Kind::Lt)) {
      at_most(e.arg(1), e.arg(0), 0);
    }
  }

  /// left <= right + offset
  void at_most(Expr left, Expr right, const Integer& offset) {
    const Term l = term(left);
    const Term r = term(right);
    const Integer difference = r.offset - l.offset + offset;
    if (l.variable && usable(r)) {
      result_.push_back({*l.variable, RangeBound::Side::Upper, r.variable, r.other, difference});
    }
    if (r.variable && usable(l)) {
      result_.push_back({*r.variable, RangeBound::Side::Lower, l.variable, l.other, -difference});
    }
  }

  Term term(Expr e) const {
    if (e.is(Kind::IntConst)) return {{}, {}, number(e)};
    if (const auto v = index_of(e)) return {v, {}, 0};
    if ((e.is(Kind::Add) || e.is(Kind::Sub)) && e.args().size() == 2) {
      const Expr a = e.arg(0);
      const Expr b = e.arg(1);
      if (b.is(Kind::IntConst) && index_of(a)) {
        return {index_of(a), {}, e.is(Kind::Add) ? number(b) : -number(b)};
      }
      if (e.is(Kind::Add) && a.is(Kind::IntConst) && index_of(b)) {
        return {index_of(b), {}, number(a)};
      }
    }
    return {{}, e, 0};
  }

  std::optional<std::size_t> index_of(Expr e) const {
    const auto found = std::ranges::find(bound_, e);
    if (found == bound_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - bound_.begin());
  }

  bool usable(const Term& t) const {
    if (!t.other || !t.other.has_bound_vars()) return true;
    return std::ranges::none_of(bound_, [&](Expr v) { return occurs(v, t.other); });
  }

  std::span<const Expr> bound_;
  std::vector<std::pair<Expr, bool>> todo_;
  std::vector<RangeBound> result_;
};

}  // namespace

std::vector<Expr> quantifier_parts(Expr quantifier) {
  const Kind connective = quantifier.is(Kind::Forall) ? Kind::And : Kind::Or;
  std::vector<Expr> parts;
  std::vector<Expr> stack{quantifier.arg(0)};
  while (!stack.empty()) {
    const Expr top = stack.back();
    stack.pop_back();
    if (top.is(connective)) {
      stack.insert(stack.end(), top.args().rbegin(), top.args().rend());
    } else {
      parts.push_back(top);
    }
  }
  return parts;
}

std::vector<RangeBound> range_bounds(Expr quantifier, Expr part) {
  return BoundFinder(quantifier.bound())(part, quantifier.is(Kind::Exists));
}

}  // namespace pawl::gcl
