// SPDX-License-Identifier: Apache-2.0
//
// What the lexer makes of a `.gcl` text. A token is eight bytes, so that a 20 MB file stays small
// in memory; names and literals are interned, so that a parser compares and looks up numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::gcl {

enum class Tok : std::uint8_t {
  End,
  Error,  // bytes that are no token; already reported, so the parser stays quiet about it
  Identifier,
  Integer,    // 12
  Real,       // 1.5
  BitVector,  // 12bv8
  // Punctuation.
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Box,  // []
  Comma,
  Semicolon,
  Colon,
  DoubleColon,
  Assign,
  Equals,
  // Operators.
  Iff,
  Implies,
  Or,
  And,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Plus,
  Minus,
  Star,
  Slash,
  Bang,
  // Keywords.
  KwAssert,
  KwAssume,
  KwAxiom,
  KwBlock,
  KwBool,
  KwCall,
  KwConst,
  KwDiv,
  KwElse,
  KwEnsures,
  KwEntry,
  KwExists,
  KwExit,
  KwFalse,
  KwForall,
  KwFunction,
  KwHavoc,
  KwIf,
  KwInt,
  KwInvariant,
  KwMapof,
  KwMod,
  KwModifies,
  KwOld,
  KwPredicate,
  KwProcedure,
  KwReal,
  KwRequires,
  KwReturns,
  KwSkip,
  KwSkolem,
  KwSort,
  KwThen,
  KwTrue,
  KwVar,
  KwWhile,
};
inline constexpr std::size_t tok_count = static_cast<std::size_t>(Tok::KwWhile) + 1;

/// How a token with one spelling is written: "==>", "procedure". Empty for the others.
std::string_view spelling(Tok tok);

/// Dense numbers for the identifiers and literals of one text.
using Name = std::uint32_t;
inline constexpr Name max_names = (Name{1} << 24) - 1;

struct Token {
  std::uint32_t offset = 0;
  std::uint32_t tok_bits : 8 = 0;
  std::uint32_t name : 24 = 0;  // Identifier, Integer, Real, BitVector

  Token() = default;
  Token(Tok tok, std::uint32_t at, Name interned = 0)
      : offset(at), tok_bits(static_cast<std::uint32_t>(tok)), name(interned) {}
  Tok tok() const { return static_cast<Tok>(tok_bits); }
  bool is(Tok t) const { return tok() == t; }
};
static_assert(sizeof(Token) == 8);

/// Interns text. The views must outlive the table: they point into the source file.
class Names {
 public:
  Names();
  Name intern(std::string_view text);
  std::string_view text(Name name) const { return texts_[name]; }
  std::size_t size() const { return texts_.size(); }

 private:
  void grow();
  std::vector<std::string_view> texts_;  // by Name
  std::vector<std::uint32_t> hashes_;    // by Name
  std::vector<std::uint32_t> slots_;     // open addressing; Name + 1, 0 is free; a power of two
};

}  // namespace pawl::gcl
