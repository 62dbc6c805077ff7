// SPDX-License-Identifier: Apache-2.0
//
// What the sources of predicates know about one loop, computed once: the variables that matter,
// how they move from round to round, and up to where the loop has worked through each map.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "heuristics/body_paths.h"
#include "heuristics/formula.h"
#include "heuristics/goal_collection.h"
#include "heuristics/linear.h"
#include "heuristics/placement.h"
#include "heuristics/predicate_source.h"

namespace pawl::heuristics {

enum class Direction { Still, Up, Down, Unknown };

/// A variable the loop changes that is no map.
struct Scalar {
  gcl::Expr variable;
  gcl::Expr initial;  // on entry, over what the loop does not change; null when not known
  Direction direction = Direction::Unknown;
  /// Its change along each path back to the head (as in LoopFacts::back_paths), where constant.
  std::vector<std::optional<std::int64_t>> changes;

  bool set_on_every_path = false;

  /// Changes by a constant along every path, and along some: a counter.
  bool is_counter() const;
};

/// Up to where one dimension of a map has been worked through: at the loop head, the keys below
/// `bound` are on one side (done, for a loop that goes up), the others on the other side.
struct Frontier {
  gcl::Expr map;
  std::size_t dimension = 0;
  Linear bound;
  Direction direction = Direction::Up;  // or Down
  bool written = false;
  std::optional<Linear> first;  // the key of the first round, when known
  std::optional<Linear> last;   // no key goes beyond it, by the loop's test
};

/// The shape of the cells a loop writes: a[e] is precise (every key there), a[*] is not (null).
struct MapTarget {
  gcl::Expr map;
  std::vector<gcl::Expr> keys;  // null: changes from round to round
  bool is_precise() const;
};

class LoopFacts {
 public:
  explicit LoopFacts(const LoopView& view);

  const gcl::While& loop() const { return *loop_; }
  /// Variables the loop changes whose values matter at its head, by id.
  const std::vector<gcl::Expr>& targets() const { return targets_; }
  const std::vector<Scalar>& scalars() const { return scalars_; }
  const std::vector<MapTarget>& map_targets() const { return map_targets_; }
  const std::vector<BodyPath>& paths() const { return paths_; }
  /// Those that end at the loop head again.
  const std::vector<const BodyPath*>& back_paths() const { return back_paths_; }
  const std::vector<Frontier>& frontiers() const { return frontiers_; }
  /// Frontiers of one dimension of one map.
  std::vector<const Frontier*> frontiers_of(gcl::Expr map, std::size_t dimension) const;
  /// The same; for a map without any frontier each counter is taken for one.
  std::vector<const Frontier*> likely_frontiers_of(gcl::Expr map, std::size_t dimension) const;
  const std::vector<Goal>& goals() const { return goals_; }

  /// What every round that comes back has tested, in terms of its head: the loop's test, and
  /// tests that leave the loop.
  const std::vector<gcl::Expr>& guard_conjuncts() const { return guard_conjuncts_; }
  /// Does something that must be proved after or in the loop speak of it?
  bool is_in_a_goal(gcl::Expr variable) const;
  /// Cells of a map the loop changes are worth a skolem: of an array always; of a field of
  /// objects, which has none in the paper, when somebody asks about it.
  bool deserves_skolem(gcl::Expr map) const;

  bool is_target(gcl::Expr variable) const { return all_targets_.contains(variable); }
  /// Its value does not change while the loop runs.
  bool is_invariant(gcl::Expr e) const;
  /// Everything it mentions means something at the loop head and matters there.
  bool in_scope(gcl::Expr variable) const { return scope_.contains(variable); }
  const Scalar* scalar(gcl::Expr variable) const;
  /// A key that is another one in every round: over a counter, a cursor, or a temporary. A
  /// position that is remembered (`k := i` now and then) is none.
  bool is_moving(gcl::Expr key) const;
  bool reads_moving_cell(gcl::Expr e) const;
  /// On entry, over what the loop does not change; null when not known.
  gcl::Expr initial(gcl::Expr variable) const;
  /// `initial`, or Entry(variable) when not known. `term` is a variable, or a cell of one whose
  /// keys do not change.
  gcl::Expr value_on_entry(gcl::Expr term) const;
  /// The constant called null of this sort; absent for sorts without.
  gcl::Expr null_of(gcl::Sort sort) const;

  /// Like `e`, which speaks of the head of this round, but in terms of the next one's head, where
  /// the path says how: unchanged variables stay, `x := y` lets x stand for the old y, a counter
  /// is stepped back. Null when that does not express all of `e`. Maps stand for themselves.
  enum class Back { CopiesOnly, CopiesAndCounters };
  gcl::Expr seen_from_next_head(const BodyPath& path, gcl::Expr e, Back back) const;

 private:
  void find_scope(const LoopView& view);
  void find_scalars();
  Direction direction_of(const Scalar& scalar) const;
  Direction direction_by_guard(gcl::Expr variable) const;
  void find_map_targets();
  void find_guard();
  void find_frontiers();
  void find_counter_frontiers();
  void add_frontier(const BodyPath& path, std::size_t path_index, const Access& access,
                    std::size_t dimension);
  void add_frontier(Frontier frontier);
  std::optional<Linear> seen_from_next_head(const Linear& form, std::size_t path_index) const;
  std::optional<Linear> limit(const Linear& key, Direction direction) const;
  std::optional<Linear> at_entry(Linear form) const;

  gcl::Context& context_;
  const gcl::Program& program_;
  const gcl::While* loop_;
  ExprSet all_targets_;
  ExprSet scope_;
  std::vector<gcl::Expr> targets_;
  std::unordered_map<gcl::Expr, gcl::Expr> initial_;
  std::vector<BodyPath> paths_;
  std::vector<const BodyPath*> back_paths_;
  std::vector<gcl::Expr> guard_conjuncts_;
  std::vector<Scalar> scalars_;
  std::vector<MapTarget> map_targets_;
  std::vector<Frontier> frontiers_;
  std::vector<Frontier> counter_frontiers_;
  std::vector<Goal> goals_;
};

/// match:  a <= b, a < b, and their negations      result: the form f of the equivalent f <= 0
std::optional<Linear> as_inequality(gcl::Expr literal);

}  // namespace pawl::heuristics
