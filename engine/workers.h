// SPDX-License-Identifier: Apache-2.0
//
// Runs tasks in processes of their own: a crash or out-of-memory in one costs that task only,
// and solvers with global state never meet. Answers come back in the order of the tasks, whatever
// ran at the same time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pawl::engine {

/// What became of one task: its text, or why there is none.
struct WorkerOutcome {
  std::optional<std::string> text;
  std::string failure;  // "worker-crashed", "out-of-memory"; empty when there is a text
  std::string detail;   // for people: signal or exit code
};

/// Runs `task(0)` ... `task(count - 1)`, at most `jobs` at a time, each in a forked process that
/// sends home what the task returns.
std::vector<WorkerOutcome> run_in_workers(std::size_t count, unsigned jobs,
                                          const std::function<std::string(std::size_t)>& task);

}  // namespace pawl::engine
