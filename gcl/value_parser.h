// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "gcl/value.h"

namespace pawl::gcl {

/// What to_string(Value) wrote, as a value of `sort`; nullopt: it is none. Recursion is as deep as
/// the sort.
std::optional<Value> parse_value(std::string_view text, Sort sort);

}  // namespace pawl::gcl
