// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/acsl/shift.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "gcl/build.h"
#include "gcl/integer.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

/// constant + the sum of terms with their signs, in text order; what cancels out is gone.
struct Sum {
  struct Part {
    Expr term;
    bool positive = true;
  };
  std::vector<Part> parts;
  Integer constant;

  void add(Expr term, bool positive) {
    const auto opposite = std::ranges::find_if(
        parts, [&](const Part& p) { return p.term == term && p.positive != positive; });
    if (opposite != parts.end()) {
      parts.erase(opposite);
    } else {
      parts.push_back({term, positive});
    }
  }
};

Sum sum_of(Expr e) {
  Sum sum;
  std::vector<Sum::Part> todo{{e, true}};
  while (!todo.empty()) {
    const auto [term, positive] = todo.back();
    todo.pop_back();
    if (term.is(Kind::IntConst)) {
      const Integer value{std::string_view(term.text())};
      sum.constant = positive ? sum.constant + value : sum.constant - value;
    } else if (term.is(Kind::Add)) {
      for (std::size_t i = term.args().size(); i-- > 0;) todo.push_back({term.arg(i), positive});
    } else if (term.is(Kind::Sub)) {
      todo.push_back({term.arg(1), !positive});
      todo.push_back({term.arg(0), positive});
    } else if (term.is(Kind::Neg)) {
      todo.push_back({term.arg(0), !positive});
    } else {
      sum.add(term, positive);
    }
  }
  return sum;
}

Expr to_expr(Context& context, const Sum& sum) {
  Expr result;
  for (const bool positive : {true, false}) {
    for (const Sum::Part& part : sum.parts) {
      if (part.positive != positive) continue;
      if (!result) {
        result = positive ? part.term : context.make(Kind::Neg, {part.term});
      } else {
        result = context.make(positive ? Kind::Add : Kind::Sub, {result, part.term});
      }
    }
  }
  const Expr constant = context.int_const(sum.constant.to_string());
  return result ? gcl::mk_add(context, result, constant) : constant;
}

/// What is added to `variable` in a key; nullopt when it is not one plus something that is fixed.
/// Numbers do not count: a[k + 1] is an index as good as a[k].
std::optional<Sum> distance(Expr key, Expr variable) {
  Sum sum = sum_of(key);
  const auto is_variable = [&](const Sum::Part& p) { return p.term == variable && p.positive; };
  const auto found = std::ranges::find_if(sum.parts, is_variable);
  if (found == sum.parts.end()) return std::nullopt;
  sum.parts.erase(found);
  sum.constant = 0;
  const auto moves = [](const Sum::Part& p) { return p.term.has_bound_vars(); };
  if (std::ranges::any_of(sum.parts, moves)) return std::nullopt;
  return sum;
}

/// How far all or some keys are from the variable; null: one is not, or none tells.
Expr common_distance(Context& context, Expr variable, Expr body) {
  Expr first;
  bool is_index = false;
  gcl::post_order(body, [&](Expr e) {
    if (!e.is(Kind::Select) || !e.arg(1).has_bound_vars() || !e.arg(1).sort().is_int()) return;
    const std::optional<Sum> found = distance(e.arg(1), variable);
    if (!found) return;
    is_index |= found->parts.empty();
    if (!first && !found->parts.empty()) first = to_expr(context, *found);
  });
  return is_index ? Expr() : first;
}

bool is_comparison(Expr e) {
  return (e.is(Kind::Le) || e.is(Kind::Lt) || e.is(Kind::Eq)) && e.arg(0).sort().is_int();
}

/// match:  0 <= k - x      k - x < n
/// result: x <= k          k < x + n
Expr solved_for(Context& context, Expr comparison, Expr variable) {
  Sum difference = sum_of(context.make(Kind::Sub, {comparison.arg(0), comparison.arg(1)}));
  const auto found = std::ranges::find(difference.parts, variable, &Sum::Part::term);
  if (found == difference.parts.end()) return comparison;
  const bool on_the_left = found->positive;
  difference.parts.erase(found);
  for (const Sum::Part& part : difference.parts) {
    if (gcl::occurs(variable, part.term)) return comparison;
  }
  if (on_the_left) {
    for (Sum::Part& part : difference.parts) part.positive = !part.positive;
    difference.constant = -difference.constant;
  }
  const Expr other = to_expr(context, difference);
  return on_the_left ? context.make(comparison.kind(), {variable, other})
                     : context.make(comparison.kind(), {other, variable});
}

}  // namespace

Expr shifted_to_indices(Context& context, std::span<const Expr> variables, Expr body) {
  for (const Expr variable : variables) {
    if (!variable.sort().is_int()) continue;
    const Expr by = common_distance(context, variable, body);
    if (!by) continue;
    const Expr moved = context.make(Kind::Sub, {variable, by});
    gcl::Rewriter rewrite(context, [&](Expr e) {
      if (e == variable) return moved;
      if (is_comparison(e) && gcl::occurs(moved, e)) return solved_for(context, e, variable);
      const bool access = e.is(Kind::Select) && e.arg(1).sort().is_int();
      if (!access || !e.arg(1).has_bound_vars()) return e;
      return context.make(Kind::Select, {e.arg(0), to_expr(context, sum_of(e.arg(1)))});
    });
    body = rewrite(body);
  }
  return body;
}

}  // namespace pawl::frontend::c
