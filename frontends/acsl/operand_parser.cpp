// SPDX-License-Identifier: Apache-2.0
//
// What an operand can be: literals, names and calls, ACSL's own words, sets, and what binds names.
#include <utility>

#include "frontends/acsl/term_parser.h"

namespace pawl::frontend::acsl {
namespace {

const char* const operand_hint =
    "terms begin with a name, a literal, '(', a prefix operator or a word of ACSL such as \\old";

struct Constant {
  const char* text;
  TermKind kind;
};
constexpr Constant constants[] = {
    {"\\true", TermKind::True},       {"\\false", TermKind::False},
    {"\\null", TermKind::Null},       {"\\result", TermKind::Result},
    {"\\nothing", TermKind::Nothing}, {"\\everything", TermKind::Everything},
    {"\\empty", TermKind::Empty},
};

}  // namespace

Term TermParser::primary() {
  const Tok tok = state_.tok();
  if (tok == Tok::Integer) return literal(TermKind::Integer);
  if (tok == Tok::Real) return literal(TermKind::Real);
  if (tok == Tok::Character) return literal(TermKind::Character);
  if (tok == Tok::String) return literal(TermKind::String);
  if (tok == Tok::LeftParen) return parenthesized();
  if (tok == Tok::LeftBrace) return set();
  if (tok == Tok::Backslash) return backslash();
  if (state_.at_name()) return name();
  state_.unexpected("a term", operand_hint);
  return nullptr;
}

Term TermParser::literal(TermKind kind) {
  const std::size_t begin = state_.index();
  std::string text(state_.peek().text);
  state_.advance();
  if (kind == TermKind::String && state_.at(Tok::String)) {
    state_.error(state_.here(), "adjacent strings are not supported", "write one string");
    return nullptr;
  }
  return make(kind, begin, {}, std::move(text));
}

Term TermParser::parenthesized() {
  state_.advance();
  Term inner = range_or_term();
  if (!inner || !state_.expect(Tok::RightParen)) return nullptr;
  return inner;
}

Term TermParser::range_or_term() {
  const std::size_t begin = state_.index();
  const auto at_closer = [&] {
    return state_.at(Tok::RightBracket) || state_.at(Tok::RightParen) || state_.at(Tok::Comma);
  };
  Term low;
  if (!state_.at(Tok::DotDot)) {
    low = term();
    if (!low || !state_.at(Tok::DotDot)) return low;
  }
  state_.advance();
  Term high;
  if (!at_closer()) {
    high = term();
    if (!high) return nullptr;
  }
  TermNode node;
  node.kind = TermKind::Range;
  node.children = {std::move(low), std::move(high)};
  return make(std::move(node), begin);
}

std::optional<std::vector<Term>> TermParser::arguments() {
  std::vector<Term> out;
  if (!state_.expect(Tok::LeftParen)) return std::nullopt;
  if (state_.accept(Tok::RightParen)) return out;
  do {
    out.push_back(range_or_term());
    if (!out.back()) return std::nullopt;
  } while (state_.accept(Tok::Comma));
  if (!state_.expect(Tok::RightParen)) return std::nullopt;
  return out;
}

std::optional<std::vector<Identifier>> TermParser::labels() {
  std::vector<Identifier> out;
  if (!state_.accept(Tok::LeftBrace)) return out;
  do {
    if (!state_.expect_name(out.emplace_back(), "a label")) return std::nullopt;
  } while (state_.accept(Tok::Comma));
  if (!state_.expect(Tok::RightBrace, "labels are written P{Here,Old}")) return std::nullopt;
  return out;
}

Term TermParser::name() {
  const std::size_t begin = state_.index();
  TermNode node;
  node.kind = TermKind::Name;
  node.text = state_.peek().text;
  state_.advance();
  std::optional<std::vector<Identifier>> at = labels();
  if (!at) return nullptr;
  node.labels = *std::move(at);
  if (state_.at(Tok::LeftParen)) {
    node.kind = TermKind::Call;
    std::optional<std::vector<Term>> given = arguments();
    if (!given) return nullptr;
    node.children = *std::move(given);
  }
  return make(std::move(node), begin);
}

Term TermParser::backslash() {
  for (const Constant& constant : constants) {
    if (!state_.is_backslash(constant.text)) continue;
    const std::size_t begin = state_.index();
    state_.advance();
    return make(constant.kind, begin, {});
  }
  if (state_.is_backslash("\\old")) return old_value();
  if (state_.is_backslash("\\at")) return at_label();
  for (const char* infix_word : {"\\in", "\\from", "\\with"}) {
    if (!state_.is_backslash(infix_word)) continue;
    state_.unexpected("a term", operand_hint);
    return nullptr;
  }
  for (const char* word : {"\\type", "\\match"}) {
    if (!state_.is_backslash(word)) continue;
    state_.error(state_.here(), std::string(word) + " is not supported");
    return nullptr;
  }
  return built_in();
}

Term TermParser::built_in() {
  const std::size_t begin = state_.index();
  TermNode node;
  node.kind = TermKind::Builtin;
  node.text = state_.peek().text;
  state_.advance();
  std::optional<std::vector<Identifier>> at = labels();
  if (!at) return nullptr;
  node.labels = *std::move(at);
  if (state_.at(Tok::LeftParen)) {
    std::optional<std::vector<Term>> given = arguments();
    if (!given) return nullptr;
    node.children = *std::move(given);
  }
  return make(std::move(node), begin);
}

Term TermParser::old_value() {
  const std::size_t begin = state_.index();
  state_.advance();
  if (!state_.expect(Tok::LeftParen, "the value before the call is \\old(t)")) return nullptr;
  Term of = range_or_term();
  if (!of || !state_.expect(Tok::RightParen)) return nullptr;
  return make(TermKind::Old, begin, {std::move(of)});
}

Term TermParser::at_label() {
  const char* const form = "the value at a label is \\at(t, Label)";
  const std::size_t begin = state_.index();
  state_.advance();
  TermNode node;
  node.kind = TermKind::At;
  if (!state_.expect(Tok::LeftParen, form)) return nullptr;
  node.children.push_back(range_or_term());
  if (!node.children.back() || !state_.expect(Tok::Comma, form) ||
      !state_.expect_name(node.labels.emplace_back(), "a label") ||
      !state_.expect(Tok::RightParen, form)) {
    return nullptr;
  }
  return make(std::move(node), begin);
}

/// match:  { t, t }  or  { t | integer i; p }
Term TermParser::set() {
  const std::size_t begin = state_.index();
  state_.advance();
  std::vector<Term> elements;
  do {
    elements.push_back(infix_expression(set_element_precedence, Naming::Refused));
    if (!elements.back()) return nullptr;
    if (elements.size() == 1 && state_.at(Tok::BitOr)) return comprehension(elements[0], begin);
  } while (state_.accept(Tok::Comma));
  if (state_.is_backslash("\\with")) {
    state_.error(state_.here(), "functional update with \\with is not supported",
                 "say what each field or element is");
    return nullptr;
  }
  if (!state_.expect(Tok::RightBrace)) return nullptr;
  return make(TermKind::Set, begin, std::move(elements));
}

Term TermParser::comprehension(Term element, std::size_t begin) {
  state_.advance();
  TermNode node;
  node.kind = TermKind::Comprehension;
  node.children.push_back(std::move(element));
  std::optional<std::vector<Binder>> bound = binders();
  if (!bound) return nullptr;
  node.binders = *std::move(bound);
  if (state_.accept(Tok::Semicolon)) {
    node.children.push_back(term());
    if (!node.children.back()) return nullptr;
  }
  if (!state_.expect(Tok::RightBrace, "a set is written { t | integer i; p }")) return nullptr;
  return make(std::move(node), begin);
}

/// What extends as far to the right as possible.
Term TermParser::open(Naming naming) {
  if (state_.is_backslash("\\let")) return let(naming);
  const std::size_t begin = state_.index();
  TermNode node;
  if (state_.at(Tok::Identifier)) {
    node.kind = TermKind::Named;
    node.text = state_.peek().text;
    state_.advance();
    state_.advance();
  } else {
    node.kind = state_.is_backslash("\\forall")   ? TermKind::Forall
                : state_.is_backslash("\\exists") ? TermKind::Exists
                                                  : TermKind::Lambda;
    state_.advance();
    std::optional<std::vector<Binder>> bound = binders();
    if (!bound || !state_.expect(Tok::Semicolon, "write \\forall integer i; p")) return nullptr;
    node.binders = *std::move(bound);
  }
  node.children.push_back(expression(naming));
  return node.children.back() ? make(std::move(node), begin) : nullptr;
}

Term TermParser::let(Naming naming) {
  const char* const form = "write \\let x = t; p";
  const std::size_t begin = state_.index();
  state_.advance();
  Identifier bound;
  if (!state_.expect_name(bound, "a name") || !state_.expect(Tok::Assign, form)) return nullptr;
  Term value = term();
  if (!value || !state_.expect(Tok::Semicolon, form)) return nullptr;
  Term body = expression(naming);
  return make(TermKind::Let, begin, {std::move(value), std::move(body)}, std::move(bound.text));
}

}  // namespace pawl::frontend::acsl
