// SPDX-License-Identifier: Apache-2.0
//
// --contracts: contracts/ with the engine as its judge.
#pragma once

#include <set>
#include <string>

#include "cli/options.h"
#include "contracts/propose.h"
#include "result/result.h"
#include "support/budget.h"
#include "support/source.h"

namespace pawl::cli {

/// The text of a C file with the contracts that are proposed for its functions; what is proposed,
/// and what not and why, is told on standard error. Without a proposal, or if the file cannot be
/// read (which will be reported when it is), the text as it is.
std::string text_with_contracts(const Options& options, const SourceFile& file,
                                const Budget& budget);

/// Told on standard error: for functions of which a check of memory is not proved, what they could
/// require.
void suggest_contracts(const Options& options, const SourceFile& file, const Budget& budget,
                       const result::Result& result);

}  // namespace pawl::cli
