// SPDX-License-Identifier: Apache-2.0
//
// Asks another verifier about a whole program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::judges {

enum class Judge { Boogie, Dafny, Why3 };
const char* to_string(Judge judge);

enum class Opinion {
  Verified,
  Refused,    // it says that something does not hold, or does not accept the program
  Undecided,  // no answer in time, or it says that it does not know
};
const char* to_string(Opinion opinion);

/// What it says of one line of the program.
struct Remark {
  std::size_t line = 0;
  Opinion opinion = Opinion::Undecided;
};

struct Answer {
  Opinion opinion = Opinion::Undecided;
  std::string detail;  // of what is not verified: what it said, in a few lines
  /// Where that is.
  std::vector<Remark> remarks = {};
  /// The remarks are all there is: what is on other lines is verified. Not so if something has no
  /// place, or if what failed was assumed from there on.
  bool complete = false;
};

/// Of each loop of the program, in text order: what was said of its clauses. `program` has every
/// loop on a line that begins with `while`, its clauses on the lines after it, as emit/ writes
/// them.
std::vector<Opinion> opinions_of_loops(std::string_view program, const Answer& answer);

/// nullopt: it is not installed.
std::optional<std::string> version(Judge judge);

/// `program` is in the language of the judge. Every question gets `seconds_each`, the whole run
/// `seconds`. Only the output of the judge decides; files are in a directory of their own, which is
/// removed.
Answer ask(Judge judge, std::string_view program, unsigned seconds_each, double seconds);

}  // namespace pawl::judges
