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

/// May the function change it at or behind `place`, in the order of the text? Its address is not
/// taken.
bool changed_after(const clang::VarDecl* variable, clang::SourceLocation place,
                   const clang::FunctionDecl* function);

/// Is there a goto to it from behind? Then it heads a loop.
bool jumped_back_to(const clang::LabelStmt* label, const clang::FunctionDecl* function);

/// The labels that head a loop, in text order; not those directly before a `while`, `for` or `do`.
std::vector<const clang::LabelStmt*> goto_loops_in(const clang::FunctionDecl* function);

/// All loops of the body, in text order.
std::vector<const clang::Stmt*> loops_in(const clang::FunctionDecl* function);

}  // namespace pawl::frontend::c
