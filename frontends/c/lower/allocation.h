// SPDX-License-Identifier: Apache-2.0
//
// malloc, calloc, realloc, alloca, strdup, free.
#pragma once

#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include "frontends/c/lower/library.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Allocation {
 public:
  explicit Allocation(const Rooms& rooms);

  void allocate(const clang::CallExpr* e, Builtin kind);
  void reallocate(const clang::CallExpr* e);
  void release(const clang::CallExpr* e);
  void duplicate(const clang::CallExpr* e, Builtin kind);
  gcl::Expr new_object(const clang::Expr* e);

 private:
  gcl::Expr may_fail(gcl::Expr object, gcl::Expr surely, const SourceRange& range);
  void zero_object(gcl::Expr object, NodeId node, clang::QualType type, const SourceRange& range);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Code& code_;
  Globals& globals_;
  Types& types_;
  Reals& reals_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  Objects& objects_;
  Lifetimes& lifetimes_;
  Expressions& expressions_;
  Library& library_;
  ByteCopies& bytes_;
  Strings& strings_;
  CallValues& values_;
};

}  // namespace pawl::frontend::c
