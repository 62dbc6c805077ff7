// SPDX-License-Identifier: Apache-2.0
#include "gcl/operations.h"

#include <algorithm>

#include "support/assert.h"

namespace pawl::gcl {
namespace {

const Integer& bits(const Value& value) { return value.as_bitvec().bits; }
std::uint32_t width(const Value& value) { return value.as_bitvec().width; }

bool is_negative(const Value& value) {
  return bits(value) >= Integer::power_of_two(width(value) - 1);
}

Integer to_signed(const Value& value) {
  return is_negative(value) ? bits(value) - Integer::power_of_two(width(value)) : bits(value);
}

Value negate(const Value& value) { return Value::bitvec(-bits(value), width(value)); }
Value magnitude(const Value& value) { return is_negative(value) ? negate(value) : value; }

Value unsigned_div(const Value& a, const Value& b) {
  if (bits(b).is_zero()) return Value::bitvec(-1, width(a));
  return Value::bitvec(Integer::div(bits(a), bits(b)), width(a));
}

Value unsigned_rem(const Value& a, const Value& b) {
  return bits(b).is_zero() ? a : Value::bitvec(Integer::mod(bits(a), bits(b)), width(a));
}

// SMT-LIB defines the signed operations by the unsigned ones on magnitudes.
Value signed_div(const Value& a, const Value& b) {
  const Value quotient = unsigned_div(magnitude(a), magnitude(b));
  return is_negative(a) == is_negative(b) ? quotient : negate(quotient);
}

Value signed_rem(const Value& a, const Value& b) {
  const Value remainder = unsigned_rem(magnitude(a), magnitude(b));
  return is_negative(a) ? negate(remainder) : remainder;
}

/// Euclidean division by a positive number rounds down, which is what shifting right does.
Value shift_right(const Integer& value, const Value& amount, std::uint32_t to_width) {
  const Integer distance = std::min(bits(amount), Integer(to_width));
  const auto exponent = static_cast<std::uint32_t>(*distance.to_int64());
  return Value::bitvec(Integer::div(value, Integer::power_of_two(exponent)), to_width);
}

Value shift_left(const Value& value, const Value& amount) {
  if (bits(amount) >= Integer(width(value))) return Value::bitvec(0, width(value));
  const auto exponent = static_cast<std::uint32_t>(*bits(amount).to_int64());
  return Value::bitvec(bits(value) * Integer::power_of_two(exponent), width(value));
}

template <class Combine>
Value fold_integers(std::span<const Value> args, const Combine& combine) {
  Integer result = args[0].as_integer();
  for (const Value& arg : args.subspan(1)) result = combine(result, arg.as_integer());
  return Value::integer(std::move(result));
}

template <class Combine>
Value fold_reals(std::span<const Value> args, const Combine& combine) {
  Rational result = args[0].as_real();
  for (const Value& arg : args.subspan(1)) result = combine(result, arg.as_real());
  return Value::real(std::move(result));
}

bool truth(const Value& value) { return value.as_bool(); }

}  // namespace

Value apply_operation(Expr e, std::span<const Value> a) {
  switch (e.kind()) {
    case Kind::True: return Value::boolean(true);
    case Kind::False: return Value::boolean(false);
    case Kind::IntConst: return Value::integer(Integer(std::string_view(e.text())));
    case Kind::RealConst: return Value::real(Rational(std::string_view(e.text())));
    case Kind::BitVecConst:
      return Value::bitvec(Integer(std::string_view(e.text())), e.sort().width());
    case Kind::Not: return Value::boolean(!a[0].as_bool());
    case Kind::And: return Value::boolean(std::ranges::all_of(a, truth));
    case Kind::Or: return Value::boolean(std::ranges::any_of(a, truth));
    case Kind::Implies: return Value::boolean(!a[0].as_bool() || a[1].as_bool());
    case Kind::Iff:
    case Kind::Eq: return Value::boolean(a[0] == a[1]);
    case Kind::Ite: return a[0].as_bool() ? a[1] : a[2];
    case Kind::Le: return Value::boolean(a[0].as_integer() <= a[1].as_integer());
    case Kind::Lt: return Value::boolean(a[0].as_integer() < a[1].as_integer());
    case Kind::Add:
      return fold_integers(a, [](const Integer& x, const Integer& y) { return x + y; });
    case Kind::Mul:
      return fold_integers(a, [](const Integer& x, const Integer& y) { return x * y; });
    case Kind::Sub: return Value::integer(a[0].as_integer() - a[1].as_integer());
    case Kind::Neg: return Value::integer(-a[0].as_integer());
    case Kind::Div: return Value::integer(Integer::div(a[0].as_integer(), a[1].as_integer()));
    case Kind::Mod: return Value::integer(Integer::mod(a[0].as_integer(), a[1].as_integer()));
    case Kind::RealLe: return Value::boolean(a[0].as_real() <= a[1].as_real());
    case Kind::RealLt: return Value::boolean(a[0].as_real() < a[1].as_real());
    case Kind::RealAdd:
      return fold_reals(a, [](const Rational& x, const Rational& y) { return x + y; });
    case Kind::RealMul:
      return fold_reals(a, [](const Rational& x, const Rational& y) { return x * y; });
    case Kind::RealSub: return Value::real(a[0].as_real() - a[1].as_real());
    case Kind::RealNeg: return Value::real(-a[0].as_real());
    case Kind::RealDiv: return Value::real(a[0].as_real() / a[1].as_real());
    case Kind::IntToReal: return Value::real(Rational(a[0].as_integer()));
    case Kind::RealFloor: return Value::integer(a[0].as_real().floor());
    case Kind::Select: return a[0].select(a[1]);
    case Kind::Store: return a[0].store(a[1], a[2]);
    case Kind::ConstMap: return Value::map(e.sort(), a[0]);
    case Kind::BvNot: return Value::bitvec(-bits(a[0]) - 1, width(a[0]));
    case Kind::BvNeg: return negate(a[0]);
    case Kind::BvAnd: return Value::bitvec(Integer::bit_and(bits(a[0]), bits(a[1])), width(a[0]));
    case Kind::BvOr: return Value::bitvec(Integer::bit_or(bits(a[0]), bits(a[1])), width(a[0]));
    case Kind::BvXor: return Value::bitvec(Integer::bit_xor(bits(a[0]), bits(a[1])), width(a[0]));
    case Kind::BvAdd: return Value::bitvec(bits(a[0]) + bits(a[1]), width(a[0]));
    case Kind::BvSub: return Value::bitvec(bits(a[0]) - bits(a[1]), width(a[0]));
    case Kind::BvMul: return Value::bitvec(bits(a[0]) * bits(a[1]), width(a[0]));
    case Kind::BvUdiv: return unsigned_div(a[0], a[1]);
    case Kind::BvUrem: return unsigned_rem(a[0], a[1]);
    case Kind::BvSdiv: return signed_div(a[0], a[1]);
    case Kind::BvSrem: return signed_rem(a[0], a[1]);
    case Kind::BvShl: return shift_left(a[0], a[1]);
    case Kind::BvLshr: return shift_right(bits(a[0]), a[1], width(a[0]));
    case Kind::BvAshr: return shift_right(to_signed(a[0]), a[1], width(a[0]));
    case Kind::BvUlt: return Value::boolean(bits(a[0]) < bits(a[1]));
    case Kind::BvUle: return Value::boolean(bits(a[0]) <= bits(a[1]));
    case Kind::BvSlt: return Value::boolean(to_signed(a[0]) < to_signed(a[1]));
    case Kind::BvSle: return Value::boolean(to_signed(a[0]) <= to_signed(a[1]));
    case Kind::BvConcat:
      return Value::bitvec(bits(a[0]) * Integer::power_of_two(width(a[1])) + bits(a[1]),
                           e.sort().width());
    case Kind::BvExtract:
      return Value::bitvec(Integer::div(bits(a[0]), Integer::power_of_two(e.indices()[1])),
                           e.sort().width());
    case Kind::BvZeroExtend: return Value::bitvec(bits(a[0]), e.sort().width());
    case Kind::BvSignExtend: return Value::bitvec(to_signed(a[0]), e.sort().width());
    case Kind::BvToInt: return Value::integer(bits(a[0]));
    case Kind::IntToBv: return Value::bitvec(a[0].as_integer(), e.sort().width());
    case Kind::Var:
    case Kind::BoundVar:
    case Kind::Apply:
    case Kind::Forall:
    case Kind::Exists:
    case Kind::Old:
    case Kind::Entry: break;
  }
  PAWL_UNREACHABLE("the value of this kind should not be a function of its arguments");
}

}  // namespace pawl::gcl
