// SPDX-License-Identifier: Apache-2.0
//
// What the lexer makes of an annotation. Words stay text: ACSL's keywords are keywords only where a
// clause may begin (`requires requires > 0;` is fine), so the parsers compare them there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace pawl::frontend::acsl {

enum class Tok : std::uint8_t {
  End,
  Error,       // no token; already reported, so the parser stays quiet about it
  Identifier,  // also keywords
  Backslash,   // \valid
  Integer,
  Real,
  Character,
  String,
  // From here on each has one spelling.
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Semicolon,
  Colon,
  Question,
  Assign,
  Dot,
  DotDot,
  Arrow,
  Iff,
  Implies,
  Or,
  Xor,
  And,
  BitIff,
  BitImplies,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Bang,
  Tilde,
};
inline constexpr Tok first_symbol = Tok::LeftParen;
inline constexpr Tok last_symbol = Tok::Tilde;

/// "==>"; empty for the kinds with many spellings.
std::string_view spelling(Tok tok);

struct Token {
  Tok tok = Tok::End;
  std::size_t begin = 0;  // bytes in the file
  std::size_t end = 0;
  std::string_view text;  // a view into the file
};

/// A reserved word of C: no variable is called so.
bool is_c_keyword(std::string_view word);

}  // namespace pawl::frontend::acsl
