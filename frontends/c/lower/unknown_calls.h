// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that nobody knows, and calls through pointers.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include <cstddef>
#include <set>
#include <string>

#include "frontends/c/lower/rooms.h"

namespace pawl::frontend::c {

class UnknownCalls {
 public:
  explicit UnknownCalls(const Rooms& rooms);

  void call_pointer(const clang::CallExpr* e);
  void call_unknown(const clang::CallExpr* e, const clang::FunctionDecl* function);
  void fill_unknown_procedures();
  void unknown_result(clang::QualType type, const clang::CallExpr* e, const SourceRange& range);
  std::size_t function_number(const clang::FunctionDecl* function);
  /// What assembly may do to memory; it calls nobody.
  void run_assembly(const SourceRange& range);

 private:
  void run_strangers(const SourceRange& range);
  bool changed_by_strangers(const std::string& global);
  std::string unknown_procedure(const std::string& name);
  void run(const std::string& name, const SourceRange& range);
  void fill_unknown_procedure(const std::string& name);

  const Options& options_;
  Approximation approximation_;
  gcl::Context& context_;
  Diagnostics& diagnostics_;
  PointsTo& points_to_;
  CallGraph& call_graph_;
  Arithmetic& arithmetic_;
  Lowered& lowered_;
  Acsl& acsl_;
  Code& code_;
  Globals& globals_;
  Procedures& procedures_;
  Types& types_;
  Reals& reals_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  Objects& objects_;
  Initialisers& initialisers_;
  Expressions& expressions_;
  Structs& structs_;
  KnownCalls& calls_;
  TypestateEvents& events_;
  InitialState& initial_;
  CallValues& values_;

  std::set<std::string> unknown_functions_;
};

}  // namespace pawl::frontend::c
