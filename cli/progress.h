// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "infer/infer.h"
#include "slam/loop.h"

namespace pawl::cli {

/// Writes one line on standard error, over and over: loop, round, predicates, queries, elapsed.
/// Empty when standard error is no terminal.
std::function<void(const infer::Progress&)> terminal_progress();
/// The same for BEBOP: steps, BDD nodes, elapsed.
std::function<void(const slam::BebopProgress&)> bebop_progress();
/// The same for SLAM, after every round.
std::function<void(const slam::SlamRound&)> slam_progress();
/// Clears that line.
void finish_progress();

}  // namespace pawl::cli
