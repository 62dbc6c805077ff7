// SPDX-License-Identifier: Apache-2.0
//
// The tokens of one annotation, where the parsers are in them, and what was wrong so far.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontends/acsl/lexer.h"
#include "frontends/acsl/token.h"
#include "support/diagnostic.h"
#include "support/source.h"

namespace pawl::frontend::acsl {

class ParserState {
 public:
  static constexpr std::size_t max_errors = 50;

  ParserState(const SourceFile& file, TextRange part, const ParseOptions& options);

  // Tokens. Past the last one there are only more of End.
  const Token& peek(std::size_t ahead = 0) const;
  Tok tok(std::size_t ahead = 0) const { return peek(ahead).tok; }
  bool at(Tok tok) const { return peek().tok == tok; }
  bool at_end() const { return at(Tok::End); }
  void advance();
  bool accept(Tok tok);
  /// Reports that `tok` was expected when it is not there.
  bool expect(Tok tok, std::string hint = {});
  /// A token `>>` becomes two `>`: list<list<integer>>.
  void split_shift();

  // Words.
  bool is_word(std::string_view word, std::size_t ahead = 0) const;
  bool is_backslash(std::string_view word, std::size_t ahead = 0) const;
  bool accept_word(std::string_view word);
  /// An identifier that is no reserved word of C.
  bool at_name(std::size_t ahead = 0) const;
  bool expect_name(Identifier& out, const char* what);
  /// Is this identifier a type, as far as the caller told?
  bool is_type_name(std::string_view name) const;
  bool knows_types() const { return options_.is_type_name != nullptr; }
  /// Is the next token the first one on its line?
  bool starts_line() const;

  // Places, by index of the token.
  std::size_t index() const { return index_; }
  SourceRange here() const { return range(index_, index_ + 1); }
  SourceRange range(std::size_t first, std::size_t end) const;
  /// From `first` to the last token read.
  SourceRange range_from(std::size_t first) const { return range(first, index_); }
  SourceRange range(TextRange text) const;

  // Errors.
  void error(const SourceRange& range, std::string message, std::string hint = {});
  /// "expected ..., found ...". Quiet at an Error token, which has been reported.
  void unexpected(const std::string& expected, std::string hint = {});
  std::string found() const;
  bool has_errors() const { return !errors_.empty(); }
  /// Too many: every loop over the input ends.
  bool stopped() const { return errors_.size() >= max_errors; }
  /// Hands everything over in the order of the text.
  void flush(Diagnostics& diagnostics);
  /// Forgets what the lexer found wrong: for text that is not ours to judge.
  void forget_errors() { errors_.clear(); }

 private:
  SourcePosition position(std::size_t offset) const;

  const SourceFile& file_;
  const ParseOptions& options_;
  std::vector<Token> tokens_;
  std::size_t index_ = 0;
  std::vector<Diagnostic> errors_;
};

}  // namespace pawl::frontend::acsl
