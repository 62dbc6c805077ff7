// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gcl/program.h"

namespace pawl::gcl {

/// The variables `block` may change, by id: those assigned or havocked, the results of its calls
/// and what the callees may modify.
std::vector<Expr> targets(const Program& program, const Block& block);

}  // namespace pawl::gcl
