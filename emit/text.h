// SPDX-License-Identifier: Apache-2.0
//
// For people: what is proved, what is not, and why, in the terms of the source.
#pragma once

#include <iosfwd>

#include "result/result.h"
#include "support/source.h"

namespace pawl::emit {

enum class Detail {
  Failures,   // only what is not proved
  Everything  // every obligation, and the summaries of procedures
};

/// Located messages with the offending line, a counterexample to induction clearly told apart
/// from a real run. Ends with one line per procedure.
void write_report(std::ostream& out, const result::Result& result, const SourceFile& file,
                  Detail detail);

/// Where each predicate came from, and whether it was needed.
void write_predicates(std::ostream& out, const result::Result& result);

}  // namespace pawl::emit
