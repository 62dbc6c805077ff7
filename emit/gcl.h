// SPDX-License-Identifier: Apache-2.0
//
// The program itself, with the certified invariants in place.
#pragma once

#include <iosfwd>

#include "gcl/program.h"
#include "result/result.h"

namespace pawl::emit {

/// Prints `program` (the input, parsed) with the invariants of `result` added to its loops. What
/// is not certified stands in a comment, marked as a candidate.
void write_annotated(std::ostream& out, gcl::Context& context, const gcl::Program& program,
                     const result::Result& result);

}  // namespace pawl::emit
