// SPDX-License-Identifier: Apache-2.0
//
// A file with predicates beside the program (--predicates). Its sections are of two kinds:
//     loop fill 1:          # for a loop (cli/loop_predicates.h, docs/acsl.md)
//     procedure fill:       # for a scope; also `global:`, and what comes first (docs/slam.md)
#pragma once

#include <cstdint>
#include <string>

#include "support/source.h"

namespace pawl::cli {

enum class PredicatePart { Loops, Scopes };

/// The text with comments and the sections of the other kind blank: lines stay what they are.
std::string part_of(const SourceFile& file, PredicatePart part);

/// The first line that says something about `part`; 0: none.
std::uint32_t first_line_of(const SourceFile& file, PredicatePart part);

}  // namespace pawl::cli
