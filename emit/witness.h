// SPDX-License-Identifier: Apache-2.0
//
// Verification witnesses of SV-COMP, format 2.0 (YAML), for C programs.
//
// A program that is not refuted: what is certified of its loops, as C expressions over what is in
// scope at the keyword and defined there. Quantified facts cannot be said in this format; they are
// left out, which makes the witness weaker, and the JSON counts them (leftOut). A refuted program:
// what its inputs return in the failing run, and where it fails.
#pragma once

#include <string>

#include "result/result.h"
#include "support/source.h"

namespace pawl::emit {

struct WitnessTask {
  std::string command_line;
  std::string specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
  std::string creation_time;  // RFC 3339
};

std::string to_witness(const result::Result& result, const SourceFile& file,
                       const WitnessTask& task);

}  // namespace pawl::emit
