// SPDX-License-Identifier: Apache-2.0
//
// Floating-point numbers as reals, and conversions from and to them.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include "frontends/c/int_type.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/rooms.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Reals {
 public:
  explicit Reals(const Rooms& rooms);

  gcl::Expr zero_of(gcl::Sort sort);
  gcl::Expr real_constant(const clang::FloatingLiteral* literal);
  gcl::Expr convert(gcl::Expr value, clang::QualType from, clang::QualType to);
  gcl::Expr real_negative(gcl::Expr value);
  gcl::Expr real_binary(BinaryOp op, gcl::Expr left, gcl::Expr right);
  gcl::Expr compare_reals(clang::BinaryOperatorKind op, gcl::Expr left, gcl::Expr right);

 private:
  gcl::Expr to_real(gcl::Expr value);
  gcl::Expr truncated(gcl::Expr value, IntType type);
  bool known() const { return options_.floats == Floats::Real; }
  gcl::Expr any_number();

  const Options& options_;
  gcl::Context& context_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
};

}  // namespace pawl::frontend::c
