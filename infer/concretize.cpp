// SPDX-License-Identifier: Apache-2.0
#include "infer/concretize.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::infer {
namespace {

using gcl::Expr;
using gcl::Kind;

bool reads_map(Expr e) {
  bool found = false;
  gcl::post_order(e, [&](Expr node) { found |= node.is(Kind::Select) || node.is(Kind::Apply); });
  return found;
}

/// Terms that may start a trigger: reads of maps and applications that mention a skolem, and
/// whose keys are not computed (a[k + 1] matches badly; a[k] or a[f(k)] match well).
std::vector<Expr> trigger_terms(Expr formula, std::span<const Expr> skolems) {
  std::vector<Expr> terms;
  gcl::post_order(formula, [&](Expr e) {
    if (!e.is(Kind::Select) && !e.is(Kind::Apply)) return;
    if (!e.sort().is_map() &&
        std::ranges::any_of(skolems, [&](Expr s) { return gcl::occurs(s, e); })) {
      terms.push_back(e);
    }
  });
  return terms;
}

bool covers(std::span<const Expr> terms, std::span<const Expr> skolems) {
  return std::ranges::all_of(skolems, [&](Expr s) {
    return std::ranges::any_of(terms, [&](Expr t) { return gcl::occurs(s, t); });
  });
}

/// Every single term that mentions all skolems is a trigger; without one, a smallest-first cover
/// is one multi-pattern, such as {a[x], a[y]} for sortedness.
std::vector<std::vector<Expr>> choose_triggers(Expr formula, std::span<const Expr> skolems) {
  const std::vector<Expr> terms = trigger_terms(formula, skolems);
  std::vector<std::vector<Expr>> triggers;
  for (const Expr term : terms) {
    if (covers(std::span<const Expr>(&term, 1), skolems)) triggers.push_back({term});
  }
  if (!triggers.empty() || !covers(terms, skolems)) return triggers;
  std::vector<Expr> cover;
  for (const Expr skolem : skolems) {
    if (covers(cover, std::span<const Expr>(&skolem, 1))) continue;
    cover.push_back(
        *std::ranges::find_if(terms, [&](Expr term) { return gcl::occurs(skolem, term); }));
  }
  triggers.push_back(std::move(cover));
  return triggers;
}

void move_negations(std::vector<Expr>& about, std::vector<Expr>& range) {
  const auto is_negation = [](Expr e) { return e.is(Kind::Not); };
  if (std::ranges::all_of(about, is_negation)) {
    range.insert(range.end(), about.begin(), about.end() - 1);
    about.erase(about.begin(), about.end() - 1);
    return;
  }
  std::ranges::copy_if(about, std::back_inserter(range), is_negation);
  std::erase_if(about, is_negation);
}

}  // namespace

Expr negate(gcl::Context& context, Expr formula) {
  if (formula.is(Kind::Le)) return context.make(Kind::Lt, {formula.arg(1), formula.arg(0)});
  if (formula.is(Kind::Lt)) return context.make(Kind::Le, {formula.arg(1), formula.arg(0)});
  return gcl::mk_not(context, formula);
}

// Literals that read a map are what the clause is about; the others are the range in which it
// holds. Without such a split, negative literals are premises of the positive ones. What is still
// a negation is a premise as well, unless nothing else is left to conclude.
Expr readable(gcl::Context& context, const abstraction::Clause& clause,
              std::span<const Expr> predicates) {
  if (clause.empty()) return context.false_();
  std::vector<Expr> about, range;
  for (const abstraction::Literal literal : clause) {
    const Expr predicate = predicates[literal.predicate];
    (reads_map(predicate) ? about : range)
        .push_back(literal.positive ? predicate : negate(context, predicate));
  }
  if (about.empty()) {
    for (const abstraction::Literal literal : clause) {
      if (literal.positive) about.push_back(predicates[literal.predicate]);
    }
    std::erase_if(range, [&](Expr e) { return std::ranges::find(about, e) != about.end(); });
    if (about.empty()) {
      about.push_back(range.back());
      range.pop_back();
    }
  }
  move_negations(about, range);
  for (Expr& premise : range) premise = negate(context, premise);
  // Lower bounds first: `0 <= k && k < i`.
  std::stable_partition(range.begin(), range.end(), [](Expr premise) {
    return (premise.is(Kind::Le) || premise.is(Kind::Lt)) && premise.arg(0).is(Kind::IntConst);
  });
  return gcl::mk_implies(context, gcl::mk_and(context, range), gcl::mk_or(context, about));
}

Expr close_over_skolems(gcl::Context& context, Expr formula, std::span<const Expr> skolems) {
  std::vector<Expr> used;
  for (const Expr skolem : skolems) {
    if (gcl::occurs(skolem, formula)) used.push_back(skolem);
  }
  return gcl::mk_forall_over(context, used, formula, choose_triggers(formula, used));
}

}  // namespace pawl::infer
