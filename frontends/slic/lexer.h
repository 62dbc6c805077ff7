// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gcl/reporter.h"
#include "support/source.h"

namespace pawl::frontend::slic {

enum class Tok : std::uint8_t {
  End,
  Error,  // already reported
  Identifier,
  Number,
  String,    // the text between the quotes
  Argument,  // $1: the text is "1"
  Return,    // $return
  LeftBrace,
  RightBrace,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Comma,
  Semicolon,
  Dot,
  Assign,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  And,
  Or,
  Not,
  Plus,
  Minus,
  KwAbort,
  KwAny,
  KwBool,
  KwElse,
  KwEntry,
  KwEnum,
  KwExit,
  KwFalse,
  KwIf,
  KwInt,
  KwNull,
  KwPointer,
  KwState,
  KwTrue,
  KwWhen,
};

/// "{", "state"; empty for tokens with more than one spelling.
std::string_view spelling(Tok tok);

struct Token {
  Tok tok = Tok::End;
  gcl::TextRange range;
  std::string_view text;  // without quotes and $
};

/// The last one is End. Every byte is skipped (white space, comments), part of a token, or
/// reported.
std::vector<Token> lex(const SourceFile& file, gcl::Reporter& reporter);

}  // namespace pawl::frontend::slic
