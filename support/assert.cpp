// SPDX-License-Identifier: Apache-2.0
#include "support/assert.h"

#include <string>

#include "support/internal_error.h"

namespace pawl {

void internal_error(const char* file, int line, const char* message) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + message);
}

}  // namespace pawl
