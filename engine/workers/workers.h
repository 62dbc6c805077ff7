// SPDX-License-Identifier: Apache-2.0
//
// Runs tasks in processes of their own: a crash, out-of-memory, or a solver that does not listen
// any more costs one task only, and solvers with global state never meet. What a task has found is
// sent when it is found, so that it outlives its process. Answers come back in the order of the
// tasks, whatever ran at the same time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/budget.h"

namespace pawl::engine {

/// What became of one task: the last text it sent, and why there is no later one.
struct WorkerOutcome {
  std::optional<std::string> text;
  /// worker-crashed, out-of-memory, internal-error, timeout, interrupted, or not-analysed: its turn
  /// never came. Empty when the task came to its end.
  std::string failure;
  std::string detail;  // for people: signal or exit code
};

/// A task sends what it has so far, again and again; the last word is what it returns.
using Send = std::function<void(const std::string&)>;
using WorkerTask = std::function<std::string(std::size_t task, const Budget&, const Send&)>;

/// Runs `task(0)` ... `task(count - 1)`, at most `jobs` at a time, each in a forked process. Each
/// has an equal share of the time that is left when its turn comes, and not more than `each`
/// seconds, if that is not 0. A task is asked to stop when its time is over, by its budget; soon
/// after that its process is ended.
std::vector<WorkerOutcome> run_in_workers(std::size_t count, unsigned jobs, const Budget& budget,
                                          double each, const WorkerTask& task);
/// Likewise, a task for each weight; shares of the time that is left are as the weights (> 0).
std::vector<WorkerOutcome> run_in_workers(const std::vector<double>& weights, unsigned jobs,
                                          const Budget& budget, double each,
                                          const WorkerTask& task);

}  // namespace pawl::engine
