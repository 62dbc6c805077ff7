// SPDX-License-Identifier: Apache-2.0
//
// Expressions into terms; what they do besides becomes statements.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <optional>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

/// Of an operator, also with an assignment.
BinaryOp binary_op(clang::BinaryOperatorKind kind);
/// Is it about the bits of its operands?
bool on_bits(BinaryOp op);

class Expressions {
 public:
  explicit Expressions(const Rooms& rooms);

  gcl::Expr integer(const clang::Expr* e);
  Pointer pointer(const clang::Expr* e);
  void effects(const clang::Expr* e);
  gcl::Expr compare(const clang::BinaryOperator* e);
  const clang::Expr* lower_but_last(const clang::StmtExpr* block);
  std::optional<gcl::Expr> constant(const clang::Expr* e);

 private:
  Pointer function(const clang::Expr* designator);
  Pointer raw_pointer(const clang::Expr* e);
  gcl::Expr cast_integer(const clang::CastExpr* e);
  gcl::Expr address_number(const clang::CastExpr* e);
  Pointer pointer_of_number(const clang::CastExpr* e);
  gcl::Expr unary_integer(const clang::UnaryOperator* e);
  gcl::Expr binary_integer(const clang::BinaryOperator* e);

  const Options& options_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Reals& reals_;
  Evaluation& evaluation_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  Lvalues& lvalues_;
  Lifetimes& lifetimes_;
  ArrayLengths& lengths_;
  Choices& choices_;
  Assignments& assignments_;
  Structs& structs_;
  Statements& statements_;
  KnownCalls& calls_;
  UnknownCalls& unknown_calls_;
  CallValues& values_;
};

}  // namespace pawl::frontend::c
