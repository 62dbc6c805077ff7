// SPDX-License-Identifier: Apache-2.0
//
// For how long objects exist, where that is asked for (Hazard::Lifetime, Hazard::Free, Leaks).
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Lifetimes {
 public:
  explicit Lifetimes(const Rooms& rooms);

  bool tracks_lives() const;
  gcl::Expr allocated_count();
  void set_life(gcl::Expr object, std::int64_t life, const SourceRange& range);
  gcl::Expr exists(gcl::Expr object);
  void need_live(gcl::Expr object, const SourceRange& range);
  void initialise_lives();
  void assume_lives();
  void note_allocation(gcl::Expr object, const SourceRange& range);
  void end_allocation(gcl::Expr object, const SourceRange& range);
  void need_allocated(const Pointer& pointer, NodeId node, const SourceRange& range);
  void begin_life(const clang::VarDecl* variable, const SourceRange& range);
  void end_lives_in(const clang::Stmt* scopes);
  void begin_switch(const clang::SwitchStmt* stmt);
  void begin_activation();
  void end_activation();
  void at_label(const clang::LabelStmt* label);
  void note_automatic_block(gcl::Expr object, const clang::CallExpr* e);
  void refuse_lives_in(const clang::StmtExpr* block);
  void need_no_leak(const SourceRange& range);

 private:
  gcl::Expr lives();
  bool has_a_life(const clang::VarDecl* variable) const;
  void end_life(const clang::VarDecl* variable, const SourceRange& range);
  gcl::Expr held_count();

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Code& code_;
  Globals& globals_;
  Memory& memory_;
  Lvalues& lvalues_;
  Objects& objects_;
  ByteCopies& bytes_;
};

}  // namespace pawl::frontend::c
