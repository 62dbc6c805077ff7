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

struct Options {
  check::Options check;
  infer::Options infer;
  Inference inference = Inference::WhenNeeded;
  /// Procedures analysed at the same time, each in a process of its own.
  unsigned jobs = 1;
};

}  // namespace pawl::engine
