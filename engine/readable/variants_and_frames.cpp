// SPDX-License-Identifier: Apache-2.0
#include "engine/readable/variants_and_frames.h"

#include <optional>

#include "check/frames.h"
#include "check/variant.h"
#include "engine/loaded.h"
#include "engine/procedure/trial.h"
#include "gcl/printer.h"
#include "heuristics/frames.h"
#include "heuristics/variants.h"
#include "result/annotate.h"

namespace pawl::engine {
namespace {

/// By loop, without what the user wrote. Nothing: what the user claims is not certified.
std::optional<Texts> certified(const ProcedureResult& result) {
  Texts texts(result.loops.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const ConjunctResult& conjunct : result.loops[i].invariant) {
      if (conjunct.origin == Origin::User && !conjunct.certified()) return std::nullopt;
      if (conjunct.origin != Origin::User && conjunct.certified())
        texts[i].push_back(conjunct.text);
    }
  }
  return texts;
}

void find_variants(Loaded& loaded, const check::Options& options, prover::QueryLog& log,
                   ProcedureResult& result) {
  std::vector<std::vector<gcl::Expr>> candidates;
  for (const gcl::While* loop : loops_of(*loaded.procedure->body)) {
    candidates.push_back(heuristics::propose_variants(loaded.context, loaded.program, *loop));
  }
  const auto found = check::find_variants(loaded.context, loaded.program, *loaded.procedure,
                                          candidates, options, log);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i]) result.loops[i].variant = {gcl::print(*found[i]), {}};
  }
}

/// Leaves what it finds among the invariants of the loaded program.
void find_frames(Loaded& loaded, const check::Options& options, prover::QueryLog& log,
                 ProcedureResult& result) {
  const std::vector<gcl::While*> loops = loops_of(*loaded.procedure->body);
  std::vector<std::vector<gcl::MapRange>> candidates;
  candidates.reserve(loops.size());
  for (const gcl::While* loop : loops) {
    candidates.push_back(
        heuristics::propose_frames(loaded.context, loaded.program, *loaded.procedure, *loop));
  }
  const auto found = check::find_frames(loaded.context, loaded.program, *loaded.procedure, loops,
                                        candidates, options, log);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const gcl::MapRange& one : found[i]) {
      result.loops[i].frames.push_back({one.map.name(), gcl::print(one.low), gcl::print(one.high)});
    }
  }
}

}  // namespace

void find_variants_and_frames(const Input& input, const Options& options, prover::QueryLog& log,
                              ProcedureResult& result) {
  const std::optional<Texts> known = certified(result);
  if (!known) return;
  Loaded loaded(input, result.name);
  add_invariants(loaded.context, loaded.program, *loaded.procedure, *known);
  check::Options limited = options.check;
  limited.prover.limits.divide_rlimit(10);
  limited.prover.limits.divide_timeout(10);
  find_variants(loaded, limited, log, result);
  limited.prover.limits.divide_rlimit(10);  // most ranges are plainly right or plainly wrong
  find_frames(loaded, limited, log, result);
}

}  // namespace pawl::engine
