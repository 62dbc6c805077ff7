// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pawl {

/// The project's version; a test compares it with CMake's.
inline constexpr const char* version = "0.1.0";

}  // namespace pawl
