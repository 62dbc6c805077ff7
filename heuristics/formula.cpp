// SPDX-License-Identifier: Apache-2.0
#include "heuristics/formula.h"

#include <algorithm>
#include <numeric>

#include "gcl/build.h"
#include "heuristics/linear.h"

namespace pawl::heuristics {
namespace {

using gcl::Context;
using gcl::Expr;
using gcl::Kind;

bool is_connective(Expr e) {
  return e.is(Kind::Not) || e.is(Kind::And) || e.is(Kind::Or) || e.is(Kind::Implies) ||
         e.is(Kind::Iff) || (e.is(Kind::Ite) && e.sort().is_bool());
}

bool is_quantifier(Expr e) { return e.is(Kind::Forall) || e.is(Kind::Exists); }

std::int64_t common_divisor(const Linear& form) {
  std::int64_t divisor = 0;
  for (const auto& [term, coefficient] : form.terms) divisor = std::gcd(divisor, coefficient);
  return divisor;
}

/// Largest q with q * divisor <= value; divisor > 0.
std::int64_t floor_div(std::int64_t value, std::int64_t divisor) {
  const std::int64_t quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

void divide_terms(Linear& form, std::int64_t divisor) {
  for (auto& [term, coefficient] : form.terms) coefficient /= divisor;
}

std::optional<Linear> left_minus_right(Expr comparison) {
  const auto left = linear_form(comparison.arg(0));
  const auto right = linear_form(comparison.arg(1));
  if (!left || !right) return std::nullopt;
  return combine(*left, -1, *right);
}

/// `form <= 0` or its negation `1 - form <= 0`, whichever starts with a positive coefficient.
Expr canonical_inequality(Context& context, Linear form) {
  if (form.is_constant()) return context.bool_(form.constant <= 0);
  const std::int64_t divisor = common_divisor(form);
  divide_terms(form, divisor);
  form.constant = -floor_div(-form.constant, divisor);  // terms <= -constant, rounded down
  if (form.terms.begin()->second > 0) return at_most_zero(context, form);
  const auto negated = combine(Linear{.constant = 1, .terms = {}}, -1, form);
  return negated ? at_most_zero(context, *negated) : at_most_zero(context, form);
}

Expr canonical_equality(Context& context, Linear form) {
  if (form.is_constant()) return context.bool_(form.constant == 0);
  const std::int64_t divisor = common_divisor(form);
  if (form.constant % divisor != 0) return context.false_();
  divide_terms(form, divisor);
  form.constant /= divisor;
  if (form.terms.begin()->second < 0) {
    if (const auto negated = combine(Linear{}, -1, form)) form = *negated;
  }
  return equals_zero(context, form);
}

/// The atom's value when its linear form is constant, itself otherwise.
Expr fold_comparison(Context& context, Expr atom) {
  const auto form = left_minus_right(atom);
  if (!form || !form->is_constant()) return atom;
  if (atom.is(Kind::Eq)) return context.bool_(form->constant == 0);
  return context.bool_(atom.is(Kind::Le) ? form->constant <= 0 : form->constant < 0);
}

/// match:  m[j := v][k]
/// result: v when j and k are the same, m[k] when they differ by a constant other than 0
Expr fold_select(Context& context, Expr select) {
  Expr map = select.arg(0);
  const Expr key = select.arg(1);
  while (map.is(Kind::Store) && key.sort().is_int()) {
    const auto apart = constant_difference(map.arg(1), key);
    if (!apart) break;
    if (*apart == 0) return map.arg(2);
    map = map.arg(0);
  }
  return gcl::mk_select(context, map, key);
}

Expr simplify_node(Context& context, Expr e) {
  if (e.is(Kind::Not)) return gcl::mk_not(context, e.arg(0));
  if (e.is(Kind::And)) return gcl::mk_and(context, e.args());
  if (e.is(Kind::Or)) return gcl::mk_or(context, e.args());
  if (e.is(Kind::Implies)) return gcl::mk_implies(context, e.arg(0), e.arg(1));
  if (e.is(Kind::Iff)) return gcl::mk_eq(context, e.arg(0), e.arg(1));
  if (e.is(Kind::Ite)) return gcl::mk_ite(context, e.arg(0), e.arg(1), e.arg(2));
  if (e.is(Kind::Select)) return fold_select(context, e);
  if (is_quantifier(e) && (e.arg(0).is_true() || e.arg(0).is_false())) return e.arg(0);
  const bool int_equality = e.is(Kind::Eq) && e.arg(0).sort().is_int();
  if (e.is(Kind::Le) || e.is(Kind::Lt) || int_equality) return fold_comparison(context, e);
  return e.is(Kind::Eq) ? gcl::mk_eq(context, e.arg(0), e.arg(1)) : e;
}

}  // namespace

std::vector<Expr> atoms_of(Expr formula) {
  std::vector<Expr> atoms;
  ExprSet seen;
  std::vector<Expr> stack{formula};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (!seen.insert(e).second || is_quantifier(e)) continue;
    if (is_connective(e)) {
      stack.insert(stack.end(), e.args().rbegin(), e.args().rend());
    } else if (!e.is_true() && !e.is_false()) {
      atoms.push_back(e);
    }
  }
  return atoms;
}

namespace {

enum class Keys { Shortest, Canonical };

Expr with_keys(Context& context, Expr e, Keys keys) {
  gcl::Rewriter rewrite(context, [&](Expr node) {
    if (!node.is(Kind::Select) || !node.arg(1).sort().is_int()) return node;
    const auto form = linear_form(node.arg(1));
    if (!form) return node;
    const Expr key = to_expr(context, *form);
    const Expr written = node.arg(1);
    const bool shorter = gcl::dag_size(std::span<const Expr>(&key, 1)) <
                         gcl::dag_size(std::span<const Expr>(&written, 1));
    return keys == Keys::Canonical || shorter ? context.make(Kind::Select, {node.arg(0), key})
                                              : node;
  });
  return rewrite(e);
}

}  // namespace

Expr tidy_keys(Context& context, Expr e) { return with_keys(context, e, Keys::Shortest); }

Expr canonical(Context& context, Expr atom) {
  atom = with_keys(context, atom, Keys::Canonical);
  while (atom.is(Kind::Not)) atom = atom.arg(0);
  const bool int_equality = atom.is(Kind::Eq) && atom.arg(0).sort().is_int();
  if (atom.is(Kind::Le) || atom.is(Kind::Lt) || int_equality) {
    auto form = left_minus_right(atom);
    if (form && atom.is(Kind::Lt)) form = combine(*form, 1, Linear{.constant = 1, .terms = {}});
    if (!form) return atom;
    return int_equality ? canonical_equality(context, *form) : canonical_inequality(context, *form);
  }
  if (atom.is(Kind::BvUle)) return context.make(Kind::BvUlt, {atom.arg(1), atom.arg(0)});
  if (atom.is(Kind::BvSle)) return context.make(Kind::BvSlt, {atom.arg(1), atom.arg(0)});
  if (atom.is(Kind::Eq) || atom.is(Kind::Iff)) {
    const Expr first = std::min(atom.arg(0), atom.arg(1));
    return gcl::mk_eq(context, first, first == atom.arg(0) ? atom.arg(1) : atom.arg(0));
  }
  return atom;
}

Expr simplify(Context& context, Expr e) {
  gcl::Rewriter rewrite(context, [&](Expr node) { return simplify_node(context, node); });
  return rewrite(e);
}

Expr substitute_now(Context& context, Expr e, const gcl::Substitution& now) {
  if (!contains_kind(e, Kind::Old) && !contains_kind(e, Kind::Entry)) {
    return gcl::substitute(context, e, now);
  }
  gcl::Substitution back;
  gcl::Rewriter hide(context, [&](Expr node) {
    if (!node.is(Kind::Old) && !node.is(Kind::Entry)) return node;
    const Expr hidden = context.var("$then" + std::to_string(node.id()), node.sort());
    back.emplace(hidden, node);
    return hidden;
  });
  Expr result = gcl::substitute(context, hide(e), now);
  // An Entry inside an Old was hidden first; each pass uncovers one level.
  while (std::ranges::any_of(gcl::free_vars(result), [&](Expr v) { return back.contains(v); })) {
    result = gcl::substitute(context, result, back);
  }
  return result;
}

std::vector<Expr> read_through_stores(Context& context, Expr atom) {
  constexpr std::size_t max_cases = 4;
  std::vector<Expr> updated;  // reads of an updated map
  gcl::post_order(atom, [&](Expr node) {
    if (node.is(Kind::Select) && node.arg(0).is(Kind::Store)) updated.push_back(node);
  });
  const auto reading = [&](Expr stored) {
    gcl::Rewriter rewrite(context, [&](Expr node) {
      if (!node.is(Kind::Select)) return node;
      Expr map = node.arg(0);
      while (map.is(Kind::Store)) map = map.arg(0);
      return gcl::mk_select(context, map, node.arg(1));
    });
    if (!stored) return rewrite(atom);
    gcl::Rewriter choose(context,
                         [&](Expr node) { return node == stored ? node.arg(0).arg(2) : node; });
    return rewrite(choose(atom));
  };
  std::vector<Expr> cases{reading({})};
  for (const Expr stored : updated) {
    if (cases.size() < max_cases) cases.push_back(reading(stored));
  }
  return cases;
}

MapRead map_read(Expr term) {
  MapRead read{.map = {}, .keys = {}, .term = term};
  Expr e = term;
  while (e.is(Kind::Select)) {
    read.keys.push_back(e.arg(1));
    e = e.arg(0);
  }
  std::ranges::reverse(read.keys);
  if (e.is(Kind::Var)) read.map = e;
  return read;
}

std::vector<MapRead> reads_in(Expr e) {
  std::vector<MapRead> reads;
  ExprSet inner;  // maps that are only read further
  gcl::post_order(e, [&](Expr node) {
    if (node.is(Kind::Select)) inner.insert(node.arg(0));
  });
  gcl::post_order(e, [&](Expr node) {
    if (!node.is(Kind::Select) || (inner.contains(node) && node.sort().is_map())) return;
    if (MapRead read = map_read(node); read.map) reads.push_back(std::move(read));
  });
  return reads;
}

std::vector<Expr> current_vars(Expr e) {
  std::vector<Expr> vars;
  ExprSet seen;
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr node = stack.back();
    stack.pop_back();
    if (!seen.insert(node).second || node.is(Kind::Old) || node.is(Kind::Entry)) continue;
    if (node.is(Kind::Var)) vars.push_back(node);
    stack.insert(stack.end(), node.args().rbegin(), node.args().rend());
  }
  return vars;
}

bool mentions_any(Expr e, const ExprSet& nodes) {
  bool found = false;
  gcl::post_order(e, [&](Expr node) { found |= nodes.contains(node); });
  return found;
}

bool contains_kind(Expr e, Kind kind) {
  bool found = false;
  gcl::post_order(e, [&](Expr node) { found |= node.is(kind); });
  return found;
}

bool contains_quantifier(Expr e) {
  return contains_kind(e, Kind::Forall) || contains_kind(e, Kind::Exists);
}

Expr opaque(Context& context, gcl::Sort sort, std::size_t number) {
  return context.var("$" + std::to_string(number) + ":" + gcl::to_string(sort), sort);
}

bool is_opaque(Expr e) { return e.is(Kind::Var) && e.name().starts_with('$'); }

bool mentions_opaque(Expr e) {
  return std::ranges::any_of(gcl::free_vars(e), [](Expr v) { return is_opaque(v); });
}

}  // namespace pawl::heuristics
