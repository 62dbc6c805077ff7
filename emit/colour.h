// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pawl::emit {

/// A report, or messages, for a terminal that has colours: words that say how bad it is, marks
/// under the source, and the verdict. Without the escape sequences it is the same text.
std::string coloured(std::string_view text);

}  // namespace pawl::emit
