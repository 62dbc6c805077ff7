// SPDX-License-Identifier: Apache-2.0
#include "gcl/typecheck.h"

#include <algorithm>
#include <charconv>

#include "gcl/infix.h"
#include "gcl/integer.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

/// What bit-vectors have instead of an operator on integers.
const char* bitvec_hint(Tok op) {
  if (op == Tok::Plus) return "bit-vectors are added with bv_add(x, y)";
  if (op == Tok::Minus) return "bit-vectors are subtracted with bv_sub(x, y), negated with bv_neg";
  if (op == Tok::Star) return "bit-vectors are multiplied with bv_mul(x, y)";
  if (op == Tok::KwDiv) return "bit-vectors are divided with bv_udiv(x, y) or bv_sdiv(x, y)";
  if (op == Tok::KwMod) return "the remainder of bit-vectors is bv_urem(x, y) or bv_srem(x, y)";
  return "bit-vectors are compared with bv_ult, bv_ule, bv_slt and bv_sle";
}

std::string quoted(Tok op) { return "'" + std::string(spelling(op)) + "'"; }

/// For messages; a sort can be 1,000 brackets long.
std::string short_name(Sort sort) {
  constexpr std::size_t limit = 60;
  std::string text = to_string(sort);
  if (text.size() > limit) text = text.substr(0, limit) + "...";
  return text;
}

/// value < 2^width, for a decimal without leading zeros.
bool fits(std::string_view value, std::uint32_t width) {
  // 10^n <= 2^width when n <= width * log10(2): nearly every literal is decided here.
  if (value.size() <= std::uint64_t{width} * 30102 / 100000) return true;
  const std::string limit = Integer::power_of_two(width).to_string();
  return value.size() < limit.size() || (value.size() == limit.size() && value < limit);
}

/// How to get from one sort to another, where there is an obvious way.
std::string conversion_hint(Sort from, Sort to) {
  if (from.is_bool() && to.is_int()) return "write 'if b then 1 else 0' to make an int of a bool";
  if (from.is_int() && to.is_bool()) return "compare it with something, for example 'e != 0'";
  if (from.is_bitvec() && to.is_int()) return "bv_to_int(e) makes an int of a bit-vector";
  if (from.is_int() && to.is_bitvec()) {
    const std::string width = std::to_string(to.width());
    return "a literal is written 5bv" + width + "; int_to_bv(" + width + ", e) converts an int";
  }
  if (from.is_bitvec() && to.is_bitvec()) {
    return from.width() < to.width() ? "bv_zero_extend(n, e) and bv_sign_extend(n, e) add bits"
                                     : "bv_extract(high, low, e) takes bits out";
  }
  if (from.is_int() && to.is_real()) {
    return "a literal is written 5.0; int_to_real(e) converts an int ('div' divides integers)";
  }
  if (from.is_real() && to.is_int()) return "real_floor(e) makes an int of a real";
  if (from.is_map() && from.value() == to) return "index the map: m[e]";
  return "";
}

/// "bv_extract(n, n, x)".
std::string usage(const Builtin& function) {
  std::string text = "write " + std::string(function.name) + "(";
  for (int i = 0; i < function.indices; ++i) text += "n, ";
  return text + (function.arguments == 1 ? "x)" : "x, y)");
}

std::string signature(const FunctionSignature& function) {
  std::string text(function.name.substr(0, 80));
  const char* separator = "(";
  for (const Sort parameter : function.parameters) {
    text += separator + short_name(parameter);
    separator = ", ";
  }
  return text + (function.parameters.empty() ? "()" : ")") + ": " + short_name(function.result);
}

}  // namespace

bool TypeChecker::has_sort(const Operand& operand, Sort sort, std::string_view what) {
  if (!operand.expr || !sort) return false;
  if (operand.expr.sort() == sort) return true;
  state_.reporter.error(range(operand),
                        std::string(what) + " should be " + short_name(sort) + ", but is " +
                            short_name(operand.expr.sort()),
                        conversion_hint(operand.expr.sort(), sort));
  return false;
}

bool TypeChecker::all_known(std::span<const Operand> operands) const {
  return std::ranges::all_of(operands, [](const Operand& o) { return bool(o.expr); });
}

bool TypeChecker::all_have_sort(std::span<const Operand> operands, Sort sort, Tok op) {
  bool ok = true;
  for (const Operand& operand : operands) {
    if (operand.expr && operand.expr.sort() == sort) continue;
    ok = false;
    if (!operand.expr) continue;
    const bool bits = sort.is_int() && operand.expr.sort().is_bitvec();
    state_.reporter.error(range(operand),
                          "operand of " + quoted(op) + " should be " + short_name(sort) +
                              ", but is " + short_name(operand.expr.sort()),
                          bits ? bitvec_hint(op) : conversion_hint(operand.expr.sort(), sort));
  }
  return ok;
}

Expr TypeChecker::make(Kind kind, std::span<const Operand> operands) {
  args_.clear();
  for (const Operand& operand : operands) args_.push_back(operand.expr);
  return context_.make(kind, args_);
}

Sort TypeChecker::number_sort(std::span<const Operand> operands) const {
  const bool real = std::ranges::any_of(
      operands, [](const Operand& o) { return o.expr && o.expr.sort().is_real(); });
  return real ? context_.real_sort() : context_.int_sort();
}

Expr TypeChecker::prefix(Tok op, const Operand& operand) {
  const Sort sort = op == Tok::Bang ? context_.bool_sort() : number_sort({&operand, 1});
  if (!all_have_sort({&operand, 1}, sort, op)) return {};
  if (sort.is_real()) return make(Kind::RealNeg, {&operand, 1});
  return make(op == Tok::Bang ? Kind::Not : Kind::Neg, {&operand, 1});
}

Expr TypeChecker::infix(Tok op, std::span<const Operand> operands) {
  if (op == Tok::Equal || op == Tok::NotEqual) return equality(op, operands[0], operands[1]);
  const Infix& nodes = *find_infix(op);
  const bool logical = nodes.plain && info(*nodes.plain).signature == Signature::Bools;
  const Sort number = !nodes.plain   ? context_.real_sort()
                      : !nodes.reals ? context_.int_sort()
                                     : number_sort(operands);
  const Sort sort = logical ? context_.bool_sort() : number;
  if (!all_have_sort(operands, sort, op)) return {};
  const Kind kind = sort.is_real() ? *nodes.reals : *nodes.plain;
  // a > b is b < a, so that there is one node for one fact.
  if (op == Tok::Greater || op == Tok::GreaterEqual) {
    return context_.make(kind, {operands[1].expr, operands[0].expr});
  }
  return make(kind, operands);
}

Expr TypeChecker::equality(Tok op, const Operand& left, const Operand& right) {
  if (!left.expr || !right.expr) return {};
  const Sort sort = left.expr.sort();
  if (!(sort == right.expr.sort())) {
    state_.reporter.error(
        state_.range_of(left.begin, right.end),
        "cannot compare " + short_name(sort) + " with " + short_name(right.expr.sort()),
        "both sides of " + quoted(op) + " need the same sort");
    return {};
  }
  const Expr equal = context_.make(sort.is_bool() ? Kind::Iff : Kind::Eq, {left.expr, right.expr});
  return op == Tok::Equal ? equal : context_.make(Kind::Not, {equal});
}

Expr TypeChecker::if_then_else(std::span<const Operand> operands) {
  bool ok = has_sort(operands[0], context_.bool_sort(), "the condition of 'if'");
  if (operands[1].expr) {
    ok &= has_sort(operands[2], operands[1].expr.sort(), "the 'else' part of 'if'");
  }
  return ok && all_known(operands) ? make(Kind::Ite, operands) : Expr();
}

bool TypeChecker::is_map(const Operand& map) {
  if (!map.expr) return false;
  if (map.expr.sort().is_map()) return true;
  state_.reporter.error(range(map),
                        "only a map can be indexed, but this is " + short_name(map.expr.sort()),
                        "maps have sorts such as [int]bool");
  return false;
}

Expr TypeChecker::select(const Operand& map, const Operand& key) {
  if (!is_map(map) || !has_sort(key, map.expr.sort().key(), "the key of this map")) return {};
  return context_.make(Kind::Select, {map.expr, key.expr});
}

Expr TypeChecker::store(const Operand& map, const Operand& key, const Operand& value) {
  if (!is_map(map)) return {};
  bool ok = has_sort(key, map.expr.sort().key(), "the key of this map");
  ok &= has_sort(value, map.expr.sort().value(), "the new value in this map");
  return ok ? context_.make(Kind::Store, {map.expr, key.expr, value.expr}) : Expr();
}

Expr TypeChecker::const_map(Sort map, const Operand& value) {
  if (!map || !has_sort(value, map.value(), "the value of 'mapof'")) return {};
  return context_.make_const_map(map, value.expr);
}

Expr TypeChecker::report_arity(std::string_view name, std::size_t wanted, std::size_t given,
                               const Operand& call, const std::string& hint) {
  state_.reporter.error(range(call),
                        "'" + std::string(name.substr(0, 80)) + "' takes " +
                            std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments") +
                            ", but is given " + std::to_string(given),
                        hint);
  return {};
}

Expr TypeChecker::apply(const FunctionSignature& function, const Operand& call,
                        std::span<const Operand> arguments) {
  if (function.parameters.size() != arguments.size()) {
    return report_arity(function.name, function.parameters.size(), arguments.size(), call,
                        "it is declared as " + signature(function));
  }
  bool ok = bool(function.result);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto what = [&] {
      return "argument " + std::to_string(i + 1) + " of '" +
             std::string(function.name.substr(0, 80)) + "'";
    };
    const Expr given = arguments[i].expr;
    if (given && given.sort() == function.parameters[i]) continue;
    ok = false;
    has_sort(arguments[i], function.parameters[i], what());
  }
  if (!ok) return {};
  args_.clear();
  for (const Operand& argument : arguments) args_.push_back(argument.expr);
  return context_.make_apply(function.name, function.result, args_);
}

bool TypeChecker::are_bitvecs(std::string_view name, std::span<const Operand> arguments) {
  bool ok = true;
  for (const Operand& argument : arguments) {
    if (!argument.expr) {
      ok = false;
    } else if (!argument.expr.sort().is_bitvec()) {
      state_.reporter.error(
          range(argument),
          "argument of '" + std::string(name) + "' should be a bit-vector, but is " +
              short_name(argument.expr.sort()),
          argument.expr.sort().is_int() ? "a bit-vector literal is written 5bv8; see also int_to_bv"
                                        : "");
      ok = false;
    }
  }
  return ok;
}

bool TypeChecker::has_width(std::uint64_t width, const Operand& call) {
  if (width >= 1 && width <= max_bitvec_width) return true;
  state_.reporter.error(range(call), "a bit-vector of " + std::to_string(width) + " bits",
                        "the width is between 1 and " + std::to_string(max_bitvec_width));
  return false;
}

Expr TypeChecker::builtin(const Builtin& function, std::span<const std::uint32_t> indices,
                          const Operand& call, std::span<const Operand> arguments) {
  if (function.arguments != arguments.size()) {
    return report_arity(function.name, function.indices + function.arguments,
                        indices.size() + arguments.size(), call, usage(function));
  }
  const Operand& first = arguments[0];
  if (function.kind == Kind::IntToBv) {
    const bool is_int = has_sort(first, context_.int_sort(), "argument of 'int_to_bv'");
    return has_width(indices[0], call) && is_int ? context_.make_int_to_bv(indices[0], first.expr)
                                                 : Expr();
  }
  if (function.kind == Kind::IntToReal || function.kind == Kind::RealFloor) {
    const Sort sort = function.kind == Kind::IntToReal ? context_.int_sort() : context_.real_sort();
    const bool fits = has_sort(first, sort, "argument of '" + std::string(function.name) + "'");
    return fits ? make(function.kind, arguments) : Expr();
  }
  if (!are_bitvecs(function.name, arguments)) return {};
  const std::uint32_t width = first.expr.sort().width();
  if (function.kind == Kind::BvExtract) {
    if (indices[1] <= indices[0] && indices[0] < width) {
      return context_.make_extract(indices[0], indices[1], first.expr);
    }
    state_.reporter.error(range(call),
                          "bits " + std::to_string(indices[0]) + " to " +
                              std::to_string(indices[1]) + " of a bit-vector of " +
                              std::to_string(width) + " bits",
                          "write bv_extract(high, low, x) with low <= high < width");
    return {};
  }
  if (function.kind == Kind::BvZeroExtend || function.kind == Kind::BvSignExtend) {
    if (!has_width(std::uint64_t{width} + indices[0], call)) return {};
    return context_.make_extend(function.kind, indices[0], first.expr);
  }
  if (function.kind == Kind::BvConcat) {
    const std::uint64_t both = std::uint64_t{width} + arguments[1].expr.sort().width();
    return has_width(both, call) ? make(function.kind, arguments) : Expr();
  }
  if (arguments.size() == 2 &&
      !has_sort(arguments[1], first.expr.sort(), "the second argument of this function")) {
    return {};
  }
  return make(function.kind, arguments);
}

Expr TypeChecker::integer(Name literal) {
  Entity& entity = state_.scope.at(literal);
  if (!entity.expr) {
    entity = {.kind = EntityKind::Literal, .expr = context_.int_const(state_.name_text(literal))};
  }
  return entity.expr;
}

Expr TypeChecker::negative_integer(Name literal) {
  return context_.int_const("-" + std::string(state_.name_text(literal)));
}

Expr TypeChecker::real(Name literal) {
  Entity& entity = state_.scope.at(literal);
  if (!entity.expr) {
    entity = {.kind = EntityKind::Literal, .expr = context_.real_const(state_.name_text(literal))};
  }
  return entity.expr;
}

Expr TypeChecker::negative_real(Name literal) {
  return context_.real_const("-" + std::string(state_.name_text(literal)));
}

Expr TypeChecker::bitvec(Name literal, std::size_t token) {
  Entity& entity = state_.scope.at(literal);
  if (entity.expr) return entity.expr;
  const std::string_view text = state_.name_text(literal);
  const std::size_t suffix = text.find('b');
  std::uint32_t width = 0;
  std::from_chars(text.data() + suffix + 2, text.data() + text.size(), width);
  if (width < 1 || width > max_bitvec_width) {
    state_.reporter.error(state_.range_of(token), "bit-vector literal with an impossible width",
                          "the width is between 1 and " + std::to_string(max_bitvec_width));
    return {};
  }
  std::string_view value = text.substr(0, suffix);
  value.remove_prefix(std::min(value.find_first_not_of('0'), value.size() - 1));
  if (!fits(value, width)) {
    state_.reporter.error(state_.range_of(token),
                          "the value does not fit into " + std::to_string(width) + " bits",
                          "it is between 0 and 2^" + std::to_string(width) + " - 1");
    return {};
  }
  entity = {.kind = EntityKind::Literal, .expr = context_.bitvec_const(value, width)};
  return entity.expr;
}

}  // namespace pawl::gcl
