// SPDX-License-Identifier: Apache-2.0
//
// Asks another verifier about a whole program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pawl::judges {

enum class Judge { Boogie, Dafny, Why3 };
const char* to_string(Judge judge);

enum class Opinion {
  Verified,
  Refused,    // it says that something does not hold, or does not accept the program
  Undecided,  // no answer in time, or it says that it does not know
};
const char* to_string(Opinion opinion);

struct Answer {
  Opinion opinion = Opinion::Undecided;
  std::string detail;  // of what is not verified: what it said, in a few lines
};

/// nullopt: it is not installed.
std::optional<std::string> version(Judge judge);

/// `program` is in the language of the judge. Every question gets `seconds_each`, the whole run
/// `seconds`. Only the output of the judge decides; files are in a directory of their own, which is
/// removed.
Answer ask(Judge judge, std::string_view program, unsigned seconds_each, double seconds);

}  // namespace pawl::judges
