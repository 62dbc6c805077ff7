// SPDX-License-Identifier: Apache-2.0
#include "slam/state_space.h"

#include <algorithm>

#include "support/assert.h"

namespace pawl::slam {

using abstraction::Bdd;
using abstraction::Renaming;

StateSpace::StateSpace(const BpProgram& program, const BpCfg& cfg,
                       const abstraction::BddOptions& options)
    : program_(program),
      cfg_(cfg),
      manager_(options),
      globals_(static_cast<std::uint32_t>(program.globals.size())) {
  for (const BpProcedure& procedure : program.procedures) {
    locals_ = std::max(locals_, static_cast<std::uint32_t>(procedure.variables.size()));
    results_ = std::max(results_, procedure.results);
  }
  const Bdd globals = equal(global_slots(), Entry, Now);
  for (std::uint32_t p = 0; p < program.procedures.size(); ++p) {
    loops_.push_back(globals & equal(formal_slots(p), Entry, Now));
  }
}

// ---- Slots.

namespace {

std::vector<Slot> range(Slot begin, std::size_t count) {
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < count; ++i) slots.push_back(begin + static_cast<Slot>(i));
  return slots;
}

}  // namespace

std::vector<Slot> StateSpace::global_slots() const { return range(0, globals_); }

std::vector<Slot> StateSpace::scope(std::uint32_t procedure) const {
  return range(0, globals_ + program_.procedures[procedure].variables.size());
}

std::vector<Slot> StateSpace::formal_slots(std::uint32_t procedure) const {
  return range(globals_, program_.procedures[procedure].formals);
}

std::vector<Slot> StateSpace::result_slots(std::uint32_t procedure) const {
  return range(globals_ + locals_, program_.procedures[procedure].results);
}

std::vector<Slot> StateSpace::target_slots(NodeId call) const {
  std::vector<Slot> slots;
  for (const VarRef target : cfg_.call(call).targets) slots.push_back(slot(target));
  return slots;
}

// ---- Functions.

Bdd StateSpace::positive_cube(std::span<const Slot> slots, Copy copy) const {
  abstraction::Cube cube;
  for (const Slot slot : slots) cube.push_back({index(slot, copy), true});
  return manager_.cube(cube);
}

Bdd StateSpace::equal(std::span<const Slot> slots, Copy a, Copy b) const {
  Bdd result = manager_.constant(true);
  for (std::size_t i = slots.size(); i-- > 0;) result &= !(var(slots[i], a) ^ var(slots[i], b));
  return result;
}

abstraction::Cube StateSpace::literals(const BpState& state, std::span<const Slot> slots) {
  abstraction::Cube cube;
  for (const Slot slot : slots) cube.push_back({index(slot, Now), state[slot]});
  return cube;
}

Bdd StateSpace::cube(const BpState& state, std::span<const Slot> slots) const {
  return manager_.cube(literals(state, slots));
}

/// The sets of values in Kleene's logic: operands are independent of each other, because every `*`
/// is a choice of its own and variables have one value.
StateSpace::Values StateSpace::evaluate(const BpExpr& expr, std::span<const Slot> modified) const {
  std::vector<Values> stack;
  const auto push = [&](Bdd t, Bdd f) { stack.push_back({std::move(t), std::move(f)}); };
  for (const BpExpr::Node& node : expr.nodes()) {
    Values right;
    Values left;
    if (arity(node.op) > 0) {
      right = std::move(stack.back());
      stack.pop_back();
    }
    if (arity(node.op) > 1) {
      left = std::move(stack.back());
      stack.pop_back();
    }
    const auto& [rt, rf] = right;
    const auto& [lt, lf] = left;
    switch (node.op) {
      case BpOp::False: push(none(), all()); break;
      case BpOp::True: push(all(), none()); break;
      case BpOp::Nondet: push(all(), all()); break;
      case BpOp::Var:
      case BpOp::Next: {
        const Slot s = slot(node.var);
        const bool next = node.op == BpOp::Next && std::ranges::find(modified, s) != modified.end();
        const Bdd value = var(s, next ? Next : Now);
        push(value, !value);
        break;
      }
      case BpOp::Not: push(rf, rt); break;
      case BpOp::And: push(lt & rt, lf | rf); break;
      case BpOp::Or: push(lt | rt, lf & rf); break;
      case BpOp::Implies: push(lf | rt, lt & rf); break;
      case BpOp::Xor:
      case BpOp::NotEqual: push((lt & rf) | (lf & rt), (lt & rt) | (lf & rf)); break;
      case BpOp::Equal: push((lt & rt) | (lf & rf), (lt & rf) | (lf & rt)); break;
      // if (pos) true else if (neg) false else *
      case BpOp::Choose:
      case BpOp::Schoose: push(lt | (lf & rf), lf); break;
    }
  }
  PAWL_ASSERT(stack.size() == 1, "an expression should have one value");
  return stack.back();
}

Bdd StateSpace::may_be_true(const BpExpr& expr) const { return evaluate(expr, {}).may_be_true; }

Bdd StateSpace::may_be_false(const BpExpr& expr) const { return evaluate(expr, {}).may_be_false; }

Bdd StateSpace::enforced(NodeId node) const {
  Bdd result = all();
  for (const BpExpr* expr : cfg_.nodes[node].enforced) {
    result &= evaluate(*expr, {}).may_be_true;
  }
  return result;
}

Bdd StateSpace::becomes(Slot slot, const Values& values) const {
  const Bdd next = var(slot, Next);
  return (next & values.may_be_true) | ((!next) & values.may_be_false);
}

// ---- Steps.

/// Everything but the relation, for a statement of the node's procedure.
Transfer StateSpace::change(NodeId node, std::vector<Slot> modified) const {
  Transfer t;
  t.before = t.after = enforced(node);
  t.relation = all();
  std::ranges::sort(modified);
  t.forgotten = positive_cube(modified, Now);
  for (const Slot s : modified) t.renamed.push_back({index(s, Next), index(s, Now)});
  std::ranges::set_difference(scope(cfg_.nodes[node].procedure), modified,
                              std::back_inserter(t.kept));
  t.modified = std::move(modified);
  return t;
}

Transfer StateSpace::edge(NodeId id, const CfgEdge& edge) const {
  const CfgNode& node = cfg_.nodes[id];
  switch (node.kind) {
    case CfgNode::Kind::Skip: return change(id, {});
    case CfgNode::Kind::Test:
    case CfgNode::Kind::Assume:
    case CfgNode::Kind::Assert: {
      Transfer t = change(id, {});
      const Values values = evaluate(*node.condition, {});
      t.relation = edge.when == CfgEdge::When::True ? values.may_be_true : values.may_be_false;
      return t;
    }
    case CfgNode::Kind::Dead: {
      std::vector<Slot> slots;
      for (const VarRef v : std::get<BpDead>(node.stmt->node).variables) slots.push_back(slot(v));
      return change(id, std::move(slots));
    }
    case CfgNode::Kind::Assign: {
      const auto& assign = std::get<BpAssign>(node.stmt->node);
      std::vector<Slot> slots;
      for (const VarRef v : assign.targets) slots.push_back(slot(v));
      Transfer t = change(id, slots);
      for (std::size_t i = 0; i < slots.size(); ++i) {
        t.relation &= becomes(slots[i], evaluate(assign.values[i], {}));
      }
      if (!assign.constrain.absent()) {
        t.relation &= evaluate(assign.constrain, slots).may_be_true;
      }
      return t;
    }
    case CfgNode::Kind::Return: {
      const auto& values = std::get<BpReturn>(node.stmt->node).values;
      const std::vector<Slot> slots = result_slots(node.procedure);
      Transfer t = change(id, slots);
      for (std::size_t i = 0; i < slots.size(); ++i) {
        t.relation &= becomes(slots[i], evaluate(values[i], {}));
      }
      return t;
    }
    case CfgNode::Kind::Call:
    case CfgNode::Kind::Exit: break;
  }
  PAWL_UNREACHABLE("calls and exits should have steps of their own");
}

Bdd StateSpace::bind_arguments(NodeId call) const {
  const BpCall& node = cfg_.call(call);
  const std::vector<Slot> formals = formal_slots(node.procedure);
  Bdd result = all();
  for (std::size_t i = 0; i < formals.size(); ++i) {
    result &= becomes(formals[i], evaluate(node.arguments[i], {}));
  }
  return result;
}

Transfer StateSpace::enter(NodeId call) const {
  const std::uint32_t caller = cfg_.nodes[call].procedure;
  Transfer t;
  t.before = enforced(call);
  t.after = all();
  t.relation = bind_arguments(call);
  t.modified = formal_slots(cfg_.call(call).procedure);
  t.kept = global_slots();
  const std::vector<Slot> in_scope = scope(caller);
  const std::vector<Slot> locals(in_scope.begin() + globals_, in_scope.end());
  t.forgotten = positive_cube(locals, Now) & positive_cube(global_slots(), Entry) &
                positive_cube(formal_slots(caller), Entry);
  for (const Slot s : t.modified) t.renamed.push_back({index(s, Next), index(s, Now)});
  return t;
}

Bdd StateSpace::effect(std::uint32_t procedure, const Bdd& exit_edges) const {
  const std::vector<Slot> in_scope = scope(procedure);
  const std::vector<Slot> locals(in_scope.begin() + globals_, in_scope.end());
  std::vector<Renaming> renamed;
  for (const Slot s : global_slots()) {
    renamed.push_back({index(s, Entry), index(s, Now)});
    renamed.push_back({index(s, Now), index(s, Next)});
  }
  for (const Slot s : formal_slots(procedure)) {
    renamed.push_back({index(s, Entry), index(s, Next)});
  }
  return exit_edges.exists_over(positive_cube(locals, Now)).rename(renamed);
}

Transfer StateSpace::step_over(NodeId call, const Bdd& effect) const {
  const BpCall& node = cfg_.call(call);
  const std::vector<Slot> targets = target_slots(call);
  const std::vector<Slot> results = result_slots(node.procedure);
  std::vector<Slot> modified = global_slots();
  for (const Slot t : targets) {
    if (t >= globals_) modified.push_back(t);
  }
  Transfer t = change(call, modified);
  // Formals first: a target may share its BDD variable with one.
  Bdd relation = Bdd::and_exists(effect, bind_arguments(call),
                                 positive_cube(formal_slots(node.procedure), Next));
  relation = relation.exists_over(positive_cube(targets, Next));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    relation &= !(var(targets[i], Next) ^ var(results[i], Now));
  }
  t.relation = relation.exists_over(positive_cube(results, Now));
  return t;
}

Bdd StateSpace::apply(const Bdd& set, const Transfer& t) {
  return Bdd::and_exists(set & t.before, t.relation, t.forgotten).rename(t.renamed) & t.after;
}

Bdd StateSpace::before(const Bdd& set, const Transfer& t, const BpState& state) const {
  abstraction::Cube next;
  for (const Slot s : t.modified) next.push_back({index(s, Next), state[s]});
  return set & t.before & t.relation.cofactor(next) & cube(state, t.kept);
}

// ---- Concrete states.

BpState StateSpace::pick(const Bdd& set) const {
  const std::size_t slots = globals_ + locals_ + results_;
  const abstraction::Minterm point = set.nearest(abstraction::Minterm(slots * copies, false));
  BpState state(slots);
  for (Slot s = 0; s < slots; ++s) state[s] = point[index(s, Now)];
  return state;
}

std::optional<StateSpace::Passage> StateSpace::passage(NodeId call, const Bdd& effect,
                                                       const BpState& before,
                                                       const BpState& after) const {
  const BpCall& node = cfg_.call(call);
  const std::vector<Slot> targets = target_slots(call);
  const std::vector<Slot> results = result_slots(node.procedure);
  abstraction::Cube known;
  for (const Slot s : global_slots()) {
    known.push_back({index(s, Now), before[s]});
    // A global that gets a result may have had another value at the exit.
    if (std::ranges::find(targets, s) == targets.end()) known.push_back({index(s, Next), after[s]});
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    known.push_back({index(results[i], Now), after[targets[i]]});
  }
  const Bdd arguments =
      bind_arguments(call).cofactor(literals(before, scope(cfg_.nodes[call].procedure)));
  const Bdd ways = effect & arguments & manager_.cube(known);
  if (ways.is_false()) return std::nullopt;
  const std::size_t slots = globals_ + locals_ + results_;
  const abstraction::Minterm point = ways.nearest(abstraction::Minterm(slots * copies, false));
  Passage passage{BpState(slots), BpState(slots)};
  for (const Slot s : global_slots()) {
    passage.entry[s] = point[index(s, Now)];
    passage.exit[s] = point[index(s, Next)];
  }
  for (const Slot s : formal_slots(node.procedure)) passage.entry[s] = point[index(s, Next)];
  for (const Slot s : results) passage.exit[s] = point[index(s, Now)];
  return passage;
}

Bdd StateSpace::without_locals(std::uint32_t procedure, const Bdd& pairs) const {
  const std::vector<Slot> in_scope = scope(procedure);
  const std::vector<Slot> locals(in_scope.begin() + globals_, in_scope.end());
  return pairs.exists_over(positive_cube(locals, Now));
}

Bdd StateSpace::at_entry(std::uint32_t procedure, const Bdd& now) const {
  std::vector<Slot> locals = scope(procedure);
  const std::size_t kept = globals_ + program_.procedures[procedure].formals;
  std::vector<Renaming> renamed;
  for (std::size_t i = 0; i < kept; ++i) {
    renamed.push_back({index(locals[i], Now), index(locals[i], Entry)});
  }
  locals.erase(locals.begin(), locals.begin() + static_cast<std::ptrdiff_t>(kept));
  return now.exists_over(positive_cube(locals, Now)).rename(renamed);
}

Bdd StateSpace::states(std::uint32_t procedure, const Bdd& edges) const {
  return edges.exists_over(positive_cube(global_slots(), Entry) &
                           positive_cube(formal_slots(procedure), Entry) &
                           positive_cube(result_slots(procedure), Now));
}

}  // namespace pawl::slam
