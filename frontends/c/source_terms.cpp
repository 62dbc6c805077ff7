// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/source_terms.h"

#include <algorithm>
#include <array>
#include <map>

#include "frontends/acsl/parser.h"
#include "frontends/acsl/printer.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {
namespace {

using acsl::Relation;
using acsl::Term;
using acsl::TermKind;
using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

/// Which state names are read in.
enum class State { Here, LoopEntry, Pre };

/// Thrown where something has no form in C; never leaves this file.
struct NoForm {};

/// What an integer term may be; absent: anything.
struct Interval {
  std::optional<Integer> low, high;
  bool not_negative() const { return low && Integer(0) <= *low; }
  bool within(const Integer& from, const Integer& to) const {
    return low && high && from <= *low && *high <= to;
  }
};

struct Value {
  Term term;
  Interval interval = {};
};

Term make(TermKind kind, std::vector<Term> children, std::string text = {}) {
  Term term = acsl::make_term(kind, {}, std::move(children), std::move(text));
  if (term->depth >= acsl::max_term_depth / 2) throw NoForm{};
  return term;
}

Term leaf(TermKind kind, std::string text = {}) { return make(kind, {}, std::move(text)); }

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

/// The same conjunction, comparisons joined wherever one continues another.
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

/// By hole: a sum of terms; absent while it is not known.
using Indices = std::vector<std::optional<std::vector<Expr>>>;

/// p[0] is *p, p[0].f is p->f.
std::string assembled(const Lvalue& one, const std::vector<std::string>& indices) {
  std::string text = one.pieces.front();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::string& next = one.pieces[i + 1];
    const bool first = indices[i] == "0" && one.pointer_hole == i && next.starts_with("]");
    if (first && next == "]" && i + 1 == indices.size()) {
      text = "*" + text.substr(0, text.size() - 1);
    } else if (first && next.starts_with("].")) {
      text.back() = '-';
      text += ">" + next.substr(2);
    } else {
      text += indices[i] + next;
    }
  }
  return text;
}

class Translator {
 public:
  Translator(const SourceScope& scope, const std::set<std::string>& changed,
             const Certified& certified)
      : scope_(scope), changed_(changed), certified_(certified) {}

  Term term(Expr e) { return integer(e).term; }

  /// The index that `key` is of an lvalue with one; null: it is none.
  Term index(const Lvalue& one, Expr key) {
    Indices indices(1);
    if (!match(one.keys.front(), key, indices) || !indices.front()) return nullptr;
    return indices.front()->empty() ? number(Integer(0)) : sum(*indices.front()).term;
  }

  /// Of the elements that arrays have.
  Term fact(Expr e) {
    const Term written = predicate(e);
    known_ = premises(Kind::Forall, e, certified_.context);
    return guarded(Kind::Forall, written, accesses_);
  }

  Term predicate(Expr e) {
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

 private:
  Term make_many(TermKind kind, std::span<const Expr> args) {
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

  Term implication(Expr premise, Expr conclusion) {
    Term then = predicate(conclusion);
    const Term when = exactly(premise);
    if (then->kind == TermKind::True || when->kind == TermKind::True) return then;
    return make(TermKind::Implies, {when, then});
  }

  /// What the types say alone is not worth saying.
  static Term ordered(Relation relation, const std::pair<Value, Value>& sides) {
    const auto& [left, right] = sides;
    if (left.interval.high && right.interval.low) {
      const bool always = relation == Relation::Less ? *left.interval.high < *right.interval.low
                                                     : *left.interval.high <= *right.interval.low;
      if (always) return leaf(TermKind::True);
    }
    return compare(relation, left.term, right.term);
  }

  /// Where something weaker would not do.
  Term exactly(Expr e) {
    const Weaker outer = std::exchange(weaker_, Weaker::Refused);
    Term result = predicate(e);
    weaker_ = outer;
    return result;
  }

  Term negation(Expr e) {
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

  /// Pointers are compared with null, and with each other where their objects are all there is to
  /// them.
  Term equality(Expr left, Expr right) {
    if (!left.sort().is_int()) throw NoForm{};
    for (const auto& [a, b] : {std::pair(left, right), std::pair(right, left)}) {
      bool offset = false;
      const Term pointer = pointer_term(a, offset);
      if (!pointer) continue;
      if (b.is(Kind::IntConst) && b.text() == "0") {
        return compare(Relation::Equal, pointer, leaf(TermKind::Null));
      }
      bool other_offset = false;
      const Term other = pointer_term(b, other_offset);
      if (!other || offset || other_offset) throw NoForm{};
      return compare(Relation::Equal, pointer, other);
    }
    const auto [a, b] = sides(left, right);
    return compare(Relation::Equal, a.term, b.term);
  }

  Term pointer_term(Expr e, bool& has_offset) {
    const std::optional<std::pair<const Lvalue*, Term>> found = lvalue(e);
    if (!found || !found->first->is_pointer) return nullptr;
    has_offset = found->first->has_offset;
    return found->second;
  }

  template <class Translate>
  auto in_state(Expr e, Translate translate) -> decltype(translate(e)) {
    const State inner = e.is(Kind::Old) ? State::Pre : State::LoopEntry;
    if (inner == State::Pre) throw NoForm{};  // the state before initialisation is nobody's
    const State outer = std::exchange(state_, inner);
    auto result = translate(e.arg(0));
    state_ = outer;
    if (outer == inner) return result;
    if constexpr (std::is_same_v<decltype(result), Value>) {
      result.term = at(result.term, "LoopEntry");
    } else {
      result = at(result, "LoopEntry");
    }
    return result;
  }

  static Term at(Term term, const char* label) {
    acsl::TermNode node;
    node.kind = TermKind::At;
    node.children = {std::move(term)};
    node.labels = {{label, {}}};
    return acsl::make_term(std::move(node));
  }

  /// Where pointers point into the middle of objects, indices of the IL count from the object's
  /// start. `forall x` is then said of offset + k: exactly as many.
  Term quantifier(Expr e) {
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

  /// What is added to indices in lvalues.
  std::vector<Expr> offsets() const {
    std::vector<Expr> found;
    for (const Lvalue& one : scope_.lvalues) {
      for (const Expr key : one.keys) {
        if (!key.is(Kind::Add) || key.args().size() != 2) continue;
        const bool first = std::ranges::find(scope_.holes, key.arg(0)) != scope_.holes.end();
        const Expr offset = key.arg(first ? 1 : 0);
        if (std::ranges::find(found, offset) == found.end()) found.push_back(offset);
      }
    }
    return found;
  }

  /// The summands; a shifted variable is two.
  std::vector<Expr> summands(Expr e) const {
    std::vector<Expr> parts;
    const auto add = [&](Expr part) {
      parts.push_back(part);
      const auto shift = part.is(Kind::BoundVar) ? shifts_.find(part.name()) : shifts_.end();
      if (shift == shifts_.end()) return;
      if (state_ != State::Here && reads_changed(shift->second)) throw NoForm{};
      parts.push_back(shift->second);
    };
    const bool minus = e.is(Kind::Sub) && e.arg(1).is(Kind::IntConst);
    const Expr positive = minus ? e.arg(0) : e;
    if (positive.is(Kind::Add)) {
      std::ranges::for_each(positive.args(), add);
    } else {
      add(positive);
    }
    if (minus) {
      const Integer less = -Integer{std::string_view(e.arg(1).text())};
      parts.push_back(certified_.context.int_const(less.to_string()));
    }
    return parts;
  }

  /// Both sides, without what they have in common.
  std::pair<Value, Value> sides(Expr left, Expr right) {
    if (shifts_.empty()) return {integer(left), integer(right)};
    std::vector<Expr> a = summands(left), b = summands(right);
    for (auto at = a.begin(); at != a.end();) {
      const auto same = std::ranges::find(b, *at);
      if (same == b.end()) {
        ++at;
        continue;
      }
      b.erase(same);
      at = a.erase(at);
    }
    return {total(a), total(b)};
  }

  Value total(const std::vector<Expr>& parts) {
    if (parts.empty()) return {number(Integer(0)), {Integer(0), Integer(0)}};
    if (parts.size() == 1 && !parts.front().is(Kind::BoundVar)) return integer(parts.front());
    return sum(parts);
  }

  Term quantified(Expr e) {
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
  Term body_of(Expr e) {
    const std::vector<Access> outside = std::exchange(accesses_, {});
    const std::size_t bound_before = in_scope_.size(), known_before = known_.size();
    in_scope_.insert(in_scope_.end(), e.bound().begin(), e.bound().end());
    const std::vector<Expr> own = premises(e.kind(), e.arg(0), certified_.context);
    known_.insert(known_.end(), own.begin(), own.end());
    Term written = predicate(e.arg(0));
    const auto others = std::ranges::stable_partition(accesses_, [&](const Access& one) {
      return std::ranges::any_of(e.bound(), [&](Expr v) { return gcl::occurs(v, one.index); });
    });
    std::vector<Access> rest(others.begin(), others.end());
    accesses_.erase(others.begin(), others.end());
    written = guarded(e.kind(), written, accesses_);
    in_scope_.resize(bound_before);
    known_.resize(known_before);
    accesses_ = outside;
    accesses_.insert(accesses_.end(), rest.begin(), rest.end());
    return written;
  }

  /// The same where all of these are elements: said only of those if it is not known of all, and
  /// not at all if there are none.
  Term guarded(Kind quantifier, const Term& written, const std::vector<Access>& accesses) {
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
    if (follows_from(certified_, in_scope_, known, context.false_())) return leaf(TermKind::True);
    return under(guards, written);
  }

  static Term under(const std::vector<Term>& guards, const Term& written) {
    const bool has_premise = written->kind == TermKind::Implies;
    std::vector<Term> all;
    if (has_premise) all = parts_of(written->children[0]);
    all.insert(all.end(), guards.begin(), guards.end());
    all = chained(all);
    return make(TermKind::Implies, {all.size() == 1 ? all.front() : make(TermKind::And, all),
                                    has_premise ? written->children[1] : written});
  }

  static std::vector<Term> parts_of(const Term& term) {
    return term->kind == TermKind::And ? term->children : std::vector<Term>{term};
  }

  std::string fresh_name(Expr bound) {
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

  Value integer(Expr e) {
    const std::span<const Expr> args = e.args();
    switch (e.kind()) {
      case Kind::IntConst: {
        const Integer value{std::string_view(e.text())};
        return {number(value), {value, value}};
      }
      case Kind::BoundVar:
        if (shifts_.contains(e.name())) throw NoForm{};  // only together with what it is shifted by
        return {leaf(TermKind::Name, bound_.at(e.name()))};
      case Kind::Add: return total(summands(e));
      case Kind::Sub:
        return {make(TermKind::Subtract, {integer(args[0]).term, integer(args[1]).term})};
      case Kind::Neg: return {make(TermKind::Negate, {integer(args[0]).term})};
      case Kind::Mul: return product(args);
      case Kind::Div:
      case Kind::Mod: return division(e);
      case Kind::Ite: {
        const Value yes = integer(args[1]), no = integer(args[2]);
        return {make(TermKind::Conditional, {predicate(args[0]), yes.term, no.term})};
      }
      case Kind::BvToInt: return bits(args[0]);
      case Kind::Entry:
      case Kind::Old: return in_state(e, [&](Expr inner) { return integer(inner); });
      case Kind::Var:
      case Kind::Select: return read(e);
      default: throw NoForm{};
    }
  }

  Value sum(std::span<const Expr> args) {
    Value total;
    for (const Expr arg : args) {
      const bool minus = arg.is(Kind::IntConst) && arg.text().starts_with('-');
      const Value next =
          minus ? Value{leaf(TermKind::Integer, arg.text().substr(1))} : summand(arg);
      if (!total.term) {
        total.term = minus ? make(TermKind::Negate, {next.term}) : next.term;
      } else {
        total.term = make(minus ? TermKind::Subtract : TermKind::Add, {total.term, next.term});
      }
    }
    return {total.term};
  }

  /// One of `summands`: its shift is another one.
  Value summand(Expr e) {
    return e.is(Kind::BoundVar) ? Value{leaf(TermKind::Name, bound_.at(e.name()))} : integer(e);
  }

  Value product(std::span<const Expr> args) {
    Value total;
    for (const Expr arg : args) {
      const Value next = integer(arg);
      if (!total.term) {
        total = next;
      } else {
        const bool natural = total.interval.not_negative() && next.interval.not_negative();
        total = {make(TermKind::Multiply, {total.term, next.term}), {}};
        if (natural) total.interval.low = Integer(0);
      }
    }
    return total;
  }

  /// C rounds towards zero; the IL's remainder is never negative. They agree on what is not
  /// negative; elsewhere the remainder is brought into range first.
  Value division(Expr e) {
    const Expr divisor = e.arg(1);
    if (!divisor.is(Kind::IntConst)) throw NoForm{};
    const Integer by{std::string_view(divisor.text())};
    if (by <= Integer(0)) throw NoForm{};
    const Value left = integer(e.arg(0));
    const auto remainder = [&](const Term& of) { return make(TermKind::Modulo, {of, number(by)}); };
    const Interval range{Integer(0), by - Integer(1)};
    if (left.interval.not_negative()) {
      if (e.is(Kind::Mod)) return {remainder(left.term), range};
      return {make(TermKind::Divide, {left.term, number(by)}), {Integer(0), left.interval.high}};
    }
    const Term natural = remainder(make(TermKind::Add, {remainder(left.term), number(by)}));
    if (e.is(Kind::Mod)) return {natural, range};
    return {make(TermKind::Divide, {make(TermKind::Subtract, {left.term, natural}), number(by)})};
  }

  /// The bits of numbers that have no sign: there, ACSL's operators are the machine's.
  Value bits(Expr e) {
    static const std::map<Kind, TermKind> operators = {{Kind::BvAnd, TermKind::BitAnd},
                                                       {Kind::BvOr, TermKind::BitOr},
                                                       {Kind::BvXor, TermKind::BitXor}};
    const Interval range{Integer(0), Integer::power_of_two(e.sort().width()) - Integer(1)};
    if (e.is(Kind::IntToBv)) {
      Value value = integer(e.arg(0));
      if (!value.interval.within(*range.low, *range.high)) throw NoForm{};
      return value;
    }
    const auto found = operators.find(e.kind());
    if (found == operators.end()) throw NoForm{};
    return {make(found->second, {bits(e.arg(0)).term, bits(e.arg(1)).term}), range};
  }

  Value read(Expr e) {
    for (const auto& [incoming, name] : scope_.incoming) {
      if (incoming == e && changed_or_copied(name, e)) {
        return {at(leaf(TermKind::Name, name), "Pre")};
      }
    }
    const auto found = lvalue(e);
    if (!found || found->first->is_pointer) throw NoForm{};
    const IntType type = found->first->type;
    if (!scope_.has_ranges) return {found->second};
    return {found->second, {type.min(), type.max()}};
  }

  /// The parameter itself is the IL's parameter when nobody assigns to it.
  bool changed_or_copied(const std::string& name, Expr incoming) const {
    return std::ranges::none_of(scope_.lvalues, [&](const Lvalue& one) {
      return one.value == incoming && one.pieces == std::vector<std::string>{name};
    });
  }

  /// An lvalue with this value, and how it is written.
  std::optional<std::pair<const Lvalue*, Term>> lvalue(Expr e) {
    if (e.is(Kind::Entry)) {
      const State outer = std::exchange(state_, State::LoopEntry);
      auto found = lvalue(e.arg(0));
      state_ = outer;
      if (found && outer != State::LoopEntry) found->second = at(found->second, "LoopEntry");
      return found;
    }
    for (const Lvalue& one : scope_.lvalues) {
      if (!one.keys.empty() || one.value != e) continue;
      return std::pair(&one, leaf(TermKind::Name, one.pieces.front()));
    }
    std::vector<Expr> keys;
    Expr map = e;
    for (; map.is(Kind::Select); map = map.arg(0)) keys.insert(keys.begin(), map.arg(1));
    const bool at_entry = map.is(Kind::Entry) && map.arg(0).is(Kind::Var);
    if (at_entry) map = map.arg(0);
    if (!map.is(Kind::Var) || keys.empty()) return std::nullopt;
    for (const Lvalue& one : scope_.lvalues) {
      if (one.value != map || one.keys.size() != keys.size()) continue;
      Indices indices(one.pieces.size() - 1);
      bool matches = true;
      for (std::size_t i = 0; matches && i < keys.size(); ++i) {
        matches = match(one.keys[i], keys[i], indices);
      }
      if (!matches || std::ranges::any_of(indices, [](const auto& x) { return !x; })) continue;
      return std::pair(&one, cell(one, indices, at_entry));
    }
    return std::nullopt;
  }

  /// a[i] as of now; or, `at_entry`, as of then, while what leads to it is as of now.
  Term cell(const Lvalue& one, const Indices& indices, bool at_entry) {
    const bool moves = at_entry && state_ == State::Here;
    for (const Expr var : one.through) {
      if (moves && changed_.contains(var.name())) throw NoForm{};
    }
    std::vector<std::string> written;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const auto& index = indices[i];
      Term term = index->empty() ? number(Integer(0)) : sum(*index).term;
      note_access(*index, i < one.extents.size() ? one.extents[i] : Expr(), term);
      if (moves && std::ranges::any_of(*index, [&](Expr e) { return reads_changed(e); })) {
        term = at(term, "Here");
      }
      written.push_back(acsl::print(term));
    }
    const Term term = leaf(TermKind::Name, assembled(one, written));
    return moves ? at(term, "LoopEntry") : term;
  }

  /// Only what is bound in the formula is asked to be bounded where the extent is not known.
  void note_access(const std::vector<Expr>& index, Expr extent, Term written) {
    gcl::Context& context = certified_.context;
    Expr sum = context.int_const(0);
    for (const Expr part : index) sum = gcl::mk_add(context, sum, part);
    if (!shifts_.empty()) extent = Expr();  // it counts from somewhere else
    if (!extent && !sum.has_bound_vars()) return;
    if (state_ == State::LoopEntry && reads_changed(sum)) {
      sum = context.make(Kind::Entry, {sum});
      written = at(written, "LoopEntry");
    }
    const Access access{sum, extent, std::move(written)};
    if (std::ranges::find(accesses_, access) == accesses_.end()) accesses_.push_back(access);
  }

  bool reads_changed(Expr e) const {
    return std::ranges::any_of(gcl::free_vars(e),
                               [&](Expr var) { return changed_.contains(var.name()); });
  }

  /// Key against pattern: a hole is what it stands for; in `base + hole` it is what is added.
  bool match(Expr pattern, Expr key, Indices& indices) const {
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (pattern == scope_.holes[i]) {
        indices[i] = summands(key);
        return true;
      }
      if (!pattern.is(Kind::Add)) continue;
      const std::span<const Expr> parts = pattern.args();
      if (std::ranges::find(parts, scope_.holes[i]) == parts.end()) continue;
      std::vector<Expr> rest = summands(key);
      for (const Expr part : parts) {
        if (part == scope_.holes[i]) continue;
        const auto found = std::ranges::find(rest, part);
        if (found == rest.end()) return false;
        rest.erase(found);
      }
      indices[i] = std::move(rest);
      return true;
    }
    return pattern == key;
  }

  /// May the translation say less than the formula where it stands?
  enum class Weaker { Allowed, Refused };

  /// What a failed attempt leaves behind.
  struct Saved {
    State state;
    Weaker weaker;
    std::vector<Access> accesses;
    std::size_t in_scope, known;
  };
  Saved save() const { return {state_, weaker_, accesses_, in_scope_.size(), known_.size()}; }
  void restore(const Saved& saved) {
    state_ = saved.state;
    weaker_ = saved.weaker;
    accesses_ = saved.accesses;
    in_scope_.resize(saved.in_scope);
    known_.resize(saved.known);
  }

  const SourceScope& scope_;
  const std::set<std::string>& changed_;
  const Certified& certified_;
  State state_ = State::Here;
  Weaker weaker_ = Weaker::Allowed;
  std::vector<Access> accesses_;              // of the formula so far, by the variables in scope
  std::vector<Expr> in_scope_;                // bound variables
  std::vector<Expr> known_;                   // premises on the way here
  std::map<std::string, std::string> bound_;  // IL name -> printed
  std::map<std::string, Expr> shifts_;        // of bound variables: what they stand for in addition
};

}  // namespace

std::string to_acsl(Expr formula, const SourceScope& scope, const std::set<std::string>& changed,
                    const Certified& certified) {
  try {
    return acsl::print(Translator(scope, changed, certified).fact(formula));
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

std::vector<std::string> join_comparisons(const std::vector<std::string>& predicates) {
  std::vector<Term> terms;
  for (const std::string& text : predicates) {
    const SourceFile file("annotation", text);
    Diagnostics ignored;
    terms.push_back(acsl::parse_term(file, {}, ignored));
    if (!terms.back()) return predicates;
  }
  terms = chained(terms);
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

namespace {

/// Empty: the extent cannot be said here.
std::string whole_range(Expr extent, const SourceScope& scope, const Certified& certified) {
  if (!extent) return "..";
  if (extent.is(Kind::IntConst)) {
    return "0 .. " + (Integer{std::string_view(extent.text())} - Integer(1)).to_string();
  }
  const std::string text = term_to_acsl(extent, scope, {}, certified);
  return text.empty() ? ".." : "0 .. " + text + " - 1";
}

bool is_hole(Expr key, const SourceScope& scope) {
  return std::ranges::find(scope.holes, key) != scope.holes.end();
}

/// Is the key an index that counts from where a pointer points: offset + i for offset + hole?
bool counts_from(Expr pattern, Expr key, const SourceScope& scope) {
  if (!pattern.is(Kind::Add)) return false;
  const std::vector<Expr> parts =
      key.is(Kind::Add) ? std::vector(key.args().begin(), key.args().end()) : std::vector{key};
  return std::ranges::all_of(pattern.args(), [&](Expr part) {
    return is_hole(part, scope) || std::ranges::find(parts, part) != parts.end();
  });
}

/// The keys say which object it is: constant, or not changed by the loop.
bool is_part(const Lvalue& one, Expr object, const SourceScope& scope,
             const std::set<std::string>& changed) {
  if (one.keys.empty()) return !object;
  if (one.followed && !one.sure && !object) return false;  // a pointer to it may be null
  std::size_t first = 0;
  if (object) {
    if (one.keys.front() != object && !counts_from(one.keys.front(), object, scope)) return false;
    first = 1;
  }
  for (const Expr var : one.through) {
    if (!is_hole(var, scope) && changed.contains(var.name())) return false;
  }
  for (std::size_t i = first; i < one.keys.size(); ++i) {
    const Expr key = one.keys[i];
    const bool padding = key.is(Kind::IntConst) && key.text() == "0";
    const bool shifted = key.is(Kind::Add) &&
                         std::ranges::any_of(key.args(), [&](Expr e) { return is_hole(e, scope); });
    if (!is_hole(key, scope) && !padding && !shifted) return false;
  }
  return true;
}

}  // namespace

std::string assigned_range(const gcl::MapRange& range, const SourceScope& scope,
                           const std::set<std::string>& changed, const Certified& certified) {
  for (const Lvalue& one : scope.lvalues) {
    if (one.value != range.map || one.keys.size() != 1 || one.pieces.size() != 2) continue;
    const bool named =
        is_part(one, Expr(), scope, changed) || is_part(one, range.low, scope, changed);
    if (!named) continue;
    try {
      Translator translate(scope, changed, certified);
      const Term low = translate.index(one, range.low), high = translate.index(one, range.high);
      if (!low || !high) continue;
      return one.pieces[0] + acsl::print(low) + " .. " + acsl::print(high) + one.pieces[1];
    } catch (const NoForm&) {
      continue;
    }
  }
  return {};
}

std::string assigned_text(Expr variable, Expr object, const SourceScope& scope,
                          const std::set<std::string>& changed, const Certified& certified) {
  for (const Lvalue& one : scope.lvalues) {
    if (one.value != variable && one.offset != variable) continue;
    if (!is_part(one, object, scope, changed)) continue;
    std::string text = one.pieces.front();
    for (std::size_t i = 1; i < one.pieces.size(); ++i) {
      const Expr extent = i - 1 < one.extents.size() ? one.extents[i - 1] : Expr();
      text += whole_range(extent, scope, certified) + one.pieces[i];
    }
    return text;
  }
  return {};
}

}  // namespace pawl::frontend::c
