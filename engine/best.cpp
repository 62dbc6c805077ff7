// SPDX-License-Identifier: Apache-2.0
#include "engine/best.h"

#include <algorithm>
#include <tuple>

#include "engine/result_json.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

auto worth(const ProcedureResult& result) {
  std::size_t certified = 0, loops = 0, proved = 0, described = 0;
  for (const LoopResult& loop : result.loops) {
    loops += loop.status == "certified" || loop.status == "unreachable" ? 1 : 0;
    certified +=
        static_cast<std::size_t>(std::ranges::count_if(loop.invariant, &ConjunctResult::certified));
    certified += loop.redundant.size();
    described += loop.frames.size() + (loop.variant ? 1 : 0);
  }
  for (const ObligationResult& one : result.obligations) proved += one.fate == "proved" ? 1 : 0;
  return std::tuple(judge(result).verdict != Verdict::Unknown, loops, certified, proved, described);
}

}  // namespace

void Best::offer(const ProcedureResult& result) {
  if (known_ && worth(result) < worth(best_)) return;
  known_ = true;
  best_ = result;
  send_(to_json(best_, Statistics::With));
}

std::string reason_of(BudgetEnd end) {
  switch (end) {
    case BudgetEnd::None: return {};
    case BudgetEnd::Interrupted: return "interrupted";
    case BudgetEnd::Time: return "timeout";
    case BudgetEnd::Work:
    case BudgetEnd::Queries: return "resource-limit";
  }
  PAWL_UNREACHABLE("every end of a budget should be listed");
}

void cut_off(ProcedureResult& result, const std::string& reason) {
  for (ObligationResult& one : result.obligations) {
    if (one.fate != "not-proved" && one.fate != "unknown") continue;
    one.fate = "unknown";
    one.reason = reason;
    one.induction_failure.reset();
  }
  for (LoopResult& loop : result.loops) {
    if (loop.status != "certified" && loop.status != "unreachable") loop.incomplete = reason;
  }
}

}  // namespace pawl::engine
