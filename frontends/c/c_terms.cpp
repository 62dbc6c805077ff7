// SPDX-License-Identifier: Apache-2.0
//
// C's operators agree with the IL's as long as nothing wraps and no operand is converted to
// unsigned. So every variable is widened to `long long` unless an atom fits into `int` as it is,
// and what might leave `long long` has no form.
#include "frontends/c/c_terms.h"

#include <algorithm>
#include <optional>

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

class Writer {
 public:
  explicit Writer(const SourceScope& scope) : scope_(scope) {}

  std::string formula(Expr e, unsigned depth) {
    if (depth > most_depth) throw NoForm{};
    const auto part = [&](std::size_t i) { return "(" + formula(e.arg(i), depth + 1) + ")"; };
    switch (e.kind()) {
      case Kind::True: return "1";
      case Kind::False: return "0";
      case Kind::Not: return "!" + part(0);
      case Kind::Implies: return "!" + part(0) + " || " + part(1);
      case Kind::Iff: return part(0) + " == " + part(1);
      case Kind::And:
      case Kind::Or: {
        std::string text;
        for (std::size_t i = 0; i < e.args().size(); ++i) {
          text += (i == 0 ? "" : e.is(Kind::And) ? " && " : " || ") + part(i);
        }
        return text;
      }
      case Kind::Eq: return atom(e, " == ");
      case Kind::Le: return atom(e, " <= ");
      case Kind::Lt: return atom(e, " < ");
      default: throw NoForm{};
    }
  }

 private:
  /// As narrow as possible: the shorter text.
  std::string atom(Expr e, const char* relation) {
    for (const Width width : {Width::Int, Width::LongLong}) {
      const std::optional<Number> left = number(e.arg(0), width, 0);
      const std::optional<Number> right = number(e.arg(1), width, 0);
      if (left && right) return left->text + relation + right->text;
    }
    throw NoForm{};
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

  const SourceScope& scope_;
};

}  // namespace

std::string to_c(Expr formula, const SourceScope& scope) {
  try {
    return Writer(scope).formula(formula, 0);
  } catch (const NoForm&) {
    return {};
  }
}

}  // namespace pawl::frontend::c
