// SPDX-License-Identifier: Apache-2.0
//
// The order of BDD variables that one run found, for the next one. Boolean programs of the same
// source differ in some predicates, so BDD variables are known by the names of what they stand for.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "slam/bp_program.h"

namespace pawl::slam {

/// A slot of a state (state_space.h) has so many BDD variables, from slot * bdd_copies on.
inline constexpr std::uint32_t bdd_copies = 3;

struct VariableOrder {
  /// Levels of a slot's BDD variables.
  using Levels = std::array<std::uint32_t, bdd_copies>;
  std::map<std::string, Levels> levels;  // by the slot's names; procedures share slots
};

/// All BDD variables of the program, those that are known where they were. New ones come after
/// their neighbour: the slot before, which C2BP gives to a predicate found together with them.
std::vector<std::uint32_t> bdd_order(const BpProgram& program, const VariableOrder& known);

/// `bdd_variables`: by level.
VariableOrder named_order(const BpProgram& program, std::span<const std::uint32_t> bdd_variables);

}  // namespace pawl::slam
