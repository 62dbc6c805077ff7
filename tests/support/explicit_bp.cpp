// SPDX-License-Identifier: Apache-2.0
#include "tests/support/explicit_bp.h"

#include <algorithm>

#include "support/overloaded.h"

namespace pawl::test {

using namespace slam;

ExplicitBp::ExplicitBp(const BpProgram& program)
    : program_(program), globals_(static_cast<std::uint32_t>(program.globals.size())) {
  for (procedure_ = 0; procedure_ < program.procedures.size(); ++procedure_) {
    const BpBlock& body = program.procedures[procedure_].body;
    labels_.clear();
    jumps_.clear();
    const auto first = static_cast<Place>(code_.size());
    const Holes open = emit(body, {});
    const Place exit = place(nullptr, nullptr);
    fill(open, exit);
    entry_.push_back(body.empty() ? exit : first);
    exit_.push_back(exit);
    for (Place p = first; p < exit; ++p) {
      if (code_[p].stmt != nullptr && std::holds_alternative<BpReturn>(code_[p].stmt->node)) {
        code_[p].next = {exit};
      }
    }
    for (const auto& [from, labels] : jumps_) {
      for (const std::string& label : labels) code_[from].next.push_back(labels_.at(label));
    }
  }
  reachable_.resize(code_.size());
  explore();
}

// ---- Control flow: instructions with holes that the next one fills.

ExplicitBp::Place ExplicitBp::place(const BpStmt* stmt, const BpExpr* condition) {
  code_.push_back({stmt, condition, procedure_, {}, {}, enforced_});
  return static_cast<Place>(code_.size() - 1);
}

void ExplicitBp::fill(const Holes& holes, Place target) {
  for (const Hole& hole : holes) {
    (hole.otherwise ? code_[hole.place].otherwise : code_[hole.place].next).push_back(target);
  }
}

ExplicitBp::Holes ExplicitBp::emit(const BpBlock& block, Holes open) {
  const std::size_t outside = enforced_.size();
  for (const BpStmt& stmt : block) open = emit(stmt, open);
  enforced_.resize(outside);
  return open;
}

ExplicitBp::Holes ExplicitBp::emit(const BpStmt& stmt, Holes open) {
  if (const auto* enforce = std::get_if<BpEnforce>(&stmt.node)) {
    enforced_.push_back(&enforce->condition);
  }
  if (const auto* conditional = std::get_if<BpIf>(&stmt.node)) {
    Holes ends;
    for (const BpArm& arm : conditional->arms) {
      const Place test = place(&stmt, &arm.condition);
      if (&arm == &conditional->arms.front()) {
        for (const std::string& label : stmt.labels) labels_[label] = test;
      }
      fill(open, test);
      const Holes after = emit(arm.body, {{test, false}});
      ends.insert(ends.end(), after.begin(), after.end());
      open = {{test, true}};
    }
    const Holes after = emit(conditional->otherwise, open);
    ends.insert(ends.end(), after.begin(), after.end());
    return ends;
  }
  const Place here = place(&stmt, nullptr);
  for (const std::string& label : stmt.labels) labels_[label] = here;
  fill(open, here);
  if (const auto* loop = std::get_if<BpWhile>(&stmt.node)) {
    code_[here].condition = &loop->condition;
    fill(emit(loop->body, {{here, false}}), here);
    return {{here, true}};
  }
  if (const auto* branch = std::get_if<BpBranch>(&stmt.node)) {
    Holes ends;
    for (const BpBlock& choice : branch->choices) {
      const Holes after = emit(choice, {{here, false}});
      ends.insert(ends.end(), after.begin(), after.end());
    }
    return ends;
  }
  if (const auto* jump = std::get_if<BpGoto>(&stmt.node)) {
    jumps_.emplace_back(here, jump->labels);
    return {};
  }
  if (std::holds_alternative<BpReturn>(stmt.node)) return {};
  if (const auto* abort = std::get_if<BpAbortif>(&stmt.node)) {
    code_[here].condition = &abort->condition;
    return {{here, true}};
  }
  if (const auto* assume = std::get_if<BpAssume>(&stmt.node)) {
    code_[here].condition = &assume->condition;
  }
  if (const auto* assertion = std::get_if<BpAssert>(&stmt.node)) {
    code_[here].condition = &assertion->condition;
  }
  return {{here, false}};
}

// ---- Values.

std::uint32_t ExplicitBp::bit(VarRef var) const {
  return var.is_global() ? var.index : globals_ + var.index;
}

ExplicitBp::State ExplicitBp::with(State state, std::uint32_t bit, bool value) {
  return value ? state | (State{1} << bit) : state & ~(State{1} << bit);
}

/// Every combination of choices, one after the other.
std::set<bool> ExplicitBp::values(const BpExpr& expr, State now, State next) const {
  std::uint32_t choices = 0;
  for (const BpExpr::Node& node : expr.nodes()) {
    choices += node.op == BpOp::Nondet || node.op == BpOp::Choose || node.op == BpOp::Schoose;
  }
  std::set<bool> found;
  for (std::uint32_t way = 0; way < (1u << choices); ++way) {
    std::uint32_t used = 0;
    const auto choose = [&] { return ((way >> used++) & 1) != 0; };
    std::vector<bool> stack;
    const auto pop = [&] {
      const bool top = stack.back();
      stack.pop_back();
      return top;
    };
    for (const BpExpr::Node& node : expr.nodes()) {
      const bool right = arity(node.op) > 0 && pop();
      const bool left = arity(node.op) > 1 && pop();
      switch (node.op) {
        case BpOp::False: stack.push_back(false); break;
        case BpOp::True: stack.push_back(true); break;
        case BpOp::Nondet: stack.push_back(choose()); break;
        case BpOp::Var: stack.push_back(((now >> bit(node.var)) & 1) != 0); break;
        case BpOp::Next: stack.push_back(((next >> bit(node.var)) & 1) != 0); break;
        case BpOp::Not: stack.push_back(!right); break;
        case BpOp::And: stack.push_back(left && right); break;
        case BpOp::Or: stack.push_back(left || right); break;
        case BpOp::Xor:
        case BpOp::NotEqual: stack.push_back(left != right); break;
        case BpOp::Implies: stack.push_back(!left || right); break;
        case BpOp::Equal: stack.push_back(left == right); break;
        case BpOp::Choose:
        case BpOp::Schoose: {
          const bool any = choose();
          stack.push_back(left ? true : right ? false : any);
          break;
        }
      }
    }
    found.insert(stack.back());
  }
  return found;
}

bool ExplicitBp::admissible(Place place, State state) const {
  return std::ranges::all_of(code_[place].enforced, [&](const BpExpr* expr) {
    return values(*expr, state, state).contains(true);
  });
}

bool ExplicitBp::fails(const Position& at) const {
  const Instruction& code = code_[at.place];
  return code.stmt != nullptr && std::holds_alternative<BpAssert>(code.stmt->node) &&
         admissible(at.place, at.state) &&
         values(*code.condition, at.state, at.state).contains(false);
}

// ---- Steps.

std::uint32_t ExplicitBp::result_bit(std::uint32_t procedure, std::uint32_t i) const {
  return globals_ + static_cast<std::uint32_t>(program_.procedures[procedure].variables.size()) + i;
}

/// All states that the assignments from the i-th on may lead to.
void ExplicitBp::assign_from(const Position& from, std::size_t i, State to,
                             std::vector<State>& out) const {
  const BpStmt& stmt = *code_[from.place].stmt;
  const std::uint32_t procedure = code_[from.place].procedure;
  const auto* assign = std::get_if<BpAssign>(&stmt.node);
  const auto* ret = std::get_if<BpReturn>(&stmt.node);
  const auto* dead = std::get_if<BpDead>(&stmt.node);
  const std::size_t count = assign != nullptr ? assign->targets.size()
                            : ret != nullptr  ? ret->values.size()
                                              : dead->variables.size();
  if (i == count) {
    const bool constrained = assign != nullptr && !assign->constrain.absent();
    if (!constrained || values(assign->constrain, from.state, to).contains(true)) {
      out.push_back(to);
    }
    return;
  }
  const std::set<bool> choices = assign != nullptr ? values(assign->values[i], from.state, to)
                                 : ret != nullptr  ? values(ret->values[i], from.state, to)
                                                   : std::set<bool>{false, true};
  const std::uint32_t target = assign != nullptr ? bit(assign->targets[i])
                               : ret != nullptr
                                   ? result_bit(procedure, static_cast<std::uint32_t>(i))
                                   : bit(dead->variables[i]);
  for (const bool value : choices) assign_from(from, i + 1, with(to, target, value), out);
}

/// Of anything but calls and exits.
std::vector<ExplicitBp::Position> ExplicitBp::successors(const Position& from) const {
  const Instruction& code = code_[from.place];
  if (!admissible(from.place, from.state)) return {};
  std::vector<State> states{from.state};
  if (std::holds_alternative<BpAssign>(code.stmt->node) ||
      std::holds_alternative<BpReturn>(code.stmt->node) ||
      std::holds_alternative<BpDead>(code.stmt->node)) {
    states.clear();
    assign_from(from, 0, from.state, states);
  }
  const std::set<bool> outcomes =
      code.condition == nullptr ? std::set{true} : values(*code.condition, from.state, from.state);
  std::vector<Position> found;
  for (const State state : states) {
    if (!admissible(from.place, state)) continue;
    for (const bool outcome : outcomes) {
      for (const Place next : outcome ? code.next : code.otherwise) found.push_back({next, state});
    }
  }
  return found;
}

std::vector<ExplicitBp::State> ExplicitBp::with_any_locals(std::uint32_t procedure,
                                                           State state) const {
  const BpProcedure& p = program_.procedures[procedure];
  // Results too: who falls off the end returns anything.
  const std::size_t free = p.variables.size() - p.formals + p.results;
  std::vector<State> found;
  for (State way = 0; way < (State{1} << free); ++way) {
    found.push_back(state | (way << (globals_ + p.formals)));
  }
  return found;
}

std::vector<ExplicitBp::Position> ExplicitBp::entries(const Position& call) const {
  if (!admissible(call.place, call.state)) return {};
  const auto& node = std::get<BpCall>(code_[call.place].stmt->node);
  std::vector<State> states{call.state & ((State{1} << globals_) - 1)};
  for (std::uint32_t i = 0; i < node.arguments.size(); ++i) {
    std::vector<State> extended;
    for (const bool value : values(node.arguments[i], call.state, call.state)) {
      for (const State state : states) extended.push_back(with(state, globals_ + i, value));
    }
    states = extended;
  }
  std::vector<Position> found;
  for (const State state : states) {
    for (const State full : with_any_locals(node.procedure, state)) {
      found.push_back({entry_[node.procedure], full});
    }
  }
  return found;
}

std::vector<ExplicitBp::Position> ExplicitBp::returns(const Position& call, State exit,
                                                      std::uint32_t callee) const {
  const auto& node = std::get<BpCall>(code_[call.place].stmt->node);
  const State globals = (State{1} << globals_) - 1;
  State state = (call.state & ~globals) | (exit & globals);
  for (std::uint32_t i = 0; i < node.targets.size(); ++i) {
    state = with(state, bit(node.targets[i]), ((exit >> result_bit(callee, i)) & 1) != 0);
  }
  if (!admissible(call.place, state)) return {};
  return {{code_[call.place].next.front(), state}};
}

ExplicitBp::State ExplicitBp::context_of(std::uint32_t procedure, State state) const {
  return state & ((State{1} << (globals_ + program_.procedures[procedure].formals)) - 1);
}

// ---- Exploration.

void ExplicitBp::visit(const Context& context, const Position& position) {
  if (!seen_.insert({context, position}).second) return;
  todo_.emplace_back(context, position);
  const std::uint32_t procedure = code_[position.place].procedure;
  const State scope =
      (State{1} << (globals_ + program_.procedures[procedure].variables.size())) - 1;
  reachable_[position.place].insert(position.state & scope);
  if (fails(position)) failing_.insert(position.place);
}

void ExplicitBp::explore() {
  for (State globals = 0; globals < (State{1} << globals_); ++globals) {
    const std::uint32_t formals = program_.procedures[0].formals;
    for (State arguments = 0; arguments < (State{1} << formals); ++arguments) {
      const State entry = globals | (arguments << globals_);
      for (const State full : with_any_locals(0, entry)) visit({0, entry}, {entry_[0], full});
    }
  }
  while (!todo_.empty()) {
    const auto [context, position] = todo_.back();
    todo_.pop_back();
    step(context, position);
  }
}

void ExplicitBp::step(const Context& context, const Position& position) {
  const Instruction& code = code_[position.place];
  if (code.stmt == nullptr) {
    if (!exits_[context].insert(position.state).second) return;
    for (const auto& [caller, call] : callers_[context]) {
      for (const Position& next : returns(call, position.state, context.procedure)) {
        visit(caller, next);
      }
    }
    return;
  }
  if (const auto* call = std::get_if<BpCall>(&code.stmt->node)) {
    for (const Position& entry : entries(position)) {
      const Context inner{call->procedure, context_of(call->procedure, entry.state)};
      callers_[inner].insert({context, position});
      visit(inner, entry);
    }
    for (const Position& next : over(position)) visit(context, next);
    return;
  }
  for (const Position& next : successors(position)) visit(context, next);
}

std::vector<ExplicitBp::Position> ExplicitBp::over(const Position& call) const {
  const auto& node = std::get<BpCall>(code_[call.place].stmt->node);
  std::set<Position> found;
  for (const Position& entry : entries(call)) {
    const auto exits = exits_.find({node.procedure, context_of(node.procedure, entry.state)});
    if (exits == exits_.end()) continue;
    for (const State exit : exits->second) {
      for (const Position& next : returns(call, exit, node.procedure)) found.insert(next);
    }
  }
  return {found.begin(), found.end()};
}

std::optional<std::size_t> ExplicitBp::shortest_failure() const {
  std::set<Position> seen;
  std::vector<Position> ring;
  for (State state = 0; state < (State{1} << globals_); ++state) {
    const std::uint32_t formals = program_.procedures[0].formals;
    for (State arguments = 0; arguments < (State{1} << formals); ++arguments) {
      for (const State full : with_any_locals(0, state | (arguments << globals_))) {
        ring.push_back({entry_[0], full});
      }
    }
  }
  seen.insert(ring.begin(), ring.end());
  for (std::size_t length = 0; !ring.empty(); ++length) {
    std::vector<Position> next;
    for (const Position& position : ring) {
      if (fails(position)) return length;
      const Instruction& code = code_[position.place];
      if (code.stmt == nullptr) continue;
      std::vector<Position> found;
      if (std::holds_alternative<BpCall>(code.stmt->node)) {
        found = entries(position);
        const std::vector<Position> others = over(position);
        found.insert(found.end(), others.begin(), others.end());
      } else {
        found = successors(position);
      }
      for (const Position& p : found) {
        if (seen.insert(p).second) next.push_back(p);
      }
    }
    ring = std::move(next);
  }
  return std::nullopt;
}

// ---- Replay.

std::optional<ExplicitBp::State> ExplicitBp::state_of(const BebopStep& step) const {
  const BpProcedure& procedure = program_.procedures[code_[step.node].procedure];
  const std::size_t results = step.kind == BebopStep::Kind::Leave ? procedure.results : 0;
  if (step.values.size() != globals_ + procedure.variables.size() + results) return std::nullopt;
  State state = 0;
  for (std::uint32_t i = 0; i < step.values.size(); ++i) state = with(state, i, step.values[i]);
  return state;
}

std::string ExplicitBp::replay(const std::vector<BebopStep>& trace) const {
  if (trace.empty()) return "no trace";
  if (trace.front().node != entry_[0]) return "does not begin at the entry";
  std::vector<Position> stack;  // calls entered
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const std::string where = "step " + std::to_string(i) + ": ";
    const BebopStep& step = trace[i];
    if (step.node >= code_.size() || !state_of(step)) return where + "no such state";
    const Position now{step.node, *state_of(step)};
    if (step.depth != stack.size()) return where + "wrong depth";
    if (step.kind == BebopStep::Kind::Failure) {
      if (i + 1 != trace.size()) return where + "goes on after the failure";
      return fails(now) ? "" : where + "does not fail";
    }
    if (i + 1 == trace.size()) return where + "ends without a failure";
    const Position then{trace[i + 1].node, state_of(trace[i + 1]).value_or(0)};
    // Only a return says what the results are; who falls off the end returns anything.
    const BpStmt* stmt = code_[now.place].stmt;
    const std::uint32_t procedure = code_[then.place].procedure;
    const bool returns_values = stmt != nullptr && std::holds_alternative<BpReturn>(stmt->node);
    const State scope =
        returns_values
            ? ~State{0}
            : (State{1} << (globals_ + program_.procedures[procedure].variables.size())) - 1;
    if (returns_values && trace[i + 1].kind != BebopStep::Kind::Leave) return where + "no exit";
    const auto leads_there = [&](const std::vector<Position>& found) {
      return std::ranges::any_of(found, [&](const Position& p) {
        return p.place == then.place && (p.state & scope) == (then.state & scope);
      });
    };
    const bool is_call = stmt != nullptr && std::holds_alternative<BpCall>(stmt->node);
    switch (step.kind) {
      case BebopStep::Kind::Statement:
        if (stmt == nullptr || is_call || !leads_there(successors(now))) {
          return where + "no such step";
        }
        break;
      case BebopStep::Kind::StepOver:
        if (!is_call || !leads_there(over(now))) return where + "the call does not return so";
        break;
      case BebopStep::Kind::Enter:
        if (!is_call || !leads_there(entries(now))) return where + "the call does not enter so";
        stack.push_back(now);
        break;
      case BebopStep::Kind::Leave:
        if (stmt != nullptr || stack.empty()) return where + "nothing to leave";
        if (!leads_there(returns(stack.back(), now.state, code_[now.place].procedure))) {
          return where + "does not return so";
        }
        stack.pop_back();
        break;
      case BebopStep::Kind::Failure: break;
    }
  }
  return "no failure";
}

}  // namespace pawl::test
