// SPDX-License-Identifier: Apache-2.0
#include "engine/procedure/search.h"

#include <algorithm>

#include "engine/hints/hints.h"
#include "engine/judge/merged_proofs.h"
#include "engine/loaded.h"
#include "engine/procedure/simple_claims.h"
#include "engine/to_text.h"
#include "heuristics/path_predicates.h"
#include "result/annotate.h"

namespace pawl::engine {
namespace {

/// A search that costs less than this may be followed by one that costs more.
constexpr std::uint64_t few_queries = 100;

void drop_repeated(std::vector<ConjunctResult>& conjuncts, std::size_t known) {
  const auto is_known = [&](const ConjunctResult& one) {
    const auto end = conjuncts.begin() + static_cast<std::ptrdiff_t>(known);
    return std::find_if(conjuncts.begin(), end,
                        [&](const ConjunctResult& other) { return other.text == one.text; }) != end;
  };
  const auto added = conjuncts.begin() + static_cast<std::ptrdiff_t>(known);
  conjuncts.erase(std::remove_if(added, conjuncts.end(), is_known), conjuncts.end());
}

void infer_claims(Loaded& loaded, const Options& options, const infer::Options& how,
                  prover::QueryLog& log, const Trial& trial, ProcedureResult& result) {
  add_invariants(loaded.context, loaded.program, *loaded.procedure, trial.texts());
  add_predicates(loaded.context, loaded.program, *loaded.procedure, options.hints);
  add_inferred(infer::infer_procedure(loaded.context, loaded.program, *loaded.procedure, how, log),
               result);
}

bool came_to_its_end(const ProcedureResult& result) {
  return std::ranges::all_of(result.loops,
                             [](const LoopResult& loop) { return loop.incomplete.empty(); });
}

bool same(const Place& a, const Place& b) { return a.line == b.line && a.column == b.column; }

std::vector<const gcl::Stmt*> open_assertions(const ProcedureResult& result,
                                              const gcl::Block& body) {
  std::vector<const gcl::Stmt*> found;
  gcl::for_each_stmt(body, [&](const gcl::Stmt& stmt) {
    if (!std::holds_alternative<gcl::Assert>(stmt.node)) return;
    const Place place = place_of(stmt.range);
    const bool open = std::ranges::any_of(result.obligations, [&](const ObligationResult& one) {
      return one.kind == gcl::ObligationKind::Assertion && one.fate != Fate::Proved &&
             same(one.at, place);
    });
    if (open) found.push_back(&stmt);
  });
  return found;
}

/// For one loop of the second search, and for all of NEWTON.
std::uint64_t budget(const ProcedureResult& result) {
  std::uint64_t most = few_queries;
  for (const LoopResult& loop : result.loops) most = std::max(most, loop.queries);
  return most;
}

/// Did NEWTON find anything that the other sources did not?
bool proposes_paths(Loaded& loaded, const infer::Options& how) {
  std::string error;
  const auto sources = heuristics::make_sources(how.heuristics, error);
  const gcl::Desugared desugared = gcl::desugar(loaded.context, loaded.program, *loaded.procedure);
  const auto of_newton = [](const heuristics::Predicate& one) {
    return one.origin.starts_with("newton");
  };
  for (std::size_t loop = 0; loop < desugared.loops.size(); ++loop) {
    const heuristics::LoopView view{loaded.context, loaded.program, *loaded.procedure,
                                    desugared,      loop,           how.path_predicates};
    if (std::ranges::any_of(heuristics::propose(view, sources).predicates(), of_newton)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool asks(const Options& options, std::string_view source) {
  std::string error;
  return std::ranges::any_of(heuristics::make_sources(options.infer.heuristics, error),
                             [&](const auto& one) { return one->name() == source; });
}

void add_inferred(const std::vector<infer::LoopInvariant>& found, ProcedureResult& result) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t known = result.loops[i].invariant.size();
    add_claims(found[i], result.loops[i]);
    drop_repeated(result.loops[i].invariant, known);
  }
}

void search(const Input& input, const Options& options, const Claims& known, prover::QueryLog& log,
            Trial& trial, ProcedureResult& result) {
  Loaded loaded(input, result.name);
  infer_claims(loaded, options, options.infer, log, trial, result);
  fall_back_to(known, result);
  trial.certify();
}

bool search_again(const Input& input, const Options& options, const Claims& before,
                  prover::QueryLog& log, ProcedureResult& result) {
  if (result.loops.empty() || !asks(options, "newton") || !came_to_its_end(result)) return false;
  Loaded loaded(input, result.name);
  const std::vector<const gcl::Stmt*> open = open_assertions(result, *loaded.procedure->body);
  if (open.empty() || options.check.prover.limits.budget.over()) return false;
  explain::NewtonOptions newton{options.check.prover};
  newton.prover.limits.divide_rlimit(10);
  infer::Options how = options.infer;
  how.loop_queries = std::min(how.loop_queries, budget(result));
  how.on_loop_done = {};
  how.path_predicates = heuristics::path_predicates(
      loaded.context, loaded.program, *loaded.procedure, open, newton, budget(result), log);
  if (!proposes_paths(loaded, how)) return false;
  ProcedureResult again;
  Trial trial(input, result.name, options, log, again);
  trial.set_claims(before);
  infer_claims(loaded, options, how, log, trial, again);
  trial.judge_quickly();
  if (!trial.all_proved()) return false;
  trial.set_status();
  result = std::move(again);
  return true;
}

}  // namespace pawl::engine
