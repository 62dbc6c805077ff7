// SPDX-License-Identifier: Apache-2.0
//
// The run: reachability to the fixpoint, then whatever was asked about it. A violation is claimed
// with a trace or not at all.
#include "slam/bebop.h"

#include <algorithm>

#include "abstraction/cover.h"
#include "slam/bebop_trace.h"
#include "slam/reachability.h"

namespace pawl::slam {
namespace {

using abstraction::Bdd;

class Run {
 public:
  Run(const BpProgram& program, const BebopOptions& options)
      : program_(program), options_(options) {
    result_.cfg = make_cfg(program);
    find_checked();
  }

  BebopResult operator()() {
    try {
      decide();
    } catch (const abstraction::BddLimit&) {
      give_up(BebopUnknown::BddLimit);
    } catch (const abstraction::BddStopped&) {
      give_up(out_of_time().value_or(BebopUnknown::Interrupted));
    }
    return std::move(result_);
  }

 private:
  void find_checked() {
    for (NodeId v = 0; v < result_.cfg.nodes.size(); ++v) {
      const CfgNode& node = result_.cfg.nodes[v];
      if (node.kind == CfgNode::Kind::Assert || is_error(node)) result_.checked.push_back(v);
    }
  }

  bool is_error(const CfgNode& node) const {
    return node.stmt != nullptr && !options_.error_label.empty() &&
           std::ranges::find(node.stmt->labels, options_.error_label) != node.stmt->labels.end();
  }

  void decide() {
    abstraction::BddOptions bdds{options_.max_nodes};
    bdds.stop = [&] { return out_of_time().has_value(); };
    if (options_.order) bdds.order = bdd_order(program_, *options_.order);
    const StateSpace space(program_, result_.cfg, bdds);
    Reachability reachability(result_.cfg, space, options_.domain);
    const auto stopped = reachability.run(
        options_.entry, [&](std::uint64_t steps) { return should_stop(space, steps); });
    result_.steps = reachability.steps();
    result_.live_nodes = space.live_nodes();
    if (stopped) return give_up(*stopped);
    describe(space, reachability);
    if (options_.order && result_.verdict != BebopVerdict::Unknown) {
      result_.order = named_order(program_, space.order());
    }
  }

  void describe(const StateSpace& space, Reachability& reachability) {
    for (NodeId v = 0; v < result_.cfg.nodes.size(); ++v) {
      result_.reached.push_back(reachability.reached(v));
    }
    for (const NodeId v : result_.checked) {
      const Bdd failing = violations(space, v) & reachability.path_edges(v);
      if (!failing.is_false()) result_.failing.push_back(v);
    }
    if (!result_.failing.empty() && options_.domain != Domain::Total) {
      return give_up(BebopUnknown::Domain);
    }
    if (!result_.failing.empty()) find_trace(space, reachability);
    if (result_.reason != BebopUnknown::None) return;
    if (options_.invariants == BebopOptions::Invariants::Compute) {
      find_invariants(space, reachability);
    }
    if (options_.proof == BebopOptions::Proof::Compute && result_.failing.empty()) {
      find_proof(space, reachability);
    }
    result_.verdict = result_.failing.empty() ? BebopVerdict::Safe : BebopVerdict::Violated;
  }

  Bdd violations(const StateSpace& space, NodeId v) const {
    const CfgNode& node = result_.cfg.nodes[v];
    const Bdd all = is_error(node) ? space.all() : space.may_be_false(*node.condition);
    return all & space.enforced(v);
  }

  void find_trace(const StateSpace& space, Reachability& reachability) {
    TraceProblem problem;
    problem.entry = options_.entry;
    problem.unfold = options_.calls == BebopOptions::Calls::Unfold;
    problem.max_steps = options_.max_trace;
    for (const NodeId v : result_.failing) problem.violations.emplace(v, violations(space, v));
    std::optional<BebopUnknown> stopped;
    problem.should_stop = [&] { return (stopped = should_stop(space, 0)).has_value(); };
    const auto trace = shortest_trace(result_.cfg, space, reachability, problem);
    if (!trace) return give_up(stopped.value_or(BebopUnknown::Interrupted));
    result_.trace = *trace;
  }

  void find_invariants(const StateSpace& space, const Reachability& reachability) {
    for (NodeId v = 0; v < result_.cfg.nodes.size(); ++v) {
      const std::uint32_t procedure = result_.cfg.nodes[v].procedure;
      BebopInvariant invariant{v, BebopInvariant::Kind::Clauses, {}};
      const Bdd states = space.states(procedure, reachability.path_edges(v));
      if (states.is_false()) {
        invariant.kind = BebopInvariant::Kind::Unreachable;
      } else if (const auto clauses = abstraction::prime_cover(states, options_.max_clauses)) {
        for (const abstraction::Clause& clause : *clauses) add_clause(invariant, clause);
      } else {
        invariant.kind = BebopInvariant::Kind::TooLarge;
      }
      result_.invariants.push_back(std::move(invariant));
    }
  }

  void find_proof(const StateSpace& space, const Reachability& reachability) {
    for (NodeId v = 0; v < result_.cfg.nodes.size(); ++v) {
      const CfgNode& node = result_.cfg.nodes[v];
      const bool head = node.stmt != nullptr && std::holds_alternative<BpWhile>(node.stmt->node);
      const CfgProcedure& procedure = result_.cfg.procedures[node.procedure];
      if (!head && v != procedure.entry && v != procedure.exit) continue;
      BebopProofStep step{v, BebopInvariant::Kind::Clauses, {}};
      Bdd pairs = reachability.path_edges(v);
      Bdd known = known_of(space, node.procedure);
      if (v == procedure.exit) {
        pairs = space.without_locals(node.procedure, pairs);
        known = space.without_locals(node.procedure, known);
      }
      if (v == procedure.entry) {
        pairs = space.states(node.procedure, pairs);
        known = space.states(node.procedure, known);
      }
      if (pairs.is_false()) {
        step.kind = BebopInvariant::Kind::Unreachable;
      } else if (const auto clauses =
                     abstraction::prime_cover(pairs, known, options_.max_clauses)) {
        for (const abstraction::Clause& clause : *clauses) {
          step.clauses.push_back(pair_clause(space, node.procedure, clause));
        }
      } else {
        step.kind = BebopInvariant::Kind::TooLarge;
      }
      result_.proof.push_back(std::move(step));
    }
  }

  Bdd known_of(const StateSpace& space, std::uint32_t procedure) const {
    if (options_.known.empty()) return space.all();
    const Bdd now = space.may_be_true(options_.known[procedure]);
    return now & space.at_entry(procedure, now);
  }

  std::vector<BebopPairLiteral> pair_clause(const StateSpace& space, std::uint32_t procedure,
                                            const abstraction::Clause& clause) const {
    const auto globals = static_cast<std::uint32_t>(program_.globals.size());
    const std::vector<Slot> results = space.result_slots(procedure);
    std::vector<BebopPairLiteral> literals;
    for (const abstraction::Literal& literal : clause) {
      const Slot slot = StateSpace::slot_of_bdd_variable(literal.predicate);
      BebopPairLiteral one;
      one.positive = literal.positive;
      if (StateSpace::is_entry_variable(literal.predicate)) {
        one.moment = BebopPairLiteral::Moment::Entry;
      }
      if (const auto found = std::ranges::find(results, slot); found != results.end()) {
        one.kind = BebopPairLiteral::Kind::Result;
        one.result = static_cast<std::uint32_t>(found - results.begin());
      } else {
        one.var = slot < globals ? VarRef::global(slot) : VarRef::local(slot - globals);
      }
      literals.push_back(one);
    }
    return literals;
  }

  void add_clause(BebopInvariant& invariant, const abstraction::Clause& clause) const {
    const auto globals = static_cast<std::uint32_t>(program_.globals.size());
    std::vector<BebopLiteral>& literals = invariant.clauses.emplace_back();
    for (const abstraction::Literal& literal : clause) {
      const Slot slot = StateSpace::slot_of_bdd_variable(literal.predicate);
      const VarRef var = slot < globals ? VarRef::global(slot) : VarRef::local(slot - globals);
      literals.push_back({var, literal.positive});
    }
  }

  std::optional<BebopUnknown> should_stop(const StateSpace& space, std::uint64_t steps) {
    constexpr std::uint64_t often = 256;
    if (options_.on_progress && steps % often == 0) {
      options_.on_progress({steps, space.live_nodes()});
    }
    return out_of_time();
  }

  std::optional<BebopUnknown> out_of_time() const {
    switch (options_.budget.ended()) {
      case BudgetEnd::Interrupted: return BebopUnknown::Interrupted;
      case BudgetEnd::Time: return BebopUnknown::Timeout;
      case BudgetEnd::Work:  // no solver is asked here
      case BudgetEnd::Queries:
      case BudgetEnd::None: break;
    }
    return std::nullopt;
  }

  void give_up(BebopUnknown reason) {
    result_.verdict = BebopVerdict::Unknown;
    result_.reason = reason;
    result_.trace.clear();
    result_.failing.clear();
    result_.reached.clear();
    result_.invariants.clear();
    result_.proof.clear();
  }

  const BpProgram& program_;
  const BebopOptions& options_;
  BebopResult result_;
};

}  // namespace

const char* to_string(BebopUnknown reason) {
  switch (reason) {
    case BebopUnknown::None: return "none";
    case BebopUnknown::BddLimit: return "bdd-limit";
    case BebopUnknown::Timeout: return "timeout";
    case BebopUnknown::Interrupted: return "interrupted";
    case BebopUnknown::Domain: return "domain-too-coarse";
  }
  return "none";
}

BebopResult bebop(const BpProgram& program, const BebopOptions& options) {
  return Run(program, options)();
}

}  // namespace pawl::slam
