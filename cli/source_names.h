// SPDX-License-Identifier: Apache-2.0
//
// Results in the names of C.
#pragma once

#include "cli/source_map.h"
#include "result/result.h"

namespace pawl::cli {

/// Runs and states in the names of C; what has none there is left out.
void rename_runs(const SourceMap& map, result::ProcedureResult& procedure);

/// The same for people who know the C text only: formulas as ACSL where they have that form, else
/// with the names of C.
result::Result in_source_names(const SourceMap& map, result::Result result);

}  // namespace pawl::cli
