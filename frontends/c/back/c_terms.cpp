// SPDX-License-Identifier: Apache-2.0
//
// C's operators agree with the IL's as long as nothing wraps and no operand is converted to
// unsigned. So every variable is widened to `long long` unless an atom fits into `int` as it is,
// and what might leave `long long` has no form.
#include "frontends/c/back/c_terms.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "gcl/traverse.h"

namespace pawl::frontend::c {
namespace {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

constexpr unsigned most_depth = 60;

struct NoForm {};

const IntType int_type{32, true, false};
const IntType wide_type{64, true, false};

/// In which type the variables of an atom are read.
enum class Width { Int, LongLong };

struct Number {
  std::string text;
  Integer low, high;
  bool is_sum = false;
};

/// Does weaker do, or stronger: under a negation?
enum class Direction { Weaker, Stronger };
Direction opposite(Direction direction) {
  return direction == Direction::Weaker ? Direction::Stronger : Direction::Weaker;
}

/// Instances of one quantifier; more would not be read.
constexpr std::size_t most_instances = 4;
constexpr std::size_t most_text = 2000;

class Writer {
 public:
  Writer(gcl::Context& context, const SourceScope& scope) : context_(context), scope_(scope) {}

  bool exact() const { return exact_; }

  std::string formula(Expr e, Direction direction, unsigned depth) {
    if (depth > most_depth) throw NoForm{};
    const auto part = [&](std::size_t i, Direction way) {
      return "(" + formula(e.arg(i), way, depth + 1) + ")";
    };
    switch (e.kind()) {
      case Kind::True: return "1";
      case Kind::False: return "0";
      case Kind::Not: return "!" + part(0, opposite(direction));
      case Kind::Implies: {
        const std::string premise = part(0, opposite(direction));
        return premise == "(1)" ? formula(e.arg(1), direction, depth + 1)
                                : "!" + premise + " || " + part(1, direction);
      }
      case Kind::Iff: return both(e, depth);
      case Kind::And:
      case Kind::Or: return several(e, direction, depth);
      case Kind::Eq: return atom(e, " == ", direction);
      case Kind::Le: return atom(e, " <= ", direction);
      case Kind::Lt: return atom(e, " < ", direction);
      case Kind::Forall: return instances(e, direction, depth);
      default: throw NoForm{};
    }
  }

 private:
  /// What is neither weaker nor stronger.
  std::string both(Expr e, unsigned depth) {
    const bool before = std::exchange(exact_, true);
    std::string text = "(" + formula(e.arg(0), Direction::Weaker, depth + 1) + ") == (" +
                       formula(e.arg(1), Direction::Weaker, depth + 1) + ")";
    if (!exact_) throw NoForm{};
    exact_ = before;
    return text;
  }

  /// A conjunction may lose a part where weaker does, a disjunction where stronger does.
  std::string several(Expr e, Direction direction, unsigned depth) {
    const bool is_and = e.is(Kind::And);
    const bool may_lose = is_and == (direction == Direction::Weaker);
    std::vector<std::string> parts;
    for (const Expr arg : e.args()) {
      try {
        parts.push_back("(" + formula(arg, direction, depth + 1) + ")");
      } catch (const NoForm&) {
        if (!may_lose) throw;
        exact_ = false;
      }
    }
    if (parts.empty()) throw NoForm{};
    const std::string neutral = is_and ? "(1)" : "(0)";
    std::erase(parts, neutral);
    if (parts.empty()) return is_and ? "1" : "0";
    if (parts.size() == 1) return parts.front().substr(1, parts.front().size() - 2);
    return joined(parts, is_and ? " && " : " || ");
  }

  static std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
    if (text.size() > most_text) throw NoForm{};
    return text;
  }

  /// match:  forall k. 0 <= k && k < i ==> p(k)   where weaker does
  /// result: that for k = 0 and for k = i - 1
  std::string instances(Expr e, Direction direction, unsigned depth) {
    if (direction != Direction::Weaker || e.bound().size() != 1 ||
        !e.bound().front().sort().is_int()) {
      throw NoForm{};
    }
    exact_ = false;
    const Expr bound = e.bound().front();
    std::vector<std::string> parts;
    for (const Expr term : terms_for(bound, e.arg(0))) {
      if (parts.size() == most_instances) break;
      try {
        const Expr instance = gcl::substitute(context_, e.arg(0), gcl::Substitution{{bound, term}});
        std::string text = "(" + formula(instance, direction, depth + 1) + ")";
        if (std::ranges::find(parts, text) == parts.end()) parts.push_back(std::move(text));
      } catch (const NoForm&) {  // another one may have a form
      }
    }
    if (parts.empty()) throw NoForm{};
    return joined(parts, " && ");
  }

  /// The ends of its range, as far as they are variables or numbers; on a side that has none, those
  /// of the arrays it is an index of.
  std::vector<Expr> terms_for(Expr bound, Expr body) {
    std::vector<Expr> terms, above;
    bool has_low = false, has_high = false;
    const auto add = [&](Expr end, Kind shift) {
      if (!end.is(Kind::Var) && !end.is(Kind::IntConst)) return;
      const Expr one = context_.int_const(1);
      add_once(shift == Kind::Var ? end : context_.make(shift, {end, one}), terms);
    };
    gcl::post_order(body, [&](Expr e) {
      if (e.is(Kind::Select) && e.arg(1) == bound) add_last_index(e, above);
      const bool strict = e.is(Kind::Lt);
      if (!strict && !e.is(Kind::Le)) return;
      has_high |= e.arg(0) == bound;
      has_low |= e.arg(1) == bound;
      if (e.arg(0) == bound) add(e.arg(1), strict ? Kind::Sub : Kind::Var);
      if (e.arg(1) == bound) add(e.arg(0), strict ? Kind::Add : Kind::Var);
    });
    if (!has_low && !above.empty()) add_once(context_.int_const(0), terms);
    for (const Expr last : above) {
      if (!has_high) add_once(last, terms);
    }
    return terms;
  }

  static void add_once(Expr term, std::vector<Expr>& terms) {
    if (std::ranges::find(terms, term) == terms.end()) terms.push_back(term);
  }

  /// Of the arrays of a constant length whose elements are read by `select` at its last key.
  void add_last_index(Expr select, std::vector<Expr>& found) {
    std::size_t depth = 0;
    Expr map = select;
    for (; map.is(Kind::Select); map = map.arg(0)) ++depth;
    for (const Lvalue& one : scope_.lvalues) {
      if (one.value != map || one.followed || one.keys.size() < depth) continue;
      const auto hole = std::ranges::find(scope_.holes, one.keys[depth - 1]) - scope_.holes.begin();
      const auto index = static_cast<std::size_t>(hole);
      if (index >= one.extents.size()) continue;
      const Integer length = extent_of(one, index);
      if (Integer(0) < length) {
        add_once(context_.int_const((length - Integer(1)).to_string()), found);
      }
    }
  }

  /// As narrow as possible: the shorter text. What it reads of arrays has to be there: where weaker
  /// does it says nothing else, where stronger does it is false.
  std::string atom(Expr e, const char* relation, Direction direction) {
    if (e.arg(0) == e.arg(1)) return e.is(Kind::Lt) ? "0" : "1";
    for (const Width width : {Width::Int, Width::LongLong}) {
      guards_.clear();
      const std::optional<Number> left = number(e.arg(0), width, 0);
      const std::optional<Number> right = number(e.arg(1), width, 0);
      if (!left || !right) continue;
      if (const char* known = by_ranges(e.kind(), *left, *right)) return known;
      std::string text = left->text + relation + right->text;
      if (guards_.empty()) return text;
      exact_ = false;
      const std::string guard = joined(guards_, " && ");
      return direction == Direction::Weaker ? "!(" + guard + ") || " + text : guard + " && " + text;
    }
    throw NoForm{};
  }

  /// What the types alone say; null: nothing.
  static const char* by_ranges(Kind relation, const Number& left, const Number& right) {
    const bool less = left.high < right.low, not_more = left.high <= right.low;
    const bool more = right.high < left.low, not_less = right.high <= left.low;
    if (relation == Kind::Lt) return less ? "1" : not_less ? "0" : nullptr;
    if (relation == Kind::Le) return not_more ? "1" : more ? "0" : nullptr;
    return less || more ? "0" : not_more && not_less ? "1" : nullptr;
  }

  std::optional<Number> fitting(Number number, Width width) const {
    const IntType& type = width == Width::Int ? int_type : wide_type;
    if (number.low < type.min() || type.max() < number.high) return std::nullopt;
    return number;
  }

  std::optional<Number> number(Expr e, Width width, unsigned depth) {
    if (depth > most_depth) return std::nullopt;
    switch (e.kind()) {
      case Kind::IntConst: return constant(Integer(std::string_view(e.text())), width);
      case Kind::Var: return variable(e, width);
      case Kind::Select: return element(e, width, depth);
      case Kind::Add: {
        std::optional<Number> total = number(e.arg(0), width, depth + 1);
        for (std::size_t i = 1; total && i < e.args().size(); ++i) {
          total = combined(*total, number(e.arg(i), width, depth + 1), width, " + ");
        }
        return total;
      }
      case Kind::Sub: {
        const std::optional<Number> left = number(e.arg(0), width, depth + 1);
        if (!left) return std::nullopt;
        return combined(*left, number(e.arg(1), width, depth + 1), width, " - ");
      }
      case Kind::Mul: {
        std::optional<Number> total = number(e.arg(0), width, depth + 1);
        for (std::size_t i = 1; total && i < e.args().size(); ++i) {
          total = multiplied(*total, number(e.arg(i), width, depth + 1), width);
        }
        return total;
      }
      default: return std::nullopt;
    }
  }

  std::optional<Number> constant(const Integer& value, Width width) const {
    if (value <= wide_type.min()) return std::nullopt;  // has no literal
    std::string text = value.is_negative() ? "(" + value.to_string() + ")" : value.to_string();
    return fitting({std::move(text), value, value}, width);
  }

  std::optional<Number> variable(Expr e, Width width) const {
    const auto found = std::ranges::find_if(scope_.lvalues, [&](const Lvalue& one) {
      return one.keys.empty() && one.value == e && !one.is_pointer;
    });
    if (found == scope_.lvalues.end() || found->followed) return std::nullopt;
    const std::string& name = found->pieces.front();
    std::string text = width == Width::Int ? name : "(long long)" + name;
    return fitting({std::move(text), found->type.min(), found->type.max()}, width);
  }

  /// a[i] of an array of known length, the index in a type that holds it. Tests go to guards_,
  /// those of an inner element before those of the outer.
  std::optional<Number> element(Expr e, Width width, unsigned depth) {
    std::vector<Expr> keys;
    Expr map = e;
    for (; map.is(Kind::Select); map = map.arg(0)) keys.insert(keys.begin(), map.arg(1));
    const auto found = std::ranges::find_if(scope_.lvalues, [&](const Lvalue& one) {
      return one.value == map && !one.followed && !one.is_pointer && fits(one, keys);
    });
    if (found == scope_.lvalues.end()) return std::nullopt;
    std::string text = found->pieces.front();
    for (std::size_t hole = 0; hole + 1 < found->pieces.size(); ++hole) {
      const auto key = std::ranges::find(found->keys, scope_.holes[hole]);
      const std::string length = length_of(*found, hole);
      if (key == found->keys.end() || length.empty()) return std::nullopt;
      const auto at = static_cast<std::size_t>(key - found->keys.begin());
      std::optional<Number> index;
      for (const Width wide : {Width::Int, Width::LongLong}) {
        if (!index) index = number(keys[at], wide, depth + 1);
      }
      if (!index) return std::nullopt;
      const bool inside = Integer(0) <= index->low && index->high < extent_of(*found, hole);
      if (!inside) {
        const std::string low = Integer(0) <= index->low ? "" : "0 <= " + index->text + " && ";
        guards_.push_back(low + index->text + " < " + length);
      }
      text += index->text + found->pieces[hole + 1];
    }
    std::string value = width == Width::Int ? text : "(long long)" + text;
    return fitting({std::move(value), found->type.min(), found->type.max()}, width);
  }

  /// The number of elements; 0: no constant.
  static Integer extent_of(const Lvalue& one, std::size_t hole) {
    const Expr extent = one.extents[hole];
    return extent && extent.is(Kind::IntConst) ? Integer(extent.text()) : Integer(0);
  }

  /// Of the array that the hole is an index of; empty: not known. One of variable length knows its
  /// own.
  static std::string length_of(const Lvalue& one, std::size_t hole) {
    if (const Integer extent = extent_of(one, hole); Integer(0) < extent) return extent.to_string();
    const std::string& begin = one.pieces.front();
    if (hole != 0 || one.pieces.size() != 2 || !begin.ends_with("[")) return {};
    const std::string name = begin.substr(0, begin.size() - 1);
    return "(long long)(sizeof(" + name + ") / sizeof(" + name + "[0]))";
  }

  /// The same keys, but for the indices.
  bool fits(const Lvalue& one, const std::vector<Expr>& keys) const {
    if (one.keys.size() != keys.size() || one.extents.size() + 1 != one.pieces.size()) return false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const bool hole = std::ranges::find(scope_.holes, one.keys[i]) != scope_.holes.end();
      if (!hole && one.keys[i] != keys[i]) return false;
    }
    return true;
  }

  std::optional<Number> combined(const Number& left, const std::optional<Number>& right,
                                 Width width, const char* op) const {
    if (!right) return std::nullopt;
    const bool minus = op[1] == '-';
    const std::string second = minus && right->is_sum ? "(" + right->text + ")" : right->text;
    return fitting({left.text + op + second, minus ? left.low - right->high : left.low + right->low,
                    minus ? left.high - right->low : left.high + right->high, true},
                   width);
  }

  std::optional<Number> multiplied(const Number& left, const std::optional<Number>& right,
                                   Width width) const {
    if (!right) return std::nullopt;
    const auto text = [](const Number& n) { return n.is_sum ? "(" + n.text + ")" : n.text; };
    const auto [low, high] = std::minmax({left.low * right->low, left.low * right->high,
                                          left.high * right->low, left.high * right->high});
    return fitting({text(left) + " * " + text(*right), low, high}, width);
  }

  gcl::Context& context_;
  const SourceScope& scope_;
  bool exact_ = true;
  std::vector<std::string> guards_;  // of the atom that is being written
};

}  // namespace

CTerm to_c(gcl::Context& context, Expr formula, const SourceScope& scope) {
  try {
    Writer writer(context, scope);
    std::string text = writer.formula(formula, Direction::Weaker, 0);
    return {std::move(text), writer.exact()};
  } catch (const NoForm&) {
    return {};
  }
}

}  // namespace pawl::frontend::c
