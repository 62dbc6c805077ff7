// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/exhaustion.h"

#include <algorithm>

#include "engine/loaded.h"
#include "support/log.h"

namespace pawl::engine {
namespace {

/// Nothing has failed, and what is claimed of loops is proved.
bool may_help(const ProcedureResult& result) {
  const auto spoils = [](const ObligationResult& one) {
    return one.fate == Fate::Refuted ||
           (result::is_of_invariant(one.kind) && one.fate != Fate::Proved);
  };
  return result.failure == Reason::None && std::ranges::none_of(result.obligations, spoils);
}

}  // namespace

check::ExhaustLimits exhaust_limits(Patience patience) {
  if (patience == Patience::Short) return {.steps = 200'000, .paths = 3'000, .queries = 300};
  return {.steps = 3'000'000, .paths = 15'000, .queries = 3'000};
}

bool prove_by_exhaustion(const Input& input, const Options& options, Patience patience,
                         prover::QueryLog& log, ProcedureResult& result) {
  if (!may_help(result)) return false;
  // Some runs need no solver. Where none is to be asked, nothing is to be proved.
  if (options.check.prover.kind == prover::ProverKind::Unknown) return false;
  prover::ProverOptions prover = options.check.prover;
  prover.limits.divide_rlimit(10);
  Loaded loaded(input, result.name);
  const check::Exhaustion found = check::exhaust(loaded.context, loaded.program, *loaded.procedure,
                                                 exhaust_limits(patience), prover, log);
  pawl::log(LogLevel::Debug, "engine", [&] {
    return "exhaustion of " + result.name + ": " +
           (found.complete ? std::to_string(found.paths) + " paths" : found.why);
  });
  if (!found.complete) return false;
  for (ObligationResult& one : result.obligations) {
    if (one.fate == Fate::Proved) continue;
    one.fate = Fate::Proved;
    one.reason = Reason::None;
    one.induction_failure.reset();
  }
  result.exhausted = found.paths;
  return true;
}

}  // namespace pawl::engine
