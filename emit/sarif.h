// SPDX-License-Identifier: Apache-2.0
//
// SARIF 2.1.0, for code review and editors: proved facts are results of kind `pass`, invariants
// with the annotation as a fix; what is not decided is `open`; a failing run is `fail` with its
// steps.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "result/result.h"

namespace pawl::emit {

enum class CodeFlows { With, Without };

struct SarifOptions {
  CodeFlows code_flows = CodeFlows::With;
  int exit_code = 0;  // of the run
  /// ACSL predicates, with comparisons joined where that reads better.
  std::function<std::vector<std::string>(const std::vector<std::string>&)> joined = nullptr;
};

std::string to_sarif(const result::Result& result, const SourceFile& file,
                     const SarifOptions& options);

}  // namespace pawl::emit
