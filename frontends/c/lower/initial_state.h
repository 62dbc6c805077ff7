// SPDX-License-Identifier: Apache-2.0
//
// What memory is when a procedure begins: globals, parameters, results, objects of the activation.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <map>
#include <set>
#include <vector>

#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"
#include "gcl/program.h"

namespace pawl::frontend::c {

class InitialState {
 public:
  explicit InitialState(const Rooms& rooms);

  void start_anywhere();
  void create_objects();
  void assume_old_pointers();
  void declare_parameters(Frame& frame, gcl::Procedure& procedure);
  void declare_results(const Frame& frame, gcl::Procedure& procedure);
  void initialise_globals();
  void assume_globals(const SourceRange& range);
  void begin() {
    incoming_.clear();
    outside_so_far_.clear();
  }
  /// Values of the parameters on entry to the procedure.
  const std::map<const clang::VarDecl*, std::vector<gcl::Expr>>& incoming() const {
    return incoming_;
  }

 private:
  bool has_own_object(const clang::VarDecl* variable);
  void assume_unwritten();
  gcl::Expr existed_before(gcl::Expr object);
  void outside_pointer(const Location& at, const std::vector<gcl::Expr>& incoming);
  bool is_command_line(const clang::ParmVarDecl* parameter) const;
  void command_line(const clang::FunctionDecl* main);
  void initialise_global(const clang::VarDecl* variable);
  void assume_own_objects(const clang::FunctionDecl* function, const std::vector<gcl::Expr>& parts);
  void assume_in_range(const Location& at, const SourceRange& range);

  const TranslationUnit& unit_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  CallGraph& call_graph_;
  Arithmetic& arithmetic_;
  Acsl& acsl_;
  Code& code_;
  Globals& globals_;
  Procedures& procedures_;
  Types& types_;
  Memory& memory_;
  FlatMemory& flat_;
  PointerArithmetic& pointers_;
  Lvalues& lvalues_;
  Objects& objects_;
  Lifetimes& lifetimes_;
  Initialisers& initialisers_;
  Expressions& expressions_;
  KnownCalls& calls_;

  std::map<const clang::VarDecl*, std::vector<gcl::Expr>>
      incoming_;  // values of parameters on entry
  std::vector<std::pair<NodeId, gcl::Expr>> outside_so_far_;
  std::set<const clang::VarDecl*> initialised_;
};

}  // namespace pawl::frontend::c
