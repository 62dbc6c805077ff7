// SPDX-License-Identifier: Apache-2.0
//
// The token rules (support/lexing.h).
#include "gcl/lexer.h"

#include <algorithm>
#include <limits>
#include <string>

#include "support/lexing.h"

namespace pawl::gcl {
namespace {

namespace x3 = lexing::x3;

using lexing::Iterator;
using lexing::Lexeme;
using lexing::view;

struct SymbolTable : lexing::Symbols<Tok> {
  SymbolTable() {
    add_all(Tok::LeftParen, Tok::Bang);
    add_foreign("%", "write 'mod' for the remainder");
    add_foreign("&", "write '&&', or bv_and for bit-vectors");
    add_foreign("|", "write '||', or bv_or for bit-vectors");
    add_foreign("^", "write '!=' for bool, or bv_xor for bit-vectors");
    add_foreign("~", "write '!' for bool, or bv_not for bit-vectors");
    add_foreign("<<", "write bv_shl for bit-vectors");
    add_foreign(">>", "write bv_lshr or bv_ashr for bit-vectors");
    add_foreign("=>", "write '==>'");
    add_foreign("<=>", "write '<==>'");
    add_foreign("->", "write '==>' for implication; a map is indexed with [ ]");
    add_foreign("?", "write 'if c then a else b'");
    add_foreign("+=", "write 'x := x + e'");
    add_foreign("-=", "write 'x := x - e'");
    add_foreign("++", "write 'x := x + 1'");
    add_foreign(".", "a field is a map: write 'field[x]'");
  }
};

constexpr auto first_keyword = static_cast<std::size_t>(Tok::KwAssert);

/// Keywords are interned before anything else: their names are 0, 1, ... in the order of Tok.
void intern_keywords(Names& names) {
  for (std::size_t tok = first_keyword; tok < tok_count; ++tok) {
    names.intern(spelling(static_cast<Tok>(tok)));
  }
}

Tok keyword_or_identifier(Name name) {
  return name < tok_count - first_keyword ? static_cast<Tok>(first_keyword + name)
                                          : Tok::Identifier;
}

/// Where the rules put what they recognise.
class Sink {
 public:
  Sink(const SourceFile& file, Reporter& reporter, TokenText& out)
      : begin_(file.text().begin()), reporter_(reporter), out_(out) {}

  void identifier(const Lexeme& lexeme) {
    const auto length = static_cast<std::size_t>(lexeme.size());
    if (length > max_name_length) {
      return fail(lexeme, lexing::too_long("name", length, max_name_length));
    }
    const Name name = intern(lexeme);
    push(keyword_or_identifier(name), lexeme, name);
  }

  void number(const Lexeme& lexeme) {
    const std::string_view text = view(lexeme);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool is_integer = digits == text.size();
    const bool is_real = !is_integer && is_fraction(text.substr(digits));
    if (!is_integer && !is_real && !is_bitvec_suffix(text.substr(digits))) {
      return fail(lexeme, "malformed number '" + std::string(text.substr(0, 40)) + "'",
                  "an integer is digits only; a real is written 1.5, a bit-vector literal 5bv8");
    }
    if (text.size() > max_literal_digits) {
      return fail(lexeme, "literal of " + std::to_string(text.size()) + " digits",
                  "at most " + std::to_string(max_literal_digits) + " digits are accepted");
    }
    const Tok tok = is_integer ? Tok::Integer : is_real ? Tok::Real : Tok::BitVector;
    push(tok, lexeme, intern(lexeme));
  }

  void symbol(const Lexeme& lexeme, const lexing::Symbol<Tok>& symbol) {
    if (symbol.tok == Tok::Error) {
      return fail(lexeme, "unknown operator '" + std::string(view(lexeme)) + "'", symbol.instead);
    }
    push(symbol.tok, lexeme);
  }

  void bad_bytes(const Lexeme& lexeme) {
    fail(lexeme,
         lexing::unexpected(view(lexeme), "outside of comments only ASCII text has a meaning"));
  }

  void open_comment(const Lexeme& lexeme) {
    const std::size_t begin = offset(lexeme);
    auto [message, hint] = lexing::never_closed();
    reporter_.error({begin, begin + 2}, std::move(message), std::move(hint));
  }

  bool stopped() const { return reporter_.stopped(); }

 private:
  static bool is_bitvec_suffix(std::string_view text) {
    return text.size() > 2 && text.starts_with("bv") &&
           text.find_first_not_of("0123456789", 2) == std::string_view::npos;
  }
  static bool is_fraction(std::string_view text) {
    return text.size() > 1 && text.front() == '.' &&
           text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }
  std::uint32_t offset(const Lexeme& lexeme) const {
    return static_cast<std::uint32_t>(lexeme.begin() - begin_);
  }
  Name intern(const Lexeme& lexeme) {
    // Past the limit all names are one: an error is reported, and nothing is made of the tokens.
    if (out_.names.size() >= max_names) {
      reporter_.error({offset(lexeme), offset(lexeme)}, "too many different names in one file");
      return max_names;
    }
    return out_.names.intern(view(lexeme));
  }
  void push(Tok tok, const Lexeme& lexeme, Name name = 0) {
    out_.tokens.emplace_back(tok, offset(lexeme), name);
  }
  void fail(const Lexeme& lexeme, lexing::Complaint complaint) {
    fail(lexeme, std::move(complaint.message), std::move(complaint.hint));
  }
  void fail(const Lexeme& lexeme, std::string message, std::string hint) {
    const std::size_t begin = offset(lexeme);
    reporter_.error({begin, begin + static_cast<std::size_t>(lexeme.size())}, std::move(message),
                    std::move(hint));
    push(Tok::Error, lexeme);
  }

  Iterator begin_;
  Reporter& reporter_;
  TokenText& out_;
};

void run_rules(Iterator first, Iterator last, Sink& sink) {
  using lexing::to;
  static const SymbolTable symbols;
  const auto is_letter = x3::char_("A-Za-z_");
  const auto is_rest = x3::char_("A-Za-z0-9_'#@$");
  const auto is_known = x3::char_("][A-Za-z0-9_ \t\r\n\v\f(){},;:=<>&|!+*/%^~?.-");

  const auto skipped = lexing::skipped(+x3::char_(" \t\r\n\v\f"),
                                       [&](const Lexeme& lexeme) { sink.open_comment(lexeme); });

  const auto identifier =
      x3::raw[is_letter >> *is_rest][to([&](const Lexeme& lexeme) { sink.identifier(lexeme); })];
  // Letters that touch digits belong to them, so that `12abc` is one mistake.
  const auto number =
      x3::raw[x3::char_("0-9") >> *is_rest >> -('.' >> x3::char_("0-9") >> *is_rest)]
             [to([&](const Lexeme& lexeme) { sink.number(lexeme); })];
  lexing::Symbol<Tok> found;
  const auto symbol =
      lexing::symbol_in(symbols, found, [&](const Lexeme& lexeme) { sink.symbol(lexeme, found); });
  const auto bad_bytes =
      x3::raw[+(~is_known)][to([&](const Lexeme& lexeme) { sink.bad_bytes(lexeme); })];
  const auto go_on = x3::eps[([&](auto& ctx) { x3::_pass(ctx) = !sink.stopped(); })];

  x3::parse(first, last, *(go_on >> (skipped | identifier | symbol | number | bad_bytes)));
}

}  // namespace

TokenText lex(const SourceFile& file, Reporter& reporter) {
  TokenText out;
  std::string_view text = file.text();
  if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
    reporter.error({0, 0}, "the file is too large", "at most 4 GB are accepted");
    text = {};
  }
  out.tokens.reserve(text.size() / 5 + 1);
  intern_keywords(out.names);
  Sink sink(file, reporter, out);
  text = lexing::without_byte_order_mark(text);
  run_rules(text.begin(), text.end(), sink);
  out.tokens.emplace_back(Tok::End, static_cast<std::uint32_t>(file.text().size()));
  return out;
}

}  // namespace pawl::gcl
