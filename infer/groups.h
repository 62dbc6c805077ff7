// SPDX-License-Identifier: Apache-2.0
//
// Which predicates are abstracted together. Exact abstraction costs up to 2^n questions, so when
// there are many predicates they are split: those that talk about the same skolem constants
// belong together (they make one quantified fact), and so do those without any. The product of
// the groups is weaker than one exact abstraction of all of them, and reported as such.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "heuristics/predicate_source.h"

namespace pawl::infer {

/// Indices into the predicates, ascending. Every predicate is in at least one group.
using Group = std::vector<std::size_t>;

std::vector<Group> split_into_groups(std::span<const heuristics::Predicate> predicates,
                                     std::span<const gcl::Expr> skolems, std::size_t group_size);

}  // namespace pawl::infer
