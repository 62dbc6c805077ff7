// SPDX-License-Identifier: Apache-2.0
//
// What the text alone says of expressions and functions.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace pawl::frontend::c {

/// May evaluating it change something? Calls do, but those that only give an input.
bool has_effects(const clang::Stmt* stmt);
bool has_calls_or_effects(const clang::Stmt* stmt);

/// Those with a body, in text order.
std::vector<const clang::FunctionDecl*> defined_functions(clang::ASTContext& ast);

template <class Visit>
void for_each_child(const clang::Stmt* root, Visit visit) {
  std::vector<const clang::Stmt*> work = {root};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    visit(s);
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
}

}  // namespace pawl::frontend::c
