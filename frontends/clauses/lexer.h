// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gcl/reporter.h"
#include "support/source.h"

namespace pawl::frontend::clauses {

enum class Tok : std::uint8_t { LeftParen, RightParen, Symbol, Numeral, Keyword, Other };

struct Token {
  Tok tok = Tok::Other;
  gcl::TextRange range;
  std::string_view text;  // of a quoted symbol what is between the bars
};

/// Every byte is skipped (white space, comments), part of a token, or reported.
std::vector<Token> lex(const SourceFile& file, gcl::Reporter& reporter);

}  // namespace pawl::frontend::clauses
