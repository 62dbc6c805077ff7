// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hints/hint.h"
#include "result/file.h"

namespace pawl::hints {

/// What a result file says of loops. Of the very same source: its formulas in GCL,
/// which are all of them. Of another version of a C source: what it says in ACSL, loop by loop,
/// since the IL of the two need not have the same variables.
enum class Source { Same, Other };
std::vector<Hint> hints_of(const result::ResultFile& file, Source source);

}  // namespace pawl::hints
