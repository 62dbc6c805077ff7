// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gcl/expr.h"

namespace pawl::frontend::clauses {

/// `(name args...)` of the theories. Null: `complaint` says what is wrong, or is empty if this is
/// no operator of ours.
gcl::Expr apply_operator(gcl::Context& context, std::string_view name,
                         std::span<const gcl::Expr> args, std::string& complaint);

bool is_operator(std::string_view name);

}  // namespace pawl::frontend::clauses
