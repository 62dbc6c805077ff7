// SPDX-License-Identifier: Apache-2.0
//
// Predicates: connectives, comparisons, quantifiers, and the guards of what they read.
#include "frontends/c/back/source_terms.h"

#include <algorithm>
#include <utility>

#include "frontends/acsl/printer.h"
#include "frontends/c/back/source_translator.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using acsl::Relation;
using acsl::Term;
using acsl::TermKind;
using gcl::Expr;
using written::chained;
using written::compare;
using written::leaf;
using written::make;
using written::negated;
using written::NoForm;
using written::number;

namespace {

std::vector<Term> parts_of(const Term& term) {
  return term->kind == TermKind::And ? term->children : std::vector<Term>{term};
}

}  // namespace

Term Translator::fact(Expr e) {
  const Term written = predicate(e);
  known_ = premises_of(Kind::Forall, e);
  return guarded(Kind::Forall, written, accesses_);
}

Term Translator::predicate(Expr e) {
  const std::span<const Expr> args = e.args();
  switch (e.kind()) {
    case Kind::True: return leaf(TermKind::True);
    case Kind::False: return leaf(TermKind::False);
    case Kind::Not: return negation(args[0]);
    case Kind::And: return make_many(TermKind::And, args);
    case Kind::Or: return make_many(TermKind::Or, args);
    case Kind::Implies: return implication(args[0], args[1]);
    case Kind::Iff: return make(TermKind::Iff, {exactly(args[0]), exactly(args[1])});
    case Kind::Ite:
      return make(TermKind::Conditional,
                  {exactly(args[0]), predicate(args[1]), predicate(args[2])});
    case Kind::Eq: return equality(args[0], args[1]);
    case Kind::Le: return ordered(Relation::LessEqual, sides(args[0], args[1]));
    case Kind::Lt: return ordered(Relation::Less, sides(args[0], args[1]));
    case Kind::Forall:
    case Kind::Exists: return quantifier(e);
    case Kind::Old:
    case Kind::Entry: return in_state(e, [&](Expr inner) { return predicate(inner); });
    default: throw NoForm{};
  }
}

Term Translator::make_many(TermKind kind, std::span<const Expr> args) {
  std::vector<Term> parts;
  for (const Expr arg : args) {
    Term part = predicate(arg);
    if (part->kind == TermKind::True && kind == TermKind::Or) return part;
    if (part->kind != TermKind::True) parts.push_back(std::move(part));
  }
  if (parts.empty()) return leaf(TermKind::True);
  if (kind == TermKind::And) parts = chained(parts);
  return parts.size() == 1 ? parts.front() : make(kind, std::move(parts));
}

Term Translator::implication(Expr premise, Expr conclusion) {
  Term then = predicate(conclusion);
  const Term when = exactly(premise);
  if (then->kind == TermKind::True || when->kind == TermKind::True) return then;
  return make(TermKind::Implies, {when, then});
}

/// What the types say alone is not worth saying.
Term Translator::ordered(Relation relation, const std::pair<Value, Value>& sides) {
  const auto& [left, right] = sides;
  if (left.interval.high && right.interval.low) {
    const bool always = relation == Relation::Less ? *left.interval.high < *right.interval.low
                                                   : *left.interval.high <= *right.interval.low;
    if (always) return leaf(TermKind::True);
  }
  return compare(relation, left.term, right.term);
}

/// Where something weaker would not do.
Term Translator::exactly(Expr e) {
  const Weaker outer = std::exchange(weaker_, Weaker::Refused);
  Term result = predicate(e);
  weaker_ = outer;
  return result;
}

Term Translator::negation(Expr e) {
  const Term inner = exactly(e);
  if (inner->kind == TermKind::True) return leaf(TermKind::False);
  if (inner->kind == TermKind::Comparison && inner->relations.size() == 1) {
    const Relation relation = negated(inner->relations.front());
    const bool swap = relation == Relation::Greater || relation == Relation::GreaterEqual;
    if (!swap) return compare(relation, inner->children[0], inner->children[1]);
    return compare(relation == Relation::Greater ? Relation::Less : Relation::LessEqual,
                   inner->children[1], inner->children[0]);
  }
  return make(TermKind::Not, {inner});
}

/// Pointers are compared with null, and with variables and each other where their objects are all
/// there is to them.
Term Translator::equality(Expr left, Expr right) {
  if (!left.sort().is_int()) throw NoForm{};
  for (const auto& [a, b] : {std::pair(left, right), std::pair(right, left)}) {
    bool offset = false;
    const Term pointer = pointer_term(a, offset);
    if (!pointer) continue;
    if (b.is(Kind::IntConst) && b.text() == "0") {
      return compare(Relation::Equal, pointer, leaf(TermKind::Null));
    }
    const auto object = scope_.objects.find(b.is(Kind::IntConst) ? b.text() : "");
    if (object != scope_.objects.end() && !offset) {
      return compare(Relation::Equal, pointer, leaf(TermKind::Name, object->second));
    }
    bool other_offset = false;
    const Term other = pointer_term(b, other_offset);
    if (!other || offset || other_offset) throw NoForm{};
    return compare(Relation::Equal, pointer, other);
  }
  const auto [a, b] = sides(left, right);
  return compare(Relation::Equal, a.term, b.term);
}

Term Translator::pointer_term(Expr e, bool& has_offset) {
  const std::optional<std::pair<const Lvalue*, Term>> found = lvalue(e);
  if (!found || !found->first->is_pointer) return nullptr;
  has_offset = found->first->has_offset;
  return found->second;
}

/// Where pointers point into the middle of objects, indices of the IL count from the object's
/// start. `forall x` is then said of offset + k: exactly as many.
Term Translator::quantifier(Expr e) {
  const Saved before = save();
  try {
    return quantified(e);
  } catch (const NoForm&) {
    if (!shifts_.empty()) throw;
  }
  for (const Expr offset : offsets()) {
    restore(before);
    for (const Expr bound : e.bound()) bound_.erase(bound.name());
    for (const Expr bound : e.bound()) shifts_[bound.name()] = offset;
    try {
      Term shifted = quantified(e);
      shifts_.clear();
      return shifted;
    } catch (const NoForm&) {
      shifts_.clear();
    }
  }
  throw NoForm{};
}

Term Translator::quantified(Expr e) {
  acsl::TermNode node;
  node.kind = e.is(Kind::Forall) ? TermKind::Forall : TermKind::Exists;
  for (const Expr bound : e.bound()) {
    if (!bound.sort().is_int()) throw NoForm{};
    acsl::Binder binder;
    binder.name = fresh_name(bound);
    binder.type.name = "integer";
    node.binders.push_back(std::move(binder));
  }
  node.children = {body_of(e)};
  const bool trivial = node.children.front()->kind == TermKind::True;
  for (const Expr bound : e.bound()) bound_.erase(bound.name());
  if (trivial) return leaf(TermKind::True);
  if (node.children.front()->depth >= acsl::max_term_depth / 2) throw NoForm{};
  return acsl::make_term(std::move(node));
}

/// With a guard for what it reads at its own variables.
Term Translator::body_of(Expr e) {
  const std::vector<Access> outside = std::exchange(accesses_, {});
  const std::size_t bound_before = in_scope_.size(), known_before = known_.size();
  in_scope_.insert(in_scope_.end(), e.bound().begin(), e.bound().end());
  const std::vector<Expr> own = premises_of(e.kind(), e.arg(0));
  known_.insert(known_.end(), own.begin(), own.end());
  Term written = predicate(e.arg(0));
  const auto others =
      std::stable_partition(accesses_.begin(), accesses_.end(), [&](const Access& one) {
        return std::ranges::any_of(e.bound(), [&](Expr v) { return gcl::occurs(v, one.index); });
      });
  const std::vector<Access> rest(others, accesses_.end());
  accesses_.erase(others, accesses_.end());
  written = guarded(e.kind(), written, accesses_);
  in_scope_.resize(bound_before);
  known_.resize(known_before);
  accesses_ = outside;
  accesses_.insert(accesses_.end(), rest.begin(), rest.end());
  return written;
}

/// In another state, what changes is not what it is here.
std::vector<Expr> Translator::premises_of(Kind quantifier, Expr body) const {
  std::vector<Expr> found = premises(quantifier, body, certified_.context);
  if (state_ != State::Here) std::erase_if(found, [&](Expr one) { return reads_changed(one); });
  return found;
}

/// The same where all of these are elements: said only of those if it is not known of all, and
/// not at all if there are none.
Term Translator::guarded(Kind quantifier, const Term& written,
                         const std::vector<Access>& accesses) {
  if (written->kind == TermKind::True) return written;
  gcl::Context& context = certified_.context;
  std::vector<Expr> known = known_;
  std::vector<Term> guards;
  for (const Access& one : accesses) {
    if (!one.extent) {
      if (!is_bounded(one.index, known_)) throw NoForm{};
      continue;
    }
    const Expr low = gcl::mk_le(context, context.int_const(0), one.index);
    const Expr high = gcl::mk_lt(context, one.index, one.extent);
    const auto need = [&](Expr bound, Term said) {
      if (follows_from(certified_, in_scope_, known, bound)) return;
      known.push_back(bound);
      guards.push_back(std::move(said));
    };
    need(low, compare(Relation::LessEqual, number(Integer(0)), one.written));
    need(high, compare(Relation::Less, one.written, integer(one.extent).term));
  }
  if (guards.empty()) return written;
  if (weaker_ == Weaker::Refused || quantifier == Kind::Exists) throw NoForm{};
  exact_ = false;
  if (follows_from(certified_, in_scope_, known, context.false_())) return leaf(TermKind::True);
  return under(guards, written);
}

Term Translator::under(const std::vector<Term>& guards, const Term& written) {
  const bool has_premise = written->kind == TermKind::Implies;
  std::vector<Term> all;
  if (has_premise) all = parts_of(written->children[0]);
  all.insert(all.end(), guards.begin(), guards.end());
  all = chained(all);
  return make(TermKind::Implies, {all.size() == 1 ? all.front() : make(TermKind::And, all),
                                  has_premise ? written->children[1] : written});
}

std::string Translator::fresh_name(Expr bound) {
  const auto taken = [&](const std::string& name) {
    return scope_.names.contains(name) ||
           std::ranges::any_of(bound_, [&](const auto& one) { return one.second == name; });
  };
  std::string name;
  for (const char* wanted : {"k", "j", "l", "m"}) {
    if (name.empty() && !taken(wanted)) name = wanted;
  }
  for (int i = 1; name.empty(); ++i) {
    const std::string wanted = "k" + std::to_string(i);
    if (!taken(wanted)) name = wanted;
  }
  bound_[bound.name()] = name;
  return name;
}

Translator::Saved Translator::save() const {
  return {state_, weaker_, exact_, accesses_, in_scope_.size(), known_.size()};
}

void Translator::restore(const Saved& saved) {
  state_ = saved.state;
  weaker_ = saved.weaker;
  exact_ = saved.exact;
  accesses_ = saved.accesses;
  in_scope_.resize(saved.in_scope);
  known_.resize(saved.known);
}

Said to_acsl(Expr formula, const SourceScope& scope, const std::set<std::string>& changed,
             const Certified& certified) {
  try {
    Translator translate(scope, changed, certified);
    std::string text = acsl::print(translate.fact(formula));
    return {std::move(text), translate.exact()};
  } catch (const NoForm&) {
    return {};
  }
}

std::string term_to_acsl(Expr term, const SourceScope& scope, const std::set<std::string>& changed,
                         const Certified& certified) {
  try {
    return acsl::print(Translator(scope, changed, certified).term(term));
  } catch (const NoForm&) {
    return {};
  }
}

}  // namespace pawl::frontend::c
