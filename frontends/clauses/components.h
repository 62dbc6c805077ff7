// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "frontends/clauses/system.h"

namespace pawl::frontend::clauses {

/// For each predicate the number of the group of predicates that it derives and that derive it.
/// Groups are numbered so that a predicate is derived from its own group and from larger numbers.
std::vector<std::size_t> components(const System& system);

/// Is there a derivation that comes back to it?
std::vector<bool> recursive_predicates(const System& system);

}  // namespace pawl::frontend::clauses
