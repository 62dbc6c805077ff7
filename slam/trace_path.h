// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explain/path.h"
#include "slam/bebop_result.h"
#include "slam/c2bp.h"

namespace pawl::slam {

/// The path of the source program that an error trace of its abstraction takes. The trace is
/// unfolded: every call on it is entered. `program` is the internal form that was abstracted.
explain::Path path_of(gcl::Context& context, const gcl::Program& program,
                      const Abstraction& abstraction, const BebopResult& result);

}  // namespace pawl::slam
