// SPDX-License-Identifier: Apache-2.0
//
// Which operator binds how: the one table that parser and printer share. The order is that of the
// ACSL reference manual's table of precedences, with its comparisons on one level, because there
// they form chains.
#pragma once

#include "frontends/acsl/term.h"
#include "frontends/acsl/token.h"

namespace pawl::frontend::acsl {

/// Greater binds tighter.
enum Precedence : int {
  RangePrecedence = 0,
  OpenPrecedence,  // \forall, \let, name: ...: as far to the right as possible
  ConditionalPrecedence,
  IffPrecedence,
  ImpliesPrecedence,
  OrPrecedence,
  XorPrecedence,
  AndPrecedence,
  BitIffPrecedence,
  BitImpliesPrecedence,
  BitOrPrecedence,
  BitXorPrecedence,
  BitAndPrecedence,
  ComparisonPrecedence,
  ShiftPrecedence,
  AddPrecedence,
  MultiplyPrecedence,
  UnaryPrecedence,
  PostfixPrecedence,
  PrimaryPrecedence,
};

/// The elements of `{ t, t }` and `{ t | ... }`: what has no `|` outside of parentheses.
inline constexpr Precedence set_element_precedence = BitXorPrecedence;

enum class Associativity { Left, Right, Chain, Neither };

struct InfixOperator {
  Tok tok;
  TermKind kind;
  Precedence precedence;
  Associativity associativity;
};

/// Null when it is no infix operator. Comparisons and \in are not here: they form chains.
const InfixOperator* infix(Tok tok);
const InfixOperator* infix(TermKind kind);

Precedence precedence(TermKind kind);

/// Ends where its last child ends, wherever that is.
bool is_open(TermKind kind);

}  // namespace pawl::frontend::acsl
