// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gcl/reporter.h"
#include "gcl/token.h"
#include "support/source.h"

namespace pawl::gcl {

struct TokenText {
  std::vector<Token> tokens;  // the last one is End
  Names names;                // views into the file
};

/// Every byte is skipped (white space, comments), part of a token, or reported. Linear.
TokenText lex(const SourceFile& file, Reporter& reporter);

/// Longer literals are refused: nobody writes them, and converting one takes quadratic time.
inline constexpr std::size_t max_literal_digits = 20'000;
/// Longer names are refused, so that messages stay readable.
inline constexpr std::size_t max_name_length = 1'000;
inline constexpr std::uint32_t max_bitvec_width = 65'536;

}  // namespace pawl::gcl
