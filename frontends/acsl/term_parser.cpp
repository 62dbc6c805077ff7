// SPDX-License-Identifier: Apache-2.0
//
// Operators, by climbing over precedences. What begins with \forall, \let or a name and a colon may
// be the last operand of any infix operator, and then extends as far as it can.
#include "frontends/acsl/term_parser.h"

#include <utility>

namespace pawl::frontend::acsl {
namespace {

std::optional<Relation> relation_of(Tok tok) {
  if (tok == Tok::Less) return Relation::Less;
  if (tok == Tok::LessEqual) return Relation::LessEqual;
  if (tok == Tok::Greater) return Relation::Greater;
  if (tok == Tok::GreaterEqual) return Relation::GreaterEqual;
  if (tok == Tok::Equal) return Relation::Equal;
  if (tok == Tok::NotEqual) return Relation::NotEqual;
  return std::nullopt;
}

/// -1, 0 or 1: the way a relation of a chain points; `==` points both ways.
int direction(Relation relation) {
  if (relation == Relation::Less || relation == Relation::LessEqual) return -1;
  return relation == Relation::Equal ? 0 : 1;
}

std::optional<TermKind> prefix_of(Tok tok) {
  if (tok == Tok::Bang) return TermKind::Not;
  if (tok == Tok::Minus) return TermKind::Negate;
  if (tok == Tok::Plus) return TermKind::Positive;
  if (tok == Tok::Tilde) return TermKind::BitNot;
  if (tok == Tok::Star) return TermKind::Dereference;
  if (tok == Tok::BitAnd) return TermKind::AddressOf;
  return std::nullopt;
}

}  // namespace

Term TermParser::make(TermNode node, std::size_t begin) {
  node.range = state_.range_from(begin);
  Term term = make_term(std::move(node));
  if (term->depth <= max_term_depth) return term;
  state_.error(term->range, "the term is more than " + std::to_string(max_term_depth) + " deep",
               "name parts of it with \\let or as predicates");
  return nullptr;
}

Term TermParser::make(TermKind kind, std::size_t begin, std::vector<Term> children,
                      std::string text) {
  for (const Term& child : children) {
    if (!child) return nullptr;
  }
  TermNode node;
  node.kind = kind;
  node.children = std::move(children);
  node.text = std::move(text);
  return make(std::move(node), begin);
}

bool TermParser::too_deep() {
  if (nesting_ <= max_nesting) return false;
  state_.error(state_.here(), "the term is nested too deeply",
               "name parts of it with \\let or as predicates");
  return true;
}

std::optional<std::vector<Term>> TermParser::terms() {
  std::vector<Term> out;
  do {
    Term next = term();
    if (!next) return std::nullopt;
    out.push_back(std::move(next));
  } while (state_.accept(Tok::Comma));
  return out;
}

Term TermParser::expression(Naming naming) {
  const Nest nest(*this);
  if (too_deep()) return nullptr;
  const std::size_t begin = state_.index();
  Term condition = infix_expression(IffPrecedence, naming);
  if (!condition || !state_.accept(Tok::Question)) return condition;
  Term yes = expression(Naming::Refused);
  if (!yes || !state_.expect(Tok::Colon, "a conditional is written c ? a : b")) return nullptr;
  Term no = expression(naming);
  return make(TermKind::Conditional, begin, {std::move(condition), std::move(yes), std::move(no)});
}

Term TermParser::infix_expression(int min_precedence, Naming naming) {
  const Nest nest(*this);
  if (too_deep()) return nullptr;
  const std::size_t begin = state_.index();
  Term left = unary(naming);
  while (left) {
    if (min_precedence <= ComparisonPrecedence) {
      if (relation_of(state_.tok())) {
        left = comparison(std::move(left), begin, naming);
        continue;
      }
      if (state_.is_backslash("\\in")) {
        left = member(std::move(left), begin, naming);
        continue;
      }
    }
    const InfixOperator* op = infix(state_.tok());
    if (op == nullptr || op->precedence < min_precedence) return left;
    if (op->associativity == Associativity::Chain) {
      left = chain(*op, std::move(left), begin, naming);
      continue;
    }
    state_.advance();
    const bool right_first = op->associativity == Associativity::Right;
    Term right = infix_expression(op->precedence + (right_first ? 0 : 1), naming);
    left = make(op->kind, begin, {std::move(left), std::move(right)});
    if (left && op->associativity == Associativity::Neither && state_.at(op->tok)) {
      state_.error(state_.here(), "'" + std::string(spelling(op->tok)) + "' twice in a row",
                   "add parentheses: its readers do not agree on what comes first");
      return nullptr;
    }
  }
  return nullptr;
}

Term TermParser::chain(const InfixOperator& op, Term first, std::size_t begin, Naming naming) {
  std::vector<Term> operands{std::move(first)};
  while (state_.accept(op.tok)) {
    operands.push_back(infix_expression(op.precedence + 1, naming));
    if (!operands.back()) return nullptr;
  }
  return make(op.kind, begin, std::move(operands));
}

/// match:  a < b <= c
/// result: one Comparison; a < b && b <= c is what it means
Term TermParser::comparison(Term first, std::size_t begin, Naming naming) {
  TermNode node;
  node.kind = TermKind::Comparison;
  node.children.push_back(std::move(first));
  int way = 0;
  while (const std::optional<Relation> relation = relation_of(state_.tok())) {
    const int next = direction(*relation);
    const bool chained = !node.relations.empty();
    if (chained && (*relation == Relation::NotEqual ||
                    node.relations.back() == Relation::NotEqual || way * next < 0)) {
      state_.error(
          state_.here(),
          "'" + std::string(state_.peek().text) + "' cannot continue this chain of comparisons",
          "a chain has only <, <=, == or only >, >=, ==; write '&&' or parentheses");
      return nullptr;
    }
    way = way == 0 ? next : way;
    state_.advance();
    node.relations.push_back(*relation);
    node.children.push_back(infix_expression(ComparisonPrecedence + 1, naming));
    if (!node.children.back()) return nullptr;
  }
  if (state_.is_backslash("\\in")) {
    state_.unexpected("the end of the comparison", "put parentheses around one of the two");
    return nullptr;
  }
  return make(std::move(node), begin);
}

Term TermParser::member(Term first, std::size_t begin, Naming naming) {
  state_.advance();
  Term set = infix_expression(ComparisonPrecedence + 1, naming);
  if (set && (relation_of(state_.tok()) || state_.is_backslash("\\in"))) {
    state_.unexpected("the end of the set", "put parentheses around one of the two");
    return nullptr;
  }
  return make(TermKind::Member, begin, {std::move(first), std::move(set)});
}

Term TermParser::unary(Naming naming) {
  const Nest nest(*this);
  if (too_deep()) return nullptr;
  if (state_.is_backslash("\\forall") || state_.is_backslash("\\exists") ||
      state_.is_backslash("\\lambda") || state_.is_backslash("\\let")) {
    return open(naming);
  }
  if (naming == Naming::Allowed && state_.at_name() && state_.tok(1) == Tok::Colon) {
    return open(naming);
  }
  if (const std::optional<TermKind> kind = prefix_of(state_.tok())) return prefix(*kind);
  if (state_.is_word("sizeof")) return size_of();
  if (state_.at(Tok::LeftParen) && at_cast()) return cast();
  return postfix();
}

Term TermParser::prefix(TermKind kind) {
  const std::size_t begin = state_.index();
  state_.advance();
  Term operand = unary(Naming::Refused);
  return make(kind, begin, {std::move(operand)});
}

Term TermParser::cast() {
  const std::size_t begin = state_.index();
  state_.advance();
  std::optional<Type> target = type();
  if (!target || !state_.expect(Tok::RightParen, "a cast is written (type) t")) return nullptr;
  TermNode node;
  node.kind = TermKind::Cast;
  node.type = std::make_shared<const Type>(*std::move(target));
  node.children.push_back(unary(Naming::Refused));
  return node.children.back() ? make(std::move(node), begin) : nullptr;
}

Term TermParser::size_of() {
  const std::size_t begin = state_.index();
  state_.advance();
  const bool is_type = state_.at(Tok::LeftParen) &&
                       (at_type_keyword(1) || (state_.tok(1) == Tok::Identifier &&
                                               state_.is_type_name(state_.peek(1).text)));
  if (!is_type) {
    Term operand = unary(Naming::Refused);
    return make(TermKind::SizeofTerm, begin, {std::move(operand)});
  }
  state_.advance();
  std::optional<Type> measured = type();
  if (!measured || !state_.expect(Tok::RightParen)) return nullptr;
  TermNode node;
  node.kind = TermKind::SizeofType;
  node.type = std::make_shared<const Type>(*std::move(measured));
  return make(std::move(node), begin);
}

Term TermParser::postfix() {
  const std::size_t begin = state_.index();
  Term left = primary();
  while (left) {
    if (state_.accept(Tok::LeftBracket)) {
      Term index = range_or_term();
      if (!index || !state_.expect(Tok::RightBracket)) return nullptr;
      left = make(TermKind::Index, begin, {std::move(left), std::move(index)});
    } else if (state_.at(Tok::Dot) || state_.at(Tok::Arrow)) {
      const TermKind kind = state_.at(Tok::Dot) ? TermKind::Field : TermKind::Arrow;
      state_.advance();
      Identifier field;
      if (!state_.expect_name(field, "the name of a field")) return nullptr;
      left = make(kind, begin, {std::move(left)}, std::move(field.text));
    } else if (state_.at(Tok::LeftParen)) {
      state_.error(state_.here(), "only a logic function or predicate can be called, by its name",
                   "annotations do not call through expressions; an operator may be missing");
      return nullptr;
    } else {
      return left;
    }
  }
  return nullptr;
}

}  // namespace pawl::frontend::acsl
