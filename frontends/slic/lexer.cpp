// SPDX-License-Identifier: Apache-2.0
//
// The token rules (support/lexing.h).
#include "frontends/slic/lexer.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "support/lexing.h"

namespace pawl::frontend::slic {
namespace {

namespace x3 = lexing::x3;

using lexing::Iterator;
using lexing::Lexeme;
using lexing::view;
using Word = lexing::Word<Tok>;

constexpr std::array operators = {
    Word{"{", Tok::LeftBrace},     Word{"}", Tok::RightBrace},   Word{"(", Tok::LeftParen},
    Word{")", Tok::RightParen},    Word{",", Tok::Comma},        Word{";", Tok::Semicolon},
    Word{"[", Tok::LeftBracket},   Word{"]", Tok::RightBracket}, Word{".", Tok::Dot},
    Word{"=", Tok::Assign},        Word{"==", Tok::Equal},       Word{"!=", Tok::NotEqual},
    Word{"<", Tok::Less},          Word{"<=", Tok::LessEqual},   Word{">", Tok::Greater},
    Word{">=", Tok::GreaterEqual}, Word{"&&", Tok::And},         Word{"||", Tok::Or},
    Word{"!", Tok::Not},           Word{"+", Tok::Plus},         Word{"-", Tok::Minus}};

constexpr std::array keywords = {
    Word{"abort", Tok::KwAbort}, Word{"any", Tok::KwAny},     Word{"bool", Tok::KwBool},
    Word{"else", Tok::KwElse},   Word{"entry", Tok::KwEntry}, Word{"enum", Tok::KwEnum},
    Word{"exit", Tok::KwExit},   Word{"false", Tok::KwFalse}, Word{"if", Tok::KwIf},
    Word{"int", Tok::KwInt},     Word{"null", Tok::KwNull},   Word{"pointer", Tok::KwPointer},
    Word{"state", Tok::KwState}, Word{"true", Tok::KwTrue},   Word{"when", Tok::KwWhen}};

/// Where the rules put what they recognise.
class Sink {
 public:
  Sink(const SourceFile& file, gcl::Reporter& reporter, std::vector<Token>& out)
      : begin_(file.text().begin()), reporter_(reporter), out_(out) {}

  void push(Tok tok, const Lexeme& lexeme, std::size_t before = 0, std::size_t after = 0) {
    std::string_view text = view(lexeme);
    text.remove_prefix(before);
    text.remove_suffix(after);
    out_.push_back({tok, range(lexeme), text});
  }
  void word(const Lexeme& lexeme) {
    const auto known = std::ranges::find(keywords, view(lexeme), &Word::first);
    push(known != keywords.end() ? known->second : Tok::Identifier, lexeme);
  }
  void watched(const Lexeme& lexeme) {
    const std::string_view name = view(lexeme).substr(1);
    const bool number = !name.empty() && name.size() <= 3 && name.front() != '0' &&
                        name.find_first_not_of("0123456789") == std::string_view::npos;
    if (name == "return") return push(Tok::Return, lexeme, 1);
    if (number) return push(Tok::Argument, lexeme, 1);
    fail(lexeme, "'" + std::string(view(lexeme).substr(0, 40)) + "' is nothing that is watched",
         "$1, $2, ... are the arguments of the call, $return is what it returns");
  }
  void fail(const Lexeme& lexeme, std::string message, std::string hint) {
    reporter_.error(range(lexeme), std::move(message), std::move(hint));
    push(Tok::Error, lexeme);
  }
  void bad_byte(const Lexeme& lexeme) {
    auto [message, hint] = lexing::unexpected(view(lexeme), "");
    fail(lexeme, std::move(message), std::move(hint));
  }
  void open_comment(const Lexeme& lexeme) {
    auto [message, hint] = lexing::never_closed();
    const std::size_t begin = range(lexeme).begin;
    reporter_.error({begin, begin + 2}, std::move(message), std::move(hint));
  }
  bool stopped() const { return reporter_.stopped(); }

 private:
  gcl::TextRange range(const Lexeme& lexeme) const {
    const auto begin = static_cast<std::size_t>(lexeme.begin() - begin_);
    return {begin, begin + static_cast<std::size_t>(lexeme.size())};
  }

  Iterator begin_;
  gcl::Reporter& reporter_;
  std::vector<Token>& out_;
};

void run_rules(Iterator first, Iterator last, Sink& sink) {
  using lexing::to;
  static const lexing::Symbols<Tok> symbols = lexing::symbols_of(operators);
  const auto is_letter = x3::char_("A-Za-z_");
  const auto is_rest = x3::char_("A-Za-z0-9_");
  const auto skipped = lexing::skipped(+x3::char_(" \t\r\n\v\f"),
                                       [&](const Lexeme& lexeme) { sink.open_comment(lexeme); });

  const auto word =
      x3::raw[is_letter >> *is_rest][to([&](const Lexeme& lexeme) { sink.word(lexeme); })];
  const auto number = x3::raw[+x3::char_("0-9") >> !is_rest]
                             [to([&](const Lexeme& lexeme) { sink.push(Tok::Number, lexeme); })];
  const auto bad_number = x3::raw[x3::char_("0-9") >> *is_rest][to([&](const Lexeme& lexeme) {
    sink.fail(lexeme, "malformed number", "names begin with a letter");
  })];
  const auto watched =
      x3::raw['$' >> *is_rest][to([&](const Lexeme& lexeme) { sink.watched(lexeme); })];
  const auto inside = *(x3::char_ - (x3::lit('"') | '\n'));
  const auto text =
      x3::raw['"' >> inside >> '"']
             [to([&](const Lexeme& lexeme) { sink.push(Tok::String, lexeme, 1, 1); })];
  const auto open_text = x3::raw['"' >> inside][to([&](const Lexeme& lexeme) {
    sink.fail(lexeme, "this text is not closed on its line", "close it with '\"'");
  })];
  lexing::Symbol<Tok> found;
  const auto symbol = lexing::symbol_in(
      symbols, found, [&](const Lexeme& lexeme) { sink.push(found.tok, lexeme); });
  const auto bad_byte =
      x3::raw[x3::char_][to([&](const Lexeme& lexeme) { sink.bad_byte(lexeme); })];
  const auto go_on = x3::eps[([&](auto& ctx) { x3::_pass(ctx) = !sink.stopped(); })];
  x3::parse(first, last,
            *(go_on >> (skipped | word | number | bad_number | watched | text | open_text | symbol |
                        bad_byte)));
}

}  // namespace

std::string_view spelling(Tok tok) {
  const std::string_view symbol = lexing::spelling_in(operators, tok);
  return symbol.empty() ? lexing::spelling_in(keywords, tok) : symbol;
}

std::vector<Token> lex(const SourceFile& file, gcl::Reporter& reporter) {
  std::vector<Token> out;
  Sink sink(file, reporter, out);
  run_rules(file.text().begin(), file.text().end(), sink);
  out.push_back({Tok::End, {file.text().size(), file.text().size()}, {}});
  return out;
}

}  // namespace pawl::frontend::slic
