// SPDX-License-Identifier: Apache-2.0
//
// What the parsers of expressions and of programs share: the place in the token text, the names in
// scope, and where errors go.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gcl/reporter.h"
#include "slam/bp_lexer.h"
#include "slam/bp_program.h"

namespace pawl::slam {

class BpParserState {
 public:
  BpParserState(const SourceFile& file, gcl::Reporter& errors);

  const BpToken& peek(std::size_t ahead = 0) const {
    const std::size_t last = text_.tokens.size() - 1;
    return text_.tokens[index_ + ahead < last ? index_ + ahead : last];
  }
  BpTok tok(std::size_t ahead = 0) const { return peek(ahead).tok; }
  bool at(BpTok tok) const { return peek().tok == tok; }
  std::size_t index() const { return index_; }
  void seek(std::size_t index) { index_ = index; }
  void advance() {
    if (!at(BpTok::End)) ++index_;
  }
  bool accept(BpTok tok);
  /// Reports "expected ..., found ..." if the next token is another one.
  bool expect(BpTok tok, const char* where);
  std::optional<gcl::Name> expect_name(const char* what);

  gcl::TextRange range_of(std::size_t token) const;
  gcl::TextRange here() const { return range_of(index_); }
  /// From token `begin` to the last one read.
  SourceRange range_since(std::size_t begin);
  /// Is the next token the first one of its line?
  bool starts_line() const;

  std::string text(gcl::Name name) const { return std::string(text_.names.text(name)); }
  /// 'name', for messages.
  std::string quoted(gcl::Name name) const;
  /// Quiet at an Error token, which has been reported.
  void unexpected(const std::string& expected, std::string hint = {});

  // Names. A local hides a global.
  std::optional<VarRef> variable(gcl::Name name) const;
  std::optional<std::uint32_t> procedure(gcl::Name name) const;
  void declare_global(gcl::Name name, std::uint32_t index) { entity(name).global = index; }
  void declare_procedure(gcl::Name name, std::uint32_t index) { entity(name).procedure = index; }
  void declare_local(gcl::Name name, std::uint32_t index);
  bool is_local(gcl::Name name) const;
  bool is_global(gcl::Name name) const;
  void forget_locals();

 private:
  struct Entity {
    std::optional<std::uint32_t> global, local, procedure;
  };
  Entity& entity(gcl::Name name) { return entities_[name]; }

  const SourceFile& file_;
  BpTokenText text_;
  std::size_t index_ = 0;
  gcl::PositionFinder position_;
  std::vector<Entity> entities_;   // by name
  std::vector<gcl::Name> locals_;  // of the procedure that is being read

 public:
  gcl::Reporter& reporter;
};

}  // namespace pawl::slam
