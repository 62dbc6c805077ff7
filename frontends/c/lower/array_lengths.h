// SPDX-License-Identifier: Apache-2.0
//
// The lengths in types: evaluated where the type is written, and `sizeof`.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>
#include <clang/Basic/SourceLocation.h>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class ArrayLengths {
 public:
  explicit ArrayLengths(const Rooms& rooms);

  gcl::Expr lasting_extent(const Location& array);
  gcl::Expr own_extent(const Location& array);
  void note_extent(const clang::VarDecl* variable);
  /// The lengths in a type, evaluated where it is written; `lengths` of the frame has them then.
  void evaluate_type(clang::QualType type);
  void evaluate_parameter_types(const clang::FunctionDecl* function);
  gcl::Expr size_of(const clang::UnaryExprOrTypeTraitExpr* e);

 private:
  void refuse_hidden_effects(clang::QualType type) const;
  gcl::Expr size_of_type(clang::QualType type, clang::SourceRange where);

  const TranslationUnit& unit_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Memory& memory_;
  Lvalues& lvalues_;
  Objects& objects_;
  Expressions& expressions_;
};

}  // namespace pawl::frontend::c
