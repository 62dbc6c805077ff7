// SPDX-License-Identifier: Apache-2.0
#include "gcl/lexer.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace pawl;
using namespace pawl::gcl;

namespace {

struct Lexed {
  explicit Lexed(std::string content) : file("t", std::move(content)), reporter(file) {
    text = lex(file, reporter);
    reporter.flush(diagnostics);
  }
  std::vector<Tok> toks() const {
    std::vector<Tok> result;
    for (const Token& token : text.tokens) result.push_back(token.tok());
    return result;
  }
  std::string_view spelled(std::size_t index) const {
    return text.names.text(text.tokens[index].name);
  }
  SourceFile file;
  Reporter reporter;
  TokenText text;
  Diagnostics diagnostics;
};

}  // namespace

TEST_CASE("every fixed spelling is its own token", "[gcl][lexer]") {
  for (auto i = static_cast<std::size_t>(Tok::LeftParen); i < tok_count; ++i) {
    const Tok tok = static_cast<Tok>(i);
    CAPTURE(spelling(tok));
    CHECK(Lexed(std::string(spelling(tok))).toks() == std::vector<Tok>{tok, Tok::End});
  }
}

TEST_CASE("the longest operator wins", "[gcl][lexer]") {
  CHECK(Lexed("a<==>b").toks() ==
        std::vector<Tok>{Tok::Identifier, Tok::Iff, Tok::Identifier, Tok::End});
  CHECK(Lexed("a:=b::c").toks() == std::vector<Tok>{Tok::Identifier, Tok::Assign, Tok::Identifier,
                                                    Tok::DoubleColon, Tok::Identifier, Tok::End});
  CHECK(Lexed("--5!!b").toks() == std::vector<Tok>{Tok::Minus, Tok::Minus, Tok::Integer, Tok::Bang,
                                                   Tok::Bang, Tok::Identifier, Tok::End});
  CHECK(Lexed("[] [ ]").toks() ==
        std::vector<Tok>{Tok::Box, Tok::LeftBracket, Tok::RightBracket, Tok::End});
}

TEST_CASE("identifiers keep the marks of names the tool makes", "[gcl][lexer]") {
  const Lexed lexed("x x@3 x#2 x' _a$b forall_ forall");
  CHECK(lexed.toks() == std::vector<Tok>{Tok::Identifier, Tok::Identifier, Tok::Identifier,
                                         Tok::Identifier, Tok::Identifier, Tok::Identifier,
                                         Tok::KwForall, Tok::End});
  CHECK(lexed.spelled(1) == "x@3");
  CHECK(lexed.spelled(4) == "_a$b");
}

TEST_CASE("equal names have equal numbers", "[gcl][lexer]") {
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "v" + std::to_string(i) + " ";
  const Lexed lexed(many + many);
  REQUIRE(lexed.text.tokens.size() == 10001);
  for (std::size_t i = 0; i < 5000; ++i) {
    REQUIRE(lexed.text.tokens[i].name == lexed.text.tokens[i + 5000].name);
    REQUIRE(lexed.spelled(i) == "v" + std::to_string(i));
  }
}

TEST_CASE("white space, comments and line ends of every kind are skipped", "[gcl][lexer]") {
  const Lexed lexed(
      "\xEF\xBB\xBF// caf\xC3\xA9 \xFF\r\n\t a\v\f/* * / ** \n \xE2\x88\x80 */b // end");
  CHECK_FALSE(lexed.diagnostics.has_errors());
  CHECK(lexed.toks() == std::vector<Tok>{Tok::Identifier, Tok::Identifier, Tok::End});
  CHECK(lexed.text.tokens[2].offset == lexed.file.text().size());
}

TEST_CASE("tokens know their place", "[gcl][lexer]") {
  const Lexed lexed("ab\n  12 := 5bv8");
  CHECK(lexed.text.tokens[0].offset == 0);
  CHECK(lexed.text.tokens[1].offset == 5);
  CHECK(lexed.text.tokens[2].offset == 8);
  CHECK(lexed.text.tokens[3].offset == 11);
  CHECK(lexed.text.tokens[3].is(Tok::BitVector));
  PositionFinder position(lexed.file);
  CHECK(position(0) == SourcePosition{1, 1});
  CHECK(position(5) == SourcePosition{2, 3});
  CHECK(position(11) == SourcePosition{2, 9});
  CHECK(position(5) == SourcePosition{2, 3});
  CHECK(position(lexed.file.text().size()) == SourcePosition{2, 13});
}

TEST_CASE("a run of strange bytes is one error", "[gcl][lexer]") {
  const Lexed lexed(std::string("a \0\x01\x80\xFF\x02 b \"\"\" c", 15));
  CHECK(lexed.diagnostics.error_count() == 2);
  CHECK(lexed.diagnostics.all()[0].message == "5 unexpected bytes, the first is byte 0x00");
  CHECK(lexed.diagnostics.all()[1].message == "3 unexpected bytes, the first is character '\"'");
  CHECK(lexed.toks() == std::vector<Tok>{Tok::Identifier, Tok::Error, Tok::Identifier, Tok::Error,
                                         Tok::Identifier, Tok::End});
}

TEST_CASE("errors stop at a limit", "[gcl][lexer]") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "\" ";
  const Lexed lexed(text);
  CHECK(lexed.diagnostics.error_count() == Reporter::max_errors + 1);
  CHECK(lexed.diagnostics.all().back().message == "too many errors; only 50 are shown");
  CHECK(lexed.text.tokens.size() < 100);
}

TEST_CASE("names and literals have a limit", "[gcl][lexer]") {
  CHECK_FALSE(Lexed(std::string(max_name_length, 'x')).diagnostics.has_errors());
  const Lexed name(std::string(max_name_length + 1, 'x'));
  REQUIRE(name.diagnostics.error_count() == 1);
  CHECK(name.diagnostics.all()[0].message == "name of 1001 characters");
  CHECK_FALSE(Lexed(std::string(max_literal_digits, '7')).diagnostics.has_errors());
  const Lexed lexed(std::string(max_literal_digits + 1, '7'));
  REQUIRE(lexed.diagnostics.error_count() == 1);
  CHECK(lexed.diagnostics.all()[0].message == "literal of 20001 digits");
}
