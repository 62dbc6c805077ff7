// SPDX-License-Identifier: Apache-2.0
//
// The analysis with intervals, in a file of its own: it is a template, and slow to compile.
#include "dataflow/analysis.h"
#include "dataflow/lattices/intervals.h"
#include "dataflow/lattices/runs.h"
#include "dataflow/lattices/store.h"

namespace pawl::dataflow {

Outcome run_intervals(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log) {
  const Store<Intervals> lattice(context, Intervals(constants_of(internal)));
  return Analysis<Store<Intervals>>(context, lattice, std::move(internal), options, log)();
}

}  // namespace pawl::dataflow
