// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/order.h"

#include <algorithm>

#include "frontends/c/lower/library.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;

namespace {

template <class T>
bool intersect(const std::set<T>& a, const std::set<T>& b) {
  return std::ranges::any_of(a, [&](const T& one) { return b.contains(one); });
}

const clang::VarDecl* named(const clang::Expr* lvalue) {
  const auto* name = dyn_cast<clang::DeclRefExpr>(lvalue->IgnoreParens());
  const auto* var = name != nullptr ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return var != nullptr ? var->getCanonicalDecl() : nullptr;
}

struct Uses {
  std::set<const clang::VarDecl*> read, changed;
};

bool is_scalar(const clang::Expr* e) { return e->getType()->isScalarType(); }

/// Whole scalar variables that are used whenever the expression is evaluated, by itself.
void collect_uses(const clang::Stmt* stmt, Uses& uses) {
  if (stmt == nullptr || isa<clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(stmt)) return;
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(stmt)) {
    const auto* common = dyn_cast<clang::BinaryConditionalOperator>(choice);
    collect_uses(common != nullptr ? common->getCommon() : choice->getCond(), uses);
    return;
  }
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(stmt)) {
    collect_uses(generic->getResultExpr(), uses);
    return;
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(stmt)) {
    const clang::VarDecl* var = named(cast->getSubExpr());
    if (cast->getCastKind() == clang::CK_LValueToRValue && var != nullptr && is_scalar(cast)) {
      uses.read.insert(var);
    }
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(stmt)) {
    const clang::VarDecl* var = named(unary->getSubExpr());
    if (unary->isIncrementDecrementOp() && var != nullptr) {
      uses.read.insert(var);
      uses.changed.insert(var);
    }
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(stmt)) {
    if (binary->isLogicalOp()) {
      collect_uses(binary->getLHS(), uses);
      return;
    }
    const clang::VarDecl* var = named(binary->getLHS());
    if (binary->isAssignmentOp() && var != nullptr && is_scalar(binary)) {
      uses.changed.insert(var);
      if (binary->isCompoundAssignmentOp()) uses.read.insert(var);
    }
  }
  for (const clang::Stmt* child : stmt->children()) collect_uses(child, uses);
}

void collect_pending(const clang::Expr* e, std::set<const clang::VarDecl*>& out) {
  e = e->IgnoreParens();
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    collect_pending(cast->getSubExpr(), out);
  } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    const clang::VarDecl* var = named(unary->getSubExpr());
    if (unary->isIncrementDecrementOp() && var != nullptr) out.insert(var);
    collect_pending(unary->getSubExpr(), out);
  } else if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->isLogicalOp()) return;  // not for certain
    if (binary->getOpcode() != clang::BO_Comma) collect_pending(binary->getLHS(), out);
    collect_pending(binary->getRHS(), out);
    const clang::VarDecl* var = named(binary->getLHS());
    if (binary->isAssignmentOp() && var != nullptr && is_scalar(binary)) out.insert(var);
  } else if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(e)) {
    collect_pending(index->getBase(), out);
    collect_pending(index->getIdx(), out);
  } else if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
    collect_pending(member->getBase(), out);
  }
}

bool is_input(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return kind == Builtin::Nondet || kind == Builtin::Expect || kind == Builtin::Absolute ||
         kind == Builtin::Harmless || kind == Builtin::Allocate || kind == Builtin::AllocateZero;
}

}  // namespace

bool Touched::meets(const Touched& other) const {
  if (all && (other.all || !other.classes.empty())) return true;
  if (other.all && !classes.empty()) return true;
  return intersect(classes, other.classes) || intersect(variables, other.variables);
}

const clang::VarDecl* Footprints::clash(const clang::Expr* left, const clang::Expr* right) {
  Uses first, second;
  collect_uses(left, first);
  collect_uses(right, second);
  const auto against = [](const Uses& a, const Uses& b) -> const clang::VarDecl* {
    for (const clang::VarDecl* var : a.changed) {
      if (b.changed.contains(var) || b.read.contains(var)) return var;
    }
    return nullptr;
  };
  if (const clang::VarDecl* var = against(first, second)) return var;
  return against(second, first);
}

std::set<const clang::VarDecl*> Footprints::pending(const clang::Expr* e) {
  std::set<const clang::VarDecl*> result;
  collect_pending(e, result);
  return result;
}

void Footprints::note(const clang::Expr* lvalue, Touched& access) {
  const clang::Expr* e = lvalue->IgnoreParens();
  const clang::VarDecl* var = named(e);
  if (var != nullptr && !var->hasGlobalStorage() && !points_to_.address_taken(var)) {
    access.variables.insert(var);
  } else if (!is_scalar(e) ||
             (var == nullptr &&
              !isa<clang::MemberExpr, clang::ArraySubscriptExpr, clang::UnaryOperator>(e))) {
    access.all = true;
  } else {
    access.classes.insert(points_to_.find(points_to_.location(e)));
  }
}

void Footprints::unknown(const clang::CallExpr* call, EvaluationStep& step) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const auto kind = builtin(callee);
  if (kind == Builtin::Fail) {
    step.fails = step.stops = true;
  } else if (kind == Builtin::Assert || kind == Builtin::Check) {
    step.fails = step.stops = true;
  } else if (kind == Builtin::Stop || kind == Builtin::Assume) {
    step.stops = true;
  } else if (kind == Builtin::StringLength || kind == Builtin::CompareStrings ||
             kind == Builtin::CompareAtMost || kind == Builtin::CompareMemory ||
             kind == Builtin::FindCharacter) {
    step.reads.all = true;
  } else {
    step.reads.all = step.writes.all = step.stops = step.fails = true;
  }
}

void Footprints::walk(const clang::Stmt* stmt, EvaluationStep& out,
                      std::vector<const clang::FunctionDecl*>& called) {
  if (stmt == nullptr) return;
  if (const auto* cast = dyn_cast<clang::CastExpr>(stmt)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) note(cast->getSubExpr(), out.reads);
  } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(stmt)) {
    if (unary->isIncrementDecrementOp()) note(unary->getSubExpr(), out.reads);
    if (unary->isIncrementDecrementOp()) note(unary->getSubExpr(), out.writes);
  } else if (const auto* binary = dyn_cast<clang::BinaryOperator>(stmt)) {
    if (binary->isAssignmentOp()) note(binary->getLHS(), out.writes);
    if (binary->isCompoundAssignmentOp()) note(binary->getLHS(), out.reads);
  } else if (const auto* call = dyn_cast<clang::CallExpr>(stmt)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const clang::FunctionDecl* defined = nullptr;
    if (callee != nullptr && !builtin(callee) && callee->isDefined(defined)) {
      called.push_back(defined);
    } else if (!is_input(callee)) {
      unknown(call, out);
    }
  } else if (isa<clang::WhileStmt, clang::ForStmt, clang::DoStmt, clang::GotoStmt,
                 clang::IndirectGotoStmt>(stmt)) {
    out.stops = true;
  } else if (const auto* label = dyn_cast<clang::LabelStmt>(stmt)) {
    if (label->getDecl()->getName() == "ERROR") out.fails = out.stops = true;
  } else if (isa<clang::AsmStmt>(stmt)) {
    out.reads.all = out.writes.all = true;
  }
  for (const clang::Stmt* child : stmt->children()) walk(child, out, called);
}

void Footprints::mark(EvaluationStep& step) const {
  step.fails |= failures_ == Failures::Everywhere;
  // One variable for the whole state of the specification.
  if (failures_ == Failures::Events && step.is_call) step.writes.variables.insert(nullptr);
}

/// With the functions that it calls, however deep.
const EvaluationStep& Footprints::body(const clang::FunctionDecl* function) {
  const auto found = bodies_.find(function);
  if (found != bodies_.end()) return found->second;
  EvaluationStep step;
  std::set<const clang::FunctionDecl*> seen = {function};
  std::vector<const clang::FunctionDecl*> work = {function};
  while (!work.empty()) {
    const clang::FunctionDecl* one = work.back();
    work.pop_back();
    std::vector<const clang::FunctionDecl*> called;
    walk(one->getBody(), step, called);
    for (const clang::FunctionDecl* callee : called) {
      if (callee == function) step.stops = true;
      if (seen.insert(callee).second) work.push_back(callee);
    }
  }
  step.is_call = true;
  // A caller's variables that nobody points to are none of a callee's business.
  step.reads.variables.clear();
  step.writes.variables.clear();
  mark(step);
  return bodies_.emplace(function, std::move(step)).first->second;
}

void Footprints::collect(const clang::Stmt* stmt, std::vector<EvaluationStep>& steps,
                         bool in_block) {
  if (stmt == nullptr) return;
  if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(stmt)) {
    if (!size->getTypeOfArgument()->isVariablyModifiedType()) return;
  }
  if (isa<clang::StmtExpr>(stmt)) in_block = true;
  for (const clang::Stmt* child : stmt->children()) collect(child, steps, in_block);
  std::vector<const clang::FunctionDecl*> called;
  EvaluationStep step;
  if (const auto* call = dyn_cast<clang::CallExpr>(stmt)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const clang::FunctionDecl* defined = nullptr;
    if (callee != nullptr && !builtin(callee) && callee->isDefined(defined)) {
      steps.push_back(body(defined));
      return;
    }
    if (is_input(callee)) return;
    unknown(call, step);
    step.is_call = true;
  } else if (const auto* cast = dyn_cast<clang::CastExpr>(stmt)) {
    if (cast->getCastKind() != clang::CK_LValueToRValue) return;
    note(cast->getSubExpr(), step.reads);
  } else if (const auto* unary = dyn_cast<clang::UnaryOperator>(stmt)) {
    if (!unary->isIncrementDecrementOp()) return;
    note(unary->getSubExpr(), step.reads);
    note(unary->getSubExpr(), step.writes);
  } else if (const auto* binary = dyn_cast<clang::BinaryOperator>(stmt)) {
    if (!binary->isAssignmentOp()) return;
    note(binary->getLHS(), step.writes);
    if (binary->isCompoundAssignmentOp()) note(binary->getLHS(), step.reads);
  } else if (isa<clang::WhileStmt, clang::ForStmt, clang::DoStmt, clang::GotoStmt>(stmt)) {
    step.stops = true;
  } else {
    return;
  }
  step.is_call |= in_block;  // GNU C does not say more about blocks
  mark(step);
  steps.push_back(std::move(step));
}

const std::vector<EvaluationStep>& Footprints::steps(const clang::Expr* e) {
  const auto found = steps_.find(e);
  if (found != steps_.end()) return found->second;
  std::vector<EvaluationStep> result;
  collect(e, result, false);
  return steps_.emplace(e, std::move(result)).first->second;
}

namespace {

bool conflict(const EvaluationStep& a, const EvaluationStep& b) {
  return a.writes.meets(b.writes) || a.writes.meets(b.reads) || a.reads.meets(b.writes) ||
         (a.stops && b.fails) || (a.fails && b.stops);
}

}  // namespace

bool Footprints::meet(const clang::Expr* left, const clang::Expr* right) {
  const std::vector<EvaluationStep> first = steps(left);
  const std::vector<EvaluationStep>& second = steps(right);
  return std::ranges::any_of(first, [&](const EvaluationStep& a) {
    return std::ranges::any_of(second, [&](const EvaluationStep& b) { return conflict(a, b); });
  });
}

Footprints::Order Footprints::order(const clang::Expr* left, const clang::Expr* right,
                                    const clang::Expr* also_read) {
  std::vector<EvaluationStep> first = steps(left);
  const std::vector<EvaluationStep>& second = steps(right);
  if (also_read != nullptr) note(also_read, first.emplace_back().reads);
  std::size_t met = 0;
  for (const EvaluationStep& a : first) {
    for (const EvaluationStep& b : second) {
      if (!a.is_call && !b.is_call) continue;
      if (conflict(a, b)) ++met;
    }
  }
  if (met == 0) return Order::Free;
  return met == 1 ? Order::Two : Order::Mixed;
}

}  // namespace pawl::frontend::c
