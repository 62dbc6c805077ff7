// SPDX-License-Identifier: Apache-2.0
//
// What BEBOP found, in terms of the source: invariants at loop heads and contracts of procedures.
// Claims, which check/ has to prove again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "slam/bebop_result.h"
#include "slam/c2bp.h"

namespace pawl::slam {

struct ProcedureProof {
  std::vector<gcl::Expr> requires_;                // none for the procedure that runs first
  std::vector<gcl::Expr> ensures;                  // may speak of old()
  std::vector<std::vector<gcl::Expr>> invariants;  // by loop, in text order
};
using Proof = std::map<std::string, ProcedureProof>;  // procedures the entry may call

/// `result` is safe and was asked for its proof. Clauses that would be too many are left out.
Proof proof_of(gcl::Context& context, const gcl::Program& program, const Abstraction& abstraction,
               const BebopResult& result, const std::string& entry);

}  // namespace pawl::slam
