// SPDX-License-Identifier: Apache-2.0
#include "infer/loop_state.h"

#include <algorithm>
#include <utility>

#include "gcl/build.h"
#include "gcl/traverse.h"
#include "infer/concretize.h"
#include "infer/simplify.h"
#include "support/interrupt.h"

namespace pawl::infer {
namespace {

using gcl::Expr;
using gcl::PointKind;

std::vector<Expr> formulas_of(const heuristics::Proposal& proposal) {
  std::vector<Expr> formulas;
  for (const heuristics::Predicate& predicate : proposal.predicates()) {
    formulas.push_back(predicate.formula);
  }
  return formulas;
}

std::vector<Expr> pick(const std::vector<Expr>& all, const std::vector<std::size_t>& indices) {
  std::vector<Expr> picked;
  picked.reserve(indices.size());
  for (const std::size_t index : indices) picked.push_back(all[index]);
  return picked;
}

}  // namespace

LoopState::LoopState(gcl::Context& context, const ProcedureVc& vc, std::size_t loop,
                     heuristics::Proposal proposal, const abstraction::BddManager& bdds,
                     const Options& options, prover::QueryLog& log)
    : context_(context),
      vc_(vc),
      loop_(loop),
      proposal_(std::move(proposal)),
      bdds_(bdds),
      options_(options),
      budget_(options.prover.limits.budget),
      predicates_(formulas_of(proposal_)),
      instantiator_(context, terms_),
      prover_(prover::make_prover(context, options.prover, log)) {
  prover_->set_caller("infer");
  const auto groups =
      split_into_groups(proposal_.predicates(), proposal_.skolems(), options.group_size);
  for (const Group& group : groups) {
    groups_.push_back({group, abstraction::Region::bottom(bdds)});
  }
}

void LoopState::assert_base() {
  translate_predicates();
  const std::vector<Expr> constraints = vc_.constraints(loop_);
  terms_.collect(at_entry_);
  terms_.collect(at_back_);
  terms_.collect(constraints);
  for (const Expr constraint : constraints) {
    base_.push_back(instantiator_.weaken(constraint));
    prover_->assert_formula(base_.back());
  }
}

bool LoopState::over_budget() const { return queries_ > options_.loop_queries || budget_.over(); }

prover::Limits LoopState::limits_for_now() const {
  prover::Limits limits = options_.prover.limits;
  if (!houdini_) {
    limits.budget = budget_;
  } else if (limits.budget.has_deadline()) {
    const std::uint32_t left = limits.timeout_now();
    limits.timeout_ms = std::max<std::uint32_t>(left / 8, std::min<std::uint32_t>(left, 50));
  }
  return limits;
}

void LoopState::translate_predicates() {
  at_entry_.clear();
  at_back_.clear();
  for (const Expr predicate : predicates_) {
    at_entry_.push_back(vc_.at(predicate, loop_, PointKind::LoopEntry));
    at_back_.push_back(vc_.at(predicate, loop_, PointKind::LoopBack));
  }
}

std::vector<LoopState::ReadClause> LoopState::clauses() const {
  std::vector<ReadClause> all;
  for (const GroupState& group : groups_) {
    const std::vector<Expr> formulas = pick(predicates_, group.predicates);
    for (const abstraction::Clause& clause : group.region.clauses()) {
      ReadClause read{readable(context_, clause, formulas), {}};
      for (const abstraction::Literal literal : clause) {
        read.predicates.push_back(group.predicates[literal.predicate]);
      }
      all.push_back(std::move(read));
    }
  }
  return all;
}

std::vector<Expr> LoopState::invariant() const {
  std::vector<Expr> conjuncts;
  for (const ReadClause& clause : clauses()) {
    const Expr closed = close_over_skolems(context_, clause.formula, proposal_.skolems());
    if (std::ranges::find(conjuncts, closed) == conjuncts.end()) conjuncts.push_back(closed);
  }
  return conjuncts;
}

bool LoopState::unite_at(PointKind point, const std::vector<Expr>& assumed) {
  if (!started_) assert_base();
  started_ = true;
  ++(point == PointKind::LoopEntry ? runs_ : rounds_);
  prover_->push();
  std::vector<Expr> asserted = base_;
  for (const Expr fact : assumed) {
    asserted.push_back(instantiator_.weaken(fact));
    prover_->assert_formula(asserted.back());
  }
  bool grown = false;
  for (GroupState& group : groups_) grown |= unite_group(group, point, asserted);
  prover_->pop();
  return grown;
}

bool LoopState::unite_group(GroupState& group, PointKind point, const std::vector<Expr>& asserted) {
  const std::vector<Expr> here = {vc_.guard(loop_, point)};
  const std::vector<Expr> predicates =
      pick(point == PointKind::LoopEntry ? at_entry_ : at_back_, group.predicates);
  const abstraction::Problem problem{*prover_, context_, here, predicates, asserted};
  abstraction::Options options = options_.abstraction;
  if (houdini_) {
    options.precision = abstraction::Precision::Conjunctions;
  } else {
    options.stop = [this] { return over_budget() || interrupt_requested(); };
  }
  prover_->set_limits(limits_for_now());
  abstraction::Outcome outcome = abstraction::unite(group.region, problem, options);
  queries_ += outcome.queries;
  if (outcome.loss != abstraction::Loss::None && !houdini_) coarser_ = outcome.note;
  const bool grown = !(outcome.region == group.region);
  group.region = std::move(outcome.region);
  return grown;
}

void LoopState::fall_back_to_houdini(std::string reason) {
  std::vector<Expr> candidates;
  const auto add = [&](Expr formula) {
    if (std::ranges::find(candidates, formula) == candidates.end()) candidates.push_back(formula);
  };
  for (const ReadClause& clause : clauses()) add(clause.formula);
  for (const Expr predicate : formulas_of(proposal_)) {
    add(predicate);
    add(negate(context_, predicate));
  }
  predicates_ = std::move(candidates);
  translate_predicates();
  GroupState group;
  for (std::size_t i = 0; i < predicates_.size(); ++i) group.predicates.push_back(i);
  // From above: every candidate is claimed until a state shows the contrary.
  std::vector<abstraction::Literal> all;
  for (std::uint32_t i = 0; i < predicates_.size(); ++i) all.push_back({i, true});
  group.region = *abstraction::Region::exactly(bdds_.cube(all), predicates_.size() + 1);
  groups_.assign(1, group);
  houdini_ = true;
  incomplete_ = std::move(reason);
}

void LoopState::abandon(std::string reason) {
  abandoned_ = true;
  incomplete_ = std::move(reason);
}

std::string LoopState::describe_precision() const {
  if (houdini_) return "inductive conjunctions (Houdini)";
  if (!coarser_.empty()) return coarser_;
  return groups_.size() == 1 ? "exact" : "exact in " + std::to_string(groups_.size()) + " groups";
}

LoopInvariant LoopState::result(const prover::ProverOptions& prover, prover::QueryLog& log) const {
  LoopInvariant result;
  result.skolems = proposal_.skolems();
  result.predicates = proposal_.predicates();
  result.used.assign(result.predicates.size(), 0);
  result.rounds = rounds_;
  result.runs = runs_;
  result.queries = queries_;
  result.incomplete = incomplete_;
  result.precision = describe_precision();
  result.status = houdini_ || abandoned_ ? LoopStatus::Houdini : LoopStatus::Fixpoint;
  if (abandoned_ || !started_) return result;
  const bool unreachable = std::ranges::any_of(
      groups_, [](const GroupState& group) { return group.region.is_bottom(); });
  if (unreachable) {
    result.status = LoopStatus::Unreachable;
    result.conjuncts = {context_.false_()};
    return result;
  }
  result.conjuncts =
      simplify(context_, invariant(), vc_.desugared().loops[loop_].targets, prover, log);
  for (std::size_t p = 0; p < result.predicates.size(); ++p) {
    result.used[p] =
        mentions(context_, result.conjuncts, result.predicates[p].formula, proposal_.skolems()) ? 1
                                                                                                : 0;
  }
  return result;
}

}  // namespace pawl::infer
