// SPDX-License-Identifier: Apache-2.0
//
// What the parsers of expressions, statements and declarations share: the place in the token
// text, the names in scope, and where errors go.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gcl/expr.h"
#include "gcl/lexer.h"
#include "gcl/reporter.h"
#include "gcl/scope.h"

namespace pawl::gcl {

/// Statements, sorts: what is parsed by recursion may be nested this deep.
inline constexpr int max_nesting = 1'000;

class ParserState {
 public:
  ParserState(Context& ctx, const SourceFile& file, Reporter& errors);

  // Tokens.
  const Token& peek(std::size_t ahead = 0) const {
    const std::size_t last = text_.tokens.size() - 1;
    return text_.tokens[index_ + ahead < last ? index_ + ahead : last];
  }
  /// The last token read; there is one.
  const Token& peek_back() const { return text_.tokens[index_ - 1]; }
  Tok tok(std::size_t ahead = 0) const { return peek(ahead).tok(); }
  bool at(Tok tok) const { return peek().is(tok); }
  std::size_t index() const { return index_; }
  void seek(std::size_t index) { index_ = index; }
  void advance() {
    if (!at(Tok::End)) ++index_;
  }
  bool accept(Tok tok);
  /// Reports "expected ..., found ..." if the next token is another one.
  bool expect(Tok tok, const char* where);
  /// The end of a statement or clause. A missing ';' before a new line is reported and then
  /// taken as written: what follows is most likely right.
  bool expect_semicolon(const char* after);

  // Places.
  TextRange range_of(std::size_t token) const { return range_of(token, token + 1); }
  /// Of the tokens [begin, end); not empty.
  TextRange range_of(std::size_t begin, std::size_t end) const;
  TextRange here() const { return range_of(index_); }
  SourceRange source_range(std::size_t begin, std::size_t end) {
    return position_(range_of(begin, end));
  }
  /// From token `begin` to the last one read.
  SourceRange source_range_since(std::size_t begin) { return source_range(begin, index_); }
  /// Is the next token the first one of its line?
  bool starts_line() const;
  /// As written, cut in the middle when long; for messages.
  std::string excerpt(TextRange range) const;

  // Names.
  const Names& names() const { return text_.names; }
  Names& names() { return text_.names; }
  std::string_view name_text(Name name) const { return text_.names.text(name); }
  /// 'name', for messages.
  std::string quoted(Name name) const;
  /// Consumes an identifier; reports `what` was expected otherwise.
  std::optional<Name> expect_name(const char* what);
  /// Declares, or reports what has the name already.
  enum class Declared { Fresh, Duplicate };
  Declared declare(Name name, Entity entity);

  /// What the writer of an unknown name may have meant; may be empty.
  std::string hint_for_unknown(Name name) const;
  void note_declaration(const Entity& entity, const char* message);

  /// Reports "expected ..., found ...". Quiet at an Error token, which has been reported.
  void unexpected(const std::string& expected, std::string hint = {});
  /// "';'", "keyword 'var'", "'x'", "the end of the file": the next token, for messages.
  std::string found() const;

  /// `bool`, `int`, `bv8`, `ref`, `[int]bool`. Nothing after a syntax error; the null sort when
  /// the text is well formed but means no sort. Either has been reported.
  std::optional<Sort> parse_sort() { return parse_sort(0); }

  /// `name: sort`.
  struct Binder {
    Name name = 0;
    Sort sort{};            // null: reported
    std::size_t token = 0;  // of the name; `end` is the first token after the sort
    std::size_t end = 0;
  };
  std::optional<Binder> parse_binder(const char* what);

 private:
  std::optional<Sort> parse_sort(int depth);
  Sort named_sort();

  const SourceFile& file_;
  TokenText text_;
  std::size_t index_ = 0;
  PositionFinder position_;

 public:
  Context& context;
  Reporter& reporter;
  Scope scope;  // over the names above
};

}  // namespace pawl::gcl
