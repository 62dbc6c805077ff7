// SPDX-License-Identifier: Apache-2.0
//
// Lattices of numbers only: what they know at a loop is little, and most of it inductive. One that
// was stopped claims nothing.
#include "engine/procedure/from_lattices.h"

#include <algorithm>
#include <array>

#include "dataflow/dataflow.h"
#include "gcl/traverse.h"

namespace pawl::engine {
namespace {

constexpr std::array lattices = {dataflow::LatticeKind::Intervals,
                                 dataflow::LatticeKind::Polyhedra};

/// A conjunction is as many claims: one that fails does not take the others with it.
void add(gcl::Expr fact, std::vector<gcl::Expr>& to) {
  if (fact.is(gcl::Kind::And)) {
    for (const gcl::Expr one : fact.args()) add(one, to);
  } else if (std::ranges::find(to, fact) == to.end()) {
    to.push_back(fact);
  }
}

}  // namespace

infer::LoopClaims claims_of_lattices(Loaded& loaded, const Budget& budget, prover::QueryLog& log,
                                     Lattices which) {
  infer::LoopClaims claims;
  const auto stop = [&] { return budget.over(); };
  for (const dataflow::LatticeKind lattice : lattices) {
    if (!dataflow::is_available(lattice)) continue;
    if (which == Lattices::Cheap && lattice != dataflow::LatticeKind::Intervals) continue;
    const auto found = dataflow::loop_facts(loaded.context, loaded.program, loaded.procedure->name,
                                            lattice, stop, log);
    claims.resize(std::max(claims.size(), found.size()));
    for (std::size_t loop = 0; loop < found.size(); ++loop) {
      for (const gcl::Expr fact : found[loop]) add(fact, claims[loop]);
    }
  }
  return claims;
}

}  // namespace pawl::engine
