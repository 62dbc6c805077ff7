// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "frontends/clauses/system.h"
#include "support/diagnostic.h"

namespace pawl::frontend::horn {

/// Horn clauses in SMT-LIB: assertions of the logic HORN, or rules and queries. nullopt: its errors
/// are in the diagnostics.
std::optional<clauses::System> parse(const SourceFile& file, gcl::Context& context,
                                     Diagnostics& diagnostics);

}  // namespace pawl::frontend::horn
