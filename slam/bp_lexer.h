// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gcl/reporter.h"
#include "gcl/token.h"
#include "support/source.h"

namespace pawl::slam {

enum class BpTok : std::uint8_t {
  End,
  Error,       // already reported
  Identifier,  // abc, {x == 2}
  // Punctuation and operators.
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  Less,
  Greater,
  Comma,
  Semicolon,
  Colon,
  Assign,
  Star,
  Bang,
  Tick,
  And,
  Or,
  DoubleOr,  // || is an or, but separates the choices of a branch
  Xor,
  Equal,
  NotEqual,
  Implies,
  Number,  // the width of a bool<2>, and 0 and 1
  // Keywords.
  KwAbortif,
  KwAssert,
  KwAssume,
  KwBegin,
  KwBool,
  KwBranch,
  KwChoose,
  KwConstrain,
  KwDead,
  KwDecl,
  KwDfs,
  KwDo,
  KwElse,
  KwElsif,
  KwEnd,
  KwEnforce,
  KwFalse,
  KwFi,
  KwGoto,
  KwIf,
  KwOd,
  KwReturn,
  KwSchoose,
  KwSkip,
  KwThen,
  KwTrue,
  KwVoid,
  KwWhile,
  KwConcurrent,  // start_thread, atomic_begin ...: known, and refused
};

/// ":=", "fi"; empty for tokens with more than one spelling.
std::string_view spelling(BpTok tok);
/// Is it a word of the language, so that a variable of that name needs braces?
bool is_bp_keyword(std::string_view word);
/// Letters, digits, _ $ # and -, not beginning with a digit, # or -.
bool is_plain_name(std::string_view name);

struct BpToken {
  BpTok tok = BpTok::End;
  std::uint32_t begin = 0;  // bytes [begin, end) of the text
  std::uint32_t end = 0;
  gcl::Name name = 0;  // Identifier, Number, KwConcurrent: without braces
};

struct BpTokenText {
  std::vector<BpToken> tokens;  // the last one is End
  gcl::Names names;             // views into the file
};

/// Every byte is skipped (white space, comments), part of a token, or reported. Linear.
BpTokenText lex_bp(const SourceFile& file, gcl::Reporter& reporter);

}  // namespace pawl::slam
