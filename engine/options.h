// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/check.h"
#include "infer/infer.h"

namespace pawl::engine {

enum class Inference {
  Never,       // judge the annotations as they are
  WhenNeeded,  // infer only when they do not decide
  Always,      // infer for every loop
};

/// Which conjunct is needed for what, and what became of the predicates: costs a check for each.
enum class Explain { Off, On };

/// May every run be followed to its end, where invariants do not decide?
enum class Exhaust { Never, WhenNeeded };

enum class Depth {
  Shallow,  // a look at the annotations, and at short runs
  Rest,     // what such a look has left open
  Full,
};

/// The words of what was found: making them readable costs proofs (tidy.h). Inference for every
/// loop is for readers anyway.
enum class Wording { AsFound, Readable };

/// A formula that somebody says is an invariant of a loop. It is tried, never believed.
struct HintClaim {
  std::size_t number = 0;  // of the hint, for the report
  std::string procedure;
  std::size_t loop = 0;  // in text order
  std::string text;      // GCL; parses in the scope of the procedure
};

struct Options {
  check::Options check;
  infer::Options infer;
  Inference inference = Inference::WhenNeeded;
  Explain explain = Explain::Off;
  Exhaust exhaust = Exhaust::WhenNeeded;
  Depth depth = Depth::Full;
  Wording wording = Wording::AsFound;
  std::vector<HintClaim> hints = {};
  /// Procedures analysed at the same time, each in a process of its own.
  unsigned jobs = 1;
  /// Seconds for one procedure; 0: what the budget of all leaves.
  double seconds_each = 0;
  /// Work of the solver for one procedure, in its own units, of all queries together; 0: no limit.
  std::uint64_t work_each = 40'000'000;
};

}  // namespace pawl::engine
