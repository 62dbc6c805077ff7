// SPDX-License-Identifier: Apache-2.0
// Reading inputs and writing outputs whole. Every failure is a diagnostic that names the file and
// the reason; a partly written output is never left under the name that was asked for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "support/diagnostic.h"
#include "support/result.h"

namespace pawl {

/// Larger inputs are refused by default: generated programs are a few megabytes, and a device or
/// an endless pipe should end with a message, not with all memory taken.
inline constexpr std::size_t default_file_limit = std::size_t{64} << 20;

/// All bytes of `path`, or of standard input for "-". Fails, with an error, on a missing or
/// unreadable file, a directory, more than `limit` bytes, and an interrupt while waiting.
Result<std::string> read_file(const std::string& path, Diagnostics& diagnostics,
                              std::size_t limit = default_file_limit);

/// How a file name is shown: "-" is "<stdin>".
std::string display_name(const std::string& path);

/// Writes all of `text` to `path`, or to standard output for "-". A regular file is replaced at
/// once, by a rename from a temporary file beside it: readers see the old bytes or the new ones.
/// A device or a pipe is written in place. Nothing counts as written before the system has
/// accepted it, so a full disk is an error here.
enum class WriteOutcome { Written, NotWritten };
[[nodiscard]] WriteOutcome write_file(const std::string& path, std::string_view text,
                                      Diagnostics& diagnostics);

}  // namespace pawl
