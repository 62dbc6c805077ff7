// SPDX-License-Identifier: Apache-2.0
//
// `=`, `+=`, `++` and their like, of numbers and pointers.
#pragma once

#include <clang/AST/Expr.h>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Assignments {
 public:
  explicit Assignments(const Rooms& rooms);

  gcl::Expr assign(const clang::BinaryOperator* e, Use use);
  gcl::Expr compound_assign(const clang::CompoundAssignOperator* e, Use use);
  gcl::Expr step(const clang::UnaryOperator* e, Use use);
  Pointer step_pointer(const clang::UnaryOperator* e, Use use);
  bool effects_of_assignment(const clang::Expr* e);
  Pointer assign_pointer(const clang::BinaryOperator* e, Use use);
  Pointer compound_assign_pointer(const clang::BinaryOperator* e, Use use);

 private:
  gcl::Expr combined(const clang::CompoundAssignOperator* e, gcl::Expr left, gcl::Expr right);
  gcl::Expr stored(const Location& target, gcl::Expr value, Use use, const SourceRange& range);
  Pointer stored(const Location& target, const Pointer& value, Use use, const SourceRange& range);
  bool is_plain(const Location& location);
  bool runs_right_first(const clang::BinaryOperator* e) const;
  void refuse_pending(const clang::BinaryOperator* e) const;

  const Options& options_;
  gcl::Context& context_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Reals& reals_;
  Evaluation& evaluation_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  Lvalues& lvalues_;
  Expressions& expressions_;
  Structs& structs_;
};

}  // namespace pawl::frontend::c
