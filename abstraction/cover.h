// SPDX-License-Identifier: Apache-2.0
//
// From a Boolean function to the clauses people read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "abstraction/bdd.h"
#include "abstraction/clause.h"

namespace pawl::abstraction {

/// How many clauses of exactly `size` literals there are over that many variables; at most
/// `limit` is returned.
std::size_t clause_count(std::size_t variables, std::size_t size, std::size_t limit);

/// Visits, in lexicographic order, the clauses of exactly `size` literals over the (ascending)
/// variables that `function` implies and `known` does not. Costs clause_count() cofactors.
void for_each_implicate(const Bdd& function, const Bdd& known,
                        std::span<const std::uint32_t> variables, std::size_t size,
                        const std::function<void(const Clause&)>& visit);

/// Clauses whose conjunction is `function`, in shown_before order. Each is a prime implicate (no
/// literal can go) and none is implied by the others. Short clauses are preferred. Depends on
/// the function only, not on package or variable order. nullopt: there would be more than
/// `max_clauses` (a parity of 32 predicates has 2^31).
std::optional<std::vector<Clause>> prime_cover(const Bdd& function, std::size_t max_clauses);
/// Likewise, clauses that say no more than is needed beside `known`: the conjunction of both is
/// that of `function` and `known`.
std::optional<std::vector<Clause>> prime_cover(const Bdd& function, const Bdd& known,
                                               std::size_t max_clauses);

/// The prime implicates of `function` with at most `max_literals` literals, less those implied by
/// the others, in shown_before order. Their conjunction may be weaker than the function.
std::vector<Clause> short_implicates(const Bdd& function, std::size_t max_literals);

}  // namespace pawl::abstraction
