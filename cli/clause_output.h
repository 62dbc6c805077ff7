// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/input.h"
#include "support/result.h"

namespace pawl::cli {

/// Format::Horn or Format::Sygus: the clauses that were read, or those of a program. Failed: the
/// program cannot be written as clauses, which is reported.
Result<std::string> clauses_as(Format format, const SourceInput& input, Diagnostics& diagnostics);

}  // namespace pawl::cli
