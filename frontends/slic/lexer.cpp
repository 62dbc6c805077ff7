// SPDX-License-Identifier: Apache-2.0
//
// The token rules, in Boost.Spirit X3.
#include "frontends/slic/lexer.h"

#include <algorithm>
#include <array>
#include <boost/spirit/home/x3.hpp>
#include <string>
#include <utility>

namespace pawl::frontend::slic {
namespace {

namespace x3 = boost::spirit::x3;

using Iterator = std::string_view::const_iterator;
using Lexeme = boost::iterator_range<Iterator>;
using Word = std::pair<std::string_view, Tok>;

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

struct OperatorTable : x3::symbols<Tok> {
  OperatorTable() {
    for (const auto& [text, tok] : operators) add(std::string(text), tok);
  }
};

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
  void open_comment(const Lexeme& lexeme) {
    reporter_.error({range(lexeme).begin, range(lexeme).begin + 2}, "this comment is never closed",
                    "close it with '*/'");
  }
  bool stopped() const { return reporter_.stopped(); }

 private:
  static std::string_view view(const Lexeme& lexeme) {
    return {&*lexeme.begin(), static_cast<std::size_t>(lexeme.size())};
  }
  gcl::TextRange range(const Lexeme& lexeme) const {
    const auto begin = static_cast<std::size_t>(lexeme.begin() - begin_);
    return {begin, begin + static_cast<std::size_t>(lexeme.size())};
  }

  Iterator begin_;
  gcl::Reporter& reporter_;
  std::vector<Token>& out_;
};

void run_rules(Iterator first, Iterator last, Sink& sink) {
  static const OperatorTable symbols;
  const auto is_letter = x3::char_("A-Za-z_");
  const auto is_rest = x3::char_("A-Za-z0-9_");
  const auto line_comment = "//" >> *(x3::char_ - '\n');
  const auto comment_body = *(x3::char_ - "*/");
  const auto block_comment = x3::raw["/*" >> comment_body] >> x3::omit[x3::lit("*/")];
  const auto unclosed_comment =
      x3::raw["/*" >> comment_body][([&](auto& ctx) { sink.open_comment(x3::_attr(ctx)); })];
  const auto space = +x3::char_(" \t\r\n\v\f");
  const auto skipped = x3::omit[space | line_comment | block_comment] | unclosed_comment;

  const auto word = x3::raw[is_letter >> *is_rest][([&](auto& ctx) { sink.word(x3::_attr(ctx)); })];
  const auto number = x3::raw[+x3::char_("0-9") >> !is_rest]
                             [([&](auto& ctx) { sink.push(Tok::Number, x3::_attr(ctx)); })];
  const auto bad_number = x3::raw[x3::char_("0-9") >> *is_rest][([&](auto& ctx) {
    sink.fail(x3::_attr(ctx), "malformed number", "names begin with a letter");
  })];
  const auto watched = x3::raw['$' >> *is_rest][([&](auto& ctx) { sink.watched(x3::_attr(ctx)); })];
  const auto inside = *(x3::char_ - (x3::lit('"') | '\n'));
  const auto text = x3::raw['"' >> inside >> '"']
                           [([&](auto& ctx) { sink.push(Tok::String, x3::_attr(ctx), 1, 1); })];
  const auto open_text = x3::raw['"' >> inside][([&](auto& ctx) {
    sink.fail(x3::_attr(ctx), "this text is not closed on its line", "close it with '\"'");
  })];
  Tok found = Tok::Error;
  const auto symbol = x3::raw[symbols[([&](auto& ctx) { found = x3::_attr(ctx); })]]
                             [([&](auto& ctx) { sink.push(found, x3::_attr(ctx)); })];
  const auto bad_byte =
      x3::raw[x3::char_]
             [([&](auto& ctx) { sink.fail(x3::_attr(ctx), "unexpected character", ""); })];
  const auto go_on = x3::eps[([&](auto& ctx) { x3::_pass(ctx) = !sink.stopped(); })];
  x3::parse(first, last,
            *(go_on >> (skipped | word | number | bad_number | watched | text | open_text | symbol |
                        bad_byte)));
}

}  // namespace

std::string_view spelling(Tok tok) {
  for (const auto& [text, known] : operators) {
    if (known == tok) return text;
  }
  for (const auto& [text, known] : keywords) {
    if (known == tok) return text;
  }
  return {};
}

std::vector<Token> lex(const SourceFile& file, gcl::Reporter& reporter) {
  std::vector<Token> out;
  Sink sink(file, reporter, out);
  run_rules(file.text().begin(), file.text().end(), sink);
  out.push_back({Tok::End, {file.text().size(), file.text().size()}, {}});
  return out;
}

}  // namespace pawl::frontend::slic
