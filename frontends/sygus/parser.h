// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "frontends/clauses/system.h"
#include "support/diagnostic.h"

namespace pawl::frontend::sygus {

/// A SyGuS problem of the invariant track, version 1 or 2, as clauses. nullopt: its errors are in
/// the diagnostics.
std::optional<clauses::System> parse(const SourceFile& file, gcl::Context& context,
                                     Diagnostics& diagnostics);

}  // namespace pawl::frontend::sygus
