// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gcl/expr.h"

namespace pawl::explain {

/// The Boolean leaves of `formula`: no connective at their top, no case distinction inside if it
/// has few (`x == (if c then 1 else 0)` gives c, x == 1 and x == 0), nothing constant, none
/// larger than a person would read. Quantified formulas are leaves. Distinct, by first occurrence.
std::vector<gcl::Expr> atoms(gcl::Context& context, gcl::Expr formula);

}  // namespace pawl::explain
