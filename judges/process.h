// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace pawl::judges {

struct ProcessOutcome {
  enum class End { Exited, Signalled, TimedOut, NotStarted } end = End::NotStarted;
  int code = 0;        // exit code, or the signal
  std::string output;  // standard output and error, as they came
};

/// Runs `command` (looked up in PATH) in `directory`, without standard input. After `seconds` it
/// and all its children are killed. An interrupt of ours ends it too.
ProcessOutcome run_process(const std::vector<std::string>& command, const std::string& directory,
                           double seconds);

}  // namespace pawl::judges
