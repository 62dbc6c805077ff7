// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace pawl::emit {

/// A unified patch with three lines of context; empty when the texts are equal. Line ends are part
/// of the lines. Time and space: O((m + n) d) for d lines in which they differ [Myers86].
std::string unified_diff(std::string_view before, std::string_view after, const std::string& name,
                         const std::string& remark);

}  // namespace pawl::emit
