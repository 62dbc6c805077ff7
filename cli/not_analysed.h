// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/outputs.h"

namespace pawl::cli {

/// Procedures of the program, or functions of the C file, that no run that was judged can come to:
/// the verdict says nothing of them. In text order.
std::vector<std::string> not_analysed(const FinishedRun& run);

}  // namespace pawl::cli
