// SPDX-License-Identifier: Apache-2.0
//
// SARIF 2.1.0, for code review and editors: proved facts are results of kind `pass`, with the
// annotation as a fix where the source is C; what is not decided is `open`; a failing run is `fail`
// with its steps.
#pragma once

#include <string>

#include "engine/result.h"

namespace pawl::emit {

enum class CodeFlows { With, Without };

std::string to_sarif(const engine::Result& result, const SourceFile& file, CodeFlows code_flows,
                     int exit_code);

}  // namespace pawl::emit
