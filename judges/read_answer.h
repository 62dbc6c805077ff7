// SPDX-License-Identifier: Apache-2.0
//
// What the verifiers print, and what it means.
#pragma once

#include <string_view>

#include "judges/judge.h"

namespace pawl::judges {

/// `Boogie program verifier finished with 3 verified, 0 errors`: Dafny says the same of itself.
/// Without such a line nothing is verified.
Answer read_summary(std::string_view output);

/// One `Prover result is: Valid` for every goal. `exit_code`: 1 alone means that the module is
/// wrong.
Answer read_why3(std::string_view output, int exit_code);

}  // namespace pawl::judges
