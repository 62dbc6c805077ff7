// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "check/check.h"

namespace pawl::check {

/// For each loop, in text order, the first of its candidates that every round makes smaller while
/// it is not negative: on all paths from the head back to the head, under the invariants of the
/// program, which have been proved. The program's own assertions lend nothing. Unknown is no.
std::vector<std::optional<gcl::Expr>> find_variants(
    gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
    const std::vector<std::vector<gcl::Expr>>& candidates, const Options& options,
    prover::QueryLog& log);

}  // namespace pawl::check
