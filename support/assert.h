// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pawl {

/// Throws InternalError with "<file>:<line>: <message>".
/// The command line turns it into exit code 3; it is never a verdict.
[[noreturn]] void internal_error(const char* file, int line, const char* message);

}  // namespace pawl

/// For our own bugs only; the message says what *should* hold. User input never reaches one.
#define PAWL_ASSERT(condition, message)                                    \
  do {                                                                     \
    if (!(condition)) ::pawl::internal_error(__FILE__, __LINE__, message); \
  } while (false)

#define PAWL_UNREACHABLE(message) ::pawl::internal_error(__FILE__, __LINE__, message)
