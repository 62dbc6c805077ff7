// SPDX-License-Identifier: Apache-2.0
#include "frontends/acsl/parser_state.h"

#include <algorithm>
#include <utility>

namespace pawl::frontend::acsl {

ParserState::ParserState(const SourceFile& file, TextRange part, const ParseOptions& options)
    : file_(file), options_(options) {
  TokenText text = lex(file, part);
  tokens_ = std::move(text.tokens);
  for (Mistake& mistake : text.mistakes) {
    error(range(mistake.range), std::move(mistake.message), std::move(mistake.hint));
  }
}

const Token& ParserState::peek(std::size_t ahead) const {
  return tokens_[std::min(index_ + ahead, tokens_.size() - 1)];
}

void ParserState::advance() {
  if (!at_end()) ++index_;
}

bool ParserState::accept(Tok tok) {
  if (!at(tok)) return false;
  advance();
  return true;
}

bool ParserState::expect(Tok tok, std::string hint) {
  if (accept(tok)) return true;
  unexpected("'" + std::string(spelling(tok)) + "'", std::move(hint));
  return false;
}

void ParserState::split_shift() {
  Token& token = tokens_[index_];
  if (token.tok != Tok::ShiftRight) return;
  Token second = token;
  second.tok = token.tok = Tok::Greater;
  second.begin = token.end = token.begin + 1;
  second.text = token.text.substr(1);
  token.text = token.text.substr(0, 1);
  tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(index_) + 1, second);
}

bool ParserState::is_word(std::string_view word, std::size_t ahead) const {
  return peek(ahead).tok == Tok::Identifier && peek(ahead).text == word;
}

bool ParserState::is_backslash(std::string_view word, std::size_t ahead) const {
  return peek(ahead).tok == Tok::Backslash && peek(ahead).text == word;
}

bool ParserState::accept_word(std::string_view word) {
  if (!is_word(word)) return false;
  advance();
  return true;
}

bool ParserState::at_name(std::size_t ahead) const {
  return peek(ahead).tok == Tok::Identifier && !is_c_keyword(peek(ahead).text);
}

bool ParserState::expect_name(Identifier& out, const char* what) {
  if (!at_name()) {
    unexpected(what);
    return false;
  }
  out = {std::string(peek().text), here()};
  advance();
  return true;
}

bool ParserState::is_type_name(std::string_view name) const {
  return name == "integer" || name == "real" || name == "boolean" ||
         (options_.is_type_name && options_.is_type_name(name));
}

bool ParserState::starts_line() const {
  if (index_ == 0) return true;
  const std::size_t from = tokens_[index_ - 1].end;
  return file_.text().substr(from, peek().begin - from).find('\n') != std::string_view::npos;
}

SourcePosition ParserState::position(std::size_t offset) const {
  const std::uint32_t line = file_.line_of(offset);
  return {line, static_cast<std::uint32_t>(offset - file_.line_begin(line)) + 1};
}

SourceRange ParserState::range(TextRange text) const {
  return {&file_, position(text.begin), position(text.end)};
}

SourceRange ParserState::range(std::size_t first, std::size_t end) const {
  const Token& begin = tokens_[std::min(first, tokens_.size() - 1)];
  const Token& last = end > first ? tokens_[std::min(end, tokens_.size()) - 1] : begin;
  return range(TextRange{begin.begin, std::max(begin.begin, last.end)});
}

void ParserState::error(const SourceRange& range, std::string message, std::string hint) {
  if (stopped()) return;
  errors_.push_back({range, Severity::Error, std::move(message), std::move(hint)});
}

void ParserState::unexpected(const std::string& expected, std::string hint) {
  if (at(Tok::Error)) return;
  error(here(), "expected " + expected + ", found " + found(), std::move(hint));
}

std::string ParserState::found() const {
  constexpr std::size_t longest = 40;
  if (at_end()) return "the end of the annotation";
  if (peek().text.size() <= longest) return "'" + std::string(peek().text) + "'";
  return "'" + std::string(peek().text.substr(0, longest)) + "...'";
}

void ParserState::flush(Diagnostics& diagnostics) {
  std::stable_sort(errors_.begin(), errors_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.range.begin < b.range.begin;
  });
  for (Diagnostic& e : errors_) {
    diagnostics.error(e.range, std::move(e.message), std::move(e.hint));
  }
}

}  // namespace pawl::frontend::acsl
