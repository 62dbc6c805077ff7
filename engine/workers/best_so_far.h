// SPDX-License-Identifier: Apache-2.0
//
// The best that is known of a procedure while it is analysed: what remains of it when the time is
// over, or when its process is ended.
#pragma once

#include <string>

#include "engine/result.h"
#include "engine/workers/workers.h"
#include "support/budget.h"

namespace pawl::engine {

class BestSoFar {
 public:
  explicit BestSoFar(Send send) : send_(std::move(send)) {}
  /// Kept and sent if it says more than the one before: a verdict counts most, then what is
  /// certified of the loops. Its obligations are those of the whole procedure, assertions included.
  void offer(const ProcedureResult& result);
  const ProcedureResult& result() const { return best_; }

 private:
  Send send_;
  ProcedureResult best_;
  bool known_ = false;
};

/// Why something is open that was not looked at to its end.
Reason reason_of(BudgetEnd end);
/// Why a worker gave no answer, in its own words; empty: it gave one.
Reason failure_of(const std::string& of_worker);

/// The analysis did not come to its end: what is open is open for this reason, whatever a first
/// look said of it.
void cut_off(ProcedureResult& result, Reason reason);

}  // namespace pawl::engine
