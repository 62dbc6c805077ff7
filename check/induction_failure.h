// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "check/report.h"
#include "gcl/vc.h"
#include "prover/prover.h"

namespace pawl::check {

/// The prover has just answered "satisfiable" for `goal`: reads its model as a state in source
/// terms. nullopt when there is no model.
std::optional<InductionFailure> explain_induction_failure(
    const gcl::Program& program, const gcl::Procedure& procedure, const gcl::Desugared& desugared,
    const gcl::Passive& passive, const gcl::Vc& vc, const gcl::Goal& goal, prover::Prover& prover);

/// The program variables of a procedure in order of declaration: globals, parameters, results,
/// locals.
std::vector<gcl::Expr> visible_variables(const gcl::Program& program,
                                         const gcl::Procedure& procedure);

}  // namespace pawl::check
