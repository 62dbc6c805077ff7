// SPDX-License-Identifier: Apache-2.0
#pragma once

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

struct Options {
  check::Options check;
  infer::Options infer;
  Inference inference = Inference::WhenNeeded;
  Explain explain = Explain::Off;
  /// Procedures analysed at the same time, each in a process of its own.
  unsigned jobs = 1;
};

}  // namespace pawl::engine
