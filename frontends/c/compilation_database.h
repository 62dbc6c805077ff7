// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::frontend::c {

/// How a project compiles the file: the flags in a compilation database that matter to the front
/// end of a compiler, with absolute directories. `database` is compile_commands.json or the
/// directory it is in. nullopt: the reason is in the diagnostics.
std::optional<std::vector<std::string>> flags_from_database(const std::string& database,
                                                            const SourceFile& file,
                                                            Diagnostics& diagnostics);

}  // namespace pawl::frontend::c
