// SPDX-License-Identifier: Apache-2.0
#include "slam/bp_parser_state.h"

#include <utility>

namespace pawl::slam {

BpParserState::BpParserState(const SourceFile& file, gcl::Reporter& errors)
    : file_(file),
      text_(lex_bp(file, errors)),
      position_(file),
      entities_(text_.names.size()),
      reporter(errors) {}

bool BpParserState::accept(BpTok tok) {
  if (!at(tok)) return false;
  advance();
  return true;
}

bool BpParserState::expect(BpTok tok, const char* where) {
  if (accept(tok)) return true;
  unexpected("'" + std::string(spelling(tok)) + "' " + where);
  return false;
}

std::optional<gcl::Name> BpParserState::expect_name(const char* what) {
  if (at(BpTok::Identifier)) {
    const gcl::Name name = peek().name;
    advance();
    return name;
  }
  const std::string word(spelling(tok()));
  unexpected(what, is_bp_keyword(word) ? "'" + word + "' is a word of the language" : "");
  return std::nullopt;
}

gcl::TextRange BpParserState::range_of(std::size_t token) const {
  const BpToken& found = text_.tokens[std::min(token, text_.tokens.size() - 1)];
  return {found.begin, found.end};
}

SourceRange BpParserState::range_since(std::size_t begin) {
  const std::size_t end = index_ > begin ? index_ - 1 : begin;
  return position_(gcl::TextRange{range_of(begin).begin, range_of(end).end});
}

bool BpParserState::starts_line() const {
  if (index_ == 0) return true;
  const std::size_t end = range_of(index_ - 1).end;
  return file_.text().substr(end, peek().begin - end).find('\n') != std::string_view::npos;
}

std::string BpParserState::quoted(gcl::Name name) const {
  constexpr std::size_t limit = 80;
  const std::string full = text(name);
  return "'" + full.substr(0, limit) + (full.size() > limit ? "...'" : "'");
}

void BpParserState::unexpected(const std::string& expected, std::string hint) {
  if (at(BpTok::Error)) return;
  std::string found = "the end of the file";
  if (!at(BpTok::End)) {
    constexpr std::size_t limit = 80;
    const std::string_view seen = file_.text().substr(peek().begin, peek().end - peek().begin);
    found = "'" + std::string(seen.substr(0, limit)) + (seen.size() > limit ? "...'" : "'");
  }
  reporter.error(here(), "expected " + expected + ", found " + found, std::move(hint));
}

std::optional<VarRef> BpParserState::variable(gcl::Name name) const {
  const Entity& known = entities_[name];
  if (known.local) return VarRef::local(*known.local);
  if (known.global) return VarRef::global(*known.global);
  return std::nullopt;
}

std::optional<std::uint32_t> BpParserState::procedure(gcl::Name name) const {
  return entities_[name].procedure;
}

void BpParserState::declare_local(gcl::Name name, std::uint32_t index) {
  entity(name).local = index;
  locals_.push_back(name);
}

bool BpParserState::is_local(gcl::Name name) const { return entities_[name].local.has_value(); }
bool BpParserState::is_global(gcl::Name name) const { return entities_[name].global.has_value(); }

void BpParserState::forget_locals() {
  for (const gcl::Name name : locals_) entity(name).local.reset();
  locals_.clear();
}

}  // namespace pawl::slam
