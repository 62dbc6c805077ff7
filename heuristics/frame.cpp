// SPDX-License-Identifier: Apache-2.0
//
// What the loop has not changed yet: `i <= sc ==> a[sc] == entry(a)[sc]`. For loops whose earlier
// contents matter: they are read in the loop, a goal speaks of them, or a loop around relies on
// the part that is not touched. Elsewhere (filling an array nobody read) it would only cost.
#include <algorithm>

#include "gcl/build.h"
#include "heuristics/loop_facts.h"
#include "heuristics/skolemize.h"
#include "heuristics/sources.h"

namespace pawl::heuristics {
namespace {

using gcl::Expr;
using gcl::Kind;

class NotChangedYet {
 public:
  NotChangedYet(const LoopView& view, Proposal& proposal)
      : view_(view), context_(view.context), proposal_(proposal), facts_(proposal.facts()) {}

  void run() {
    for (const MapTarget& target : facts_.map_targets()) {
      if (target.is_precise() || !facts_.deserves_skolem(target.map)) continue;
      if (earlier_contents_matter(target.map)) unchanged(target);
    }
  }

 private:
  void unchanged(const MapTarget& target) {
    const Expr cell = skolemized_cell(context_, proposal_, target);
    proposal_.add(gcl::mk_eq(context_, cell, facts_.value_on_entry(cell)), Rank::Likely,
                  "frame: not changed yet");
    for (std::size_t dimension = 0; dimension < target.keys.size(); ++dimension) {
      const Expr skolem = skolem_for(proposal_, target.map, dimension);
      if (!target.keys[dimension] && skolem.sort().is_int()) {
        propose_bounds(context_, proposal_, skolem, facts_.frontiers_of(target.map, dimension),
                       Ends::Both, "frame");
      }
    }
  }

  bool earlier_contents_matter(Expr map) const {
    return view_.desugared.loops[view_.loop].depth > 0 || is_read(map) || is_in_a_goal(map);
  }

  bool is_read(Expr map) const {
    return std::ranges::any_of(facts_.paths(), [&](const BodyPath& path) {
      return std::ranges::any_of(path.accesses, [&](const Access& access) {
        return access.map == map && !access.is_write();
      });
    });
  }

  bool is_in_a_goal(Expr map) const {
    const Expr before = facts_.initial(map);
    if (!before) return false;
    return std::ranges::any_of(facts_.goals(), [&](const Goal& goal) {
      return gcl::occurs(map, goal.formula) && gcl::occurs(before, goal.formula);
    });
  }

  const LoopView& view_;
  gcl::Context& context_;
  Proposal& proposal_;
  const LoopFacts& facts_;
};

class FrameSource final : public PredicateSource {
 public:
  std::string_view name() const override { return "frame"; }
  void propose(const LoopView& view, Proposal& proposal) const override {
    NotChangedYet(view, proposal).run();
  }
};

}  // namespace

std::unique_ptr<PredicateSource> make_frame_source() { return std::make_unique<FrameSource>(); }

}  // namespace pawl::heuristics
