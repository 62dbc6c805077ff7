// SPDX-License-Identifier: Apache-2.0
//
// Declarations, and what variables begin with.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"

namespace pawl::frontend::c {

class Initialisers {
 public:
  explicit Initialisers(const Rooms& rooms);

  void declare(const clang::VarDecl* variable);
  void initialise(const Location& location, const clang::Expr* value);
  void initialise_string(const Location& location, const clang::StringLiteral* text);
  void zero(const Location& location);
  void havoc(const Location& location);

 private:
  void initialise_list(const Location& location, const clang::InitListExpr* list);
  void check_order(const clang::InitListExpr* list);

  const TranslationUnit& unit_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Reals& reals_;
  Evaluation& evaluation_;
  Memory& memory_;
  FlatMemory& flat_;
  Lvalues& lvalues_;
  Lifetimes& lifetimes_;
  ArrayLengths& lengths_;
  Expressions& expressions_;
  Structs& structs_;
};

}  // namespace pawl::frontend::c
