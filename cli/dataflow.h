// SPDX-License-Identifier: Apache-2.0
//
// `pawl dataflow`: the table of facts, and what follows from it.
#pragma once

#include "cli/input.h"
#include "cli/options.h"
#include "engine/strategy/dataflow.h"

namespace pawl::cli {

int run_dataflow(const Options& options);

/// What the options say to the engine; also for `pawl verify`.
engine::DataflowSettings dataflow_settings(const Options& options, const SourceFile* predicates);

}  // namespace pawl::cli
