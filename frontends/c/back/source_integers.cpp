// SPDX-License-Identifier: Apache-2.0
//
// Integer terms, with what their types say of them.
#include <algorithm>
#include <map>

#include "frontends/c/back/source_translator.h"

namespace pawl::frontend::c {

using acsl::Term;
using acsl::TermKind;
using gcl::Expr;
using gcl::Integer;
using written::leaf;
using written::make;
using written::NoForm;
using written::number;

/// The summands; a shifted variable is two.
std::vector<Expr> Translator::summands(Expr e) const {
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
std::pair<Translator::Value, Translator::Value> Translator::sides(Expr left, Expr right) {
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

Translator::Value Translator::total(const std::vector<Expr>& parts) {
  if (parts.empty()) return {number(Integer(0)), {Integer(0), Integer(0)}};
  if (parts.size() == 1 && !parts.front().is(Kind::BoundVar)) return integer(parts.front());
  return sum(parts);
}

Translator::Value Translator::integer(Expr e) {
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
      return {make(TermKind::Conditional, {exactly(args[0]), yes.term, no.term})};
    }
    case Kind::BvToInt: return bits(args[0]);
    case Kind::Entry:
    case Kind::Old: return in_state(e, [&](Expr inner) { return integer(inner); });
    case Kind::Var:
    case Kind::Select: return read(e);
    default: throw NoForm{};
  }
}

Translator::Value Translator::sum(std::span<const Expr> args) {
  Value total;
  for (const Expr arg : args) {
    const bool minus = arg.is(Kind::IntConst) && arg.text().starts_with('-');
    const Value next = minus ? Value{leaf(TermKind::Integer, arg.text().substr(1))} : summand(arg);
    if (!total.term) {
      total.term = minus ? make(TermKind::Negate, {next.term}) : next.term;
    } else {
      total.term = make(minus ? TermKind::Subtract : TermKind::Add, {total.term, next.term});
    }
  }
  return {total.term};
}

/// One of `summands`: its shift is another one.
Translator::Value Translator::summand(Expr e) {
  return e.is(Kind::BoundVar) ? Value{leaf(TermKind::Name, bound_.at(e.name()))} : integer(e);
}

Translator::Value Translator::product(std::span<const Expr> args) {
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
Translator::Value Translator::division(Expr e) {
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
Translator::Value Translator::bits(Expr e) {
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

}  // namespace pawl::frontend::c
