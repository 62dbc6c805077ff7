// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "support/source.h"

namespace pawl::emit {

/// "loop invariant inferred_1: 0 <= i;", "loop assigns i;", "loop variant n - i;" in the order that
/// ACSL wants; "assert inferred_1: 0 <= i;" for a loop of gotos. `invariants` are what is said,
/// comparisons joined where that reads better.
std::vector<std::string> acsl_clauses(const result::SourceLoop& loop,
                                      const std::vector<std::string>& invariants);

/// Which loops got nothing, or less than was found, and why.
void write_source_remarks(std::ostream& out, const result::Result& result, const SourceFile& file);

/// "machine, data model: LP64"
std::string describe(const result::SourceLanguage& language);

}  // namespace pawl::emit
