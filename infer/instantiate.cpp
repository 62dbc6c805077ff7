// SPDX-License-Identifier: Apache-2.0
#include "infer/instantiate.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::infer {
namespace {

using gcl::Expr;
using gcl::Kind;

/// More instances than this cost more than they give; the most promising come first.
constexpr std::size_t max_instances = 256;
/// Boolean structure above a quantifier deeper than this is given up: the fact is dropped.
constexpr unsigned max_depth = 400;

/// match:  v, v + c, c + v, v - c      result: the key that must be met, as a function of t
/// Solving `index(v) == t` for v: t, t - c, t - c, t + c. Null when `index` has another shape.
Expr solve_for(gcl::Context& context, Expr index, Expr variable, Expr term) {
  if (index == variable) return term;
  const bool binary = index.args().size() == 2;
  if (index.is(Kind::Add) && binary) {
    if (index.arg(0) == variable && !index.arg(1).has_bound_vars()) {
      return gcl::mk_sub(context, term, index.arg(1));
    }
    if (index.arg(1) == variable && !index.arg(0).has_bound_vars()) {
      return gcl::mk_sub(context, term, index.arg(0));
    }
  }
  if (index.is(Kind::Sub)) {
    if (index.arg(0) == variable && !index.arg(1).has_bound_vars()) {
      return gcl::mk_add(context, term, index.arg(1));
    }
    // match: c - v == t    result: c - t
    if (index.arg(1) == variable && !index.arg(0).has_bound_vars()) {
      return gcl::mk_sub(context, index.arg(0), term);
    }
  }
  return {};
}

const std::vector<Expr> no_terms;

template <class Map, class Key>
const std::vector<Expr>& find_list(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? no_terms : found->second;
}

}  // namespace

void GroundTerms::add(TermList& list, Expr term) {
  if (std::ranges::find(list, term) == list.end()) list.push_back(term);
}

void GroundTerms::collect(std::span<const Expr> formulas) {
  gcl::post_order(formulas, [&](Expr e) {
    if (!seen_nodes_.insert(e).second) return;
    if ((e.is(Kind::Select) || e.is(Kind::Store)) && !e.arg(1).has_bound_vars()) {
      add(keys_[e.arg(0).sort().id()], e.arg(1));
      add(by_sort_[e.arg(1).sort().id()], e.arg(1));
    }
    if (e.is(Kind::Apply)) {
      for (std::size_t i = 0; i < e.args().size(); ++i) {
        if (e.arg(i).has_bound_vars()) continue;
        add(arguments_[{e.name(), i}], e.arg(i));
        add(by_sort_[e.arg(i).sort().id()], e.arg(i));
      }
    }
  });
}

const std::vector<Expr>& GroundTerms::keys(gcl::Sort map_sort) const {
  return find_list(keys_, map_sort.id());
}

const std::vector<Expr>& GroundTerms::arguments(const std::string& function,
                                                std::size_t position) const {
  return find_list(arguments_, std::pair(function, position));
}

const std::vector<Expr>& GroundTerms::of_sort(gcl::Sort sort) const {
  return find_list(by_sort_, sort.id());
}

bool Instantiator::has_quantifier(Expr root) {
  if (const auto known = has_quantifier_.find(root); known != has_quantifier_.end()) {
    return known->second;
  }
  gcl::post_order(root, [&](Expr e) {
    has_quantifier_[e] =
        e.is(Kind::Forall) || e.is(Kind::Exists) ||
        std::ranges::any_of(e.args(), [&](Expr arg) { return has_quantifier_.at(arg); });
  });
  return has_quantifier_.at(root);
}

Expr Instantiator::weaken(Expr formula) { return visit(formula, Polarity::Positive, 0); }

// Positive: the result is implied by e. Negative: the result implies e.
Expr Instantiator::visit(Expr e, Polarity polarity, unsigned depth) {
  if (!has_quantifier(e)) return e;
  const Expr give_up = context_.bool_(polarity == Polarity::Positive);
  if (depth > max_depth) return give_up;
  const Polarity opposite =
      polarity == Polarity::Positive ? Polarity::Negative : Polarity::Positive;
  if (e.is(Kind::And) || e.is(Kind::Or)) return visit_args(e, polarity, depth + 1);
  if (e.is(Kind::Not)) return gcl::mk_not(context_, visit(e.arg(0), opposite, depth + 1));
  if (e.is(Kind::Implies)) {
    return gcl::mk_implies(context_, visit(e.arg(0), opposite, depth + 1),
                           visit(e.arg(1), polarity, depth + 1));
  }
  if (e.is(Kind::Iff)) {
    const Expr there = context_.make(Kind::Implies, {e.arg(0), e.arg(1)});
    const Expr back = context_.make(Kind::Implies, {e.arg(1), e.arg(0)});
    return gcl::mk_and(context_,
                       {visit(there, polarity, depth + 1), visit(back, polarity, depth + 1)});
  }
  if (e.is(Kind::Forall) || e.is(Kind::Exists)) {
    const bool for_all = e.is(Kind::Forall) == (polarity == Polarity::Positive);
    return for_all ? instances(e, polarity, depth + 1) : skolemized(e, polarity, depth + 1);
  }
  // A quantifier inside a term or an if-then-else has no polarity.
  return give_up;
}

Expr Instantiator::visit_args(Expr e, Polarity polarity, unsigned depth) {
  std::vector<Expr> args;
  for (const Expr arg : e.args()) args.push_back(visit(arg, polarity, depth));
  return e.is(Kind::And) ? gcl::mk_and(context_, args) : gcl::mk_or(context_, args);
}

std::vector<Expr> Instantiator::candidates(Expr bound_var, Expr body) const {
  std::vector<Expr> found;
  const auto add = [&](Expr term) {
    if (term && !term.has_bound_vars() && std::ranges::find(found, term) == found.end()) {
      found.push_back(term);
    }
  };
  gcl::post_order(body, [&](Expr e) {
    if (e.is(Kind::Select) || e.is(Kind::Store)) {
      if (!(e.arg(1).sort() == bound_var.sort()) || !e.arg(1).has_bound_vars()) return;
      for (const Expr term : terms_.keys(e.arg(0).sort())) {
        add(solve_for(context_, e.arg(1), bound_var, term));
      }
    } else if (e.is(Kind::Apply)) {
      for (std::size_t i = 0; i < e.args().size(); ++i) {
        if (!(e.arg(i).sort() == bound_var.sort())) continue;
        for (const Expr term : terms_.arguments(e.name(), i)) {
          add(solve_for(context_, e.arg(i), bound_var, term));
        }
      }
    }
  });
  if (found.empty()) found = terms_.of_sort(bound_var.sort());
  return found;
}

Expr Instantiator::instances(Expr quantifier, Polarity polarity, unsigned depth) {
  std::vector<gcl::Substitution> choices(1);
  for (const Expr variable : quantifier.bound()) {
    std::vector<gcl::Substitution> longer;
    const std::vector<Expr> terms = candidates(variable, quantifier.arg(0));
    for (const gcl::Substitution& choice : choices) {
      for (const Expr term : terms) {
        if (longer.size() == max_instances) break;
        longer.push_back(choice);
        longer.back().emplace(variable, term);
      }
    }
    choices = std::move(longer);
  }
  std::vector<Expr> found;
  found.reserve(choices.size());
  for (const gcl::Substitution& choice : choices) {
    found.push_back(visit(gcl::substitute(context_, quantifier.arg(0), choice), polarity, depth));
  }
  return quantifier.is(Kind::Forall) ? gcl::mk_and(context_, found) : gcl::mk_or(context_, found);
}

Expr Instantiator::skolemized(Expr quantifier, Polarity polarity, unsigned depth) {
  gcl::Substitution witness;
  for (const Expr variable : quantifier.bound()) {
    witness.emplace(variable, context_.fresh_var("witness", variable.sort()));
  }
  return visit(gcl::substitute(context_, quantifier.arg(0), witness), polarity, depth);
}

}  // namespace pawl::infer
