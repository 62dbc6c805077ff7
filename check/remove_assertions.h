// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gcl/desugar.h"

namespace pawl::check {

/// h(S) of [FlanaganQadeer02]: only the obligations of loop invariants are left.
void remove_assertions(gcl::Block& block, const std::vector<gcl::Obligation>& obligations);

}  // namespace pawl::check
