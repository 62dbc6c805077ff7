// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/back/written_terms.h"

#include <algorithm>

#include "frontends/acsl/parser.h"
#include "frontends/acsl/printer.h"

namespace pawl::frontend::c {

using acsl::Relation;
using acsl::Term;
using acsl::TermKind;
using gcl::Integer;

namespace {

bool orders(Relation relation) {
  return relation == Relation::Less || relation == Relation::LessEqual;
}

/// a <= b and b < c are a <= b < c; null when they do not fit.
Term chain(const Term& first, const Term& second) {
  const bool both = first->kind == TermKind::Comparison && second->kind == TermKind::Comparison &&
                    std::ranges::all_of(first->relations, orders) &&
                    std::ranges::all_of(second->relations, orders) &&
                    acsl::equal(first->children.back(), second->children.front());
  if (!both) return nullptr;
  acsl::TermNode joined = *first;
  joined.children.insert(joined.children.end(), second->children.begin() + 1,
                         second->children.end());
  joined.relations.insert(joined.relations.end(), second->relations.begin(),
                          second->relations.end());
  return acsl::make_term(std::move(joined));
}

}  // namespace

namespace written {

Term make(TermKind kind, std::vector<Term> children, std::string text) {
  Term term = acsl::make_term(kind, {}, std::move(children), std::move(text));
  if (term->depth >= acsl::max_term_depth / 2) throw NoForm{};
  return term;
}

Term leaf(TermKind kind, std::string text) { return make(kind, {}, std::move(text)); }

Term number(const Integer& value) {
  if (value < Integer(0))
    return make(TermKind::Negate, {leaf(TermKind::Integer, (-value).to_string())});
  return leaf(TermKind::Integer, value.to_string());
}

Term compare(Relation relation, Term left, Term right) {
  acsl::TermNode node;
  node.kind = TermKind::Comparison;
  node.children = {std::move(left), std::move(right)};
  node.relations = {relation};
  return acsl::make_term(std::move(node));
}

std::vector<Term> chained(const std::vector<Term>& conjuncts) {
  std::vector<Term> result;
  for (const Term& next : conjuncts) {
    bool joined = false;
    for (Term& other : result) {
      Term both = joined ? nullptr : chain(other, next);
      if (!joined && !both) both = chain(next, other);
      if (!both) continue;
      other = std::move(both);
      joined = true;
    }
    if (!joined) result.push_back(next);
  }
  return result;
}

Relation negated(Relation relation) {
  switch (relation) {
    case Relation::Less: return Relation::GreaterEqual;
    case Relation::LessEqual: return Relation::Greater;
    case Relation::Greater: return Relation::LessEqual;
    case Relation::GreaterEqual: return Relation::Less;
    case Relation::Equal: return Relation::NotEqual;
    case Relation::NotEqual: return Relation::Equal;
  }
  throw NoForm{};
}

Term at(Term term, const char* label) {
  acsl::TermNode node;
  node.kind = TermKind::At;
  node.children = {std::move(term)};
  node.labels = {{label, {}}};
  return acsl::make_term(std::move(node));
}

}  // namespace written

std::vector<std::string> join_comparisons(const std::vector<std::string>& predicates) {
  std::vector<Term> terms;
  for (const std::string& text : predicates) {
    const SourceFile file("annotation", text);
    Diagnostics ignored;
    terms.push_back(acsl::parse_term(file, {}, ignored));
    if (!terms.back()) return predicates;
  }
  terms = written::chained(terms);
  std::vector<std::string> result;
  result.reserve(terms.size());
  for (const Term& term : terms) result.push_back(acsl::print(term));
  return result;
}

bool follows(const std::string& predicate, const std::vector<std::string>& known) {
  const SourceFile file("annotation", predicate);
  Diagnostics ignored;
  const Term term = acsl::parse_term(file, {}, ignored);
  const auto is_known = [&](const Term& one) {
    return std::ranges::find(known, acsl::print(one)) != known.end();
  };
  if (!term) return false;
  if (term->kind == TermKind::True || is_known(term)) return true;
  return term->kind == TermKind::Or && std::ranges::any_of(term->children, is_known);
}

}  // namespace pawl::frontend::c
