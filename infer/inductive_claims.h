// SPDX-License-Identifier: Apache-2.0
//
// Houdini [FlanaganLeino01] over all loops of a procedure at once: what is claimed of each is
// assumed at its head, what some state contradicts on entry or after a round is dropped, until the
// rest is inductive together. Questions are those of inference: without quantifiers, about one
// verification condition. What is left is a claim like any other; check/ judges it.
#pragma once

#include <vector>

#include "gcl/program.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace pawl::infer {

/// By loop, in text order: closed formulas over what is in scope there, Entry nodes included.
using LoopClaims = std::vector<std::vector<gcl::Expr>>;

/// The largest part that is inductive as far as the prover can tell: an Unknown drops a claim. When
/// the budget ends, nothing is left.
LoopClaims inductive_claims(gcl::Context& context, const gcl::Program& program,
                            const gcl::Procedure& procedure, const LoopClaims& claims,
                            const prover::ProverOptions& options, prover::QueryLog& log);

}  // namespace pawl::infer
