// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explain/newton.h"
#include "explain/simulate.h"

namespace pawl::explain {

/// The run that a model of a path's conditions describes, judged by the interpreter, which shares
/// no code with the simulation or the solver. `model` satisfies the exact conditions.
Explanation run_of(gcl::Context& context, const gcl::Program& program, const Path& path,
                   const Simulation& simulation, const prover::Model& model);

}  // namespace pawl::explain
