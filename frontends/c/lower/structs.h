// SPDX-License-Identifier: Apache-2.0
//
// Structs as values: where an expression that yields one has left it, and copies.
#pragma once

#include <clang/AST/Expr.h>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"

namespace pawl::frontend::c {

class Structs {
 public:
  explicit Structs(const Rooms& rooms);

  void effects_of_record(const clang::Expr* e);
  /// A struct, in memory of its own or of the call that it is the result of.
  Location record(const clang::Expr* e);
  Location record_temporary(const Location& like);
  void copy_record(const Location& to, const clang::Expr* value, const SourceRange& range);
  void assign_record(const clang::Expr* left, const clang::Expr* right);
  Location temporary_struct(const clang::CallExpr* e);

 private:
  void copy_record_to(const clang::Expr* left, const clang::Expr* right);

  PointsTo& points_to_;
  Code& code_;
  Evaluation& evaluation_;
  Memory& memory_;
  Lvalues& lvalues_;
  Expressions& expressions_;
  Choices& choices_;
  KnownCalls& calls_;
  CallValues& values_;
};

}  // namespace pawl::frontend::c
