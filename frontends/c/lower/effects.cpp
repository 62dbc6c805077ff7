// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/effects.h"

#include <clang/AST/Expr.h>

#include "frontends/c/lower/library.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

bool has_effects(const clang::Stmt* stmt) {
  bool found = false;
  for_each_child(stmt, [&](const clang::Stmt* s) {
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s)) found |= binary->isAssignmentOp();
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(s)) {
      found |= unary->isIncrementDecrementOp();
    }
    if (isa<clang::StmtExpr>(s)) found = true;
    if (const auto* called = dyn_cast<clang::CallExpr>(s)) {
      const auto kind = builtin(called->getDirectCallee());
      found |= kind != Builtin::Nondet && kind != Builtin::Expect;
    }
    if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(s)) {
      found |= size->getTypeOfArgument()->isVariablyModifiedType();
    }
    if (const auto* cast = dyn_cast<clang::ExplicitCastExpr>(s)) {
      found |= cast->getTypeAsWritten()->isVariablyModifiedType();
    }
    found |= isa<clang::VAArgExpr, clang::CompoundLiteralExpr>(s);
  });
  return found;
}

bool has_calls_or_effects(const clang::Stmt* stmt) {
  bool found = has_effects(stmt);
  for_each_child(stmt, [&](const clang::Stmt* s) { found |= isa<clang::CallExpr>(s); });
  return found;
}

std::vector<const clang::FunctionDecl*> defined_functions(clang::ASTContext& ast) {
  std::vector<const clang::FunctionDecl*> found;
  for (const clang::Decl* d : ast.getTranslationUnitDecl()->decls()) {
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function != nullptr && function->isThisDeclarationADefinition()) found.push_back(function);
  }
  return found;
}

}  // namespace pawl::frontend::c
