// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace pawl::frontend::c {

/// The variables whose names mean them directly before `loop`, a statement of `function`: those of
/// a `for` that is the loop included, hidden ones not. The innermost first, then parameters, then
/// the file's.
std::vector<const clang::VarDecl*> visible_at(const clang::Stmt* loop,
                                              const clang::FunctionDecl* function);

/// Is it declared inside of `stmt`?
bool declared_in(const clang::VarDecl* variable, const clang::Stmt* stmt);

/// All loops of the body, in text order.
std::vector<const clang::Stmt*> loops_in(const clang::FunctionDecl* function);

}  // namespace pawl::frontend::c
