// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace pawl {

/// A bug of ours. Caught in one place only: the command line, which exits with 3.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace pawl
