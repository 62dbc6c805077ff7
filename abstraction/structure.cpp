// SPDX-License-Identifier: Apache-2.0
//
// Two predicates belong to one group when a chain of formulas links them by shared variables,
// functions, or sorts whose size a quantifier may restrict. Verification conditions guard nearly
// every fact by a Boolean variable that the assumptions make true, so facts implied by unit
// propagation are used in place of the formulas; otherwise the guards would link everything.
#include "abstraction/structure.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::abstraction {

namespace {

using gcl::Expr;
using gcl::Kind;

// Passes over all formulas; each uses what the ones before found. Stopping early makes groups
// coarser, nothing worse.
constexpr int max_passes = 20;

class UnitPropagation {
 public:
  explicit UnitPropagation(gcl::Context& context) : context_(context) {}

  // What the formulas say beyond the units. Facts tend to be implied by later ones (a guard by
  // the guards behind it), hence backwards.
  std::vector<Expr> run(std::vector<Expr> formulas) {
    bool changed = true;
    for (int pass = 0; changed && pass < max_passes; ++pass) {
      changed = false;
      std::vector<Expr> next;
      for (std::size_t i = formulas.size(); i-- > 0;) {
        const Expr simplified = (*this)(formulas[i]);
        for (const Expr fact : gcl::conjuncts(simplified)) {
          if (learn(fact)) {
            changed = true;
          } else {
            next.push_back(fact);
          }
        }
      }
      std::reverse(next.begin(), next.end());
      formulas = std::move(next);
    }
    return formulas;
  }

  Expr operator()(Expr formula) {
    gcl::Rewriter rewriter(context_, [this](Expr e) { return step(e); });
    return rewriter(formula);
  }

 private:
  bool learn(Expr fact) {
    if (fact.is(Kind::Var)) return units_.emplace(fact, context_.true_()).second;
    if (fact.is(Kind::Not) && fact.arg(0).is(Kind::Var)) {
      return units_.emplace(fact.arg(0), context_.false_()).second;
    }
    return false;
  }

  Expr step(Expr e) {
    if (e.is(Kind::Var)) {
      const auto unit = units_.find(e);
      return unit == units_.end() ? e : unit->second;
    }
    if (e.is(Kind::Not)) return gcl::mk_not(context_, e.arg(0));
    if (e.is(Kind::And)) return gcl::mk_and(context_, e.args());
    if (e.is(Kind::Or)) return gcl::mk_or(context_, e.args());
    if (e.is(Kind::Implies)) return gcl::mk_implies(context_, e.arg(0), e.arg(1));
    if (e.is(Kind::Iff)) return gcl::mk_eq(context_, e.arg(0), e.arg(1));
    if (e.is(Kind::Ite)) return gcl::mk_ite(context_, e.arg(0), e.arg(1), e.arg(2));
    return e;
  }

  gcl::Context& context_;
  std::unordered_map<Expr, Expr> units_;
};

// Union-find over everything a formula can mention.
class Links {
 public:
  // Quantifiers over an uninterpreted sort may say how many elements it has, which concerns
  // every variable of that sort. Call for all formulas before link().
  void note_quantified_sorts(Expr formula) {
    gcl::post_order(formula, [this](Expr e) {
      if (!e.is(Kind::Forall) && !e.is(Kind::Exists)) return;
      for (const Expr bound : e.bound()) note_sort(bound.sort());
    });
  }

  // The class of everything mentioned in the formula; nullopt when nothing is.
  std::optional<std::size_t> link(Expr formula) {
    std::optional<std::size_t> first;
    const auto mention = [&](const std::string& key) {
      const std::size_t symbol = symbol_named(key);
      if (first) unite(*first, symbol);
      first = symbol;
    };
    gcl::post_order(formula, [&](Expr e) {
      if (e.is(Kind::Var)) mention("v" + std::to_string(e.id()));
      if (e.is(Kind::Apply)) mention("f" + e.name());
      if (e.is(Kind::Var) || e.is(Kind::BoundVar)) {
        for (const std::uint32_t sort : restricted_within(e.sort())) {
          mention("s" + std::to_string(sort));
        }
      }
    });
    return first;
  }

  std::size_t find(std::size_t symbol) {
    while (parent_[symbol] != symbol) symbol = parent_[symbol] = parent_[parent_[symbol]];
    return symbol;
  }

 private:
  void note_sort(gcl::Sort sort) {
    for (const gcl::Sort part : parts(sort)) {
      if (part.kind() == gcl::SortKind::Uninterpreted) restricted_.insert(part.id());
    }
  }

  static std::vector<gcl::Sort> parts(gcl::Sort sort) {
    std::vector<gcl::Sort> result{sort};
    for (std::size_t i = 0; i < result.size(); ++i) {
      const gcl::Sort part = result[i];  // not a reference: result grows
      if (!part.is_map()) continue;
      result.push_back(part.key());
      result.push_back(part.value());
    }
    return result;
  }

  std::vector<std::uint32_t> restricted_within(gcl::Sort sort) const {
    std::vector<std::uint32_t> result;
    for (const gcl::Sort part : parts(sort)) {
      if (restricted_.contains(part.id())) result.push_back(part.id());
    }
    return result;
  }

  std::size_t symbol_named(const std::string& key) {
    const auto [entry, is_new] = symbols_.emplace(key, parent_.size());
    if (is_new) parent_.push_back(entry->second);
    return entry->second;
  }

  void unite(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

  std::set<std::uint32_t> restricted_;
  std::unordered_map<std::string, std::size_t> symbols_;
  std::vector<std::size_t> parent_;
};

std::vector<std::vector<std::uint32_t>> partition(std::span<const Expr> facts,
                                                  std::span<const Expr> predicates) {
  Links links;
  for (const Expr fact : facts) links.note_quantified_sorts(fact);
  for (const Expr predicate : predicates) links.note_quantified_sorts(predicate);
  for (const Expr fact : facts) links.link(fact);
  std::vector<std::optional<std::size_t>> symbols;
  for (const Expr predicate : predicates) symbols.push_back(links.link(predicate));

  std::vector<std::vector<std::uint32_t>> groups;
  std::map<std::size_t, std::size_t> group_of_class;
  for (std::uint32_t i = 0; i < predicates.size(); ++i) {
    std::size_t group = groups.size();
    if (symbols[i]) group = group_of_class.emplace(links.find(*symbols[i]), group).first->second;
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(i);
  }
  return groups;
}

}  // namespace

std::size_t Structure::largest_group() const {
  std::size_t largest = 0;
  for (const auto& group : groups) largest = std::max(largest, group.size());
  return largest;
}

Structure unstructured(const Problem& problem) {
  std::vector<std::uint32_t> all(problem.predicates.size());
  std::iota(all.begin(), all.end(), 0u);
  return Structure{{std::move(all)}, {}, {}};
}

Structure analyse(const Problem& problem) {
  if (!problem.background || problem.predicates.empty()) return unstructured(problem);
  std::vector<Expr> formulas(problem.background->begin(), problem.background->end());
  formulas.insert(formulas.end(), problem.assumptions.begin(), problem.assumptions.end());
  UnitPropagation propagation(problem.context);
  Structure structure;
  structure.facts = propagation.run(std::move(formulas));
  for (const Expr predicate : problem.predicates) {
    structure.predicates.push_back(propagation(predicate));
  }
  structure.groups = partition(structure.facts, structure.predicates);
  return structure;
}

}  // namespace pawl::abstraction
