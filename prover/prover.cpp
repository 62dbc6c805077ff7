// SPDX-License-Identifier: Apache-2.0
#include "prover/prover.h"

#include <cmath>
#include <limits>

#include "gcl/build.h"
#include "prover/cvc5_prover.h"
#include "prover/unknown_prover.h"
#include "prover/z3_prover.h"
#include "support/assert.h"

namespace pawl::prover {

const char* to_string(UnknownReason reason) {
  switch (reason) {
    case UnknownReason::None: return "none";
    case UnknownReason::ResourceLimit: return "resource-limit";
    case UnknownReason::Timeout: return "timeout";
    case UnknownReason::Memory: return "memory-limit";
    case UnknownReason::Incomplete: return "incomplete";
    case UnknownReason::Interrupted: return "interrupted";
    case UnknownReason::SolverError: return "solver-error";
    case UnknownReason::NotAsked: return "not-asked";
  }
  PAWL_UNREACHABLE("every reason should be listed");
}

std::uint32_t Limits::timeout_now() const {
  if (!budget.has_deadline()) return timeout_ms;
  const double left = std::ceil(1000 * budget.time_left().count());
  const double part = std::max(left / 3, std::min(left, 100.0));
  const double most = timeout_ms == 0 ? std::numeric_limits<std::uint32_t>::max() : timeout_ms;
  return static_cast<std::uint32_t>(std::clamp(part, 1.0, most));
}

Answer Prover::entails(std::span<const gcl::Expr> assumptions, gcl::Expr fact) {
  std::vector<gcl::Expr> with_negation(assumptions.begin(), assumptions.end());
  with_negation.push_back(gcl::mk_not(context_, fact));
  const Answer possible = satisfiable(with_negation);
  goal_ = with_negation.back();
  switch (possible) {
    case Answer::Yes: return Answer::No;
    case Answer::No: return Answer::Yes;
    case Answer::Unknown: return Answer::Unknown;
  }
  PAWL_UNREACHABLE("every answer should be listed");
}

std::unique_ptr<Prover> make_prover(gcl::Context& context, const ProverOptions& options,
                                    QueryLog& log) {
  switch (options.kind) {
    case ProverKind::Z3: return std::make_unique<Z3Prover>(context, options, log);
    case ProverKind::Cvc5: return std::make_unique<Cvc5Prover>(context, options, log);
    case ProverKind::Unknown: return std::make_unique<UnknownProver>(context, options, log);
  }
  PAWL_UNREACHABLE("every kind should be listed");
}

std::string version(ProverKind kind) {
  switch (kind) {
    case ProverKind::Z3: return z3_version();
    case ProverKind::Cvc5: return cvc5_version();
    case ProverKind::Unknown: return "always unknown";
  }
  PAWL_UNREACHABLE("every kind should be listed");
}

}  // namespace pawl::prover
