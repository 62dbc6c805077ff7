// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/judge/certify_proof.h"
#include "slam/proof.h"

namespace pawl::engine {

/// What SLAM found for runs that start in `entry`.
struct EntryProof {
  std::string entry;
  slam::Proof proof;
};

/// The proofs of several entries as one claim about the program, as text: check/ sees nothing of
/// what made them. A procedure that is called in several proofs has one contract for all: it
/// requires what one of them does, and what a proof says of it holds if that proof's requires
/// clauses held on entry. Where runs may start nothing is required.
ClaimTexts merge(gcl::Context& context, const gcl::Program& program,
                 const std::vector<EntryProof>& proofs);

}  // namespace pawl::engine
