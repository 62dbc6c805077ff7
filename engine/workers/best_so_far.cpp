// SPDX-License-Identifier: Apache-2.0
#include "engine/workers/best_so_far.h"

#include <algorithm>
#include <tuple>

#include "support/assert.h"

namespace pawl::engine {
namespace {

bool is_certified(const LoopResult& loop) {
  return loop.status == LoopStatus::Certified || loop.status == LoopStatus::Unreachable;
}

auto worth(const ProcedureResult& result) {
  std::size_t certified = 0, loops = 0, proved = 0, described = 0;
  for (const LoopResult& loop : result.loops) {
    loops += is_certified(loop) ? 1 : 0;
    certified +=
        static_cast<std::size_t>(std::ranges::count_if(loop.invariant, &ConjunctResult::certified));
    certified += loop.redundant.size();
    described += loop.frames.size() + (loop.variant ? 1 : 0);
  }
  for (const ObligationResult& one : result.obligations) proved += one.fate == Fate::Proved ? 1 : 0;
  return std::tuple(judge(result).verdict != Verdict::Unknown, loops, certified, proved, described);
}

}  // namespace

void BestSoFar::offer(const ProcedureResult& result) {
  if (known_ && worth(result) < worth(best_)) return;
  known_ = true;
  best_ = result;
  send_(to_json(best_, Statistics::With));
}

Reason reason_of(BudgetEnd end) {
  switch (end) {
    case BudgetEnd::None: return Reason::None;
    case BudgetEnd::Interrupted: return Reason::Interrupted;
    case BudgetEnd::Time: return Reason::Timeout;
    case BudgetEnd::Work:
    case BudgetEnd::Queries: return Reason::ResourceLimit;
  }
  PAWL_UNREACHABLE("every end of a budget should be listed");
}

Reason failure_of(const std::string& of_worker) {
  if (of_worker.empty()) return Reason::None;
  return result::word_of<Reason>(of_worker).value_or(Reason::WorkerCrashed);
}

void cut_off(ProcedureResult& result, Reason reason) {
  for (ObligationResult& one : result.obligations) {
    if (one.fate != Fate::NotProved && one.fate != Fate::Unknown) continue;
    one.fate = Fate::Unknown;
    one.reason = reason;
    one.induction_failure.reset();
  }
  for (LoopResult& loop : result.loops) {
    if (!is_certified(loop)) loop.incomplete = to_string(reason);
  }
}

}  // namespace pawl::engine
