// SPDX-License-Identifier: Apache-2.0
//
// The door of this folder: invariants for every loop, or a verdict (engine/strategy/verify.h).
#pragma once

#include "engine/options.h"
#include "engine/strategy/verify.h"

namespace pawl::engine {

/// Analyses every procedure with a body. `program` is `input` loaded in `context`.
Result run(const Input& input, gcl::Context& context, const gcl::Program& program,
           const Options& options, const Budget& budget, Diagnostics& diagnostics);

}  // namespace pawl::engine
