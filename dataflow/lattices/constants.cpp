// SPDX-License-Identifier: Apache-2.0
//
// Constant propagation: at most one value for each place. Of height 1 for each of them.
#include "dataflow/analysis.h"
#include "dataflow/lattices/runs.h"
#include "dataflow/lattices/sets.h"
#include "dataflow/lattices/store.h"

namespace pawl::dataflow {

Outcome run_constants(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log) {
  const Store<Sets> lattice(context, Sets(1));
  return Analysis<Store<Sets>>(context, lattice, std::move(internal), options, log)();
}

}  // namespace pawl::dataflow
