// SPDX-License-Identifier: Apache-2.0
//
// The operators between two operands, as the parser meets them: tokens.
#pragma once

#include <optional>

#include "gcl/kind_info.h"
#include "gcl/token.h"

namespace pawl::gcl {

/// What an operator makes: another node where its operands are reals.
struct Infix {
  std::optional<Kind> plain;  // of bool or int, or of any sort
  std::optional<Kind> reals;
  Level level = Level::Any;
  bool is_chain = false;  // of two operands or more
};

/// Null for a token that is no infix operator. `!=`, `>` and `>=` count as the operators that say
/// the same with the answer or the operands turned round.
const Infix* find_infix(Tok tok);

}  // namespace pawl::gcl
