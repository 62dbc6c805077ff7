// SPDX-License-Identifier: Apache-2.0
//
// The portfolio behind `pawl infer` and `pawl verify`.
#pragma once

#include "engine/input.h"
#include "engine/options.h"
#include "engine/result.h"
#include "gcl/program.h"
#include "support/diagnostic.h"

namespace pawl::engine {

/// Analyses every procedure with a body. Reports contradictory axioms as an error: from them
/// anything follows, so nothing is claimed. `program` is `input` loaded in `context`.
Result run(const Input& input, gcl::Context& context, const gcl::Program& program,
           const Options& options, Diagnostics& diagnostics);

}  // namespace pawl::engine
