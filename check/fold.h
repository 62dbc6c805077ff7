// SPDX-License-Identifier: Apache-2.0
//
// Literals as values and back, and what a node is worth whose arguments are partly literals.
#pragma once

#include <optional>

#include "gcl/expr.h"
#include "gcl/value.h"

namespace pawl::check {

/// Of integers, Booleans and bit-vectors.
bool is_literal(gcl::Expr e);
std::optional<gcl::Value> value_of(gcl::Expr literal);
/// nullopt: there is no literal for it, or it is a map of such.
std::optional<gcl::Expr> literal_of(gcl::Context& context, const gcl::Value& value, gcl::Sort sort);

/// The same value, simpler where arguments are literals: a step for gcl::Rewriter, which calls it
/// with arguments that are folded already.
gcl::Expr fold(gcl::Context& context, gcl::Expr e);

}  // namespace pawl::check
