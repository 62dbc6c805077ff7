// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "frontends/slic/spec.h"
#include "support/diagnostic.h"

namespace pawl::frontend::slic {

/// docs/typestate.md has the grammar. nullopt: the errors, several if there are, are in the
/// diagnostics. `file` outlives the result.
std::optional<Spec> parse_spec(const SourceFile& file, Diagnostics& diagnostics);

}  // namespace pawl::frontend::slic
