// SPDX-License-Identifier: Apache-2.0
#include "gcl/parser_state.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "gcl/builtin.h"

namespace pawl::gcl {
namespace {

/// The width of `bv8`; nothing for other names. Too large a number is 0.
std::optional<std::uint32_t> bitvec_width(std::string_view name) {
  if (name.size() < 3 || !name.starts_with("bv")) return std::nullopt;
  name.remove_prefix(2);
  if (name.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::uint32_t width = 0;
  const auto end = name.data() + name.size();
  return std::from_chars(name.data(), end, width).ec == std::errc() ? width : 0;
}

bool has_name(const Token& token) {
  return token.is(Tok::Identifier) || token.is(Tok::Integer) || token.is(Tok::Real) ||
         token.is(Tok::BitVector);
}

}  // namespace

ParserState::ParserState(Context& ctx, const SourceFile& file, Reporter& errors)
    : file_(file),
      text_(lex(file, errors)),
      position_(file),
      context(ctx),
      reporter(errors),
      scope(text_.names) {
  for (std::size_t i = 0; i < builtins().size(); ++i) {
    const Name name = text_.names.intern(builtins()[i].name);
    scope.at(name) = {.kind = EntityKind::Builtin, .index = static_cast<std::uint32_t>(i)};
  }
}

bool ParserState::accept(Tok tok) {
  if (!at(tok)) return false;
  advance();
  return true;
}

bool ParserState::expect(Tok tok, const char* where) {
  if (accept(tok)) return true;
  unexpected("'" + std::string(spelling(tok)) + "' " + where);
  return false;
}

bool ParserState::expect_semicolon(const char* after) {
  if (accept(Tok::Semicolon)) return true;
  if (!at(Tok::RightBrace) && !starts_line()) {
    unexpected(std::string("';' after ") + after, "an operator or a ';' is missing before it");
    return false;
  }
  const std::size_t end = index_ == 0 ? 0 : range_of(index_ - 1).end;
  reporter.error({end, end + 1}, std::string("missing ';' after ") + after,
                 "statements, clauses and declarations end with ';'");
  return true;
}

TextRange ParserState::range_of(std::size_t begin, std::size_t end) const {
  const Token& last = text_.tokens[std::min(end - 1, text_.tokens.size() - 1)];
  const std::size_t length = last.is(Tok::Error) ? 1
                             : has_name(last)    ? name_text(last.name).size()
                                                 : spelling(last.tok()).size();
  return {text_.tokens[std::min(begin, text_.tokens.size() - 1)].offset, last.offset + length};
}

bool ParserState::starts_line() const {
  const std::size_t end = index_ == 0 ? 0 : range_of(index_ - 1).end;
  return index_ == 0 ||
         file_.text().substr(end, peek().offset - end).find('\n') != std::string_view::npos;
}

std::string ParserState::excerpt(TextRange range) const {
  constexpr std::size_t limit = 40;
  const std::string_view text = file_.text().substr(range.begin, range.end - range.begin);
  if (text.size() <= limit) return std::string(text);
  return std::string(text.substr(0, limit / 2)) + " ... " +
         std::string(text.substr(text.size() - limit / 2));
}

std::string ParserState::quoted(Name name) const {
  constexpr std::size_t limit = 80;
  const std::string_view text = name_text(name);
  return "'" + std::string(text.substr(0, limit)) + (text.size() > limit ? "...'" : "'");
}

std::optional<Name> ParserState::expect_name(const char* what) {
  if (at(Tok::Identifier)) {
    const Name name = peek().name;
    advance();
    return name;
  }
  const bool is_keyword = tok() >= Tok::KwAssert;
  unexpected(what, is_keyword ? "'" + std::string(spelling(tok())) + "' is a keyword" : "");
  return std::nullopt;
}

ParserState::Declared ParserState::declare(Name name, Entity entity) {
  const Entity& known = scope.find(name);
  if (bitvec_width(name_text(name)).has_value()) {
    reporter.error(entity.declared, quoted(name) + " is the name of a sort", "choose another name");
    return Declared::Duplicate;
  }
  if (known.kind == EntityKind::None) {
    scope.declare(name, std::move(entity));
    return Declared::Fresh;
  }
  reporter.error(entity.declared,
                 quoted(name) + " is already the name of a " + describe(known.kind),
                 "choose another name; no declaration hides another");
  note_declaration(known, "declared here first");
  return Declared::Duplicate;
}

// Looks for `name:` after `var` or `skolem` in the same procedure. Costs a pass over it, and there
// are at most Reporter::max_errors of these.
std::string ParserState::hint_for_unknown(Name name) const {
  const auto is_border = [&](std::size_t at) {
    const Tok tok = text_.tokens[at].tok();
    return tok == Tok::KwProcedure || tok == Tok::KwFunction || tok == Tok::KwAxiom;
  };
  std::size_t begin = index_;
  while (begin > 0 && !is_border(begin)) --begin;
  Tok declarator = Tok::End;
  for (std::size_t at = begin + 1; at + 1 < text_.tokens.size() && !is_border(at); ++at) {
    const Token& token = text_.tokens[at];
    if (token.tok() >= Tok::KwAssert && !token.is(Tok::KwInt) && !token.is(Tok::KwBool) &&
        !token.is(Tok::KwReal)) {
      declarator = token.tok();
    }
    if (!token.is(Tok::Identifier) || token.name != name || !text_.tokens[at + 1].is(Tok::Colon)) {
      continue;
    }
    if (declarator == Tok::KwSkolem) return "skolem constants are known in predicates only";
    if (declarator == Tok::KwVar && at > index_) return "it is declared only later";
  }
  const std::string similar(scope.similar(name));
  if (!similar.empty()) return "did you mean '" + similar + "'?";
  return "declare it first, for example 'var " + std::string(name_text(name).substr(0, 40)) +
         ": int;'";
}

void ParserState::note_declaration(const Entity& entity, const char* message) {
  if (entity.declared.begin != nowhere.begin) reporter.note(entity.declared, message);
}

void ParserState::unexpected(const std::string& expected, std::string hint) {
  if (at(Tok::Error)) return;
  reporter.error(here(), "expected " + expected + ", found " + found(), std::move(hint));
}

std::string ParserState::found() const {
  if (at(Tok::End)) return "the end of the file";
  const Token& token = peek();
  return has_name(token) ? quoted(token.name) : "'" + std::string(spelling(token.tok())) + "'";
}

// Keys recurse, bounded by the limit; values are a loop with the same limit, because whoever
// walks a sort may recurse over both.
std::optional<Sort> ParserState::parse_sort(int depth) {
  std::vector<Sort> keys;
  const std::size_t begin = index_;
  while (at(Tok::LeftBracket)) {
    if (depth + static_cast<int>(keys.size()) >= max_nesting) {
      reporter.error(range_of(begin),
                     "sort nested more than " + std::to_string(max_nesting) + " deep");
      return std::nullopt;
    }
    advance();
    const std::optional<Sort> key = parse_sort(depth + static_cast<int>(keys.size()) + 1);
    if (!key || !expect(Tok::RightBracket, "after the key sort of a map")) return std::nullopt;
    keys.push_back(*key);
  }
  Sort sort;
  if (accept(Tok::KwBool)) {
    sort = context.bool_sort();
  } else if (accept(Tok::KwInt)) {
    sort = context.int_sort();
  } else if (accept(Tok::KwReal)) {
    sort = context.real_sort();
  } else if (at(Tok::Identifier)) {
    sort = named_sort();
    advance();
  } else {
    unexpected("a sort",
               "sorts are bool, int, real, bv8, [int]bool and those declared with 'sort'");
    return std::nullopt;
  }
  for (auto key = keys.rbegin(); key != keys.rend() && sort; ++key) {
    sort = *key ? context.map_sort(*key, sort) : Sort();
  }
  return sort;
}

Sort ParserState::named_sort() {
  const Name name = peek().name;
  if (const auto width = bitvec_width(name_text(name))) {
    if (*width > 0 && *width <= max_bitvec_width) return context.bitvec_sort(*width);
    reporter.error(here(), "bit-vector sort " + quoted(name) + " has an impossible width",
                   "the width is between 1 and " + std::to_string(max_bitvec_width));
    return {};
  }
  const Entity& entity = scope.find(name);
  if (entity.kind == EntityKind::Sort) return entity.sort;
  if (entity.kind == EntityKind::None) {
    reporter.error(here(), "unknown sort " + quoted(name),
                   "declare it with 'sort " + std::string(name_text(name).substr(0, 40)) + ";'");
  } else {
    reporter.error(here(), quoted(name) + " is a " + describe(entity.kind) + ", not a sort",
                   "sorts are bool, int, real, bv8, [int]bool and those declared with 'sort'");
    note_declaration(entity, "declared here");
  }
  return {};
}

std::optional<ParserState::Binder> ParserState::parse_binder(const char* what) {
  Binder binder{.token = index_};
  const std::optional<Name> name = expect_name(what);
  if (!name) return std::nullopt;
  binder.name = *name;
  if (!accept(Tok::Colon)) {
    unexpected("':' and a sort",
               at(Tok::Comma) ? "each name has its own sort: x: int, y: int" : "write 'x: int'");
    return std::nullopt;
  }
  const std::optional<Sort> sort = parse_sort();
  if (!sort) return std::nullopt;
  binder.sort = *sort;
  binder.end = index_;
  return binder;
}

}  // namespace pawl::gcl
