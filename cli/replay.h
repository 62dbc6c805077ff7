// SPDX-License-Identifier: Apache-2.0
//
// --replay: a failing run, which the interpreter has confirmed, once more as a compiled program.
#pragma once

#include "cli/input.h"
#include "result/result.h"

namespace pawl::cli {

/// Compiles the C file with the inputs of each failing run built in, runs it, and says in
/// RealRunText::compiled what happened. Never changes a verdict.
void replay_compiled(const SourceInput& input, const Options& options, result::Result& result);

}  // namespace pawl::cli
