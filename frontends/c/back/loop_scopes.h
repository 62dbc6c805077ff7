// SPDX-License-Identifier: Apache-2.0
//
// How to say in C what is found out about loops: notes the loops of the text and of the procedure,
// and what is in scope there.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/back/source_loops.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class LoopScopes {
 public:
  explicit LoopScopes(const Rooms& rooms);

  void begin() { open_activations_.clear(); }

  /// How something is reached from a variable.
  struct Reach {
    std::size_t followed = 0;             // so many pointers
    bool is_variable = false;             // the last of them is the address of a variable
    std::vector<gcl::Expr> objects = {};  // where they point
  };

  struct OpenActivation {
    std::size_t index;
    const clang::Stmt* loop;
    Frame* frame;
  };

  void find_sites();
  std::size_t note_activation(const clang::Stmt* loop);
  void finish_activations();

 private:
  void find_next(const clang::Stmt* loop, const clang::FunctionDecl* function, LoopSite& site);
  void name_for_people();
  void show_to_people();
  bool is_exact(const Location& at, const Lvalue& lvalue, Reach reach);
  SourceScope scope_of(const clang::Stmt* loop, Frame& of);
  void add_lvalues(const Location& at, std::vector<std::string> pieces,
                   std::vector<gcl::Expr> extents, Reach reach, SourceScope& scope);
  void add_leaf(const Location& at, const std::vector<std::string>& pieces,
                const std::vector<gcl::Expr>& extents, Reach reach, SourceScope& scope);
  gcl::Expr extent_behind(const Pointer& pointer);
  void add_pointee(const Pointer& pointer, const Location& of,
                   const std::vector<std::string>& pieces, Reach reach, SourceScope& scope);
  void add_parameter(const clang::VarDecl* parameter, Frame& of, SourceScope& scope);
  void add_variable(const clang::VarDecl* variable, SourceScope& scope);
  std::set<std::string> inner_names(const clang::Stmt* loop, const Frame& of);

  const TranslationUnit& unit_;
  const Options& options_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Lowered& lowered_;
  Code& code_;
  Globals& globals_;
  Types& types_;
  PointerArithmetic& pointers_;
  Memory& memory_;
  FlatMemory& flat_;
  Lvalues& lvalues_;
  Objects& objects_;
  ArrayLengths& lengths_;
  InitialState& initial_;
  Procedures& procedures_;

  std::vector<OpenActivation> open_activations_;
  std::map<const clang::Stmt*, std::size_t> sites_;  // index into Lowered::sites
};

}  // namespace pawl::frontend::c
