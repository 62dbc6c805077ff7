// SPDX-License-Identifier: Apache-2.0
//
// Cones of influence. What a formula speaks of, by (region, address) and not by map variable:
// m[p] and m[q] have nothing in common until somebody speaks of p or q as well.
#pragma once

#include <span>
#include <vector>

#include "gcl/expr.h"

namespace pawl::slam {

struct Footprint {
  std::vector<gcl::Expr> places;  // variables that are no maps, and reads m[k]; sorted
  std::vector<gcl::Expr> maps;    // that are read at some place
  std::vector<gcl::Expr> whole;   // maps that occur otherwise than in a read: any place of them
  std::vector<gcl::Expr> values;  // constants used as an address, or that something is equal to
};

Footprint footprint(gcl::Expr e);

/// Do they speak of something in common?
bool related(const Footprint& a, const Footprint& b);

/// The indices of what is related to `seed`, or to something that is, ascending.
/// Quadratic in `all`.
std::vector<std::size_t> cone(const Footprint& seed, std::span<const Footprint> all);

/// The parts that have nothing to do with each other; each ascending, ordered by their first.
std::vector<std::vector<std::size_t>> components(std::span<const Footprint> all);

}  // namespace pawl::slam
