// SPDX-License-Identifier: Apache-2.0
//
// The least solution of the equations
//
//   D(entry) = top          join { SP(D(pc'), op) | pc' --op--> pc } <= D(pc)
//
// over a predicated lattice [FischerJhalaMajumdar05, section 2.2], procedure by procedure: what a
// procedure is entered with is a context of its own, and its solution there, from the entry to the
// exit, a summary that every call in that context uses (the functional approach). Recursion is a
// cycle among contexts like any other.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include "dataflow/predicated.h"
#include "dataflow/transitions.h"
#include "dataflow/wto.h"
#include "gcl/traverse.h"

namespace pawl::dataflow {

/// Thrown where the search is told to stop.
struct Stopped {};

/// Thrown where a location has many pieces: variables, and predicates that say the facts about them
/// which vary from piece to piece. Predicates share what elements cannot.
struct Crowded {
  std::size_t procedure = 0;
  std::vector<gcl::Expr> facts;
};

/// The program as the solver sees it, and what does not change from round to round.
struct Task {
  const gcl::Program& program;
  const Automata& automata;
  /// By procedure: sorted globals that it or its callees speak of, and may change.
  const std::vector<std::vector<gcl::Expr>>& relevant;
  const std::vector<std::vector<gcl::Expr>>& modified;
  /// By procedure: callees come before their callers, but for recursion.
  const std::vector<std::size_t>& rank;
  /// Variables that are a matter of the predicates alone.
  const std::set<gcl::Expr>& left_to_predicates;
  std::function<bool()> stop;

  CallSite site(std::size_t caller, const Call& call) const {
    return {program, program.procedures[caller], program.procedures[call.callee],
            call,    relevant[call.callee],      modified[call.callee]};
  }
};

using ContextId = std::size_t;

template <Lattice L>
struct ContextSolution {
  std::size_t procedure = 0;
  typename L::Element entry;
  bool merged = false;            // of everything that came after the first contexts
  std::vector<Predicated<L>> at;  // by location
};

template <Lattice L>
class Solver {
 public:
  using Element = typename L::Element;
  using State = Predicated<L>;

  Solver(const L& lattice, Transitions& transitions, const Task& task)
      : lattice_(lattice), transitions_(transitions), task_(task) {
    for (const auto& cfa : task.automata) {
      orders_.push_back(cfa ? weak_topological_order(*cfa) : WeakTopologicalOrder{});
    }
  }

  void solve(std::size_t procedure) {
    start_ = context(procedure, lattice_.top());
    flow(start_, cfa(start_).entry, {{transitions_.start(procedure), lattice_.top()}});
    while (!worklist_.empty()) {
      if (task_.stop && task_.stop()) throw Stopped{};
      const auto [rank, id, position, location] = *worklist_.begin();
      worklist_.erase(worklist_.begin());
      const State before = contexts_[id].at[location];
      for (const EdgeId edge : cfa(id).locations[location].out) {
        const Edge& step = cfa(id).edges[edge];
        flow(id, step.to, post(id, before, step));
      }
    }
  }

  /// SP of a whole state; of a call, by the summaries there are.
  State post(ContextId id, const State& before, const Edge& edge) {
    State after;
    for (const Piece<L>& piece : before) {
      if (const auto* call = std::get_if<Call>(&edge.operation)) {
        after = join(lattice_, after, pass(id, piece, edge, *call));
      } else {
        after = join(lattice_, after, {step(contexts_[id].procedure, piece, edge.operation)});
      }
    }
    std::erase_if(after, [](const Piece<L>& one) { return one.region.is_false(); });
    return after;
  }

  /// One operation on one piece; an empty region: no state passes.
  Piece<L> step(std::size_t procedure, const Piece<L>& piece, const Operation& operation) {
    ++posts_;
    Piece<L> result{piece.region, lattice_.post(piece.element, operation)};
    if (lattice_.is_bottom(result.element)) return nothing();
    result.region = transitions_.post(piece.region, procedure, operation);
    return known(procedure, std::move(result), operation);
  }

  /// Into the callee, without its context.
  Piece<L> enter(std::size_t procedure, const Piece<L>& piece, const Call& call) {
    const CallSite site = task_.site(procedure, call);
    return {transitions_.enter(piece.region, procedure, site),
            lattice_.forget(lattice_.enter(piece.element, site), task_.left_to_predicates)};
  }
  Piece<L> leave(std::size_t procedure, const Piece<L>& before, const Piece<L>& exit,
                 const Operation& operation) {
    const Call& call = std::get<Call>(operation);
    const CallSite site = task_.site(procedure, call);
    Piece<L> result{transitions_.leave(before.region, exit.region, procedure, site),
                    lattice_.leave(before.element, exit.element, site)};
    if (result.region.is_false() || lattice_.is_bottom(result.element)) return nothing();
    return known(procedure, std::move(result), operation);
  }

  /// May the condition not hold? The state before the assertion.
  bool may_fail(std::size_t procedure, const Piece<L>& piece, const Check& check) {
    return !step(procedure, piece, check.failure).region.is_false();
  }

  const std::deque<ContextSolution<L>>& contexts() const { return contexts_; }
  ContextId start() const { return start_; }
  std::uint64_t posts() const { return posts_; }
  const L& lattice() const { return lattice_; }
  Transitions& transitions() { return transitions_; }
  const Task& task() const { return task_; }

 private:
  static constexpr std::size_t crowd = 24;         // pieces
  static constexpr std::size_t max_contexts = 12;  // of one procedure
  static constexpr std::size_t free_updates = 3;   // of the head of a loop, before it is widened
  static constexpr std::size_t many_updates = 40;  // of any other location

  const Cfa& cfa(ContextId id) const { return *task_.automata[contexts_[id].procedure]; }
  Piece<L> nothing() const { return {transitions_.none(), lattice_.bottom()}; }

  /// What the element says of the predicates that the operation touched.
  Piece<L> known(std::size_t procedure, Piece<L> piece, const Operation& operation) {
    piece.element = lattice_.forget(piece.element, task_.left_to_predicates);
    for (const PredicateId id : transitions_.touched(procedure, operation)) {
      if (piece.region.is_false()) break;
      const std::optional<bool> value =
          lattice_.decide(piece.element, transitions_.meaning(variable(id, Copy::Now)));
      if (value) piece.region &= transitions_.literal(id, *value);
    }
    return piece;
  }

  /// A call: the callee is entered, and where it has come to its exit the caller goes on.
  State pass(ContextId id, const Piece<L>& piece, const Edge& edge, const Call& call) {
    ++posts_;
    const Piece<L> entered = enter(contexts_[id].procedure, piece, call);
    if (entered.region.is_false()) return {};
    const ContextId callee = context(call.callee, entered.element);
    callers_[callee].insert({id, edge.from});
    flow(callee, cfa(callee).entry, {entered});
    State after;
    for (const Piece<L>& exit : contexts_[callee].at[cfa(callee).exit]) {
      const Piece<L> back = leave(contexts_[id].procedure, piece, exit, edge.operation);
      after = join(lattice_, after, back.region.is_false() ? State{} : State{back});
    }
    return after;
  }

  ContextId context(std::size_t procedure, const Element& entry) {
    std::size_t count = 0;
    for (const ContextId id : by_procedure_[procedure]) {
      if (contexts_[id].entry == entry) return id;
      if (++count == max_contexts) return merged(id, entry);
    }
    const ContextId id = contexts_.size();
    contexts_.push_back({procedure, entry, false, {}});
    contexts_.back().at.resize(task_.automata[procedure]->locations.size());
    updates_.emplace_back(task_.automata[procedure]->locations.size(), 0);
    callers_.emplace_back();
    by_procedure_[procedure].push_back(id);
    return id;
  }

  /// The last context stands for all others.
  ContextId merged(ContextId id, const Element& entry) {
    ContextSolution<L>& context = contexts_[id];
    context.merged = true;
    context.entry = lattice_.join(context.entry, entry);
    return id;
  }

  void flow(ContextId id, LocationId to, const State& state) {
    State& known = contexts_[id].at[to];
    if (state.empty() || less_equal(lattice_, state, known)) return;
    const std::size_t count = ++updates_[id][to];
    const WeakTopologicalOrder& order = orders_[contexts_[id].procedure];
    const bool wide = count > (order.head[to] ? free_updates : many_updates);
    known = wide ? widen(lattice_, known, state) : join(lattice_, known, state);
    if (known.size() > crowd) check_crowd(contexts_[id].procedure, known);
    push(id, to);
    if (to != cfa(id).exit) return;
    for (const auto& [caller, location] : callers_[id]) push(caller, location);
  }

  /// Of single variables; nothing varies otherwise that predicates can say.
  void check_crowd(std::size_t procedure, const State& state) const {
    std::map<gcl::Expr, std::size_t> count;
    for (const Piece<L>& piece : state) {
      for (const gcl::Expr fact : lattice_.meaning(piece.element).facts) ++count[fact];
    }
    Crowded crowded{procedure, {}};
    for (const auto& [fact, pieces] : count) {
      const std::vector<gcl::Expr> vars = gcl::free_vars(fact);
      if (pieces < state.size() && vars.size() == 1 && !vars[0].sort().is_map()) {
        crowded.facts.push_back(fact);
      }
    }
    if (!crowded.facts.empty()) throw std::move(crowded);
  }

  void push(ContextId id, LocationId location) {
    const std::size_t procedure = contexts_[id].procedure;
    worklist_.insert({task_.rank[procedure], id, orders_[procedure].position[location], location});
  }

  const L& lattice_;
  Transitions& transitions_;
  const Task& task_;
  std::vector<WeakTopologicalOrder> orders_;  // by procedure
  std::deque<ContextSolution<L>> contexts_;
  std::map<std::size_t, std::vector<ContextId>> by_procedure_;
  std::vector<std::vector<std::size_t>> updates_;                    // by context, location
  std::vector<std::set<std::pair<ContextId, LocationId>>> callers_;  // by context
  std::set<std::tuple<std::size_t, ContextId, std::size_t, LocationId>> worklist_;
  ContextId start_ = 0;
  std::uint64_t posts_ = 0;
};

}  // namespace pawl::dataflow
