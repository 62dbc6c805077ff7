// SPDX-License-Identifier: Apache-2.0
//
// Model- and core-guided abstraction, after [LahiriNieuwenhuisOliveras06] and
// [CavadaEtAl07]. Blocks what is already in the result and asks for a state outside it: every
// state found adds its image, and one "no" ends the search. No exact method needs fewer questions
// if each state shows one point: a yes-or-no method must ask about every point of alpha(Q)
// outside r separately, and then for at least one clause. Three things make a state show more:
//  - groups of predicates that share nothing: a point seen in one group goes with every point
//    seen in the others, so the groups are enumerated side by side and the result is a product;
//  - variations: other states that can be had from a model by evaluation alone;
//  - steering: while several groups are unfinished, a state is wanted that is new in all of them
//    (when that is one state too many to ask for, the question was in vain; it is only asked when
//    the products have saved more questions than were in vain).
// When the solver does not know, the question is narrowed to a single point: a "no" then has a
// core, an implicate of the states outside the result that cuts away many points at once; a point
// that stays Unknown is taken in as if it were a state, which weakens the result, never strengthens
// it.
#include <algorithm>
#include <cmath>
#include <optional>

#include "abstraction/search.h"
#include "abstraction/structure.h"
#include "abstraction/variation.h"
#include "gcl/build.h"

namespace pawl::abstraction {

namespace {

using prover::Answer;

class Guided {
 public:
  Guided(Search& search, const Structure& structure)
      : search_(search),
        oracle_(search.oracle),
        structure_(structure),
        groups_(structure.groups.size()),
        admitted_(search.manager().constant(false)),
        cut_(search.manager().constant(true)),
        last_(search.oracle.predicates(), false) {
    for (Group& group : groups_) group.found = search.manager().constant(false);
  }

  void run() {
    try {
      block_region();
      while (!finished_ && !covers_everything()) step();
      search_.upper = search_.r | (cut_ & known());
      search_.lower = search_.upper;
    } catch (const SearchEnd&) {
      keep_points();
      throw;
    }
  }

 private:
  struct Group {
    Bdd found;           // images of states, projected to the group
    gcl::Expr selector;  // "the state is new in this group"; absent when there is one group
    bool exhausted = false;
    bool set_aside = false;  // until the next state is found
  };

  void block_region() {
    gcl::Context& context = oracle_.context();
    if (!search_.r.is_false()) {
      std::vector<gcl::Expr> violations;
      for (const Clause& clause : search_.region.clauses()) {
        violations.push_back(oracle_.cube(negated(clause)));
      }
      oracle_.assert_formula(gcl::mk_or(context, violations));
    }
    if (groups_.size() < 2) return;
    std::vector<gcl::Expr> selectors;
    for (Group& group : groups_) {
      group.selector = context.fresh_var("new", context.bool_sort());
      selectors.push_back(group.selector);
    }
    oracle_.assert_formula(gcl::mk_or(context, selectors));
  }

  // Every step finds a point, cuts one off, admits one, finishes, or rules out one more group;
  // there are finitely many of each.
  void step() {
    if (narrow_questions_ > 0) {
      --narrow_questions_;
      ask_about_point();
      return;
    }
    const std::vector<std::size_t> wanted = wanted_groups();
    std::vector<gcl::Expr> selectors;
    selectors.reserve(wanted.size());
    for (const std::size_t g : wanted) selectors.push_back(groups_[g].selector);
    switch (oracle_.satisfiable({}, selectors)) {
      case Answer::Yes:
        backoff_ = 1;
        ++states_;
        if (!learn_state()) ask_about_point();
        return;
      case Answer::No:
        backoff_ = 1;
        rule_out(wanted);
        return;
      case Answer::Unknown:
        // The next time that happens, ask more narrow questions before trying again.
        narrow_questions_ = backoff_ - 1;
        backoff_ *= 2;
        ask_about_point();
        return;
    }
  }

  std::vector<std::size_t> wanted_groups() const {
    std::vector<std::size_t> wanted;
    if (!steering_ || saved_questions() < 1) return wanted;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!groups_[g].exhausted && !groups_[g].set_aside) wanted.push_back(g);
    }
    return wanted;
  }

  // No state is new in all wanted groups.
  void rule_out(const std::vector<std::size_t>& wanted) {
    const std::vector<gcl::Expr> core = oracle_.core().extra;
    if (core.empty()) {
      finished_ = true;
      return;
    }
    ++in_vain_;
    const auto in_core = [&](std::size_t g) {
      return std::ranges::find(core, groups_[g].selector) != core.end();
    };
    Group& group = groups_[*std::ranges::find_if(wanted, in_core)];
    // Outside the region no state is new in this group, and as the result grows there are only
    // fewer states to be new. A point outside the result is new in some group, so when all are
    // exhausted there is none.
    if (core.size() == 1) group.exhausted = true;
    group.set_aside = true;
    finished_ = std::ranges::all_of(groups_, [](const Group& g) { return g.exhausted; });
  }

  bool learn_state() {
    const std::optional<Minterm> state = oracle_.state();
    if (!state) return false;
    learn(*state);
    return true;
  }

  void learn(const Minterm& state) {
    last_ = state;
    // Not before there is a state to vary: the last round of a fixpoint has none.
    if (!variations_) {
      variations_ = find_variations(oracle_.context(), structure_.facts, structure_.predicates);
    }
    std::vector<std::vector<Cube>> alternatives;
    for (const Variation& variation : *variations_) {
      alternatives.push_back(oracle_.model() ? reached(variation, *oracle_.model(), state)
                                             : std::vector<Cube>{});
    }
    std::size_t news = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (learn_in_group(g, state, alternatives)) ++news;
      groups_[g].set_aside = false;
    }
    // The first state is new everywhere; a later one that is not shows that it is time to steer.
    if (groups_.size() > 1 && news < groups_.size()) steering_ = true;
  }

  // Adds the product of the alternatives in the group, and blocks it.
  bool learn_in_group(std::size_t g, const Minterm& state,
                      const std::vector<std::vector<Cube>>& alternatives) {
    Group& group = groups_[g];
    std::vector<bool> varied(state.size(), false);
    Bdd product = search_.manager().constant(true);
    std::vector<gcl::Expr> outside;
    for (std::size_t v = 0; v < alternatives.size(); ++v) {
      const std::vector<std::uint32_t>& predicates = (*variations_)[v].predicates;
      if (alternatives[v].size() < 2 || !belongs(g, predicates.front())) continue;
      for (const std::uint32_t p : predicates) varied[p] = true;
      Bdd sum = search_.manager().constant(false);
      std::vector<gcl::Expr> none;
      for (const Cube& cube : alternatives[v]) {
        sum |= search_.manager().cube(cube);
        none.push_back(oracle_.clause(negated(cube)));
      }
      product &= sum;
      outside.push_back(gcl::mk_and(oracle_.context(), none));
    }
    Cube fixed;
    for (const std::uint32_t p : structure_.groups[g]) {
      if (!varied[p]) fixed.push_back({p, state[p]});
    }
    product &= search_.manager().cube(fixed);
    outside.push_back(oracle_.clause(negated(fixed)));
    if (product.implies(group.found)) return false;
    group.found |= product;
    block(group, gcl::mk_or(oracle_.context(), outside));
    return true;
  }

  bool belongs(std::size_t g, std::uint32_t predicate) const {
    return std::ranges::binary_search(structure_.groups[g], predicate);
  }

  void block(const Group& group, gcl::Expr outside) {
    oracle_.assert_formula(
        group.selector ? gcl::mk_implies(oracle_.context(), group.selector, outside) : outside);
  }

  // One point outside the result that is not cut off: the solver's last candidate, or one near
  // the last state.
  void ask_about_point() {
    const Bdd open = cut_ & !known();
    if (open.is_false()) {
      finished_ = true;
      return;
    }
    const Minterm point = open.nearest(oracle_.state().value_or(last_));
    const Cube cube = cube_of(point);
    switch (oracle_.satisfiable(cube)) {
      case Answer::Yes: learn(point); return;
      case Answer::No: {
        // The states already in the result are blocked, so the core speaks of the others only.
        const Clause implicate = negated(oracle_.core().cube);
        cut_ &= known() | search_.manager().clause(implicate);
        search_.upper = search_.r | cut_;
        oracle_.assert_formula(oracle_.clause(implicate));  // follows; spares the solver a search
        return;
      }
      case Answer::Unknown:
        admitted_ |= search_.manager().cube(cube);
        oracle_.assert_formula(oracle_.clause(negated(cube)));
        return;
    }
  }

  Bdd known() const {
    Bdd product = search_.manager().constant(true);
    for (const Group& group : groups_) product &= group.found;
    return search_.r | admitted_ | product;
  }

  bool covers_everything() const {
    const auto is_full = [](const Group& group) { return group.found.is_true(); };
    return std::ranges::all_of(groups_, is_full) || (is_small() && known().is_true());
  }

  // With several groups the product is only made while it is small.
  bool is_small() const {
    double points = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) points += projected_count(g);
    return groups_.size() == 1 || points < 256;
  }

  // Points outside the region that are known (at least), less the questions that found them.
  double saved_questions() const {
    const std::uint32_t n = oracle_.predicates();
    double points = 1;
    for (std::size_t g = 0; g < groups_.size(); ++g) points *= projected_count(g);
    if (is_small()) points = (known() & !search_.r).sat_count(n);
    if (!is_small()) points -= search_.r.sat_count(n);
    return points - static_cast<double>(states_ + in_vain_);
  }

  double projected_count(std::size_t g) const {
    // found depends on the group's predicates only; count over all and divide by the rest.
    const std::uint32_t n = oracle_.predicates();
    const auto others = static_cast<int>(n - structure_.groups[g].size());
    return std::ldexp(groups_[g].found.sat_count(n), -others);
  }

  // For the ladder: points that candidates need not be asked about.
  void keep_points() {
    try {
      search_.lower = known();
    } catch (const BddLimit&) {
      // lower stays r: more questions, same result.
    }
  }

  Search& search_;
  Oracle& oracle_;
  const Structure& structure_;
  std::optional<std::vector<Variation>> variations_;
  std::vector<Group> groups_;
  Bdd admitted_;  // points that stayed Unknown
  Bdd cut_;       // implied by Q: what the cores have left over
  Minterm last_;
  bool steering_ = false;
  std::uint64_t states_ = 0;   // questions that found a state
  std::uint64_t in_vain_ = 0;  // questions for a state new in several groups when there was none
  bool finished_ = false;
  std::uint64_t backoff_ = 1;
  std::uint64_t narrow_questions_ = 0;
};

}  // namespace

void guided(Search& search, const Structure& structure) { Guided(search, structure).run(); }

}  // namespace pawl::abstraction
