// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that are known by name: inlined, or of a procedure.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class KnownCalls {
 public:
  explicit KnownCalls(const Rooms& rooms);

  /// Of a procedure, and what it became.
  void begin() { instances_.clear(); }
  void finish(std::size_t blocks) { inlined_blocks_ += blocks; }

  /// What a function does to variables, seen from its text alone.
  struct FunctionFacts {
    std::set<const clang::VarDecl*> assigned;
    bool only_own_locals = true;  // nothing outside can change while it runs
  };

  void call(const clang::CallExpr* e);  // the result is in result_
  std::vector<Argument> evaluate(const clang::CallExpr* e, Pointer* callee);
  gcl::Sort sort_of_part(const Location& leaf, Part part);
  gcl::Expr any_argument(const clang::VAArgExpr* e);
  Pointer any_pointer_argument(const clang::VAArgExpr* e);
  void call_function(const clang::CallExpr* e, const clang::FunctionDecl* function);
  gcl::Expr any_value(gcl::Sort sort, const SourceRange& range);
  const FunctionFacts& facts_of(const clang::FunctionDecl* function);

 private:
  void bind(const clang::ParmVarDecl* parameter, const Argument& argument,
            const SourceRange& range);
  std::optional<Argument> adapted(const clang::ParmVarDecl* parameter, const Argument& argument);
  void pass_anything(const clang::ParmVarDecl* parameter,
                     const std::function<void(gcl::Expr)>& pass, const SourceRange& range);
  void lost_call(const clang::CallExpr* e, const std::string& why);
  void call_inlined(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void call_procedure(const clang::CallExpr* e, const clang::FunctionDecl* function);
  bool can_substitute(const clang::ParmVarDecl* parameter, const clang::FunctionDecl* function,
                      gcl::Expr value);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  CallGraph& call_graph_;
  Arithmetic& arithmetic_;
  Acsl& acsl_;
  Code& code_;
  Procedures& procedures_;
  Types& types_;
  Reals& reals_;
  Evaluation& evaluation_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  FlatMemory& flat_;
  Lvalues& lvalues_;
  Objects& objects_;
  Lifetimes& lifetimes_;
  Initialisers& initialisers_;
  Expressions& expressions_;
  Structs& structs_;
  Statements& statements_;
  UnknownCalls& unknown_calls_;
  TypestateEvents& events_;
  InitialState& initial_;
  CallValues& values_;

  std::map<const clang::FunctionDecl*, std::size_t> instances_;
  std::size_t inlined_blocks_ = 0;
  std::map<const clang::FunctionDecl*, FunctionFacts> facts_;
};

}  // namespace pawl::frontend::c
