// SPDX-License-Identifier: Apache-2.0
//
// Identifiers and times of formats that want them, without breaking "same input, same bytes": an
// identifier is computed from what it identifies, a time is SOURCE_DATE_EPOCH, or the epoch itself.
#pragma once

#include <string>
#include <string_view>

namespace pawl::emit {

/// In the form of RFC 4122, version 5.
std::string uuid_of(std::string_view content);

/// 2026-11-16T00:00:00Z. `epoch_text` is the value of SOURCE_DATE_EPOCH; what is no number is 0.
std::string time_text(std::string_view epoch_text);

}  // namespace pawl::emit
