// SPDX-License-Identifier: Apache-2.0
//
// A failing run of a function as a program: its text, and a `main` that makes the arguments of the
// run and calls it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frontends/c/options.h"
#include "frontends/c/outline.h"
#include "result/result.h"
#include "support/source.h"

namespace pawl::cli {

struct ReplayDriver {
  std::string program;
  std::string why_not;  // there is none; else empty
};

class ReplayDrivers {
 public:
  /// The file outlives it.
  ReplayDrivers(const SourceFile& file, const frontend::c::Options& options);

  /// The run is in the names and values of C.
  ReplayDriver make(const std::string& function, const result::RealRunText& run) const;
  /// Does it fail in a comment?
  bool in_annotation(const result::ObligationResult& obligation) const;

 private:
  const SourceFile& file_;
  std::vector<frontend::c::FunctionOutline> functions_;
  std::vector<std::pair<std::size_t, std::size_t>> annotations_;  // bytes, half open
};

}  // namespace pawl::cli
