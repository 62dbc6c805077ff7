// SPDX-License-Identifier: Apache-2.0
//
// One instance of the analysis for each lattice, in a file of its own. The internal form is made
// already.
#pragma once

#include "dataflow/dataflow.h"

namespace pawl::dataflow {

Outcome run_constants(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log);
Outcome run_intervals(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log);
/// Octagons or polyhedra, as the options say. Pre: has_shapes().
Outcome run_relational(gcl::Context& context, gcl::Program internal, const Options& options,
                       prover::QueryLog& log);
Outcome run_symbolic(gcl::Context& context, gcl::Program internal, const Options& options,
                     prover::QueryLog& log);
Outcome run_typestate(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log);

}  // namespace pawl::dataflow
