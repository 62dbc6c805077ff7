// SPDX-License-Identifier: Apache-2.0
#include "heuristics/linear.h"

#include <charconv>
#include <vector>

#include "gcl/build.h"

namespace pawl::heuristics {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

/// Shared nodes are unfolded, so the number of summands is bounded rather than the depth.
constexpr std::size_t max_unfolded = 256;

std::optional<std::int64_t> value_of(Expr constant) {
  const std::string& text = constant.text();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// sum += factor * amount; false on overflow. The least value is refused too, so that every
/// coefficient can be negated.
bool accumulate(std::int64_t& sum, std::int64_t factor, std::int64_t amount) {
  std::int64_t product = 0;
  return !__builtin_mul_overflow(factor, amount, &product) &&
         !__builtin_add_overflow(sum, product, &sum) && sum != INT64_MIN;
}

bool add_term(Linear& form, Expr term, std::int64_t factor) {
  std::int64_t& coefficient = form.terms[term];
  if (!accumulate(coefficient, factor, 1)) return false;
  if (coefficient == 0) form.terms.erase(term);
  return true;
}

/// match:  c * e (c a literal)      result: {e, c}; absent for other products
std::optional<std::pair<Expr, std::int64_t>> scaled(Expr product) {
  if (product.args().size() != 2) return std::nullopt;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (!product.arg(side).is(Kind::IntConst)) continue;
    if (const auto factor = value_of(product.arg(side))) {
      return std::pair(product.arg(1 - side), *factor);
    }
  }
  return std::nullopt;
}

struct Summand {
  Expr term;
  std::int64_t factor;
};

/// One step of unfolding: pushes the parts of a sum, or adds a term that is none. False: give up.
bool unfold(Summand top, std::vector<Summand>& stack, Linear& form) {
  const auto push = [&](Expr part, std::int64_t by) {
    std::int64_t factor = 0;
    if (!accumulate(factor, top.factor, by)) return false;
    stack.push_back({part, factor});
    return true;
  };
  const Expr e = top.term;
  if (e.is(Kind::IntConst)) {
    const auto value = value_of(e);
    return value && accumulate(form.constant, top.factor, *value);
  }
  if (e.is(Kind::Add)) {
    for (const Expr part : e.args()) {
      if (!push(part, 1)) return false;
    }
    return true;
  }
  if (e.is(Kind::Sub)) return push(e.arg(0), 1) && push(e.arg(1), -1);
  if (e.is(Kind::Neg)) return push(e.arg(0), -1);
  if (e.is(Kind::Mul)) {
    if (const auto product = scaled(e)) return push(product->first, product->second);
  }
  return add_term(form, e, top.factor);
}

/// The terms with a positive coefficient, or those with a negative one negated, as one sum
/// together with `constant`.
enum class Side { Positive, Negative };
Expr one_side(Context& context, const Linear& form, Side side, std::int64_t constant) {
  Linear part;
  part.constant = constant;
  for (const auto& [term, coefficient] : form.terms) {
    if ((coefficient > 0) != (side == Side::Positive)) continue;
    part.terms.emplace(term, coefficient > 0 ? coefficient : -coefficient);
  }
  return to_expr(context, part);
}

bool has_side(const Linear& form, Side side) {
  for (const auto& [term, coefficient] : form.terms) {
    if ((coefficient > 0) == (side == Side::Positive)) return true;
  }
  return false;
}

/// Where the constant of `form <= 0` stands: `0 <= i`, `i + 2 <= n`, `i <= n + 2`, `i <= 2`.
bool constant_goes_left(const Linear& form) {
  if (!has_side(form, Side::Negative)) return false;
  return form.constant > 0 || !has_side(form, Side::Positive);
}

std::optional<Linear> difference(Expr left, Expr right) {
  const auto left_form = linear_form(left);
  const auto right_form = linear_form(right);
  if (!left_form || !right_form) return std::nullopt;
  return combine(*left_form, -1, *right_form);
}

}  // namespace

std::int64_t Linear::coefficient(Expr term) const {
  const auto found = terms.find(term);
  return found == terms.end() ? 0 : found->second;
}

std::optional<Linear> linear_form(Expr e) {
  Linear form;
  std::vector<Summand> stack{{e, 1}};
  for (std::size_t steps = 0; !stack.empty(); ++steps) {
    if (steps > max_unfolded) return std::nullopt;
    const Summand top = stack.back();
    stack.pop_back();
    if (!unfold(top, stack, form)) return std::nullopt;
  }
  return form;
}

std::optional<Linear> combine(const Linear& left, std::int64_t factor, const Linear& right) {
  Linear sum = left;
  if (!accumulate(sum.constant, factor, right.constant)) return std::nullopt;
  for (const auto& [term, coefficient] : right.terms) {
    std::int64_t scaled_coefficient = 0;
    if (!accumulate(scaled_coefficient, factor, coefficient)) return std::nullopt;
    if (scaled_coefficient != 0 && !add_term(sum, term, scaled_coefficient)) return std::nullopt;
  }
  return sum;
}

std::optional<std::int64_t> constant_difference(Expr left, Expr right) {
  const auto form = difference(left, right);
  return form && form->is_constant() ? std::optional(form->constant) : std::nullopt;
}

std::optional<Linear> replace(const Linear& in, Expr term, const Linear& value) {
  const std::int64_t coefficient = in.coefficient(term);
  Linear rest = in;
  rest.terms.erase(term);
  return combine(rest, coefficient, value);
}

std::optional<Linear> solve(const Linear& form, Expr variable, const Linear& value) {
  const std::int64_t coefficient = form.coefficient(variable);
  if (coefficient != 1 && coefficient != -1) return std::nullopt;
  Linear rest = form;
  rest.terms.erase(variable);
  const auto remaining = combine(value, -1, rest);  // coefficient * variable
  return remaining ? combine(Linear{}, coefficient, *remaining) : std::nullopt;
}

Expr to_expr(Context& context, const Linear& form) {
  std::vector<Expr> plus;
  std::vector<Expr> minus;
  for (const auto& [term, coefficient] : form.terms) {
    const std::int64_t size = coefficient > 0 ? coefficient : -coefficient;
    const Expr scaled_term =
        size == 1 ? term : context.make(Kind::Mul, {context.int_const(size), term});
    (coefficient > 0 ? plus : minus).push_back(scaled_term);
  }
  if (form.constant > 0 || plus.empty()) plus.push_back(context.int_const(form.constant));
  Expr sum = plus.size() == 1 ? plus.front() : context.make(Kind::Add, plus);
  // A leading 0 only stands in front of a difference: `0 - i` is `-i`.
  if (sum == context.int_const(0) && !minus.empty()) {
    sum = context.make(Kind::Neg, {minus.front()});
    minus.erase(minus.begin());
  }
  for (const Expr term : minus) sum = gcl::mk_sub(context, sum, term);
  const bool constant_pending =
      form.constant < 0 && !form.terms.empty() && has_side(form, Side::Positive);
  return constant_pending ? gcl::mk_sub(context, sum, context.int_const(-form.constant)) : sum;
}

Expr at_most_zero(Context& context, const Linear& form) {
  const std::int64_t c = form.constant;
  const bool both = has_side(form, Side::Positive) && has_side(form, Side::Negative);
  if (both && c == 1) {
    return gcl::mk_lt(context, one_side(context, form, Side::Positive, 0),
                      one_side(context, form, Side::Negative, 0));
  }
  const bool on_the_left = constant_goes_left(form);
  return gcl::mk_le(context, one_side(context, form, Side::Positive, on_the_left ? c : 0),
                    one_side(context, form, Side::Negative, on_the_left ? 0 : -c));
}

Expr equals_zero(Context& context, const Linear& form) {
  const std::int64_t c = form.constant;
  const bool on_the_left = c > 0 && has_side(form, Side::Negative);
  return gcl::mk_eq(context, one_side(context, form, Side::Positive, on_the_left ? c : 0),
                    one_side(context, form, Side::Negative, on_the_left ? 0 : -c));
}

Expr nice_le(Context& context, Expr left, Expr right) {
  const auto form = difference(left, right);
  return form ? at_most_zero(context, *form) : gcl::mk_le(context, left, right);
}

Expr nice_lt(Context& context, Expr left, Expr right) {
  auto form = difference(left, right);
  if (form && accumulate(form->constant, 1, 1)) return at_most_zero(context, *form);
  return gcl::mk_lt(context, left, right);
}

}  // namespace pawl::heuristics
