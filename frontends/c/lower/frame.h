// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/values.h"
#include "gcl/cfg.h"

namespace pawl::frontend::c {

/// One activation of a function: the root, or inlined into it.
struct Frame {
  const clang::FunctionDecl* function = nullptr;
  Frame* caller = nullptr;
  std::string prefix;  // of the IL names of its locals
  std::map<const clang::VarDecl*, std::string> names;
  std::map<const clang::VarDecl*, gcl::Expr> substituted;  // parameters that are just terms
  std::map<const clang::VarDecl*, Pointer> substituted_pointers;
  /// Of variables that several activations have at once: the object of this activation.
  std::map<const clang::VarDecl*, gcl::Expr> objects;
  std::set<const clang::VarDecl*> renewed;  // those of them that get a new one in every scope
  std::vector<gcl::Expr> automatic_blocks;  // of alloca
  std::map<const clang::VarDecl*, gcl::Expr> extents;  // of arrays with variable length
  std::map<const clang::Expr*, gcl::Expr> lengths;     // of types: by the expression that says so
  std::map<const clang::LabelDecl*, gcl::BlockId> labels;
  std::vector<gcl::BlockId> breaks, continues;
  gcl::BlockId end = 0;     // where `return` goes
  std::string result_stem;  // IL name of the result
  std::map<const clang::SwitchCase*, gcl::BlockId> cases;
};

}  // namespace pawl::frontend::c
