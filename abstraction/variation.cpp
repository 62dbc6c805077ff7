// SPDX-License-Identifier: Apache-2.0
//
// One model is one state; with a skolem constant that no fact mentions, every other value of it
// is a state too, and the predicates can be evaluated there without a query. More generally a
// variable may change when the few facts that mention it stay true. New values are those of terms
// of the same sort in the predicates, and their neighbours: where comparisons change.
// A hub (the y of x1 <= y, x2 <= y, ...) stays fixed: moving it would tie the others together,
// and independent changes multiply.
#include "abstraction/variation.h"

#include <algorithm>
#include <map>
#include <set>

#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::abstraction {

namespace {

using gcl::Expr;
using gcl::Kind;

// All of these bound the work per model; none affects soundness.
constexpr std::size_t max_facts = 4;        // that mention a variable that moves
constexpr std::size_t max_fact_size = 100;  // nodes
constexpr std::size_t max_predicates = 16;  // in one variation
constexpr std::size_t max_variables = 3;    // in one variation
constexpr std::size_t max_terms = 20;       // new values per variable
constexpr std::size_t max_probes = 150;     // per variation

// Where a variable occurs, by index into facts and predicates.
struct Occurrences {
  std::vector<std::size_t> facts;
  std::vector<std::size_t> predicates;
};

// The variables that move together.
struct Movers {
  std::vector<Expr> variables;
  std::set<std::size_t> facts;
  std::set<std::size_t> predicates;
};

bool has_quantifier(Expr formula) {
  bool found = false;
  gcl::post_order(formula,
                  [&](Expr e) { found = found || e.is(Kind::Forall) || e.is(Kind::Exists); });
  return found;
}

class VariationFinder {
 public:
  VariationFinder(gcl::Context& context, std::span<const Expr> facts,
                  std::span<const Expr> predicates)
      : context_(context), facts_(facts), predicates_(predicates) {}

  std::vector<Variation> run() {
    for (const auto& [variable, occurrences] : candidates()) place(variable, occurrences);
    std::vector<Variation> variations;
    for (const Movers& movers : movers_) {
      if (movers.variables.empty()) continue;
      variations.push_back(variation_of(movers));
    }
    return variations;
  }

 private:
  // Those in few predicates first, so that hubs come last and find their neighbours taken.
  std::vector<std::pair<Expr, Occurrences>> candidates() const {
    std::map<Expr, Occurrences> table;
    for (std::size_t i = 0; i < predicates_.size(); ++i) {
      for (const Expr v : gcl::free_vars(predicates_[i])) table[v].predicates.push_back(i);
    }
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      for (const Expr v : gcl::free_vars(facts_[i])) {
        if (const auto entry = table.find(v); entry != table.end()) {
          entry->second.facts.push_back(i);
        }
      }
    }
    std::vector<std::pair<Expr, Occurrences>> result;
    for (const auto& [term, occurrences] : table) {
      if (can_move(term, occurrences)) result.emplace_back(term, occurrences);
    }
    std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) {
      return a.second.predicates.size() < b.second.predicates.size();
    });
    return result;
  }

  bool can_move(Expr variable, const Occurrences& occurrences) const {
    if (variable.sort().is_map()) return false;
    if (occurrences.predicates.size() > max_predicates) return false;
    if (occurrences.facts.size() > max_facts) return false;
    const auto is_heavy = [&](std::size_t fact) {
      return gcl::dag_size(facts_.subspan(fact, 1)) > max_fact_size || has_quantifier(facts_[fact]);
    };
    const auto is_quantified = [&](std::size_t p) { return has_quantifier(predicates_[p]); };
    return std::ranges::none_of(occurrences.facts, is_heavy) &&
           std::ranges::none_of(occurrences.predicates, is_quantified);
  }

  // Moves alone, or with the one set of movers it touches, or not at all.
  void place(Expr variable, const Occurrences& occurrences) {
    const auto touches = [&](const Movers& movers) {
      const auto in = [](const std::set<std::size_t>& set) {
        return [&set](std::size_t i) { return set.contains(i); };
      };
      return std::ranges::any_of(occurrences.facts, in(movers.facts)) ||
             std::ranges::any_of(occurrences.predicates, in(movers.predicates));
    };
    const auto count = std::ranges::count_if(movers_, touches);
    if (count > 1) return;
    if (count == 0) movers_.emplace_back();
    Movers& movers = count == 0 ? movers_.back() : *std::ranges::find_if(movers_, touches);
    if (movers.variables.size() == max_variables) return;
    std::set<std::size_t> noticing = movers.predicates;
    noticing.insert(occurrences.predicates.begin(), occurrences.predicates.end());
    if (noticing.size() > max_predicates) return;
    movers.variables.push_back(variable);
    movers.facts.insert(occurrences.facts.begin(), occurrences.facts.end());
    movers.predicates = std::move(noticing);
  }

  Variation variation_of(const Movers& movers) {
    Variation variation;
    variation.predicates.assign(movers.predicates.begin(), movers.predicates.end());
    std::vector<std::vector<Expr>> terms;
    for (const Expr v : movers.variables) terms.push_back(new_values(v, movers));
    const auto add = [&](const gcl::Substitution& change) {
      if (variation.probes.size() < max_probes) variation.probes.push_back(probe(movers, change));
    };
    for (std::size_t i = 0; i < terms.size(); ++i) {
      for (const Expr t : terms[i]) add({{movers.variables[i], t}});
    }
    for (std::size_t i = 0; i < terms.size(); ++i) {
      for (std::size_t j = i + 1; j < terms.size(); ++j) {
        for (const Expr t : terms[i]) {
          for (const Expr u : terms[j]) add({{movers.variables[i], t}, {movers.variables[j], u}});
        }
      }
    }
    return variation;
  }

  Probe probe(const Movers& movers, const gcl::Substitution& change) {
    Probe probe;
    for (const std::size_t i : movers.facts) {
      probe.conditions.push_back(gcl::substitute(context_, facts_[i], change));
    }
    for (const std::size_t i : movers.predicates) {
      probe.values.push_back(gcl::substitute(context_, predicates_[i], change));
    }
    return probe;
  }

  // Terms are evaluated in the model as it is, so they may mention anything, movers included.
  std::vector<Expr> new_values(Expr variable, const Movers& movers) {
    if (variable.sort().is_bool()) return {gcl::mk_not(context_, variable)};
    std::vector<Expr> terms;
    const auto add = [&](Expr term) {
      if (term == variable || terms.size() == max_terms) return;
      if (std::ranges::find(terms, term) == terms.end()) terms.push_back(term);
    };
    for (const std::size_t i : movers.predicates) {
      gcl::post_order(predicates_[i], [&](Expr e) {
        if (!(e.sort() == variable.sort()) || e.has_bound_vars()) return;
        add(e);
        if (!e.sort().is_int()) return;
        add(gcl::mk_add(context_, e, context_.int_const(1)));
        add(gcl::mk_sub(context_, e, context_.int_const(1)));
      });
    }
    return terms;
  }

  gcl::Context& context_;
  std::span<const Expr> facts_;
  std::span<const Expr> predicates_;
  std::vector<Movers> movers_;
};

bool holds(const prover::Model& model, Expr formula) {
  const std::optional<gcl::Value> value = model.value(formula);
  return value && value->as_bool();
}

}  // namespace

std::vector<Variation> find_variations(gcl::Context& context, std::span<const Expr> facts,
                                       std::span<const Expr> predicates) {
  return VariationFinder(context, facts, predicates).run();
}

std::vector<Cube> reached(const Variation& variation, const prover::Model& model,
                          const Minterm& here) {
  std::set<Cube> cubes;
  Cube own;
  for (const std::uint32_t p : variation.predicates) own.push_back({p, here[p]});
  cubes.insert(own);
  for (const Probe& probe : variation.probes) {
    const auto true_here = [&](Expr condition) { return holds(model, condition); };
    if (!std::ranges::all_of(probe.conditions, true_here)) continue;
    Cube cube;
    for (std::size_t i = 0; i < probe.values.size(); ++i) {
      const std::optional<gcl::Value> value = model.value(probe.values[i]);
      if (!value) break;  // not expressible: this change is of no use
      cube.push_back({variation.predicates[i], value->as_bool()});
    }
    if (cube.size() == probe.values.size()) cubes.insert(std::move(cube));
  }
  return {cubes.begin(), cubes.end()};
}

}  // namespace pawl::abstraction
