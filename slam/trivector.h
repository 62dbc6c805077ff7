// SPDX-License-Identifier: Apache-2.0
//
// CART's ladder of domains [BallPodelskiRajamani01]. A trivector says of every variable that it is
// true, false or either; it is a conjunction of literals, held as a BDD like every set of states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "slam/bebop_result.h"
#include "slam/state_space.h"

namespace pawl::slam {

/// The smallest trivector that contains the set, which is not empty.
abstraction::Bdd trivector_of(const abstraction::Bdd& set);

/// focus[variables]: the trivector in parts that have no `*` there. Beyond some thousand parts the
/// remaining variables are left as they are.
std::vector<abstraction::Bdd> focus(const abstraction::Bdd& trivector,
                                    std::span<const std::uint32_t> variables);

/// post#: where the step leads from each of the trivectors. Not for Total.
std::vector<abstraction::Bdd> post(std::span<const abstraction::Bdd> trivectors,
                                   const Transfer& step, Domain domain);

}  // namespace pawl::slam
