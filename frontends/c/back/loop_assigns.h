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

struct Assigned {
  std::optional<std::vector<std::string>> locations;  // nothing: they cannot be said
  std::string unbounded = {};  // `p[..]`, if that is because nobody knows which part is meant
};

/// What a loop changes of what is there before it, as locations for `loop assigns`: whole objects,
/// or a part of one where `ranges` says that it is all.
Assigned assigned_locations(const gcl::Program& program, const gcl::While& loop,
                            const SourceScope& scope, const Certified& certified,
                            const std::vector<gcl::MapRange>& ranges = {});

}  // namespace pawl::frontend::c
