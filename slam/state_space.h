// SPDX-License-Identifier: Apache-2.0
//
// States of a Boolean program as BDDs. Every variable has three BDD variables: its value at the
// entry of the procedure, now, and next; they begin beside each other in this order, which makes
// every renaming here (next to now, entry to now and now to next) take linear time. Procedures
// share the BDD variables of their locals, so their number is that of the variables in scope at
// one point, however many procedures there are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abstraction/bdd.h"
#include "slam/bp_cfg.h"
#include "slam/variable_order.h"

namespace pawl::slam {

/// A variable of a state: first the globals, then the locals of whatever procedure it is a state
/// of, then the results that a return leaves behind.
using Slot = std::uint32_t;

/// Values by slot; results only at an exit.
using BpState = std::vector<bool>;

/// What a step does to a set of states or of <entry, now> pairs: keep those in `before`, relate
/// them to the next values of `modified`, forget the values of now, and keep those in `after`.
struct Transfer {
  abstraction::Bdd before;    // over now
  abstraction::Bdd relation;  // over now and next
  std::vector<Slot> modified;
  std::vector<Slot> kept;                      // same value now and next
  abstraction::Bdd forgotten;                  // cube: modified now, and what goes out of scope
  std::vector<abstraction::Renaming> renamed;  // modified next -> now
  abstraction::Bdd after;                      // over now, when it is next
};

class StateSpace {
 public:
  StateSpace(const BpProgram& program, const BpCfg& cfg, const abstraction::BddOptions& options);

  // The sets of the paper.
  /// { <b, b> }: globals and formals at the entry are what they are now.
  const abstraction::Bdd& self_loop(std::uint32_t procedure) const { return loops_[procedure]; }
  abstraction::Bdd all() const { return manager_.constant(true); }
  abstraction::Bdd none() const { return manager_.constant(false); }

  // Steps.
  Transfer edge(NodeId node, const CfgEdge& edge) const;
  /// From a call to the entry of the procedure that is called; entry values are forgotten.
  Transfer enter(NodeId call) const;
  /// From a call to its return point, when the callee relates its entry to its exit like `effect`.
  Transfer step_over(NodeId call, const abstraction::Bdd& effect) const;
  /// What a procedure does, from the path edges of its exit: a relation between entry globals and
  /// formals (as now and next) and exit globals (next) and results (now).
  abstraction::Bdd effect(std::uint32_t procedure, const abstraction::Bdd& exit_edges) const;

  static abstraction::Bdd apply(const abstraction::Bdd& set, const Transfer& transfer);
  /// The states in `set` that the transfer may take to `state`.
  abstraction::Bdd before(const abstraction::Bdd& set, const Transfer& transfer,
                          const BpState& state) const;

  // Conditions.
  abstraction::Bdd may_be_true(const BpExpr& expr) const;
  abstraction::Bdd may_be_false(const BpExpr& expr) const;
  /// What is enforced at the node.
  abstraction::Bdd enforced(NodeId node) const;

  // Concrete states.
  abstraction::Bdd cube(const BpState& state, std::span<const Slot> slots) const;
  /// Some member; the same one with every BDD package. The set is not empty.
  BpState pick(const abstraction::Bdd& set) const;
  /// How a call that leads from `before` to `after` can go on inside: the callee's state at its
  /// entry and at its exit. Nothing if `effect` does not allow it.
  struct Passage {
    BpState entry;
    BpState exit;
  };
  std::optional<Passage> passage(NodeId call, const abstraction::Bdd& effect, const BpState& before,
                                 const BpState& after) const;

  /// What a caller sees of pairs at the exit: no locals.
  abstraction::Bdd without_locals(std::uint32_t procedure, const abstraction::Bdd& pairs) const;
  /// What `now` says of globals and formals, said of their values at the entry.
  abstraction::Bdd at_entry(std::uint32_t procedure, const abstraction::Bdd& now) const;
  /// Only the values now of what is in scope.
  abstraction::Bdd states(std::uint32_t procedure, const abstraction::Bdd& edges) const;
  std::vector<Slot> global_slots() const;
  std::vector<Slot> scope(std::uint32_t procedure) const;
  std::vector<Slot> formal_slots(std::uint32_t procedure) const;
  std::vector<Slot> result_slots(std::uint32_t procedure) const;
  /// The slot of a BDD variable of now; only for literals of states().
  static Slot slot_of_bdd_variable(std::uint32_t variable) { return variable / copies; }
  /// Likewise, of <entry, now> pairs: is it the value at the entry?
  static bool is_entry_variable(std::uint32_t variable) { return variable % copies == Entry; }
  Slot slot(VarRef var) const { return var.is_global() ? var.index : globals_ + var.index; }
  std::size_t live_nodes() const { return manager_.live_nodes(); }
  /// BDD variables by level.
  std::vector<std::uint32_t> order() const { return manager_.order(); }

 private:
  enum Copy : std::uint32_t { Entry, Now, Next };
  static constexpr std::uint32_t copies = bdd_copies;
  struct Values {
    abstraction::Bdd may_be_true;
    abstraction::Bdd may_be_false;
  };

  static std::uint32_t index(Slot slot, Copy copy) { return slot * copies + copy; }
  abstraction::Bdd var(Slot slot, Copy copy) const { return manager_.var(index(slot, copy)); }
  static abstraction::Cube literals(const BpState& state, std::span<const Slot> slots);
  abstraction::Bdd positive_cube(std::span<const Slot> slots, Copy copy) const;
  abstraction::Bdd equal(std::span<const Slot> slots, Copy a, Copy b) const;
  Values evaluate(const BpExpr& expr, std::span<const Slot> modified) const;
  /// `slot` next is one of the values.
  abstraction::Bdd becomes(Slot slot, const Values& values) const;
  abstraction::Bdd bind_arguments(NodeId call) const;
  Transfer change(NodeId node, std::vector<Slot> modified) const;
  std::vector<Slot> target_slots(NodeId call) const;

  const BpProgram& program_;
  const BpCfg& cfg_;
  abstraction::BddManager manager_;
  std::uint32_t globals_ = 0;
  std::uint32_t locals_ = 0;   // of the procedure with most
  std::uint32_t results_ = 0;  // likewise
  std::vector<abstraction::Bdd> loops_;
};

}  // namespace pawl::slam
