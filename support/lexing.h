// SPDX-License-Identifier: Apache-2.0
//
// What the lexers share, in Boost.Spirit X3: what is skipped, tables of words and symbols, and the
// words for what is no token. Rules are regular: X3 recurses over the C++ stack for nested rules,
// so nesting is the business of the parsers with their own stacks. Only lexers include this.
#pragma once

#include <algorithm>
#include <array>
#include <boost/spirit/home/x3.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace pawl::lexing {

namespace x3 = boost::spirit::x3;

using Iterator = std::string_view::const_iterator;
using Lexeme = boost::iterator_range<Iterator>;

inline std::string_view view(const Lexeme& lexeme) {
  return {&*lexeme.begin(), static_cast<std::size_t>(lexeme.size())};
}

/// A semantic action: what was recognised goes to `use`.
template <class Use>
auto to(Use use) {
  return [use](auto& ctx) { use(x3::_attr(ctx)); };
}

/// Blanks and comments. `open_comment` gets a comment that is never closed.
template <class Blank, class OpenComment>
auto skipped(const Blank& blank, OpenComment open_comment) {
  const auto line_comment = "//" >> *(x3::char_ - '\n');
  const auto body = *(x3::char_ - "*/");
  const auto block_comment = x3::raw["/*" >> body] >> x3::omit[x3::lit("*/")];
  const auto unclosed_comment = x3::raw["/*" >> body][to(open_comment)];
  return x3::omit[blank | line_comment | block_comment] | unclosed_comment;
}

/// A symbol: a token, or an operator of another language with what to write instead.
template <class Tok>
struct Symbol {
  Tok tok = Tok::Error;
  const char* instead = nullptr;
};

template <class Tok>
class Symbols : public x3::symbols<Symbol<Tok>> {
 public:
  /// Tokens with one spelling each, from the first to the last.
  void add_all(Tok first, Tok last) {
    for (auto tok = static_cast<std::size_t>(first); tok <= static_cast<std::size_t>(last); ++tok) {
      add_token(spelling(static_cast<Tok>(tok)), static_cast<Tok>(tok));
    }
  }
  void add_token(std::string_view text, Tok tok) { this->add(std::string(text), {tok, nullptr}); }
  void add_foreign(std::string_view text, const char* instead) {
    this->add(std::string(text), {Tok::Error, instead});
  }
};

/// The longest of the symbols at a place; it is left in `found` before `use` gets the lexeme.
template <class Tok, class Use>
auto symbol_in(const Symbols<Tok>& symbols, Symbol<Tok>& found, Use use) {
  return x3::raw[symbols[([&found](auto& ctx) { found = x3::_attr(ctx); })]][to(use)];
}

/// A spelling of a token; the first one in a table is the one that is printed.
template <class Tok>
using Word = std::pair<std::string_view, Tok>;

template <class Words>
auto symbols_of(const Words& words) {
  Symbols<typename Words::value_type::second_type> symbols;
  for (const auto& [text, tok] : words) symbols.add_token(text, tok);
  return symbols;
}

/// Empty for a token that is not in the table.
template <class Words, class Tok>
std::string_view spelling_in(const Words& words, Tok tok) {
  const auto found = std::ranges::find(words, tok, &Word<Tok>::second);
  return found == words.end() ? std::string_view() : found->first;
}

// ---- Words for what is no token.

/// What is wrong, and what to do about it.
struct Complaint {
  std::string message;
  std::string hint;
};

inline Complaint never_closed() { return {"this comment is never closed", "close it with '*/'"}; }

inline Complaint too_long(std::string_view what, std::size_t length, std::size_t limit) {
  return {std::string(what) + " of " + std::to_string(length) + " characters",
          "at most " + std::to_string(limit) + " are accepted"};
}

inline std::string describe_byte(unsigned char byte) {
  if (byte > 0x20 && byte < 0x7f) return std::string("character '") + static_cast<char>(byte) + "'";
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "byte 0x%02x", byte);
  return text.data();
}

inline Complaint unexpected(std::string_view bytes, std::string_view hint) {
  const std::string first = describe_byte(static_cast<unsigned char>(bytes.front()));
  const std::string what =
      bytes.size() == 1 ? "unexpected " + first
                        : std::to_string(bytes.size()) + " unexpected bytes, the first is " + first;
  return {what, std::string(hint)};
}

/// Without the mark that some editors put before everything.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace pawl::lexing
