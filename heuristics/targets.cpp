// SPDX-License-Identifier: Apache-2.0
//
// Loop targets [FlanaganQadeer02, section 6]. A scalar is a precise target, a[e] with steady e
// too; a[*] is imprecise and gets a skolem constant, which makes a[sc] a target like the others.
// Differences from the paper: entry(t) is written as the value t has there when the code says
// it (`i := 0` gives `0 <= i`); of `t <= entry(t)` and `t >= entry(t)` the one that a counter's
// direction refutes in the first round is left out; `sc < x` is asked only for x that say how
// far the loop has come, where it starts and ends, or that remember a position.
#include <algorithm>

#include "gcl/build.h"
#include "heuristics/loop_facts.h"
#include "heuristics/skolemize.h"
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

class Targets {
 public:
  Targets(gcl::Context& context, Proposal& proposal)
      : context_(context), proposal_(proposal), facts_(proposal.facts()) {}

  void run() {
    for (const Scalar& scalar : facts_.scalars()) precise(scalar.variable, scalar.direction);
    for (const MapTarget& target : facts_.map_targets()) {
      if (target.is_precise()) {
        precise(skolemized_cell(context_, proposal_, target), Direction::Unknown);
      } else {
        imprecise(target);
      }
    }
  }

 private:
  void precise(Expr target, Direction direction) {
    if (target.sort().is_bool()) {
      proposal_.add_premise(target, Rank::Key, "targets: a flag");
    } else if (const Expr null = facts_.null_of(target.sort())) {
      proposal_.add_premise(gcl::mk_eq(context_, target, null), Rank::Key, "targets: null or not");
    } else if (target.sort().is_int()) {
      against_entry(target, direction);
    }
  }

  void against_entry(Expr target, Direction direction) {
    const Expr entry = facts_.value_on_entry(target);
    const bool unknown = direction == Direction::Unknown;
    const Rank rank = unknown ? Rank::Likely : Rank::Key;
    if (unknown || direction == Direction::Up) {
      proposal_.add(nice_le(context_, entry, target), rank, "targets: not below its start");
    }
    if (unknown || direction == Direction::Down) {
      proposal_.add(nice_le(context_, target, entry), rank, "targets: not above its start");
    }
  }

  void imprecise(const MapTarget& target) {
    if (!facts_.deserves_skolem(target.map)) return;
    const Expr cell = skolemized_cell(context_, proposal_, target);
    for (std::size_t dimension = 0; dimension < target.keys.size(); ++dimension) {
      if (!target.keys[dimension]) place(target.map, dimension);
    }
    if (cell.sort().is_bool()) {
      proposal_.add(cell, Rank::Key, "targets: a cell");
    } else if (const Expr null = facts_.null_of(cell.sort())) {
      proposal_.add(gcl::mk_eq(context_, cell, null), Rank::Key, "targets: a cell, null or not");
    } else if (cell.sort().is_int()) {
      integer_cell(target, cell);
    }
  }

  /// Where the skolem lies.
  void place(Expr map, std::size_t dimension) {
    const Expr skolem = skolem_for(proposal_, map, dimension);
    if (skolem.sort().is_int()) {
      propose_bounds(context_, proposal_, skolem, facts_.likely_frontiers_of(map, dimension),
                     Ends::Both, "targets");
      proposal_.add(gcl::mk_le(context_, context_.int_const(0), skolem), Rank::Key,
                    "targets: a key of an array");
      for (const Expr position : positions()) {
        proposal_.add(gcl::mk_lt(context_, skolem, position), Rank::Likely,
                      "targets: before a remembered position");
      }
      return;
    }
    if (const Expr null = facts_.null_of(skolem.sort())) {
      proposal_.add(gcl::mk_eq(context_, skolem, null), Rank::Likely, "targets: null or not");
    }
    for (const Scalar& scalar : facts_.scalars()) {
      if (!(scalar.variable.sort() == skolem.sort())) continue;
      const bool ordered = skolem.sort().is_bitvec();
      proposal_.add(ordered ? context_.make(Kind::BvUlt, {skolem, scalar.variable})
                            : gcl::mk_eq(context_, skolem, scalar.variable),
                    Rank::Likely, "targets: the cell the loop is at");
    }
  }

  /// Integer variables set to a key the loop passes: `spot := i` beside a[i].
  std::vector<Expr> positions() const {
    std::vector<Expr> found;
    for (const Scalar& scalar : facts_.scalars()) {
      if (scalar.direction != Direction::Unknown || !scalar.variable.sort().is_int()) continue;
      for (const BodyPath* path : facts_.back_paths()) {
        const Expr value = path->value_after(scalar.variable);
        const auto is_key = [&](const Access& access) { return access.keys[0].at_head == value; };
        if (!(value == scalar.variable) && std::ranges::any_of(path->accesses, is_key)) {
          found.push_back(scalar.variable);
          break;
        }
      }
    }
    return found;
  }

  /// Comparisons with the entry value are for cells that are updated from what they were;
  /// with the key, for cells that hold keys.
  void integer_cell(const MapTarget& target, Expr cell) {
    const auto updates = [&](const Access& access) {
      Expr old_cell = access.map;
      for (const Seen& key : access.keys) {
        old_cell = gcl::mk_select(context_, old_cell, key.at_head);
      }
      return gcl::occurs(old_cell, access.value.at_head);
    };
    const auto is_a_key = [&](const Access& access) {
      const Scalar* scalar = facts_.scalar(access.value.at_head);
      return scalar != nullptr && scalar->is_counter();
    };
    if (some_write(target.map, updates)) {
      const Expr entry = facts_.value_on_entry(cell);
      proposal_.add(gcl::mk_le(context_, entry, cell), Rank::Maybe, "targets: not below its start");
      proposal_.add(gcl::mk_le(context_, cell, entry), Rank::Maybe, "targets: not above its start");
    }
    if (!target.keys.back() && some_write(target.map, is_a_key)) {
      const Expr skolem = skolem_for(proposal_, target.map, target.keys.size() - 1);
      if (skolem.sort().is_int()) {
        proposal_.add(gcl::mk_lt(context_, cell, skolem), Rank::Maybe,
                      "targets: a cell and its key");
      }
    }
  }

  template <class Test>
  bool some_write(Expr map, const Test& test) const {
    for (const BodyPath& path : facts_.paths()) {
      for (const Access& access : path.accesses) {
        if (access.map == map && access.is_write() && test(access)) return true;
      }
    }
    return false;
  }

  gcl::Context& context_;
  Proposal& proposal_;
  const LoopFacts& facts_;
};

class TargetsSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "targets"; }
  void propose(const LoopView& view, Proposal& proposal) const override {
    Targets(view.context, proposal).run();
  }
};

}  // namespace

std::unique_ptr<PredicateSource> make_targets_source() { return std::make_unique<TargetsSource>(); }

}  // namespace pawl::heuristics
