// SPDX-License-Identifier: Apache-2.0
//
// The token rules, in Boost.Spirit X3; the only file that includes it. The rules are regular: X3
// recurses over the C++ stack for nested rules, so nesting is the business of the parsers, which
// count how deep they are.
#include "frontends/acsl/lexer.h"

#include <algorithm>
#include <array>
#include <boost/spirit/home/x3.hpp>
#include <cstdio>

namespace pawl::frontend::acsl {
namespace {

namespace x3 = boost::spirit::x3;

using Iterator = std::string_view::const_iterator;
using Lexeme = boost::iterator_range<Iterator>;

/// A token, or an operator that annotations do not have with what to do about it.
struct Symbol {
  Tok tok = Tok::Error;
  const char* hint = nullptr;
};

struct SymbolTable : x3::symbols<Symbol> {
  SymbolTable() {
    for (auto tok = static_cast<std::size_t>(first_symbol);
         tok <= static_cast<std::size_t>(last_symbol); ++tok) {
      add(std::string(spelling(static_cast<Tok>(tok))), Symbol{static_cast<Tok>(tok), nullptr});
    }
    for (const char* op :
         {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}) {
      add(op, foreign("annotations have no side effects; write what the value is"));
    }
    add("[|", foreign("list literals are not supported"));
    add("|]", foreign("list literals are not supported"));
    add("*^", foreign("repetition of lists is not supported"));
    add(":>", foreign("coercions are not supported; write a cast"));
    add("<:", foreign("subtyping is not supported"));
    add("::", foreign("modules are not supported"));
    add("...", foreign("a range is written with two dots"));
    add("#", foreign("the preprocessor does not see annotations"));
  }

 private:
  static Symbol foreign(const char* hint) { return {Tok::Error, hint}; }
};

std::string describe_byte(unsigned char byte) {
  if (byte > 0x20 && byte < 0x7f) return std::string("character '") + static_cast<char>(byte) + "'";
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "byte 0x%02x", byte);
  return text.data();
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

/// Integer, Real, or Error: what the digits, letters, dots and signs of a number make together.
Tok classify_number(std::string_view written) {
  std::string_view rest;
  const std::string text = lower(written);
  const bool hex = text.starts_with("0x");
  const bool binary = text.starts_with("0b");
  const char* digits = hex ? "0123456789abcdef" : binary ? "01" : "0123456789";
  rest = std::string_view(text).substr(hex || binary ? 2 : 0);
  const auto skip_digits = [&](const char* set) {
    const std::size_t count = std::min(rest.find_first_not_of(set), rest.size());
    rest.remove_prefix(count);
    return count;
  };
  std::size_t mantissa = skip_digits(digits);
  bool real = false;
  if (!binary && rest.starts_with('.')) {
    real = true;
    rest.remove_prefix(1);
    mantissa += skip_digits(digits);
  }
  if (mantissa == 0) return Tok::Error;
  if (!binary && rest.starts_with(hex ? 'p' : 'e')) {
    real = true;
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
    if (skip_digits("0123456789") == 0) return Tok::Error;
  } else if (hex && real) {
    return Tok::Error;  // C wants the exponent there
  }
  if (real) return is_one_of(rest, {"", "f", "l", "d"}) ? Tok::Real : Tok::Error;
  const bool octal = !hex && !binary && text.size() > 1 && text[0] == '0';
  const std::string_view body = std::string_view(text).substr(0, text.size() - rest.size());
  if (octal && body.find_first_of("89") != std::string_view::npos) return Tok::Error;
  return is_one_of(rest, {"", "u", "l", "ul", "lu", "ll", "ull", "llu"}) ? Tok::Integer
                                                                         : Tok::Error;
}

/// Where the rules put what they recognise.
class Sink {
 public:
  Sink(const SourceFile& file, TokenText& out) : text_(file.text()), out_(out) {}

  void word(Tok tok, const Lexeme& lexeme, const char* what) {
    if (static_cast<std::size_t>(lexeme.size()) > max_word_length) {
      return fail(lexeme,
                  std::string(what) + " of " + std::to_string(lexeme.size()) + " characters",
                  "at most " + std::to_string(max_word_length) + " are accepted");
    }
    push(tok, lexeme);
  }

  void number(const Lexeme& lexeme) {
    const Tok tok = classify_number(view(lexeme));
    if (tok != Tok::Error) return word(tok, lexeme, "number");
    fail(lexeme, "malformed number '" + std::string(view(lexeme).substr(0, 40)) + "'",
         "numbers are written as in C; a blank before an operator that follows may be missing");
  }

  void symbol(const Lexeme& lexeme, Symbol symbol) {
    if (symbol.tok != Tok::Error) return push(symbol.tok, lexeme);
    fail(lexeme, "unsupported operator '" + std::string(view(lexeme)) + "'", symbol.hint);
  }

  void bad_bytes(const Lexeme& lexeme) {
    const std::string_view text = view(lexeme);
    const std::string first = describe_byte(static_cast<unsigned char>(text.front()));
    const char* hint = "only ASCII text has a meaning here; write \\forall, <=, ==>, integer";
    if (text.size() == 1) return fail(lexeme, "unexpected " + first, hint);
    fail(lexeme, std::to_string(text.size()) + " unexpected bytes, the first is " + first, hint);
  }

  void unclosed(const Lexeme& lexeme) {
    fail(lexeme, "this literal is never closed", "it ends on the line on which it begins");
  }

  void lone_backslash(const Lexeme& lexeme) {
    fail(lexeme, "unexpected '\\'", "the names of ACSL follow it directly: \\result");
  }

  void open_comment(const Lexeme& lexeme) {
    const std::size_t begin = offset(lexeme);
    out_.mistakes.push_back(
        {{begin, begin + 2}, "this comment is never closed", "close it with '*/'"});
  }

 private:
  static std::string_view view(const Lexeme& lexeme) {
    return {&*lexeme.begin(), static_cast<std::size_t>(lexeme.size())};
  }
  std::size_t offset(const Lexeme& lexeme) const {
    return static_cast<std::size_t>(lexeme.begin() - text_.begin());
  }
  void push(Tok tok, const Lexeme& lexeme) {
    const std::size_t begin = offset(lexeme);
    out_.tokens.push_back(
        {tok, begin, begin + static_cast<std::size_t>(lexeme.size()), view(lexeme)});
  }
  void fail(const Lexeme& lexeme, std::string message, std::string hint) {
    push(Tok::Error, lexeme);
    const Token& token = out_.tokens.back();
    out_.mistakes.push_back({{token.begin, token.end}, std::move(message), std::move(hint)});
  }

  std::string_view text_;
  TokenText& out_;
};

void run_rules(Iterator first, Iterator last, Sink& sink) {
  static const SymbolTable symbols;
  const auto is_letter = x3::char_("A-Za-z_$");
  const auto is_rest = x3::char_("A-Za-z0-9_$");
  const auto is_known = x3::char_("][A-Za-z0-9_$ \t\r\n\v\f(){},;:=<>&|!+*/%^~?.#@'\"\\-");

  const auto open_comment = [&](auto& ctx) { sink.open_comment(x3::_attr(ctx)); };
  const auto line_comment = "//" >> *(x3::char_ - '\n');
  const auto comment_body = *(x3::char_ - "*/");
  const auto block_comment = x3::raw["/*" >> comment_body] >> x3::omit[x3::lit("*/")];
  const auto unclosed_comment = x3::raw["/*" >> comment_body][open_comment];
  const auto splice = x3::lit('\\') >> -x3::lit('\r') >> '\n';
  const auto space = +x3::char_(" \t\r\n\v\f@");
  const auto skipped = x3::omit[space | splice | line_comment | block_comment] | unclosed_comment;

  const auto push = [&](Tok tok, const char* what) {
    return [&sink, tok, what](auto& ctx) { sink.word(tok, x3::_attr(ctx), what); };
  };
  const auto name = x3::raw[is_letter >> *is_rest][push(Tok::Identifier, "name")];
  const auto backslash =
      x3::raw[x3::lit('\\') >> is_letter >> *is_rest][push(Tok::Backslash, "name")];
  const auto lone =
      x3::raw[x3::char_('\\')][([&](auto& ctx) { sink.lone_backslash(x3::_attr(ctx)); })];

  const auto prefix = -(x3::lit("u8") | x3::char_("LuU"));
  const auto escape = x3::lit('\\') >> (x3::char_ - '\n');
  const auto in_char = escape | (x3::char_ - x3::char_("'\\\n"));
  const auto in_string = escape | (x3::char_ - x3::char_("\"\\\n"));
  const auto character =
      x3::raw[prefix >> '\'' >> +in_char >> '\''][push(Tok::Character, "literal")];
  const auto string = x3::raw[prefix >> '"' >> *in_string >> '"'][push(Tok::String, "literal")];
  const auto unclosed = x3::raw[x3::char_("'\"") >> *(x3::char_ - '\n')]
                               [([&](auto& ctx) { sink.unclosed(x3::_attr(ctx)); })];

  // As C reads them, so that `12abc` and `0xe+1` are one mistake; but `0..n` is a range.
  const auto dot = x3::lit('.') >> !x3::lit('.');
  const auto number_rest = (x3::char_("eEpP") >> x3::char_("+-")) | is_rest | dot;
  const auto number = x3::raw[-x3::lit('.') >> x3::char_("0-9") >> *number_rest]
                             [([&](auto& ctx) { sink.number(x3::_attr(ctx)); })];
  Symbol found;
  const auto symbol = x3::raw[symbols[([&](auto& ctx) { found = x3::_attr(ctx); })]]
                             [([&](auto& ctx) { sink.symbol(x3::_attr(ctx), found); })];
  const auto bad_bytes =
      x3::raw[+(~is_known)][([&](auto& ctx) { sink.bad_bytes(x3::_attr(ctx)); })];

  x3::parse(first, last,
            *(skipped | character | string | name | backslash | number | symbol | unclosed | lone |
              bad_bytes));
}

}  // namespace

TokenText lex(const SourceFile& file, TextRange part) {
  TokenText out;
  const std::string_view text = file.text().substr(part.begin, part.end - part.begin);
  Sink sink(file, out);
  run_rules(text.begin(), text.end(), sink);
  out.tokens.push_back({Tok::End, part.end, part.end, {}});
  return out;
}

}  // namespace pawl::frontend::acsl
