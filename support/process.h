// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// Runs a program, found along PATH, without a shell and with its standard streams on /dev/null.
/// Its exit code, or 128 plus the number of the signal that ended it; nothing when it cannot be
/// started. After `seconds` it is ended.
std::optional<int> run_program(const std::vector<std::string>& command, unsigned seconds);

}  // namespace pawl
