// SPDX-License-Identifier: Apache-2.0
//
// What a lattice offers [FischerJhalaMajumdar05, section 2.2]: elements with bottom, top, join and
// order, a transfer function for operations, and a concretisation, here a formula. A lattice of
// infinite height widens as well; any other may join. Calls are the functional approach: what a
// callee is entered with, and what comes back.
#pragma once

#include <concepts>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dataflow/cfa.h"

namespace pawl::dataflow {

/// Thrown by a lattice whose work has no other end.
struct TooExpensive {};

/// A call as both sides see it.
struct CallSite {
  const gcl::Program& program;
  const gcl::Procedure& caller;
  const gcl::Procedure& callee;
  const Call& call;
  /// Globals that the callee, or what it calls, speaks of; sorted.
  const std::vector<gcl::Expr>& relevant;
  /// Globals that it may change; sorted.
  const std::vector<gcl::Expr>& modified;
};

/// What an element says, as formulas of the IL. Each is implied by the states the element stands
/// for; `dropped` counts what the IL has no words for.
struct Meaning {
  std::vector<gcl::Expr> facts;
  std::size_t dropped = 0;
  bool bottom = false;
};

template <class L>
concept Lattice = requires(const L& lattice, const typename L::Element& a,
                           const typename L::Element& b, const Operation& operation,
                           const CallSite& site, gcl::Expr e) {
  requires std::equality_comparable<typename L::Element>;
  { lattice.bottom() } -> std::same_as<typename L::Element>;
  { lattice.top() } -> std::same_as<typename L::Element>;
  { lattice.is_bottom(a) } -> std::same_as<bool>;
  { lattice.join(a, b) } -> std::same_as<typename L::Element>;
  { lattice.widen(a, b) } -> std::same_as<typename L::Element>;  // of `a` by a later `b`
  { lattice.less_equal(a, b) } -> std::same_as<bool>;
  { lattice.post(a, operation) } -> std::same_as<typename L::Element>;  // not of a Call
  { lattice.enter(a, site) } -> std::same_as<typename L::Element>;
  {
    lattice.leave(a, b, site)
    } -> std::same_as<typename L::Element>;  // before, at the callee's exit
  { lattice.decide(a, e) } -> std::same_as<std::optional<bool>>;
  { lattice.forget(a, std::set<gcl::Expr>()) } -> std::same_as<typename L::Element>;  // variables
  { lattice.meaning(a) } -> std::same_as<Meaning>;
  { lattice.print(a) } -> std::same_as<std::string>;
};

}  // namespace pawl::dataflow
