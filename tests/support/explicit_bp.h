// SPDX-License-Identifier: Apache-2.0
//
// A checker for small Boolean programs that shares nothing with BEBOP but the syntax tree: states
// one by one as bits, every `*` tried with both values, its own flattening of the control flow,
// summaries from a naive worklist. Slow and meant to be obviously right.
//
// Places are numbered as BEBOP's nodes are: procedure by procedure in the order of the text, one
// place per statement and per further condition of an `if`, then the exit.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "slam/bebop_result.h"
#include "slam/bp_program.h"

namespace pawl::test {

class ExplicitBp {
 public:
  /// Bit i: global i; then the variables of the procedure; then its results.
  using State = std::uint32_t;
  using Place = std::uint32_t;

  explicit ExplicitBp(const slam::BpProgram& program);

  const std::set<State>& states_at(Place place) const { return reachable_[place]; }
  const std::set<Place>& failing() const { return failing_; }
  std::size_t places() const { return code_.size(); }
  /// The number of steps to the nearest failure: a call that is stepped over counts 1, one that is
  /// entered too.
  std::optional<std::size_t> shortest_failure() const;
  /// Empty if the trace is a run that ends in a failure, else what is wrong with it.
  std::string replay(const std::vector<slam::BebopStep>& trace) const;

 private:
  struct Instruction {
    const slam::BpStmt* stmt = nullptr;  // none: the exit of the procedure
    const slam::BpExpr* condition = nullptr;
    std::uint32_t procedure = 0;
    std::vector<Place> next;       // any of them
    std::vector<Place> otherwise;  // where the condition is false
    std::vector<const slam::BpExpr*> enforced;
  };
  /// A place left open for "what comes after": an instruction and which of its lists.
  struct Hole {
    Place place;
    bool otherwise;
  };
  using Holes = std::vector<Hole>;
  struct Position {
    Place place = 0;
    State state = 0;
    friend auto operator<=>(const Position&, const Position&) = default;
  };
  /// A procedure with the globals and formals it was entered with.
  struct Context {
    std::uint32_t procedure = 0;
    State entry = 0;
    friend auto operator<=>(const Context&, const Context&) = default;
  };

  Holes emit(const slam::BpBlock& block, Holes open);
  Holes emit(const slam::BpStmt& stmt, Holes open);
  void fill(const Holes& holes, Place target);
  Place place(const slam::BpStmt* stmt, const slam::BpExpr* condition);

  void explore();
  void visit(const Context& context, const Position& position);
  void step(const Context& context, const Position& position);

  std::uint32_t bit(slam::VarRef var) const;
  static State with(State state, std::uint32_t bit, bool value);
  std::set<bool> values(const slam::BpExpr& expr, State now, State next) const;
  bool admissible(Place place, State state) const;
  bool fails(const Position& position) const;
  std::vector<Position> successors(const Position& position) const;
  void assign_from(const Position& from, std::size_t i, State to, std::vector<State>& out) const;
  std::vector<Position> entries(const Position& call) const;
  std::vector<Position> returns(const Position& call, State exit, std::uint32_t callee) const;
  std::vector<Position> over(const Position& call) const;
  State context_of(std::uint32_t procedure, State state) const;
  std::uint32_t result_bit(std::uint32_t procedure, std::uint32_t i) const;
  std::vector<State> with_any_locals(std::uint32_t procedure, State state) const;
  std::optional<State> state_of(const slam::BebopStep& step) const;

  const slam::BpProgram& program_;
  std::uint32_t globals_;
  std::vector<Instruction> code_;
  std::vector<Place> entry_;  // by procedure
  std::vector<Place> exit_;

  // While emitting.
  std::uint32_t procedure_ = 0;
  std::map<std::string, Place> labels_;
  std::vector<std::pair<Place, std::vector<std::string>>> jumps_;
  std::vector<const slam::BpExpr*> enforced_;

  // While exploring.
  std::set<std::pair<Context, Position>> seen_;
  std::vector<std::pair<Context, Position>> todo_;
  std::map<Context, std::set<State>> exits_;
  std::map<Context, std::set<std::pair<Context, Position>>> callers_;
  std::vector<std::set<State>> reachable_;
  std::set<Place> failing_;
};

}  // namespace pawl::test
