// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gcl/expr.h"

namespace pawl::prover {

/// Names for SMT-LIB, one per variable, function and sort: the IL's own where that is possible.
/// Two variables of one name, or a variable called `select`, get a number: `x!2`. In the order of
/// asking, so the same formulas get the same names.
class SmtlibSymbols {
 public:
  const std::string& variable(gcl::Expr var_or_bound_var);
  const std::string& function(gcl::Expr apply);
  const std::string& sort(const std::string& uninterpreted);
  std::string fresh(std::string_view stem);

  /// `(Array Int |my ref|)`.
  std::string print(gcl::Sort sort);

 private:
  std::string unique(std::string_view wanted, std::unordered_set<std::string>& used);

  std::unordered_map<gcl::Expr, std::string> variables_;
  std::map<std::string, std::string> functions_;  // by name and signature
  std::map<std::string, std::string> sorts_;
  std::unordered_set<std::string> used_;  // without quotes
  std::unordered_set<std::string> used_sorts_;
};

}  // namespace pawl::prover
