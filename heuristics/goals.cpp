// SPDX-License-Identifier: Apache-2.0
//
// From what must be proved to what the loop keeps: the universal variables of a goal become
// skolems, and its bounds are accompanied by how far the loop has come, because the invariant of
// a loop that establishes `forall k. 0 <= k && k < n ==> p(a[k])` is usually the same with k < i.
#include <algorithm>

#include "gcl/build.h"
#include "heuristics/loop_facts.h"
#include "heuristics/open_goal.h"
#include "heuristics/skolemize.h"
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

class Goals {
 public:
  Goals(gcl::Context& context, Proposal& proposal)
      : context_(context), proposal_(proposal), facts_(proposal.facts()) {}

  void run() {
    for (const Goal& goal : facts_.goals()) propose(goal);
  }

 private:
  void propose(const Goal& goal) {
    OpenedGoal opened = open_goal(context_, proposal_, goal);
    // A loop around stands between: only what this loop changes matters here.
    const bool outer = goal.where == Goal::Where::AfterOuterLoop;
    opened.atoms = without_stores(opened.atoms, outer ? Cases::Untouched : Cases::All);
    if (!concerns_loop(opened, outer)) return;
    origin_ = "goals: " + goal.reason;
    const bool quantified = !opened.skolems.empty() || !opened.closed.empty();
    for (const Expr atom : opened.atoms) {
      if (proposal_.mentions_skolem(atom)) {
        over_skolems(atom, opened.atoms);
      } else {
        ground(atom, goal, quantified);
      }
    }
    for (const Expr atom : opened.atoms) through_stores(atom);
    for (const Expr formula : opened.closed) closed(formula);
  }

  /// Atoms of updated maps as atoms of the maps before, in the order of usefulness.
  enum class Cases { Untouched, All };
  std::vector<Expr> without_stores(const std::vector<Expr>& atoms, Cases cases) {
    std::vector<Expr> result;
    for (const Expr atom : atoms) {
      for (const Expr read : read_through_stores(context_, atom)) {
        if (std::ranges::find(result, read) == result.end()) result.push_back(read);
        if (cases == Cases::Untouched) break;
      }
    }
    return result;
  }

  /// The loop changes something the goal speaks of, or passes over a map in it.
  bool concerns_loop(const OpenedGoal& opened, bool only_changes) const {
    const auto concerns = [&](Expr e) {
      const auto changed = [&](Expr variable) { return facts_.is_target(variable); };
      const auto passed = [&](const MapRead& read) {
        return !facts_.frontiers_of(read.map, 0).empty();
      };
      return std::ranges::any_of(current_vars(e), changed) ||
             (!only_changes && std::ranges::any_of(reads_in(e), passed));
    };
    return std::ranges::any_of(opened.atoms, concerns) ||
           std::ranges::any_of(opened.closed, concerns);
  }

  void over_skolems(Expr atom, const std::vector<Expr>& all) {
    const bool is_bound = reads_in(atom).empty() && as_inequality(atom).has_value();
    proposal_.add(atom, is_bound ? bound_rank(atom) : Rank::Key, origin_);
    for (const MapRead& read : reads_in(atom)) {
      for (std::size_t dimension = 0; dimension < read.keys.size(); ++dimension) {
        const Expr key = read.keys[dimension];
        if (!key.sort().is_int() || !proposal_.mentions_skolem(key)) continue;
        propose_bounds(context_, proposal_, key, facts_.likely_frontiers_of(read.map, dimension),
                       ends_needed(proposal_, all, key), "goals");
      }
    }
  }

  /// The lower end and the order of indices stay when n becomes i; the upper end does not.
  Rank bound_rank(Expr atom) const {
    const auto form = as_inequality(atom);
    const auto is_upper = [&](const auto& term) {
      return proposal_.is_skolem(term.first) && term.second > 0;
    };
    const auto is_lower = [&](const auto& term) {
      return proposal_.is_skolem(term.first) && term.second < 0;
    };
    const bool only_upper =
        std::ranges::any_of(form->terms, is_upper) && std::ranges::none_of(form->terms, is_lower);
    return only_upper ? Rank::Likely : Rank::Key;
  }

  void ground(Expr atom, const Goal& goal, bool quantified) {
    if (divides_by_variable(atom)) return;
    if (!facts_.reads_moving_cell(atom)) {
      const Rank rank = goal.where == Goal::Where::AfterLoop ? Rank::Key : Rank::Likely;
      if (quantified) {
        proposal_.add_premise(atom, rank, origin_);
      } else {
        proposal_.add(atom, rank, origin_);
      }
    }
    for (const auto& [counter, end] : counters_and_ends()) {
      if (!gcl::occurs(end, atom) || gcl::occurs(counter, atom) || !changes(atom)) continue;
      const Expr so_far = simplify(context_, substitute_now(context_, atom, {{end, counter}}));
      proposal_.add(so_far, accumulates(atom) ? Rank::Key : Rank::Likely, origin_ + ", so far");
    }
  }

  bool changes(Expr atom) const {
    return std::ranges::any_of(current_vars(atom), [&](Expr v) { return facts_.is_target(v); });
  }

  /// Solvers know `x mod 2`; about `x mod y` they know little, and take long to say so.
  static bool divides_by_variable(Expr atom) {
    bool found = false;
    gcl::post_order(atom, [&](Expr e) {
      found |= (e.is(Kind::Div) || e.is(Kind::Mod)) && !e.arg(1).is(Kind::IntConst);
    });
    return found;
  }

  /// `s == sum(n)`, `p == x * n`, `s == n * n`: a loop reaches this step by step.
  static bool accumulates(Expr atom) {
    return contains_kind(atom, Kind::Apply) || contains_kind(atom, Kind::Mul) ||
           current_vars(atom).size() > 2;
  }

  /// (i, n) for `while i < n` and `while i != n`: what holds of n afterwards may hold of i before.
  std::vector<std::pair<Expr, Expr>> counters_and_ends() const {
    std::vector<std::pair<Expr, Expr>> pairs;
    for (const Expr conjunct : facts_.guard_conjuncts()) {
      const Expr atom = conjunct.is(Kind::Not) ? conjunct.arg(0) : conjunct;
      if (!atom.is(Kind::Lt) && !atom.is(Kind::Eq)) continue;
      const bool in_order = facts_.scalar(atom.arg(0)) != nullptr;
      const Expr counter = atom.arg(in_order ? 0 : 1);
      const Expr end = atom.arg(in_order ? 1 : 0);
      const Scalar* scalar = facts_.scalar(counter);
      if (scalar != nullptr && scalar->is_counter() && end.is(Kind::Var) &&
          facts_.is_invariant(end)) {
        pairs.emplace_back(counter, end);
      }
    }
    return pairs;
  }

  /// match:  goal p(b[y]), loop b[k] := v      result: p(v), as the next b[y] will be v
  /// In a sorted merge, `c[x] <= c[y]` needs `c[x] <= a[i]`. Only for the index the loop comes to
  /// last.
  void through_stores(Expr atom) {
    const std::vector<MapRead> reads = reads_in(atom);
    for (const MapRead& read : reads) {
      if (read.keys.size() != 1 || !comes_last(read, reads)) continue;
      for (const BodyPath* path : facts_.back_paths()) {
        for (const Access& access : path->accesses) {
          const bool fits = access.is_write() && access.map == read.map && access.keys.size() == 1;
          if (fits) through_store(atom, read, *path, access);
        }
      }
    }
  }

  bool comes_last(const MapRead& read, const std::vector<MapRead>& reads) const {
    const std::vector<const Frontier*> frontiers = facts_.frontiers_of(read.map, 0);
    if (frontiers.empty() || !proposal_.is_skolem(read.keys[0])) return false;
    const bool up = frontiers.front()->direction == Direction::Up;
    return std::ranges::all_of(reads, [&](const MapRead& other) {
      const Expr mine = read.keys[0];
      const Expr theirs = other.keys[0];
      if (mine == theirs || !proposal_.is_skolem(theirs)) return true;
      return up ? theirs < mine : mine < theirs;
    });
  }

  /// Nothing when the goal relates cells of one index (`b[k] == a[k]`), as the assignment itself
  /// then relates the next one, nor when v was in the map already: moving it is no news.
  void through_store(Expr atom, const MapRead& read, const BodyPath& path, const Access& access) {
    const Expr next = replace_node(context_, atom, read.term, access.value.written);
    if (!proposal_.mentions_skolem(next) || gcl::occurs(read.keys[0], next)) return;
    if (gcl::occurs(access.map, access.value.written)) return;
    proposal_.add(next, Rank::Key, origin_ + ", of the value stored next");
    premises_for(access.value.written, path);
  }

  /// a[i] means something only while i < n: tests that compare the key with what is steady.
  void premises_for(Expr value, const BodyPath& path) {
    for (const MapRead& read : reads_in(value)) {
      for (const Seen& condition : path.conditions) {
        for (const Expr atom : atoms_of(condition.written)) {
          const bool about_key =
              as_inequality(atom) && gcl::occurs(read.keys[0], atom) && reads_in(atom).empty();
          if (about_key) proposal_.add_premise(atom, Rank::Key, origin_ + ", where it is defined");
        }
      }
    }
  }

  /// match:  exists k. 0 <= k && k < n && p(a[k])      result: the same up to k < i
  void closed(Expr formula) {
    proposal_.add_closed(formula, Rank::Maybe, origin_);
    for (const MapRead& read : reads_in(formula.arg(0))) {
      for (const Frontier* frontier : facts_.likely_frontiers_of(read.map, 0)) {
        const Expr so_far = bounded_by(formula, read.keys[0], *frontier);
        if (!(so_far == formula)) {
          proposal_.add_closed(so_far, Rank::Likely, origin_ + ", so far");
        }
      }
    }
  }

  Expr bounded_by(Expr formula, Expr key, const Frontier& frontier) {
    if (!key.is(Kind::BoundVar)) return formula;
    const bool up = frontier.direction == Direction::Up;
    const Expr bound = to_expr(context_, frontier.bound);
    gcl::Rewriter rewrite(context_, [&](Expr node) {
      const auto form = node.is(Kind::Le) || node.is(Kind::Lt) ? as_inequality(node) : std::nullopt;
      if (!form || form->coefficient(key) != (up ? 1 : -1) || !facts_.is_invariant(node)) {
        return node;
      }
      return up ? gcl::mk_lt(context_, key, bound) : gcl::mk_le(context_, bound, key);
    });
    return rewrite(formula);
  }

  gcl::Context& context_;
  Proposal& proposal_;
  const LoopFacts& facts_;
  std::string origin_;
};

class GoalsSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "goals"; }
  void propose(const LoopView& view, Proposal& proposal) const override {
    Goals(view.context, proposal).run();
  }
};

}  // namespace

std::unique_ptr<PredicateSource> make_goals_source() { return std::make_unique<GoalsSource>(); }

}  // namespace pawl::heuristics
