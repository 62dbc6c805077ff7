// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "check/check.h"
#include "check/report.h"
#include "gcl/interpreter.h"

namespace pawl::check {

/// For the obligations of `report` that are not proved: looks for runs from the start in which
/// they fail, with loops unrolled more and more often, then a few long ones with choices of any
/// kind. Only what the interpreter has run and seen failing at the obligation itself counts; then
/// its fate becomes Refuted.
void search_real_runs(gcl::Context& context, const gcl::Program& program,
                      const gcl::Procedure& procedure, const Options& options,
                      prover::QueryLog& log, ProcedureReport& report);

/// A run as it is reported: a long trace is cut in the middle.
RealRun describe_run(const gcl::Run& run, std::span<const gcl::Expr> inputs,
                     std::span<const gcl::Expr> visible);

}  // namespace pawl::check
