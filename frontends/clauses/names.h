// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "gcl/expr.h"

namespace pawl::frontend::clauses {

/// Names that GCL can write for those of SMT-LIB, which may hold nearly everything. x! is x'.
class Names {
 public:
  explicit Names(gcl::Context& context) : context_(context) {}

  /// The variable of this name and sort: the same whenever it is asked for.
  gcl::Expr variable(std::string_view name, gcl::Sort sort);
  /// Named like it, and no other.
  gcl::Expr another(std::string_view name, gcl::Sort sort);
  std::string unique(std::string_view name);

 private:
  gcl::Context& context_;
  std::map<std::pair<std::string, std::uint32_t>, gcl::Expr> known_;  // by name and id of the sort
  std::set<std::string> used_;
};

}  // namespace pawl::frontend::clauses
