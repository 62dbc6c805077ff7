// SPDX-License-Identifier: Apache-2.0
//
// The paper's symbolic execution lattice [FischerJhalaMajumdar05, section 4] over the IL's memory.
// The value of a place is a small set of constants: a number, a pointer to one object (must), or to
// one of several (may). A may-pointer p carries a value tag: that of the place m[p], which a write
// through p sets whatever p points to. A write that may hit what p points to weakens the tag. Cells
// of maps are members, so structs are known member by member.
#include "dataflow/analysis.h"
#include "dataflow/lattices/runs.h"
#include "dataflow/lattices/sets.h"
#include "dataflow/lattices/store.h"

namespace pawl::dataflow {
namespace {

constexpr std::size_t max_targets = 8;

}  // namespace

Outcome run_symbolic(gcl::Context& context, gcl::Program internal, const Options& options,
                     prover::QueryLog& log) {
  const Store<Sets> lattice(context, Sets(max_targets), Store<Sets>::Equalities::Tracked);
  return Analysis<Store<Sets>>(context, lattice, std::move(internal), options, log)();
}

}  // namespace pawl::dataflow
