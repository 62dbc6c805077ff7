// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/back/visible.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

bool is_loop(const clang::Stmt* stmt) {
  return isa<clang::WhileStmt>(stmt) || isa<clang::ForStmt>(stmt) || isa<clang::DoStmt>(stmt);
}

/// The statements from the body down to `target`, both included; empty when it is not in there.
std::vector<const clang::Stmt*> path_to(const clang::Stmt* body, const clang::Stmt* target) {
  struct Step {
    const clang::Stmt* stmt;
    std::size_t depth;
  };
  std::vector<Step> work = {{body, 0}};
  std::vector<const clang::Stmt*> path;
  while (!work.empty()) {
    const Step step = work.back();
    work.pop_back();
    if (step.stmt == nullptr) continue;
    path.resize(step.depth);
    path.push_back(step.stmt);
    if (step.stmt == target) return path;
    for (const clang::Stmt* child : step.stmt->children()) work.push_back({child, step.depth + 1});
  }
  return {};
}

void add_declared(const clang::Stmt* stmt, std::vector<const clang::Decl*>& declared) {
  const auto* declaration = stmt != nullptr ? dyn_cast<clang::DeclStmt>(stmt) : nullptr;
  if (declaration == nullptr) return;
  declared.insert(declared.end(), declaration->decl_begin(), declaration->decl_end());
}

/// In the order of the text, so that the last one of a name is the one that is meant.
std::vector<const clang::Decl*> declared_before(const clang::Stmt* loop,
                                                const clang::FunctionDecl* function) {
  std::vector<const clang::Decl*> declared;
  const clang::Decl* outer = function;
  for (const clang::Decl* d : function->getASTContext().getTranslationUnitDecl()->decls()) {
    if (d == outer) break;
    declared.push_back(d);
  }
  for (const clang::ParmVarDecl* parameter : function->parameters()) declared.push_back(parameter);
  const std::vector<const clang::Stmt*> path = path_to(function->getBody(), loop);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (const auto* for_loop = dyn_cast<clang::ForStmt>(path[i])) {
      add_declared(for_loop->getInit(), declared);
    }
    const auto* compound = dyn_cast<clang::CompoundStmt>(path[i]);
    if (compound == nullptr || i + 1 == path.size()) continue;
    for (const clang::Stmt* one : compound->body()) {
      if (one == path[i + 1]) break;
      // A label or a case does not open a scope: what it precedes is declared here.
      const clang::Stmt* inner = one;
      while (true) {
        if (const auto* label = dyn_cast<clang::LabelStmt>(inner)) {
          inner = label->getSubStmt();
        } else if (const auto* choice = dyn_cast<clang::SwitchCase>(inner)) {
          inner = choice->getSubStmt();
        } else {
          break;
        }
        if (inner == nullptr) break;
      }
      add_declared(inner, declared);
    }
  }
  return declared;
}

}  // namespace

std::vector<const clang::VarDecl*> visible_at(const clang::Stmt* loop,
                                              const clang::FunctionDecl* function) {
  const std::vector<const clang::Decl*> declared = declared_before(loop, function);
  std::vector<const clang::VarDecl*> found;
  std::set<std::string> taken;
  for (auto at = declared.rbegin(); at != declared.rend(); ++at) {
    // Functions, enumerators and types hide variables as well.
    if (const auto* enumeration = dyn_cast<clang::EnumDecl>(*at)) {
      for (const clang::EnumConstantDecl* one : enumeration->enumerators()) {
        taken.insert(one->getNameAsString());
      }
    }
    const auto* named = dyn_cast<clang::NamedDecl>(*at);
    if (named == nullptr || isa<clang::TagDecl>(named)) continue;
    const std::string name = named->getNameAsString();
    if (name.empty() || !taken.insert(name).second) continue;
    if (const auto* var = dyn_cast<clang::VarDecl>(named)) found.push_back(var);
  }
  return found;
}

bool declared_in(const clang::VarDecl* variable, const clang::Stmt* stmt) {
  std::vector<const clang::Stmt*> work = {stmt};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(s)) {
      for (const clang::Decl* d : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(d);
        if (var != nullptr && var->getCanonicalDecl() == variable->getCanonicalDecl()) return true;
      }
    }
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return false;
}

bool changed_after(const clang::VarDecl* variable, clang::SourceLocation place,
                   const clang::FunctionDecl* function) {
  const clang::SourceManager& sources = function->getASTContext().getSourceManager();
  const auto names_it = [&](const clang::Stmt* s) {
    const auto* name = dyn_cast<clang::DeclRefExpr>(s);
    return name != nullptr && name->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl();
  };
  std::vector<const clang::Stmt*> work = {function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    // To read it is the only harmless use.
    const auto* cast = dyn_cast<clang::ImplicitCastExpr>(s);
    const bool reads = cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue &&
                       names_it(cast->getSubExpr()->IgnoreParens());
    if (reads) continue;
    if (names_it(s) && !sources.isBeforeInTranslationUnit(s->getBeginLoc(), place)) return true;
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return false;
}

bool jumped_back_to(const clang::LabelStmt* label, const clang::FunctionDecl* function) {
  const clang::SourceManager& sources = function->getASTContext().getSourceManager();
  std::vector<const clang::Stmt*> work = {function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    const auto* jump = dyn_cast<clang::GotoStmt>(s);
    if (jump != nullptr && jump->getLabel() == label->getDecl() &&
        sources.isBeforeInTranslationUnit(label->getBeginLoc(), jump->getBeginLoc())) {
      return true;
    }
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return false;
}

std::vector<const clang::LabelStmt*> goto_loops_in(const clang::FunctionDecl* function) {
  std::vector<const clang::LabelStmt*> found;
  std::vector<const clang::Stmt*> work = {function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    const auto* label = dyn_cast<clang::LabelStmt>(s);
    if (label != nullptr && !is_loop(label->getSubStmt()) && jumped_back_to(label, function)) {
      found.push_back(label);
    }
    const std::size_t first = work.size();
    for (const clang::Stmt* child : s->children()) work.push_back(child);
    std::reverse(work.begin() + static_cast<std::ptrdiff_t>(first), work.end());
  }
  return found;
}

std::vector<const clang::Stmt*> loops_in(const clang::FunctionDecl* function) {
  std::vector<const clang::Stmt*> found;
  std::vector<const clang::Stmt*> work = {function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (is_loop(s)) found.push_back(s);
    const std::size_t first = work.size();
    for (const clang::Stmt* child : s->children()) work.push_back(child);
    std::reverse(work.begin() + static_cast<std::ptrdiff_t>(first), work.end());
  }
  return found;
}

}  // namespace pawl::frontend::c
