// SPDX-License-Identifier: Apache-2.0
//
// C's integer operators as terms over mathematical integers. Operands are values of their types;
// so is the result, provided that what the operation needs to be defined (told to `Needs`) holds.
// The terms stay linear where C's operation is: unsigned + and - wrap by a case distinction, `mod`
// is used for multiplication, shifts and narrowing only.
#pragma once

#include <functional>

#include "frontends/c/int_type.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

enum class IntModel {
  Machine,  // ranges and wrap-around of the target's types
  Ideal,    // unbounded: types have no ranges, nothing wraps
};

enum class BinaryOp { Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor };

/// What undefined behaviour a condition keeps away.
enum class Hazard {
  Overflow,
  DivisionByZero,
  Shift,
  Bounds,
  Null,
  Lifetime,  // an access to an object that does not exist
  Free,      // freeing what is not to be freed
};
const char* to_string(Hazard hazard);

class Arithmetic {
 public:
  /// Receives a condition without which the operation is undefined.
  using Needs = std::function<void(gcl::Expr condition, Hazard hazard)>;

  Arithmetic(gcl::Context& context, IntModel model, Needs needs)
      : context_(context), model_(model), needs_(std::move(needs)) {}

  /// Both operands and the result have type `type`; for shifts the right operand is a value of
  /// any type that fits.
  gcl::Expr binary(BinaryOp op, gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr negate(gcl::Expr operand, IntType type);
  gcl::Expr complement(gcl::Expr operand, IntType type);
  gcl::Expr convert(gcl::Expr value, IntType from, IntType to);
  /// `type.min() <= value <= type.max()`; true in the ideal model.
  gcl::Expr in_range(gcl::Expr value, IntType type);

 private:
  gcl::Expr add(gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr subtract(gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr multiply(gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr divide(BinaryOp op, gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr shift(BinaryOp op, gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr bitwise(BinaryOp op, gcl::Expr left, gcl::Expr right, IntType type);
  /// An operation on the two's complement bits of the operands.
  gcl::Expr on_bits(gcl::Kind kind, gcl::Expr left, gcl::Expr right, IntType type);
  gcl::Expr to_bits(gcl::Expr value, IntType type);
  gcl::Expr from_bits(gcl::Expr bits, IntType type);
  /// The result of a signed operation: as it is, under the condition that it fits.
  gcl::Expr fitting(gcl::Expr value, IntType type);
  gcl::Expr modulo(gcl::Expr value, IntType type);
  gcl::Expr number(const gcl::Integer& value);

  gcl::Context& context_;
  IntModel model_;
  Needs needs_;
};

}  // namespace pawl::frontend::c
