// SPDX-License-Identifier: Apache-2.0
//
// One procedure, from text to result: check the annotations; where they do not decide, infer
// invariants, print them, parse the print in a fresh context, and let check/ judge it; last, look
// for real runs of what is still open. Every procedure has contexts of its own, so that results
// do not depend on what ran before.
#pragma once

#include <string>

#include "engine/input.h"
#include "engine/options.h"
#include "engine/result.h"
#include "engine/workers/workers.h"

namespace pawl::engine {

/// `input` has been loaded without errors before and `procedure` names one with a body in it. What
/// is certified on the way is sent at once.
ProcedureResult analyze_procedure(const Input& input, const std::string& procedure,
                                  const Options& options, const Budget& budget, const Send& send);

}  // namespace pawl::engine
