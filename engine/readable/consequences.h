// SPDX-License-Identifier: Apache-2.0
//
// What follows at a loop's head from what is known there. Every answer may only make something
// shorter or more readable: Unknown is no.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gcl/program.h"
#include "prover/prover.h"
#include "prover/query_log.h"

namespace pawl::engine {

class Consequences {
 public:
  /// With the axioms of the program, and a fraction of the resources.
  Consequences(gcl::Context& context, const gcl::Program& program,
               const prover::ProverOptions& options, prover::QueryLog& log);

  void assume(gcl::Expr fact);
  /// Of what was assumed.
  bool implies(gcl::Expr fact);
  /// Of what was assumed and of `facts`: the indices of those that a proof needed. Nothing: it does
  /// not follow, or nobody knows.
  std::optional<std::vector<std::size_t>> proof(std::span<const gcl::Expr> facts, gcl::Expr fact);

 private:
  gcl::Expr closed(gcl::Expr fact);

  gcl::Context& context_;
  std::unique_ptr<prover::Prover> prover_;
};

}  // namespace pawl::engine
