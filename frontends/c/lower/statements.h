// SPDX-License-Identifier: Apache-2.0
//
// Statements into basic blocks.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include "frontends/c/lower/rooms.h"
#include "gcl/cfg.h"

namespace pawl::frontend::c {

class Statements {
 public:
  explicit Statements(const Rooms& rooms);

  void lower(const clang::Stmt* stmt);

 private:
  void lower_if(const clang::IfStmt* stmt);
  void lower_loop(const clang::Stmt* stmt, const clang::Expr* condition, const clang::Expr* step,
                  const clang::Stmt* body);
  void lower_do(const clang::DoStmt* stmt);
  void lower_switch(const clang::SwitchStmt* stmt);
  void lower_return(const clang::ReturnStmt* stmt);
  void fall_off_the_end();
  void lower_assembly(const clang::AsmStmt* stmt);
  void lower_label(const clang::LabelStmt* stmt);
  void loop_head(const clang::Stmt* stmt, gcl::BlockId head);
  void assume_ranges(const clang::Stmt* changed_in, const SourceRange& range);
  gcl::BlockId label_block(const clang::LabelDecl* label);
  bool jumped_back_to(const clang::LabelStmt* stmt) const;

  const TranslationUnit& unit_;
  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  PointsTo& points_to_;
  Arithmetic& arithmetic_;
  Acsl& acsl_;
  Code& code_;
  Types& types_;
  Memory& memory_;
  Lvalues& lvalues_;
  Lifetimes& lifetimes_;
  Initialisers& initialisers_;
  ArrayLengths& lengths_;
  Expressions& expressions_;
  Choices& choices_;
  Structs& structs_;
  UnknownCalls& unknown_calls_;
  LoopScopes& loop_scopes_;
};

}  // namespace pawl::frontend::c
