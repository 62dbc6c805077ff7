// SPDX-License-Identifier: Apache-2.0
//
// The token rules (support/lexing.h), regular but for the braces of a name, which are counted.
#include "slam/bp_lexer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include "gcl/lexer.h"
#include "support/lexing.h"

namespace pawl::slam {
namespace {

namespace x3 = lexing::x3;

using lexing::Iterator;
using lexing::Lexeme;
using lexing::view;
using Word = lexing::Word<BpTok>;

/// The first spelling of a token is the one that is printed.
constexpr std::array operators = {
    Word{"(", BpTok::LeftParen},    Word{")", BpTok::RightParen}, Word{"[", BpTok::LeftBracket},
    Word{"]", BpTok::RightBracket}, Word{"<", BpTok::Less},       Word{">", BpTok::Greater},
    Word{",", BpTok::Comma},        Word{";", BpTok::Semicolon},  Word{":", BpTok::Colon},
    Word{":=", BpTok::Assign},      Word{"*", BpTok::Star},       Word{"!", BpTok::Bang},
    Word{"~", BpTok::Bang},         Word{"'", BpTok::Tick},       Word{"&", BpTok::And},
    Word{"&&", BpTok::And},         Word{"|", BpTok::Or},         Word{"||", BpTok::DoubleOr},
    Word{"^", BpTok::Xor},          Word{"=", BpTok::Equal},      Word{"==", BpTok::Equal},
    Word{"!=", BpTok::NotEqual},    Word{"=>", BpTok::Implies}};

constexpr std::array keywords = {Word{"abortif", BpTok::KwAbortif},
                                 Word{"assert", BpTok::KwAssert},
                                 Word{"assume", BpTok::KwAssume},
                                 Word{"begin", BpTok::KwBegin},
                                 Word{"bool", BpTok::KwBool},
                                 Word{"branch", BpTok::KwBranch},
                                 Word{"choose", BpTok::KwChoose},
                                 Word{"constrain", BpTok::KwConstrain},
                                 Word{"dead", BpTok::KwDead},
                                 Word{"decl", BpTok::KwDecl},
                                 Word{"dfs", BpTok::KwDfs},
                                 Word{"do", BpTok::KwDo},
                                 Word{"else", BpTok::KwElse},
                                 Word{"elsif", BpTok::KwElsif},
                                 Word{"end", BpTok::KwEnd},
                                 Word{"enforce", BpTok::KwEnforce},
                                 Word{"F", BpTok::KwFalse},
                                 Word{"false", BpTok::KwFalse},
                                 Word{"fi", BpTok::KwFi},
                                 Word{"goto", BpTok::KwGoto},
                                 Word{"if", BpTok::KwIf},
                                 Word{"od", BpTok::KwOd},
                                 Word{"return", BpTok::KwReturn},
                                 Word{"schoose", BpTok::KwSchoose},
                                 Word{"skip", BpTok::KwSkip},
                                 Word{"then", BpTok::KwThen},
                                 Word{"T", BpTok::KwTrue},
                                 Word{"true", BpTok::KwTrue},
                                 Word{"void", BpTok::KwVoid},
                                 Word{"while", BpTok::KwWhile},
                                 Word{"async", BpTok::KwConcurrent},
                                 Word{"atomic_begin", BpTok::KwConcurrent},
                                 Word{"atomic_end", BpTok::KwConcurrent},
                                 Word{"end_thread", BpTok::KwConcurrent},
                                 Word{"start_thread", BpTok::KwConcurrent},
                                 Word{"sync", BpTok::KwConcurrent},
                                 Word{"thread_local", BpTok::KwConcurrent}};

/// Where the rules put what they recognise.
class Sink {
 public:
  Sink(const SourceFile& file, gcl::Reporter& reporter, BpTokenText& out)
      : begin_(file.text().begin()), reporter_(reporter), out_(out) {
    // Keywords are interned first: their names are 0, 1, ... in the order of the table.
    for (const auto& [text, tok] : keywords) out_.names.intern(text);
  }

  void word(const Lexeme& lexeme) {
    if (too_long(lexeme, view(lexeme))) return;
    const gcl::Name name = intern(lexeme, view(lexeme));
    push(name < keywords.size() ? keywords[name].second : BpTok::Identifier, lexeme, name);
  }
  void braced(const Lexeme& lexeme) {
    std::string_view inside = view(lexeme).substr(1, static_cast<std::size_t>(lexeme.size()) - 2);
    constexpr const char* space = " \t";
    inside.remove_prefix(std::min(inside.find_first_not_of(space), inside.size()));
    inside = inside.substr(0, inside.find_last_not_of(space) + 1);
    if (inside.empty()) {
      return fail(lexeme, "a name without text", "write the name between the braces: {x == 2}");
    }
    if (too_long(lexeme, inside)) return;
    push(BpTok::Identifier, lexeme, intern(lexeme, inside));
  }
  void open_brace(const Lexeme& lexeme) {
    fail(lexeme, "this '{' is never closed on its line",
         "braces hold a name, {x == 2}; blocks are written begin ... end, then ... fi, do ... od");
  }
  void number(const Lexeme& lexeme) {
    const std::string_view text = view(lexeme);
    if (text.size() > 6 || text.find_first_not_of("0123456789") != std::string_view::npos) {
      return fail(lexeme, "malformed number '" + std::string(text.substr(0, 40)) + "'",
                  "numbers are 0, 1 and the width in bool<2>; names begin with a letter");
    }
    push(BpTok::Number, lexeme, intern(lexeme, text));
  }
  void symbol(const Lexeme& lexeme, BpTok tok) { push(tok, lexeme); }
  void bad_bytes(const Lexeme& lexeme) {
    fail(lexeme, lexing::unexpected(view(lexeme),
                                    "only comments and names in braces may hold arbitrary text"));
  }
  void open_comment(const Lexeme& lexeme) {
    const std::size_t at = offset(lexeme);
    auto [message, hint] = lexing::never_closed();
    reporter_.error({at, at + 2}, std::move(message), std::move(hint));
  }
  bool stopped() const { return reporter_.stopped(); }

 private:
  std::uint32_t offset(const Lexeme& lexeme) const {
    return static_cast<std::uint32_t>(lexeme.begin() - begin_);
  }
  bool too_long(const Lexeme& lexeme, std::string_view name) {
    if (name.size() <= gcl::max_name_length) return false;
    fail(lexeme, lexing::too_long("name", name.size(), gcl::max_name_length));
    return true;
  }
  gcl::Name intern(const Lexeme& lexeme, std::string_view text) {
    if (out_.names.size() < gcl::max_names) return out_.names.intern(text);
    reporter_.error({offset(lexeme), offset(lexeme)}, "too many different names in one file");
    return 0;
  }
  void push(BpTok tok, const Lexeme& lexeme, gcl::Name name = 0) {
    const std::uint32_t begin = offset(lexeme);
    out_.tokens.push_back({tok, begin, begin + static_cast<std::uint32_t>(lexeme.size()), name});
  }
  void fail(const Lexeme& lexeme, lexing::Complaint complaint) {
    fail(lexeme, std::move(complaint.message), std::move(complaint.hint));
  }
  void fail(const Lexeme& lexeme, std::string message, std::string hint) {
    const std::size_t begin = offset(lexeme);
    reporter_.error({begin, begin + static_cast<std::size_t>(lexeme.size())}, std::move(message),
                    std::move(hint));
    push(BpTok::Error, lexeme);
  }

  Iterator begin_;
  gcl::Reporter& reporter_;
  BpTokenText& out_;
};

/// A brace, text with balanced braces, its closing brace: no regular language, so not a rule of
/// X3 but a parser of its own that counts.
struct BracedParser : x3::parser<BracedParser> {
  using attribute_type = x3::unused_type;
  [[maybe_unused]] static constexpr bool has_attribute = false;  // X3 asks for it
  template <class It, class Context, class RContext, class Attribute>
  bool parse(It& first, const It& last, const Context&, RContext&, Attribute&) const {
    int depth = 0;
    for (It at = first; at != last && *at != '\n'; ++at) {
      if (*at == '{') ++depth;
      if (*at == '}') --depth;
      if (depth != 0) continue;
      if (at == first) return false;
      first = ++at;
      return true;
    }
    return false;
  }
};

void run_rules(Iterator first, Iterator last, Sink& sink) {
  using lexing::to;
  static const lexing::Symbols<BpTok> symbols = lexing::symbols_of(operators);
  const auto is_letter = x3::char_("A-Za-z_$");
  const auto is_rest = x3::char_("A-Za-z0-9_$#") | x3::char_('-');

  const auto skipped = lexing::skipped(+x3::char_(" \t\r\n\v\f"),
                                       [&](const Lexeme& lexeme) { sink.open_comment(lexeme); });

  const auto word =
      x3::raw[is_letter >> *is_rest][to([&](const Lexeme& lexeme) { sink.word(lexeme); })];
  const auto number =
      x3::raw[x3::char_("0-9") >> *is_rest][to([&](const Lexeme& lexeme) { sink.number(lexeme); })];
  const auto braced =
      x3::raw[BracedParser()][to([&](const Lexeme& lexeme) { sink.braced(lexeme); })];
  const auto open_brace =
      x3::raw[x3::char_('{')][to([&](const Lexeme& lexeme) { sink.open_brace(lexeme); })];
  lexing::Symbol<BpTok> found;
  const auto symbol = lexing::symbol_in(
      symbols, found, [&](const Lexeme& lexeme) { sink.symbol(lexeme, found.tok); });
  const auto bad_bytes =
      x3::raw[+(~x3::char_("][A-Za-z0-9_$ \t\r\n\v\f(){},;:=<>&|!*/~^'")) | x3::char_("/}")]
             [to([&](const Lexeme& lexeme) { sink.bad_bytes(lexeme); })];
  const auto go_on = x3::eps[([&](auto& ctx) { x3::_pass(ctx) = !sink.stopped(); })];
  x3::parse(first, last,
            *(go_on >> (skipped | word | braced | open_brace | symbol | number | bad_bytes)));
}

}  // namespace

std::string_view spelling(BpTok tok) {
  const std::string_view symbol = lexing::spelling_in(operators, tok);
  if (!symbol.empty() || tok == BpTok::KwConcurrent) return symbol;
  return lexing::spelling_in(keywords, tok);
}

bool is_bp_keyword(std::string_view word) {
  return std::ranges::find(keywords, word, &Word::first) != keywords.end();
}

bool is_plain_name(std::string_view name) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
  constexpr std::string_view digits = "0123456789#-";
  const auto is_rest = [&](char c) {
    return letters.find(c) != std::string_view::npos || digits.find(c) != std::string_view::npos;
  };
  return !name.empty() && letters.find(name.front()) != std::string_view::npos &&
         std::ranges::all_of(name, is_rest);
}

BpTokenText lex_bp(const SourceFile& file, gcl::Reporter& reporter) {
  BpTokenText out;
  std::string_view text = file.text();
  if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
    reporter.error({0, 0}, "the file is too large", "at most 4 GB are accepted");
    text = {};
  }
  out.tokens.reserve(text.size() / 4 + 1);
  Sink sink(file, reporter, out);
  text = lexing::without_byte_order_mark(text);
  run_rules(text.begin(), text.end(), sink);
  const auto end = static_cast<std::uint32_t>(file.text().size());
  out.tokens.push_back({BpTok::End, end, end, 0});
  return out;
}

}  // namespace pawl::slam
