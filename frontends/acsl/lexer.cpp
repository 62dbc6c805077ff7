// SPDX-License-Identifier: Apache-2.0
//
// The token rules (support/lexing.h).
#include "frontends/acsl/lexer.h"

#include <algorithm>

#include "support/lexing.h"

namespace pawl::frontend::acsl {
namespace {

namespace x3 = lexing::x3;

using lexing::Iterator;
using lexing::Lexeme;
using lexing::view;

struct SymbolTable : lexing::Symbols<Tok> {
  SymbolTable() {
    add_all(first_symbol, last_symbol);
    for (const char* op :
         {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}) {
      add_foreign(op, "annotations have no side effects; write what the value is");
    }
    add_foreign("[|", "list literals are not supported");
    add_foreign("|]", "list literals are not supported");
    add_foreign("*^", "repetition of lists is not supported");
    add_foreign(":>", "coercions are not supported; write a cast");
    add_foreign("<:", "subtyping is not supported");
    add_foreign("::", "modules are not supported");
    add_foreign("...", "a range is written with two dots");
    add_foreign("#", "the preprocessor does not see annotations");
  }
};

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
      return fail(lexeme, lexing::too_long(what, view(lexeme).size(), max_word_length));
    }
    push(tok, lexeme);
  }

  void number(const Lexeme& lexeme) {
    const Tok tok = classify_number(view(lexeme));
    if (tok != Tok::Error) return word(tok, lexeme, "number");
    fail(lexeme, "malformed number '" + std::string(view(lexeme).substr(0, 40)) + "'",
         "numbers are written as in C; a blank before an operator that follows may be missing");
  }

  void symbol(const Lexeme& lexeme, const lexing::Symbol<Tok>& symbol) {
    if (symbol.tok != Tok::Error) return push(symbol.tok, lexeme);
    fail(lexeme, "unsupported operator '" + std::string(view(lexeme)) + "'", symbol.instead);
  }

  void bad_bytes(const Lexeme& lexeme) {
    fail(lexeme,
         lexing::unexpected(
             view(lexeme), "only ASCII text has a meaning here; write \\forall, <=, ==>, integer"));
  }

  void unclosed(const Lexeme& lexeme) {
    fail(lexeme, "this literal is never closed", "it ends on the line on which it begins");
  }

  void lone_backslash(const Lexeme& lexeme) {
    fail(lexeme, "unexpected '\\'", "the names of ACSL follow it directly: \\result");
  }

  void open_comment(const Lexeme& lexeme) {
    const std::size_t begin = offset(lexeme);
    auto [message, hint] = lexing::never_closed();
    out_.mistakes.push_back({{begin, begin + 2}, std::move(message), std::move(hint)});
  }

 private:
  std::size_t offset(const Lexeme& lexeme) const {
    return static_cast<std::size_t>(lexeme.begin() - text_.begin());
  }
  void push(Tok tok, const Lexeme& lexeme) {
    const std::size_t begin = offset(lexeme);
    out_.tokens.push_back(
        {tok, begin, begin + static_cast<std::size_t>(lexeme.size()), view(lexeme)});
  }
  void fail(const Lexeme& lexeme, lexing::Complaint complaint) {
    fail(lexeme, std::move(complaint.message), std::move(complaint.hint));
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
  using lexing::to;
  static const SymbolTable symbols;
  const auto is_letter = x3::char_("A-Za-z_$");
  const auto is_rest = x3::char_("A-Za-z0-9_$");
  const auto is_known = x3::char_("][A-Za-z0-9_$ \t\r\n\v\f(){},;:=<>&|!+*/%^~?.#@'\"\\-");

  const auto splice = x3::lit('\\') >> -x3::lit('\r') >> '\n';
  const auto skipped = lexing::skipped(+x3::char_(" \t\r\n\v\f@") | splice,
                                       [&](const Lexeme& lexeme) { sink.open_comment(lexeme); });

  const auto push = [&](Tok tok, const char* what) {
    return to([&sink, tok, what](const Lexeme& lexeme) { sink.word(tok, lexeme, what); });
  };
  const auto name = x3::raw[is_letter >> *is_rest][push(Tok::Identifier, "name")];
  const auto backslash =
      x3::raw[x3::lit('\\') >> is_letter >> *is_rest][push(Tok::Backslash, "name")];
  const auto lone =
      x3::raw[x3::char_('\\')][to([&](const Lexeme& lexeme) { sink.lone_backslash(lexeme); })];

  const auto prefix = -(x3::lit("u8") | x3::char_("LuU"));
  const auto escape = x3::lit('\\') >> (x3::char_ - '\n');
  const auto in_char = escape | (x3::char_ - x3::char_("'\\\n"));
  const auto in_string = escape | (x3::char_ - x3::char_("\"\\\n"));
  const auto character =
      x3::raw[prefix >> '\'' >> +in_char >> '\''][push(Tok::Character, "literal")];
  const auto string = x3::raw[prefix >> '"' >> *in_string >> '"'][push(Tok::String, "literal")];
  const auto unclosed = x3::raw[x3::char_("'\"") >> *(x3::char_ - '\n')]
                               [to([&](const Lexeme& lexeme) { sink.unclosed(lexeme); })];

  // As C reads them, so that `12abc` and `0xe+1` are one mistake; but `0..n` is a range.
  const auto dot = x3::lit('.') >> !x3::lit('.');
  const auto number_rest = (x3::char_("eEpP") >> x3::char_("+-")) | is_rest | dot;
  const auto number = x3::raw[-x3::lit('.') >> x3::char_("0-9") >> *number_rest]
                             [to([&](const Lexeme& lexeme) { sink.number(lexeme); })];
  lexing::Symbol<Tok> found;
  const auto symbol =
      lexing::symbol_in(symbols, found, [&](const Lexeme& lexeme) { sink.symbol(lexeme, found); });
  const auto bad_bytes =
      x3::raw[+(~is_known)][to([&](const Lexeme& lexeme) { sink.bad_bytes(lexeme); })];

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
