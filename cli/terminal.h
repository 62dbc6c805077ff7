// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "support/diagnostic.h"

namespace pawl::cli {

/// With colours if standard output is a terminal that has them. NO_COLOR and TERM=dumb are
/// honoured.
std::string for_terminal(const std::string& report);

/// On standard error, in colours if that is such a terminal.
void tell(const std::function<void(std::ostream&)>& write);
void tell(const Diagnostics& diagnostics);

}  // namespace pawl::cli
