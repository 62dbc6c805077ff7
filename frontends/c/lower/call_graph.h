// SPDX-License-Identifier: Apache-2.0
//
// Who may call whom, seen from the text alone: also through pointers, and by way of functions that
// have no body. From it follows what may be active more than once, what strangers may call back,
// and which functions are too large to be copied to wherever they are called.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/translation_unit.h"

namespace pawl::frontend::c {

/// The declaration with the body, if there is one in the file.
const clang::FunctionDecl* definition(const clang::FunctionDecl* function);

/// Clang's own test always says no: the file is parsed as one for a freestanding environment.
bool is_main(const clang::FunctionDecl* function);

/// va_start and the like: they have no effect but on the list.
bool is_variadic_helper(const clang::FunctionDecl* function);

/// May a call through a pointer of this type be one of the function? If not, C leaves it undefined.
bool may_be_called_as(const clang::FunctionDecl* function, const clang::CallExpr* call,
                      clang::ASTContext& ast);

class CallGraph {
 public:
  using Functions = std::vector<const clang::FunctionDecl*>;
  using FunctionSet = std::set<const clang::FunctionDecl*>;

  explicit CallGraph(const TranslationUnit& unit) : unit_(unit) {}
  struct World {
    FunctionSet contracted;         // (canonical) known by contract, also without a body
    bool open = false;              // strangers choose what the program begins with
    std::set<std::string> watched;  // a typestate specification says what these do
    bool by_name = true;            // strangers may call what has external linkage
  };
  void build(World world);
  /// These are not followed: code that may change whatever the file knows of, and call whom it
  /// names. Before `build`.
  void skip(FunctionSet functions) { skipped_ = std::move(functions); }
  bool skipped(const clang::FunctionDecl* function) const {
    return skipped_.contains(definition(function));
  }
  const FunctionSet& skipped() const { return skipped_; }

  /// Functions somebody takes the address of, in text order: a pointer to one is its place in here,
  /// from 1.
  const Functions& numbered() const { return numbered_; }
  /// Those among them that a call through a pointer may mean.
  Functions targets(const clang::CallExpr* call) const;
  /// May a pointer to a function be one that the file says nothing of?
  bool strange_pointers() const { return strange_pointers_; }
  /// Does this function, which has no body, run code that nobody knows, and perhaps that of others?
  bool is_stranger(const clang::FunctionDecl* function) const;
  /// Is there assembly in a function?
  bool has_assembly() const { return has_assembly_; }
  /// Is there a call of one?
  bool calls_strangers() const { return calls_strangers_; }
  /// What strangers may call; empty if nobody calls a stranger.
  const Functions& callbacks() const { return callbacks_; }

  /// Calls itself, by the file's own calls.
  bool recursive(const clang::FunctionDecl* function) const {
    return recursive_.contains(definition(function));
  }
  /// May be active several times at once, also because strangers call it.
  bool reentrant(const clang::FunctionDecl* function) const {
    return reentrant_.contains(definition(function));
  }
  /// Called by somebody in this file.
  bool called(const clang::FunctionDecl* function) const {
    return called_.contains(definition(function));
  }
  /// Too large to be inlined everywhere it is called.
  bool outlined(const clang::FunctionDecl* function) const {
    return outlined_.contains(definition(function));
  }

 private:
  using Edges = std::map<const clang::FunctionDecl*, FunctionSet>;

  void number_functions();
  void number(const clang::ValueDecl* declaration);
  void find_strange_pointers();
  void find_calls();
  void find_callbacks();
  FunctionSet on_cycles(const Edges& edges) const;
  void outline();

  const TranslationUnit& unit_;
  World world_;
  FunctionSet skipped_;
  Functions defined_;
  Functions numbered_;
  Functions callbacks_;
  bool strange_pointers_ = false;
  bool calls_strangers_ = false;
  bool has_assembly_ = false;
  FunctionSet called_, recursive_, reentrant_, outlined_;
  Edges calls_;
  FunctionSet to_strangers_;  // who calls a stranger
  std::map<const clang::FunctionDecl*, std::map<const clang::FunctionDecl*, std::size_t>> sites_;
  std::map<const clang::FunctionDecl*, std::size_t> size_;  // statements and expressions
};

}  // namespace pawl::frontend::c
