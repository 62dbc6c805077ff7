// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/check.h"
#include "check/report.h"

namespace pawl::check {

/// For the obligations of `report` that are not proved: looks for runs from the start in which
/// they fail, with loops unrolled more and more often. A model counts only after the interpreter
/// has run it and failed at the obligation itself; then its fate becomes Refuted.
void search_real_runs(gcl::Context& context, const gcl::Program& program,
                      const gcl::Procedure& procedure, const Options& options,
                      prover::QueryLog& log, ProcedureReport& report);

}  // namespace pawl::check
