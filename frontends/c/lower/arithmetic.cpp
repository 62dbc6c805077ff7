// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/arithmetic.h"

#include <optional>
#include <vector>

#include "gcl/build.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Integer;
using gcl::Kind;

namespace {

std::optional<Integer> constant(Expr e) {
  if (!e.is(Kind::IntConst)) return std::nullopt;
  return Integer(std::string_view(e.text()));
}

/// k with value == 2^k.
std::optional<std::uint32_t> log2(const Integer& value) {
  if (value <= Integer(0)) return std::nullopt;
  const auto bits = static_cast<std::uint32_t>(value.bit_length() - 1);
  if (Integer::power_of_two(bits) == value) return bits;
  return std::nullopt;
}

/// The bounds that constants give a term; what is not seen at a glance is unbounded.
struct Bounds {
  std::optional<Integer> low, high;
};

Bounds bounds_of(Expr e, int depth = 4) {
  if (const auto value = constant(e)) return {value, value};
  if (depth == 0) return {};
  if (e.is(Kind::Mod)) {
    const auto divisor = constant(e.arg(1));
    if (divisor && !divisor->is_zero()) {
      const Integer size = divisor->is_negative() ? -*divisor : *divisor;
      return {Integer(0), size - Integer(1)};
    }
  }
  if (e.is(Kind::Ite)) {
    const Bounds a = bounds_of(e.arg(1), depth - 1);
    const Bounds b = bounds_of(e.arg(2), depth - 1);
    Bounds both;
    if (a.low && b.low) both.low = *a.low < *b.low ? *a.low : *b.low;
    if (a.high && b.high) both.high = *a.high < *b.high ? *b.high : *a.high;
    return both;
  }
  if (e.is(Kind::BvToInt)) return {Integer(0), Integer::power_of_two(e.arg(0).sort().width())};
  return {};
}

// `divisor` is positive. Solvers lose themselves in a remainder of a remainder.
//   match:  (v mod m) mod n, where n divides m     result: v mod n
Expr remainder(gcl::Context& context, Expr value, const Integer& divisor) {
  if (const auto known = constant(value)) {
    return context.int_const(Integer::mod(*known, divisor).to_string());
  }
  while (value.is(Kind::Mod)) {
    const auto inner = constant(value.arg(1));
    if (!inner || inner->is_zero() || !Integer::mod(*inner, divisor).is_zero()) break;
    value = value.arg(0);
  }
  return context.make(Kind::Mod, {value, context.int_const(divisor.to_string())});
}

}  // namespace

const char* to_string(Hazard hazard) {
  switch (hazard) {
    case Hazard::Overflow: return "overflow";
    case Hazard::DivisionByZero: return "div0";
    case Hazard::Shift: return "shift";
    case Hazard::Bounds: return "bounds";
    case Hazard::Null: return "null";
    case Hazard::Lifetime: return "lifetime";
    case Hazard::Free: return "free";
  }
  return "";
}

Expr Arithmetic::number(const Integer& value) { return context_.int_const(value.to_string()); }

Expr Arithmetic::in_range(Expr value, IntType type) {
  if (model_ == IntModel::Ideal) return context_.true_();
  const Bounds bounds = bounds_of(value);
  std::vector<Expr> conditions;
  if (!bounds.low || *bounds.low < type.min()) {
    conditions.push_back(gcl::mk_le(context_, number(type.min()), value));
  }
  if (!bounds.high || type.max() < *bounds.high) {
    conditions.push_back(gcl::mk_le(context_, value, number(type.max())));
  }
  return gcl::mk_and(context_, conditions);
}

Expr Arithmetic::fitting(Expr value, IntType type) {
  const Expr fits = in_range(value, type);
  if (!fits.is_true()) needs_(fits, Hazard::Overflow);
  return value;
}

Expr Arithmetic::modulo(Expr value, IntType type) {
  return remainder(context_, value, type.modulus());
}

Expr Arithmetic::binary(BinaryOp op, Expr left, Expr right, IntType type) {
  switch (op) {
    case BinaryOp::Add: return add(left, right, type);
    case BinaryOp::Sub: return subtract(left, right, type);
    case BinaryOp::Mul: return multiply(left, right, type);
    case BinaryOp::Div:
    case BinaryOp::Rem: return divide(op, left, right, type);
    case BinaryOp::Shl:
    case BinaryOp::Shr: return shift(op, left, right, type);
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor: return bitwise(op, left, right, type);
  }
  PAWL_ASSERT(false, "every operator should have a case");
  return {};
}

Expr Arithmetic::add(Expr left, Expr right, IntType type) {
  const auto a = constant(left);
  const auto b = constant(right);
  const Expr sum = a && b ? number(*a + *b) : gcl::mk_add(context_, left, right);
  if (model_ == IntModel::Ideal) return sum;
  if (type.is_signed) {
    // One side of the range is enough when the sign of an operand is known.
    const auto known = a ? a : b;
    if (known && !(a && b)) {
      const Expr fits = known->is_negative() ? gcl::mk_le(context_, number(type.min()), sum)
                                             : gcl::mk_le(context_, sum, number(type.max()));
      if (!known->is_zero()) needs_(fits, Hazard::Overflow);
      return sum;
    }
    return fitting(sum, type);
  }
  if (a && b) return modulo(sum, type);
  return gcl::mk_ite(context_, gcl::mk_le(context_, sum, number(type.max())), sum,
                     gcl::mk_sub(context_, sum, number(type.modulus())));
}

Expr Arithmetic::subtract(Expr left, Expr right, IntType type) {
  const auto a = constant(left);
  const auto b = constant(right);
  const Expr difference = a && b ? number(*a - *b) : gcl::mk_sub(context_, left, right);
  if (model_ == IntModel::Ideal) return difference;
  if (type.is_signed) {
    if (b && !a) {
      const Expr fits = b->is_negative() ? gcl::mk_le(context_, difference, number(type.max()))
                                         : gcl::mk_le(context_, number(type.min()), difference);
      if (!b->is_zero()) needs_(fits, Hazard::Overflow);
      return difference;
    }
    return fitting(difference, type);
  }
  if (a && b) return modulo(difference, type);
  return gcl::mk_ite(context_, gcl::mk_le(context_, number(0), difference), difference,
                     gcl::mk_add(context_, difference, number(type.modulus())));
}

Expr Arithmetic::multiply(Expr left, Expr right, IntType type) {
  const auto a = constant(left);
  const auto b = constant(right);
  if (a && b) {
    const Expr product = number(*a * *b);
    return model_ == IntModel::Ideal ? product
           : type.is_signed          ? fitting(product, type)
                                     : modulo(product, type);
  }
  if ((a && *a == Integer(1)) || (b && *b == Integer(1))) return a ? right : left;
  if ((a && a->is_zero()) || (b && b->is_zero())) return number(0);
  const Expr product = context_.make(Kind::Mul, {left, right});
  if (model_ == IntModel::Ideal) return product;
  return type.is_signed ? fitting(product, type) : modulo(product, type);
}

// C truncates, the IL's div and mod are Euclidean; they agree for a dividend that is not negative.
//   match:  a / b     result: if 0 <= a then a div b else -((-a) div b)
//   match:  a % b     result: if 0 <= a then a mod b else -((-a) mod b)
Expr Arithmetic::divide(BinaryOp op, Expr left, Expr right, IntType type) {
  const auto b = constant(right);
  if (!b || b->is_zero()) {
    const Expr zero = gcl::mk_eq(context_, right, number(0));
    needs_(gcl::mk_not(context_, zero), Hazard::DivisionByZero);
  }
  const bool by_minus_one = !b || *b == Integer(-1);
  if (type.is_signed && by_minus_one && model_ == IntModel::Machine) {
    const Expr lowest = gcl::mk_eq(context_, left, number(type.min()));
    const Expr minus_one = gcl::mk_eq(context_, right, number(-1));
    needs_(gcl::mk_not(context_, gcl::mk_and(context_, {lowest, minus_one})), Hazard::Overflow);
  }
  const Kind kind = op == BinaryOp::Div ? Kind::Div : Kind::Mod;
  const auto a = constant(left);
  if (a && b && !b->is_zero()) {
    const Integer size = a->is_negative() ? -*a : *a;
    const Integer whole = op == BinaryOp::Div ? Integer::div(size, *b) : Integer::mod(size, *b);
    return number(a->is_negative() ? -whole : whole);
  }
  const bool plain_remainder = kind == Kind::Mod && b && !b->is_negative() && !b->is_zero();
  const Expr plain =
      plain_remainder ? remainder(context_, left, *b) : context_.make(kind, {left, right});
  const Bounds bounds = bounds_of(left);
  const bool known_positive = bounds.low && !bounds.low->is_negative();
  if ((!type.is_signed && model_ == IntModel::Machine) || known_positive) return plain;
  const Expr minus = context_.make(Kind::Neg, {left});
  const Expr mirrored = context_.make(Kind::Neg, {context_.make(kind, {minus, right})});
  return gcl::mk_ite(context_, gcl::mk_le(context_, number(0), left), plain, mirrored);
}

// Shifting left is multiplication by a power of two; shifting right (arithmetically, for signed
// values, as every compiler we know defines it) is division that rounds down: the IL's div.
Expr Arithmetic::shift(BinaryOp op, Expr left, Expr right, IntType type) {
  const auto distance = constant(right);
  const bool known = distance && !distance->is_negative() && *distance < Integer(type.bits);
  if (!known) {
    const Expr low = gcl::mk_le(context_, number(0), right);
    const Expr high = gcl::mk_lt(context_, right, number(type.bits));
    needs_(gcl::mk_and(context_, {low, high}), Hazard::Shift);
  }
  if (op == BinaryOp::Shl && type.is_signed) {
    needs_(gcl::mk_le(context_, number(0), left), Hazard::Shift);
  }
  if (known) {
    const Expr factor =
        number(Integer::power_of_two(static_cast<std::uint32_t>(*distance->to_int64())));
    if (op == BinaryOp::Shl) return multiply(left, factor, type);
    if (distance->is_zero()) return left;
    const auto value = constant(left);
    if (value) return number(Integer::div(*value, *constant(factor)));
    return context_.make(Kind::Div, {left, factor});
  }
  if (op == BinaryOp::Shr) {
    return on_bits(type.is_signed ? Kind::BvAshr : Kind::BvLshr, left, right, type);
  }
  if (!type.is_signed) return on_bits(Kind::BvShl, left, right, type);
  // A signed value keeps its sign: compute in twice the width, then it must fit.
  const IntType wide{type.bits * 2, true};
  return fitting(on_bits(Kind::BvShl, left, right, wide), type);
}

Expr Arithmetic::bitwise(BinaryOp op, Expr left, Expr right, IntType type) {
  if (op == BinaryOp::And) {
    // match:  x & (2^k - 1)     result: x mod 2^k, also for negative x in two's complement
    for (const auto& [value, mask] : {std::pair(left, right), std::pair(right, left)}) {
      const auto known = constant(mask);
      if (!known || known->is_negative()) continue;
      if (known->is_zero()) return number(0);
      const auto bits = log2(*known + Integer(1));
      if (!bits) continue;
      return remainder(context_, value, *known + Integer(1));
    }
  }
  const Kind kind = op == BinaryOp::And  ? Kind::BvAnd
                    : op == BinaryOp::Or ? Kind::BvOr
                                         : Kind::BvXor;
  return on_bits(kind, left, right, type);
}

Expr Arithmetic::to_bits(Expr value, IntType type) {
  return context_.make_int_to_bv(type.bits, value);
}

Expr Arithmetic::from_bits(Expr bits, IntType type) {
  const Expr value = context_.make(Kind::BvToInt, {bits});
  if (!type.is_signed) return value;
  const Expr positive = gcl::mk_le(context_, value, number(type.max()));
  return gcl::mk_ite(context_, positive, value,
                     gcl::mk_sub(context_, value, number(type.modulus())));
}

Expr Arithmetic::on_bits(Kind kind, Expr left, Expr right, IntType type) {
  const Expr bits = context_.make(kind, {to_bits(left, type), to_bits(right, type)});
  return from_bits(bits, type);
}

Expr Arithmetic::negate(Expr operand, IntType type) { return subtract(number(0), operand, type); }

// match:  ~x     result: -1 - x, and 2^n - 1 - x for unsigned x
Expr Arithmetic::complement(Expr operand, IntType type) {
  const Integer all = type.is_signed || model_ == IntModel::Ideal ? Integer(-1) : type.max();
  if (const auto known = constant(operand)) return number(all - *known);
  return gcl::mk_sub(context_, number(all), operand);
}

Expr Arithmetic::convert(Expr value, IntType from, IntType to) {
  if (to.is_bool && !from.is_bool) {
    const Expr zero = gcl::mk_eq(context_, value, number(0));
    return gcl::mk_ite(context_, zero, number(0), number(1));
  }
  if (model_ == IntModel::Ideal || to.holds(from)) return value;
  if (const auto known = constant(value)) {
    Integer wrapped = Integer::mod(*known, to.modulus());
    if (to.max() < wrapped) wrapped = wrapped - to.modulus();
    return number(wrapped);
  }
  const Bounds bounds = bounds_of(value);
  if (bounds.low && bounds.high && to.min() <= *bounds.low && *bounds.high <= to.max()) {
    return value;
  }
  if (!to.is_signed) {
    // A signed value of at most the same width is off by at most one modulus.
    if (from.is_signed && from.bits <= to.bits) {
      return gcl::mk_ite(context_, gcl::mk_le(context_, number(0), value), value,
                         gcl::mk_add(context_, value, number(to.modulus())));
    }
    return modulo(value, to);
  }
  if (!from.is_signed && from.bits == to.bits) {
    return gcl::mk_ite(context_, gcl::mk_le(context_, value, number(to.max())), value,
                       gcl::mk_sub(context_, value, number(to.modulus())));
  }
  const Expr half = number(Integer::power_of_two(to.bits - 1));
  const Expr shifted = modulo(gcl::mk_add(context_, value, half), to);
  return gcl::mk_sub(context_, shifted, half);
}

}  // namespace pawl::frontend::c
