// SPDX-License-Identifier: Apache-2.0
//
// What the formulas of a problem say, without a prover, about how its predicates hang together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "abstraction/abstract.h"
#include "gcl/expr.h"

namespace pawl::abstraction {

struct Structure {
  /// A partition of the predicates; each part ascending, parts ordered by their first. If Q is
  /// satisfiable, alpha(Q) is the product of its projections to the parts.
  std::vector<std::vector<std::uint32_t>> groups;
  /// The formulas behind that, simplified. Empty when the background is not known.
  std::vector<gcl::Expr> facts;
  std::vector<gcl::Expr> predicates;

  std::size_t largest_group() const;
};

/// Without Problem::background: unstructured.
Structure analyse(const Problem& problem);

/// One group and no formulas.
Structure unstructured(const Problem& problem);

}  // namespace pawl::abstraction
