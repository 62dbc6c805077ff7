// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/token.h"

#include <algorithm>
#include <array>

namespace pawl::frontend::acsl {

std::string_view spelling(Tok tok) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(last_symbol) + 1> table = {
      "",     "",    "",   "",   "",   "",     "",    "",         // End ... String
      "(",    ")",   "[",  "]",  "{",  "}",    ",",   ";",        // LeftParen ... Semicolon
      ":",    "?",   "=",  ".",  "..", "->",                      // Colon ... Arrow
      "<==>", "==>", "||", "^^", "&&", "<-->", "-->",             // Iff ... BitImplies
      "|",    "^",   "&",  "==", "!=", "<",    "<=",  ">", ">=",  // BitOr ... GreaterEqual
      "<<",   ">>",  "+",  "-",  "*",  "/",    "%",   "!", "~",   // ShiftLeft ... Tilde
  };
  return table[static_cast<std::size_t>(tok)];
}

bool is_c_keyword(std::string_view word) {
  static constexpr std::array<std::string_view, 44> sorted = {
      "_Alignas",   "_Alignof",  "_Atomic",        "_Bool",         "_Complex", "_Generic",
      "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local", "auto",     "break",
      "case",       "char",      "const",          "continue",      "default",  "do",
      "double",     "else",      "enum",           "extern",        "float",    "for",
      "goto",       "if",        "inline",         "int",           "long",     "register",
      "restrict",   "return",    "short",          "signed",        "sizeof",   "static",
      "struct",     "switch",    "typedef",        "union",         "unsigned", "void",
      "volatile",   "while"};
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

}  // namespace pawl::frontend::acsl
