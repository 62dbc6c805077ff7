// SPDX-License-Identifier: Apache-2.0
//
// For people who want to know more: why an invariant suffices, or why there is none that does.
#pragma once

#include <iosfwd>

#include "result/result.h"
#include "support/source.h"

namespace pawl::emit {

/// A paragraph for each loop: its conjuncts, and what each is needed for; or the obligations that
/// fail behind it, a state in which they do, what was tried, and what would help.
void write_explanation(std::ostream& out, const result::Result& result, const SourceFile& file);

}  // namespace pawl::emit
