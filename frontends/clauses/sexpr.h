// SPDX-License-Identifier: Apache-2.0
//
// S-expressions: what SMT-LIB and SyGuS files are made of.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gcl/reporter.h"
#include "support/source.h"

namespace pawl::frontend::clauses {

struct Sexpr {
  enum class Kind : std::uint8_t {
    List,
    Symbol,   // without the bars of |a b|
    Numeral,  // digits
    Keyword,  // :named
    Other,    // decimals, #x1f, strings: no command or term of ours has them
  };
  Kind kind = Kind::List;
  gcl::TextRange range;
  std::string_view text;     // into the file
  std::vector<Sexpr> items;  // of a list

  bool is_list() const { return kind == Kind::List; }
  bool is_symbol() const { return kind == Kind::Symbol; }
  bool is_symbol(std::string_view name) const { return is_symbol() && text == name; }
  /// A list that begins with this symbol.
  bool is_call(std::string_view name) const {
    return is_list() && !items.empty() && items.front().is_symbol(name);
  }
};

/// Lists may be nested this deep, so that who reads them may recurse.
inline constexpr std::size_t max_nesting = 1'000;

/// All of the file. Where an error is reported the rest may be missing.
std::vector<Sexpr> read_sexprs(const SourceFile& file, gcl::Reporter& reporter);

}  // namespace pawl::frontend::clauses
