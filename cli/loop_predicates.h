// SPDX-License-Identifier: Apache-2.0
//
// Hints for loops from a file beside the program (--predicates, docs/acsl.md):
//     loop fill 1:          # the first loop of fill
//       ...clauses...
//     loop fill line 12:    # the loop that begins in line 12
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontends/c/options.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::cli {

/// nullopt: errors are in the diagnostics. For a C program; places in messages are those of `file`.
std::optional<std::vector<frontend::c::LoopPredicates>> read_hints(const SourceFile& file,
                                                                   Diagnostics& diagnostics);

/// The GCL program with the clauses in place; its lines stay what they are.
std::optional<std::string> insert_hints(const SourceFile& program, const SourceFile& file,
                                        Diagnostics& diagnostics);

}  // namespace pawl::cli
