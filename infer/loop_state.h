// SPDX-License-Identifier: Apache-2.0
//
// What inference knows about one loop, kept between rounds and between the rounds of enclosing
// loops: the predicates, the region r reached so far, and one incremental solver context with
// everything the loop's states depend on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abstraction/abstract.h"
#include "abstraction/region.h"
#include "heuristics/predicate_source.h"
#include "infer/groups.h"
#include "infer/infer.h"
#include "infer/instantiate.h"
#include "infer/procedure_vc.h"
#include "prover/prover.h"

namespace pawl::infer {

/// The abstract element of one group of predicates.
struct GroupState {
  std::vector<std::size_t> predicates;  // indices into LoopState::predicates
  abstraction::Region region;           // r, over positions in `predicates`
};

class LoopState {
 public:
  LoopState(gcl::Context& context, const ProcedureVc& vc, std::size_t loop,
            heuristics::Proposal proposal, const abstraction::BddManager& bdds,
            const Options& options, prover::QueryLog& log);

  std::size_t index() const { return loop_; }
  bool started() const { return started_; }

  /// What is known at the loop head, over source variables and closed over the skolems.
  std::vector<gcl::Expr> invariant() const;

  /// r := r ∨ α(Norm(true, ·)) where · ends at `point`, with `assumed` (over versions) assumed.
  /// True when r grew.
  bool unite_at(gcl::PointKind point, const std::vector<gcl::Expr>& assumed);

  /// For the fixpoint; Houdini has what is left of the procedure's.
  void set_budget(const Budget& budget) { budget_ = budget; }
  /// A budget has ended, so r proves nothing. Start over with the conjunctions of r's clauses
  /// and of single predicates, from above: Houdini [FlanaganLeino01].
  void fall_back_to_houdini(std::string reason);
  /// Queries or budget of this loop have run out.
  bool over_budget() const;
  bool is_houdini() const { return houdini_; }

  const heuristics::Proposal& proposal() const { return proposal_; }
  LoopInvariant result(const prover::ProverOptions& prover, prover::QueryLog& log) const;
  /// The search was interrupted: claim nothing.
  void abandon(std::string reason);
  std::uint64_t queries() const { return queries_; }
  std::uint64_t rounds() const { return rounds_; }

 private:
  /// A clause of r as people read it, with the predicates it is made of.
  struct ReadClause {
    gcl::Expr formula;                    // over source variables and skolems
    std::vector<std::size_t> predicates;  // indices into predicates_
  };

  void assert_base();
  void translate_predicates();
  /// The user's, but no question outlasts the loop's budget: what is not answered by then is
  /// unknown, and weakens. Houdini, which runs after it, hands out what is left of the time in ever
  /// smaller parts.
  prover::Limits limits_for_now() const;
  std::vector<ReadClause> clauses() const;
  bool unite_group(GroupState& group, gcl::PointKind point, const std::vector<gcl::Expr>& asserted);
  std::string describe_precision() const;

  gcl::Context& context_;
  const ProcedureVc& vc_;
  std::size_t loop_;
  heuristics::Proposal proposal_;
  const abstraction::BddManager& bdds_;
  const Options& options_;
  Budget budget_;

  std::vector<gcl::Expr> predicates_;  // source terms; Houdini replaces them by its candidates
  std::vector<GroupState> groups_;
  std::vector<gcl::Expr> at_entry_, at_back_;  // predicates_ over versions
  GroundTerms terms_;
  Instantiator instantiator_;
  std::unique_ptr<prover::Prover> prover_;
  std::vector<gcl::Expr> base_;  // what is asserted in prover_ for good

  bool started_ = false;
  bool houdini_ = false;
  bool abandoned_ = false;
  std::string incomplete_;
  std::string coarser_;  // how the last coarser-than-exact abstraction was computed
  std::uint64_t queries_ = 0;
  std::uint64_t rounds_ = 0;
  std::uint64_t runs_ = 0;
};

}  // namespace pawl::infer
