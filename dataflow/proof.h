// SPDX-License-Identifier: Apache-2.0
//
// A solution as formulas: at the heads of loops, and as what procedures require and ensure. Claims,
// which check/ has to prove.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "abstraction/bdd.h"
#include "dataflow/lattice.h"
#include "dataflow/transitions.h"

namespace pawl::dataflow {

struct ProcedureProof {
  std::vector<gcl::Expr> requires_;                // none for the procedure that runs first
  std::vector<gcl::Expr> ensures;                  // may speak of old()
  std::vector<std::vector<gcl::Expr>> invariants;  // by loop, in text order
};
using Proof = std::map<std::string, ProcedureProof>;  // procedures that are reached

/// A predicated element without its lattice: valuations of the predicates, and what holds there.
struct PieceFacts {
  abstraction::Bdd region;
  Meaning meaning;
};
using StateFacts = std::vector<PieceFacts>;

/// The solution of one context.
struct ContextFacts {
  std::size_t procedure = 0;
  StateFacts entry;
  StateFacts exit;
  std::vector<StateFacts> heads;  // by loop, in text order
};

/// The disjunction of region and meaning over all pieces, as a conjunction: what the regions have
/// in common, and each fact where it holds, `region ==> fact`. `old(g)` is a variable. Nothing
/// speaks of `hidden` variables: whatever they are.
std::vector<gcl::Expr> formulas(gcl::Context& context, Transitions& transitions,
                                const StateFacts& state, const std::set<gcl::Expr>& hidden = {});

/// `start` is the context that runs begin in.
Proof proof_of(gcl::Context& context, const gcl::Program& program, Transitions& transitions,
               const std::vector<ContextFacts>& contexts, std::size_t start);

}  // namespace pawl::dataflow
