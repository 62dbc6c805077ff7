// SPDX-License-Identifier: Apache-2.0
//
// Hints among the claims of a trial: added while they hold, taken out again where nothing needs
// them. What is told of each of them is in hints.h.
#pragma once

#include <vector>

#include "engine/hints/hints.h"
#include "engine/procedure/trial.h"

namespace pawl::engine {

/// Hints are claims like any other; the largest set of them that is inductive stays, and is
/// returned. First with the help of the program's assertions, which counts only if all of those are
/// proved as well.
std::vector<HintClaim> add_hints(const Input& input, const Options& options, Trial& trial,
                                 ProcedureResult& result);

/// A hint that holds but that nothing rests on is not printed. Only when everything is proved is
/// it clear what rests on what; and without any property there is nothing to need it for, and it
/// stays.
void drop_unneeded_hints(const std::vector<HintClaim>& hold, Trial& trial, ProcedureResult& result);

}  // namespace pawl::engine
