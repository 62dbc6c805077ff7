// SPDX-License-Identifier: Apache-2.0
//
// What the process that runs SLAM sends home: its report and its messages as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/result.h"
#include "support/diagnostic.h"

namespace pawl::engine {

std::string to_message(const SlamReport& report, const Diagnostics& diagnostics);

/// Messages about `file` keep their place, others lose it. nullopt: it is no such message.
std::optional<SlamReport> report_from_message(std::string_view text, const SourceFile& file,
                                              Diagnostics& diagnostics);

}  // namespace pawl::engine
