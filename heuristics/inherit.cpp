// SPDX-License-Identifier: Apache-2.0
//
// An inner loop that writes a map forgets what the loop around knows of it, unless its own
// invariant says so again. So it gets the outer loop's predicates on that map, and on the
// skolems in them, with skolems of its own.
#include <algorithm>

#include "heuristics/loop_facts.h"
#include "heuristics/skolemize.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

class Inheritance {
 public:
  Inheritance(gcl::Context& context, const Proposal& outer, Proposal& inner)
      : context_(context), outer_(outer), inner_(inner), facts_(inner.facts()) {
    std::unordered_map<std::uint32_t, std::size_t> count;  // by sort
    for (const Expr skolem : outer_.skolems()) {
      const Expr own = inner_.skolem(skolem.sort(), count[skolem.sort().id()]++);
      own_.emplace(skolem, own);
    }
  }

  void run() {
    std::vector<Expr> concerned;  // outer skolems in predicates on maps written here
    for (const Predicate& predicate : outer_.predicates()) {
      if (!is_about_written_map(predicate.formula)) continue;
      for (const Expr skolem : outer_.skolems()) {
        if (gcl::occurs(skolem, predicate.formula)) concerned.push_back(skolem);
      }
    }
    std::vector<const Predicate*> inherited;
    for (const Predicate& predicate : outer_.predicates()) {
      const bool fits =
          is_about_written_map(predicate.formula) || is_over(predicate.formula, concerned);
      if (!fits || predicate.rank == Rank::Maybe) continue;
      inherited.push_back(&predicate);
      taken_.push_back(gcl::substitute(context_, predicate.formula, own_));
    }
    for (std::size_t i = 0; i < inherited.size(); ++i) take(*inherited[i], taken_[i]);
  }

 private:
  bool is_about_written_map(Expr formula) const {
    if (contains_kind(formula, Kind::Entry) || !outer_.mentions_skolem(formula)) return false;
    return std::ranges::any_of(reads_in(formula),
                               [&](const MapRead& read) { return facts_.is_target(read.map); });
  }

  /// No map in it: a bound or an order of the skolems of `concerned`, and of nothing else that
  /// is a skolem.
  bool is_over(Expr formula, const std::vector<Expr>& concerned) const {
    if (contains_kind(formula, Kind::Entry) || !reads_in(formula).empty()) return false;
    bool any = false;
    for (const Expr skolem : outer_.skolems()) {
      if (!gcl::occurs(skolem, formula)) continue;
      if (std::ranges::find(concerned, skolem) == concerned.end()) return false;
      any = true;
    }
    return any;
  }

  /// Bounds of the loop around matter less here than this loop's own.
  static Rank inherited_rank(const Predicate& predicate) {
    if (predicate.rank > Rank::Key) return Rank::Maybe;
    return reads_in(predicate.formula).empty() ? Rank::Likely : Rank::Key;
  }

  void take(const Predicate& predicate, Expr own) {
    inner_.add(own, inherited_rank(predicate),
               "goals: kept for the loop around (" + predicate.origin + ")");
    for (const MapRead& read : reads_in(own)) {
      for (std::size_t dimension = 0; dimension < read.keys.size(); ++dimension) {
        const Expr key = read.keys[dimension];
        if (!key.sort().is_int() || !inner_.mentions_skolem(key)) continue;
        propose_bounds(context_, inner_, key, facts_.likely_frontiers_of(read.map, dimension),
                       ends_needed(inner_, taken_, key), "goals");
      }
    }
  }

  gcl::Context& context_;
  const Proposal& outer_;
  Proposal& inner_;
  const LoopFacts& facts_;
  gcl::Substitution own_;    // outer skolem -> the one that plays its part here
  std::vector<Expr> taken_;  // what is inherited, over own skolems
};

}  // namespace

void inherit(const LoopView& view, const Proposal& outer, Proposal& proposal) {
  Inheritance(view.context, outer, proposal).run();
}

}  // namespace pawl::heuristics
