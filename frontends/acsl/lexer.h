// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "frontends/acsl/parser.h"
#include "frontends/acsl/token.h"

namespace pawl::frontend::acsl {

/// A mistake and its place, in bytes.
struct Mistake {
  TextRange range;
  std::string message;
  std::string hint;
};

struct TokenText {
  std::vector<Token> tokens;  // the last one is End
  std::vector<Mistake> mistakes;
};

/// Every byte is skipped (white space, `@`, comments), part of a token, or a mistake. Linear.
TokenText lex(const SourceFile& file, TextRange part);

/// Longer names and literals are refused, so that messages stay readable and values small.
inline constexpr std::size_t max_word_length = 1'000;

}  // namespace pawl::frontend::acsl
