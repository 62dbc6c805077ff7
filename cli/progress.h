// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "infer/infer.h"

namespace pawl::cli {

/// Writes one line on standard error, over and over: loop, round, predicates, queries, elapsed.
/// Empty when standard error is no terminal.
std::function<void(const infer::Progress&)> terminal_progress();
/// Clears that line.
void finish_progress();

}  // namespace pawl::cli
