// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "cli/input.h"

namespace pawl::cli {

/// `.sl` and `.smt2`: clauses. Null: their errors are in the diagnostics.
std::unique_ptr<SourceInput> open_clauses(Language language, const SourceFile& file,
                                          Diagnostics& diagnostics);

}  // namespace pawl::cli
