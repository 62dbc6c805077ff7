// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gcl/internal_form.h"
#include "prover/prover.h"

namespace pawl::dataflow {

enum class LatticeKind { Constants, Intervals, Octagons, Polyhedra, Symbolic, Typestate };
const char* to_string(LatticeKind kind);
std::optional<LatticeKind> lattice_named(std::string_view name);
/// Octagons and polyhedra need a library that may not have been there when this was built.
bool is_available(LatticeKind kind);
/// All names, for messages.
std::string lattice_names();

struct Round {
  std::size_t round = 0;
  std::size_t predicates = 0;
  std::uint64_t posts = 0;   // abstract post computations
  std::size_t contexts = 0;  // of procedures
  std::size_t unproved = 0;  // assertions
  std::string refinement;    // what was done about the first of them
};

struct Options {
  std::string entry;  // a procedure with a body
  LatticeKind lattice = LatticeKind::Symbolic;
  /// To start with: procedure (empty: global) and predicate, which may speak of old().
  std::vector<std::pair<std::string, gcl::Expr>> predicates;
  /// May find more: otherwise there is one round, and what it claims is told, proof or not.
  bool refine = true;
  gcl::LoopInvariants invariants = gcl::LoopInvariants::Check;
  std::size_t max_rounds = 100;
  std::size_t max_predicates = 200;
  std::size_t max_path_states = 4'000;  // of one search for a path
  prover::ProverOptions prover{};
  std::function<bool()> stop;  // by the clock: not reproducible
  std::function<void(const Round&)> on_round;
};

}  // namespace pawl::dataflow
