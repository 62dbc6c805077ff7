// SPDX-License-Identifier: Apache-2.0
//
// Independent judges. `pawl certify RESULT.json` judges a result file against its source from
// scratch; `--certify=z3,cvc5,boogie,dafny,why3` has the result of this run judged by others.
#pragma once

#include "cli/options.h"
#include "cli/outputs.h"
#include "result/result.h"
#include "support/diagnostic.h"

namespace pawl::cli {

/// pawl certify. Exit codes: 0 everything is confirmed, 2 the file is no result, or not of this
/// source, 3 it claims what does not hold, 20 the solver does not know.
int certify(const Options& options);

/// Asks every judge of the options about the run, and records their answers in `result`, which
/// is that of the run. A judge that
/// refuses what we claim is an error in the diagnostics that names the claim.
enum class Agreement { Agree, Disagree };
Agreement ask_judges(const FinishedRun& run, result::Result& result, Diagnostics& diagnostics);

}  // namespace pawl::cli
