// SPDX-License-Identifier: Apache-2.0
//
// Calls of the functions that have a meaning of their own (library.h).
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <string>

#include "frontends/c/lower/library.h"
#include "frontends/c/lower/rooms.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Library {
 public:
  explicit Library(const Rooms& rooms);

  void call_builtin(const clang::CallExpr* e, const clang::FunctionDecl* function, Builtin kind);
  const clang::Expr* argument(const clang::CallExpr* e, unsigned index) const;
  gcl::Expr saved_truth(gcl::Expr condition, const SourceRange& range);
  gcl::Expr any_integer(const clang::CallExpr* e);

 private:
  void print(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void classify(const clang::CallExpr* e, const std::string& name);
  void print_value(const clang::CallExpr* e);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  Arithmetic& arithmetic_;
  Code& code_;
  Types& types_;
  Reals& reals_;
  Lifetimes& lifetimes_;
  Expressions& expressions_;
  Choices& choices_;
  UnknownCalls& unknown_calls_;
  Allocation& allocation_;
  ByteCopies& bytes_;
  Strings& strings_;
  CallValues& values_;
};

}  // namespace pawl::frontend::c
