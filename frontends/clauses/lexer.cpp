// SPDX-License-Identifier: Apache-2.0
//
// The token rules (support/lexing.h) of SMT-LIB 2.6, section 3.1.
#include "frontends/clauses/lexer.h"

#include "support/lexing.h"

namespace pawl::frontend::clauses {
namespace {

namespace x3 = lexing::x3;

using lexing::Iterator;
using lexing::Lexeme;

/// Where the rules put what they recognise.
class Sink {
 public:
  Sink(const SourceFile& file, gcl::Reporter& reporter, std::vector<Token>& out)
      : begin_(file.text().begin()), reporter_(reporter), out_(out) {}

  void push(Tok tok, const Lexeme& lexeme, std::size_t quotes = 0) {
    std::string_view text = lexing::view(lexeme);
    text.remove_prefix(quotes);
    text.remove_suffix(quotes);
    out_.push_back({tok, range(lexeme), text});
  }
  void fail(const Lexeme& lexeme, std::string message, std::string hint) {
    const std::size_t begin = range(lexeme).begin;
    reporter_.error({begin, begin + 1}, std::move(message), std::move(hint));
  }
  void bad_bytes(const Lexeme& lexeme) {
    auto [message, hint] = lexing::unexpected(lexing::view(lexeme), "");
    reporter_.error(range(lexeme), std::move(message), std::move(hint));
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
  const auto put = [&](Tok tok, std::size_t quotes = 0) {
    return to([&sink, tok, quotes](const Lexeme& lexeme) { sink.push(tok, lexeme, quotes); });
  };
  const auto is_rest = x3::char_("A-Za-z0-9~!@$%^&*_+=<>.?/'#-");
  const auto skipped = x3::omit[+x3::char_(" \t\r\n\v\f")] | x3::omit[';' >> *(x3::char_ - '\n')];
  const auto left = x3::raw[x3::lit('(')][put(Tok::LeftParen)];
  const auto right = x3::raw[x3::lit(')')][put(Tok::RightParen)];
  const auto numeral = x3::raw[+x3::char_("0-9") >> !is_rest][put(Tok::Numeral)];
  const auto keyword = x3::raw[':' >> +is_rest][put(Tok::Keyword)];
  const auto quoted = x3::raw['|' >> *(~x3::char_('|')) >> '|'][put(Tok::Symbol, 1)];
  const auto text = x3::raw['"' >> *(~x3::char_('"')) >> '"'][put(Tok::Other)];
  const auto open_bar = x3::raw['|' >> *(~x3::char_('|'))][to([&](const Lexeme& lexeme) {
    sink.fail(lexeme, "this name is never closed", "close it with '|'");
  })];
  const auto open_text = x3::raw['"' >> *(~x3::char_('"'))][to([&](const Lexeme& lexeme) {
    sink.fail(lexeme, "this text is never closed", "close it with '\"'");
  })];
  // Decimals and #x1f; what begins with a digit and is no number is one mistake.
  const auto other = x3::raw[x3::char_("0-9#") >> *is_rest][put(Tok::Other)];
  const auto symbol = x3::raw[+is_rest][put(Tok::Symbol)];
  const auto is_known = is_rest | x3::char_(" \t\r\n\v\f():;|\"");
  const auto bad_bytes =
      x3::raw[+(x3::char_ - is_known)][to([&](const Lexeme& lexeme) { sink.bad_bytes(lexeme); })];
  const auto lone_colon =
      x3::raw[x3::lit(':')][to([&](const Lexeme& lexeme) { sink.bad_bytes(lexeme); })];
  const auto go_on = x3::eps[([&](auto& ctx) { x3::_pass(ctx) = !sink.stopped(); })];
  x3::parse(first, last,
            *(go_on >> (skipped | left | right | numeral | keyword | quoted | text | open_bar |
                        open_text | other | symbol | bad_bytes | lone_colon)));
}

}  // namespace

std::vector<Token> lex(const SourceFile& file, gcl::Reporter& reporter) {
  std::vector<Token> out;
  Sink sink(file, reporter, out);
  run_rules(file.text().begin(), file.text().end(), sink);
  return out;
}

}  // namespace pawl::frontend::clauses
