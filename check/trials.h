// SPDX-License-Identifier: Apache-2.0
//
// What is chosen in runs that are tried without a solver.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gcl/chooser.h"
#include "gcl/program.h"

namespace pawl::check {

/// In the order in which they are worth trying.
enum class Inputs {
  Small,    // gcl::SeededChooser
  OfText,   // likewise, but every other number is one that the text compares with, or next to it
  Rising,   // each number is larger than the one before
  Falling,  // or smaller
};

/// Integers of the text of `procedure`, and those beside them; sorted.
std::vector<gcl::Integer> numbers_of_text(const gcl::Procedure& procedure);

/// The same choices for the same arguments. `numbers` outlive it; without any, OfText is Small.
std::unique_ptr<gcl::Chooser> make_trial(Inputs inputs, std::uint64_t seed,
                                         const std::vector<gcl::Integer>& numbers);

}  // namespace pawl::check
