// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontends/c/back/extents.h"
#include "frontends/c/back/source_loops.h"
#include "gcl/map_range.h"
#include "gcl/program.h"

namespace pawl::frontend::c {

/// What a loop changes of what is there before it, as locations for `loop assigns`: whole objects,
/// or a part of one where `ranges` says that it is all. Nothing: something has no name where the
/// loop stands.
std::optional<std::vector<std::string>> assigned_locations(
    const gcl::Program& program, const gcl::While& loop, const SourceScope& scope,
    const Certified& certified, const std::vector<gcl::MapRange>& ranges = {});

}  // namespace pawl::frontend::c
