// SPDX-License-Identifier: Apache-2.0
//
// Paths to a failing assertion, one at a time: the same transfer functions as the solution, but no
// joins. What is found is a path that neither the predicates nor the lattice rule out. If there is
// none, the solution lost something where paths join, and the states that were seen say what.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <queue>
#include <vector>

#include "dataflow/distance.h"
#include "dataflow/path.h"
#include "dataflow/solver.h"

namespace pawl::dataflow {

template <Lattice L>
class Search {
 public:
  struct Goal {
    std::size_t procedure = 0;
    std::size_t check = 0;
  };
  /// A state that some path arrives with.
  struct Visit {
    LocationId at = 0;
    std::size_t procedure = 0;
    std::size_t stack = 0;
    Piece<L> piece;
    std::size_t before = none;  // index of the visit it came from
    PathMove move;
    std::size_t length = 0;
  };
  enum class Outcome { Found, Exhausted, Limit };
  /// What a path knows: what it has seen itself, or what the solution says of where it is.
  enum class Memory { Own, Solution };
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  Search(Solver<L>& solver, const Goal& goal, Memory memory, std::size_t limit)
      : solver_(solver),
        memory_(memory),
        task_(solver.task()),
        goal_(goal),
        limit_(limit),
        distances_(task_.program, task_.automata, goal.procedure,
                   task_.automata[goal.procedure]->checks[goal.check].at) {}

  Outcome operator()(std::size_t start) {
    stacks_.push_back({});
    const Cfa& first = *task_.automata[start];
    visit({first.entry,
           start,
           0,
           {solver_.transitions().start(start), solver_.lattice().top()},
           none,
           {},
           0});
    while (!queue_.empty()) {
      if (task_.stop && task_.stop()) throw Stopped{};
      if (visits_.size() > limit_) return Outcome::Limit;
      const std::size_t next = queue_.top().second;
      queue_.pop();
      if (expand(next)) return Outcome::Found;
    }
    return Outcome::Exhausted;
  }

  /// Of what was found.
  std::vector<PathMove> path() const {
    std::vector<PathMove> moves = {{PathMove::Kind::Failure, goal_.procedure, 0, goal_.check}};
    for (std::size_t at = found_; visits_[at].before != none; at = visits_[at].before) {
      moves.push_back(visits_[at].move);
    }
    std::ranges::reverse(moves);
    return moves;
  }

  const std::vector<Visit>& visits() const { return visits_; }
  /// How far the goal is from there; Distances::unreachable if it cannot be reached.
  std::size_t distance(const Visit& visit) const {
    return distances_.to_goal(visit.procedure, visit.at);
  }

 private:
  /// Calls that were not returned from.
  struct Stack {
    std::size_t below = 0;
    std::size_t procedure = 0;  // the caller
    EdgeId edge = 0;            // of the call
    Piece<L> before;
    std::size_t to_goal = Distances::unreachable;  // after the return
  };

  bool expand(std::size_t number) {
    const Visit visit = visits_[number];
    const Cfa& cfa = *task_.automata[visit.procedure];
    if (visit.procedure == goal_.procedure && visit.at == cfa.checks[goal_.check].at &&
        solver_.may_fail(visit.procedure, visit.piece, cfa.checks[goal_.check])) {
      found_ = number;
      return true;
    }
    for (const EdgeId edge : cfa.locations[visit.at].out) follow(visit, number, cfa, edge);
    if (visit.at == cfa.exit && visit.stack != 0) leave(visit, number);
    return false;
  }

  void follow(const Visit& visit, std::size_t number, const Cfa& cfa, EdgeId edge) {
    const Edge& step = cfa.edges[edge];
    const auto* call = std::get_if<Call>(&step.operation);
    if (call == nullptr) {
      go({step.to,
          visit.procedure,
          visit.stack,
          solver_.step(visit.procedure, visit.piece, step.operation),
          number,
          {PathMove::Kind::Step, visit.procedure, edge, 0},
          visit.length + 1});
      return;
    }
    const std::size_t stack =
        push({visit.stack, visit.procedure, edge, visit.piece, remaining(visit, step.to)});
    go({task_.automata[call->callee]->entry,
        call->callee,
        stack,
        solver_.enter(visit.procedure, visit.piece, *call),
        number,
        {PathMove::Kind::Enter, visit.procedure, edge, 0},
        visit.length + 1});
  }

  void leave(const Visit& visit, std::size_t number) {
    const Stack& open = stacks_[visit.stack];
    const Edge& step = task_.automata[open.procedure]->edges[open.edge];
    go({step.to,
        open.procedure,
        open.below,
        solver_.leave(open.procedure, open.before, visit.piece, step.operation),
        number,
        {PathMove::Kind::Leave, open.procedure, open.edge, 0},
        visit.length + 1});
  }

  void go(Visit next) {
    if (next.piece.region.is_false() || solver_.lattice().is_bottom(next.piece.element)) return;
    if (estimate(next) == Distances::unreachable) return;
    if (memory_ == Memory::Solution) next.piece.element = solution(next);
    visit(std::move(next));
  }

  /// In whatever context.
  typename L::Element solution(const Visit& visit) const {
    typename L::Element result = visit.piece.element;
    for (const ContextSolution<L>& context : solver_.contexts()) {
      if (context.procedure != visit.procedure) continue;
      for (const Piece<L>& piece : context.at[visit.at]) {
        if ((piece.region & visit.piece.region).is_false()) continue;
        result = solver_.lattice().join(result, piece.element);
      }
    }
    return result;
  }

  void visit(Visit next) {
    std::vector<std::size_t>& known = seen_[{next.stack, next.procedure, next.at}];
    for (const std::size_t one : known) {
      const Piece<L>& piece = visits_[one].piece;
      if (next.piece.region.implies(piece.region) &&
          solver_.lattice().less_equal(next.piece.element, piece.element)) {
        return;
      }
    }
    known.push_back(visits_.size());
    queue_.push({next.length + estimate(next), visits_.size()});
    visits_.push_back(std::move(next));
  }

  /// What is left to go, at least: here, or after the return.
  std::size_t estimate(const Visit& visit) const { return remaining(visit, visit.at); }

  std::size_t remaining(const Visit& visit, LocationId at) const {
    const std::size_t here = distances_.to_goal(visit.procedure, at);
    if (visit.stack == 0) return here;
    const std::size_t leave = distances_.to_exit(visit.procedure, at);
    const std::size_t later = stacks_[visit.stack].to_goal;
    if (leave == Distances::unreachable || later == Distances::unreachable) return here;
    return std::min(here, leave + later + 1);
  }

  /// The same calls from the same states are the same stack.
  std::size_t push(Stack stack) {
    std::vector<std::size_t>& known = stacks_at_[{stack.below, stack.procedure, stack.edge}];
    for (const std::size_t one : known) {
      if (stacks_[one].before.region == stack.before.region &&
          stacks_[one].before.element == stack.before.element) {
        return one;
      }
    }
    known.push_back(stacks_.size());
    stacks_.push_back(std::move(stack));
    return stacks_.size() - 1;
  }

  using Rank = std::pair<std::size_t, std::size_t>;  // estimated length, visit

  Solver<L>& solver_;
  const Memory memory_;
  const Task& task_;
  const Goal goal_;
  const std::size_t limit_;
  Distances distances_;
  std::vector<Visit> visits_;
  std::vector<Stack> stacks_;  // 0: none is open
  std::map<std::tuple<std::size_t, std::size_t, EdgeId>, std::vector<std::size_t>> stacks_at_;
  std::map<std::tuple<std::size_t, std::size_t, LocationId>, std::vector<std::size_t>> seen_;
  std::priority_queue<Rank, std::vector<Rank>, std::greater<>> queue_;
  std::size_t found_ = none;
};

}  // namespace pawl::dataflow
