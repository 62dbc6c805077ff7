// SPDX-License-Identifier: Apache-2.0
//
// Floating-point numbers as real numbers, when asked for (Floats::Real): nothing is rounded,
// there is no infinity and no NaN. A literal is the number that the compiler makes of it.
//
// Else (Floats::Any) they are carried along, but nothing is known of them: what is computed is any
// number, and what is asked of one (a comparison, its integer) has any answer. The numbers in the
// IL then stand for nothing, so that also NaN and infinity are covered.
#include "frontends/c/lower/floats.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/rational.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Kind;

namespace {

/// match:  mantissa * 2^exponent, the mantissa an integer
gcl::Rational exact_value(const llvm::APFloat& value) {
  if (value.isZero()) return gcl::Rational();
  const auto precision = static_cast<int>(llvm::APFloat::semanticsPrecision(value.getSemantics()));
  const int exponent = ilogb(value) - (precision - 1);
  const llvm::APFloat scaled = scalbn(value, -exponent, llvm::APFloat::rmNearestTiesToEven);
  llvm::APSInt mantissa(static_cast<unsigned>(precision) + 2, false);
  bool is_exact = false;
  scaled.convertToInteger(mantissa, llvm::APFloat::rmTowardZero, &is_exact);
  llvm::SmallString<40> digits;
  mantissa.toString(digits, 10);
  const gcl::Integer whole(digits.str().str());
  const auto size = gcl::Integer::power_of_two(static_cast<std::uint32_t>(std::abs(exponent)));
  return exponent < 0 ? gcl::Rational(whole, size) : gcl::Rational(whole * size);
}

Kind kind_of(BinaryOp op) {
  if (op == BinaryOp::Sub) return Kind::RealSub;
  if (op == BinaryOp::Mul) return Kind::RealMul;
  return op == BinaryOp::Div ? Kind::RealDiv : Kind::RealAdd;
}

}  // namespace

Reals::Reals(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types) {}

Expr Reals::zero_of(gcl::Sort sort) {
  return sort.is_real() ? context_.real_const("0.0") : code_.number(0);
}

Expr Reals::any_number() {
  const Expr value = code_.temporary("unknown", context_.real_sort());
  code_.emit(gcl::make_havoc({value}, code_.here()));
  return value;
}

Expr Reals::real_constant(const clang::FloatingLiteral* literal) {
  if (!known()) return any_number();
  if (!literal->getValue().isFinite())
    code_.refuse(literal->getSourceRange(), "an infinite number");
  return context_.real_const(*exact_value(literal->getValue()).decimal());
}

Expr Reals::to_real(Expr value) {
  if (!known()) return any_number();
  if (value.is(Kind::IntConst)) return context_.real_const(value.text() + ".0");
  return context_.make(Kind::IntToReal, {value});
}

/// Towards zero; a number that does not fit has no value.
Expr Reals::truncated(Expr value, IntType type) {
  if (!known()) {
    code_.not_exact(code_.here(), "the integer of a floating-point number");
    if (options_.checks.contains(Hazard::Overflow)) code_.leave_open(code_.here(), "overflow");
    const Expr result = code_.temporary("unknown");
    code_.emit(gcl::make_havoc({result}, code_.here()));
    const Expr fits = arithmetic_.in_range(result, type);
    if (!fits.is_true()) code_.emit_assume(fits, code_.here());
    return result;
  }
  const Expr zero = context_.real_const("0.0");
  const Expr down = context_.make(Kind::RealFloor, {value});
  const Expr minus = context_.make(Kind::RealNeg, {value});
  const Expr up = context_.make(Kind::Neg, {context_.make(Kind::RealFloor, {minus})});
  const Expr result = gcl::mk_ite(context_, context_.make(Kind::RealLe, {zero, value}), down, up);
  code_.need(arithmetic_.in_range(result, type), Hazard::Overflow);
  return result;
}

Expr Reals::convert(Expr value, clang::QualType from, clang::QualType to) {
  const bool is_real = from->isRealFloatingType();
  if (is_real && to->isBooleanType()) return code_.truth(code_.nonzero(value));
  if (is_real) return to->isRealFloatingType() ? value : truncated(value, types_.int_type(to, {}));
  if (to->isRealFloatingType()) return to_real(value);
  return arithmetic_.convert(value, types_.int_type(from, {}), types_.int_type(to, {}));
}

Expr Reals::real_negative(Expr value) {
  if (!known()) return any_number();
  const std::string zero = "0.0";
  if (value.is(Kind::RealConst) && value.text() != zero) {
    const std::string& text = value.text();
    return context_.real_const(text.front() == '-' ? text.substr(1) : "-" + text);
  }
  return context_.make(Kind::RealNeg, {value});
}

Expr Reals::real_binary(BinaryOp op, Expr left, Expr right) {
  if (!known()) return any_number();  // a division by 0 is infinite, or none
  if (op == BinaryOp::Div) {
    const Expr zero = gcl::mk_eq(context_, right, context_.real_const("0.0"));
    code_.need(gcl::mk_not(context_, zero), Hazard::DivisionByZero);
  }
  return context_.make(kind_of(op), {left, right});
}

Expr Reals::compare_reals(clang::BinaryOperatorKind op, Expr left, Expr right) {
  if (!known()) return code_.any_answer();
  if (op == clang::BO_LT) return context_.make(Kind::RealLt, {left, right});
  if (op == clang::BO_GT) return context_.make(Kind::RealLt, {right, left});
  if (op == clang::BO_LE) return context_.make(Kind::RealLe, {left, right});
  if (op == clang::BO_GE) return context_.make(Kind::RealLe, {right, left});
  if (op == clang::BO_EQ) return gcl::mk_eq(context_, left, right);
  if (op == clang::BO_NE) return gcl::mk_not(context_, gcl::mk_eq(context_, left, right));
  code_.refuse_here("this comparison of floating-point numbers", "");
}

}  // namespace pawl::frontend::c
