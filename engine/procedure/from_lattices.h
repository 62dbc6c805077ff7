// SPDX-License-Identifier: Apache-2.0
//
// What lattices know of loops (dataflow/) as claims. Most are bounds and relations that no run can
// contradict, since every run is in the solution; whether they are inductive is for others to say.
#pragma once

#include "engine/loaded.h"
#include "infer/inductive_claims.h"
#include "prover/query_log.h"
#include "support/budget.h"

namespace pawl::engine {

enum class Lattices { All, Cheap };  // Cheap: bounds of one variable

/// By loop of the procedure, in text order. Nothing of a lattice for which the budget is too small.
infer::LoopClaims claims_of_lattices(Loaded& loaded, const Budget& budget, prover::QueryLog& log,
                                     Lattices which = Lattices::All);

}  // namespace pawl::engine
