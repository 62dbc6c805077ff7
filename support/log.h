// SPDX-License-Identifier: Apache-2.0
// Progress for people, to stderr, each line with the folder it comes from: "[infer] ...".
// Never a result: results are values, and cli/ alone prints them. Nothing may depend on what is
// logged, and the level is set once, before work starts.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace pawl {

/// -q shows Error; nothing said: Warning; -v: Info; -vv: Debug.
enum class LogLevel { Error, Warning, Info, Debug };

void set_log_level(LogLevel level);
bool log_enabled(LogLevel level);

/// One line (an embedded line end starts another line with the same prefix).
void log(LogLevel level, std::string_view folder, std::string_view message);

/// For messages that cost something to make: `log(LogLevel::Debug, "infer", [&] { ... })`.
template <std::invocable Make>
void log(LogLevel level, std::string_view folder, Make make) {
  if (log_enabled(level)) log(level, folder, std::string_view(std::string(make())));
}

}  // namespace pawl
