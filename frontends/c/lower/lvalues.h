// SPDX-License-Identifier: Apache-2.0
//
// From expressions to the places they name.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Lvalues {
 public:
  explicit Lvalues(const Rooms& rooms);

  Pointer element_pointer(const clang::ArraySubscriptExpr* e);
  /// The indices of a part, given those of the whole.
  void enter(Location& part, NodeId whole, gcl::Expr own_index);
  Location location(const clang::Expr* e);
  /// What is there is read or written now: not through null.
  Location accessed(Location at);
  Location variable(const clang::VarDecl* variable);
  Location element(const Location& array, gcl::Expr index, clang::QualType type);
  Location field(const Location& record, const clang::FieldDecl* field);
  Location result_location(const Frame& frame);
  Pointer address(const Location& location, const clang::Expr* where);
  void enter_flat(Location& part);
  gcl::Expr object_of(const clang::VarDecl* variable);

 private:
  Location dereference(const Pointer& pointer, NodeId node, clang::QualType type,
                       const clang::Expr* where);
  void expect_aligned(const Location& at, const clang::Expr* where);
  Location string_location(const clang::StringLiteral* literal);
  Location literal_location(const clang::CompoundLiteralExpr* literal);
  void check_index(const Location& array, clang::QualType type, gcl::Expr index);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Code& code_;
  Evaluation& evaluation_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  FlatMemory& flat_;
  Types& types_;
  Objects& objects_;
  Lifetimes& lifetimes_;
  Allocation& allocation_;
  Initialisers& initialisers_;
  ArrayLengths& lengths_;
  Expressions& expressions_;
  Structs& structs_;
};

}  // namespace pawl::frontend::c
