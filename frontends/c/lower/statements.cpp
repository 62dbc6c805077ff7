// SPDX-License-Identifier: Apache-2.0
//
// Statements into basic blocks.
#include "frontends/c/acsl/acsl.h"
#include "frontends/c/back/visible.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::BlockId;
using gcl::Expr;

namespace {

/// Never goes on after its last statement, as is seen at once.
bool ends_with_return(const clang::Stmt* stmt) {
  if (stmt == nullptr) return false;
  if (isa<clang::ReturnStmt, clang::GotoStmt>(stmt)) return true;
  if (const auto* block = dyn_cast<clang::CompoundStmt>(stmt)) {
    return !block->body_empty() && ends_with_return(block->body_back());
  }
  if (const auto* choice = dyn_cast<clang::IfStmt>(stmt)) {
    return ends_with_return(choice->getThen()) && ends_with_return(choice->getElse());
  }
  if (const auto* label = dyn_cast<clang::LabelStmt>(stmt)) {
    return ends_with_return(label->getSubStmt());
  }
  return false;
}

}  // namespace

void Lowering::lower(const clang::Stmt* stmt) {
  if (stmt == nullptr) return;
  here_ = place(stmt);
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt)) {
    const bool is_body = stmt == frame().function->getBody();
    if (is_body) evaluate_parameter_types(frame().function);
    for (const clang::Stmt* one : compound->body()) {
      annotations_before(one);
      lower(one);
    }
    annotations_before_end(compound);
    if (is_body) fall_off_the_end();
    end_lives_in(compound);
  } else if (const auto* e = dyn_cast<clang::Expr>(stmt)) {
    effects(e);
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* d : declaration->decls()) {
      if (const auto* var = dyn_cast<clang::VarDecl>(d)) declare(var);
      if (const auto* type = dyn_cast<clang::TypedefNameDecl>(d)) {
        evaluate_type(type->getUnderlyingType());
      }
    }
  } else if (const auto* choice = dyn_cast<clang::IfStmt>(stmt)) {
    lower_if(choice);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(stmt)) {
    lower_loop(loop, loop->getCond(), nullptr, loop->getBody());
  } else if (const auto* for_loop = dyn_cast<clang::ForStmt>(stmt)) {
    if (for_loop->getInit() != nullptr) lower(for_loop->getInit());
    lower_loop(for_loop, for_loop->getCond(), for_loop->getInc(), for_loop->getBody());
    end_lives_in(for_loop->getInit());
  } else if (const auto* do_loop = dyn_cast<clang::DoStmt>(stmt)) {
    lower_do(do_loop);
  } else if (const auto* choices = dyn_cast<clang::SwitchStmt>(stmt)) {
    lower_switch(choices);
  } else if (const auto* one = dyn_cast<clang::SwitchCase>(stmt)) {
    const auto found = frame().cases.find(one);
    if (found == frame().cases.end()) refuse(stmt->getSourceRange(), "a case outside of a switch");
    jump(found->second);
    start(found->second);
    annotations_before(one->getSubStmt());
    lower(one->getSubStmt());
  } else if (const auto* label = dyn_cast<clang::LabelStmt>(stmt)) {
    lower_label(label);
  } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(stmt)) {
    lower(attributed->getSubStmt());
  } else if (const auto* jump_to = dyn_cast<clang::GotoStmt>(stmt)) {
    jump(label_block(jump_to->getLabel()));
    start(new_block(here_));
  } else if (isa<clang::BreakStmt>(stmt)) {
    jump(frame().breaks.back());
    start(new_block(here_));
  } else if (isa<clang::ContinueStmt>(stmt)) {
    jump(frame().continues.back());
    start(new_block(here_));
  } else if (const auto* back = dyn_cast<clang::ReturnStmt>(stmt)) {
    lower_return(back);
  } else if (isa<clang::AsmStmt>(stmt)) {
    refuse(stmt->getSourceRange(), "inline assembly (asm)");
  } else if (isa<clang::IndirectGotoStmt>(stmt)) {
    refuse(stmt->getSourceRange(), "a computed goto");
  } else if (!isa<clang::NullStmt>(stmt)) {
    refuse(stmt->getSourceRange(), std::string("the statement ") + stmt->getStmtClassName(),
           "see frontends/c/SUPPORTED.md");
  }
}

BlockId Lowering::label_block(const clang::LabelDecl* label) {
  const auto found = frame().labels.find(label);
  if (found != frame().labels.end()) return found->second;
  const BlockId block = new_block(unit_.place(label->getLocation()));
  frame().labels[label] = block;
  return block;
}

void Lowering::lower_label(const clang::LabelStmt* stmt) {
  const BlockId block = label_block(stmt->getDecl());
  jump(block);
  start(block);
  here_ = place(stmt);
  cfg_.blocks[block].range = here_;
  acsl_->at_label(stmt);
  at_label(stmt);
  if (stmt->getDecl()->getName() == "ERROR" && options_.assertions == Assertions::Prove) {
    emit_assert(context_.false_(), here_);
    end_with(gcl::Halt{});
    start(new_block(here_));
  } else if (jumped_back_to(stmt)) {
    cfg_.blocks[block].clauses.origin = note_activation(stmt);
    assume_ranges(frame().function->getBody(), here_);
  }
  annotations_before(stmt->getSubStmt());
  lower(stmt->getSubStmt());
}

bool Lowering::jumped_back_to(const clang::LabelStmt* stmt) const {
  return c::jumped_back_to(stmt, frames_.back()->function);
}

void Lowering::branch(std::optional<gcl::Located> condition, BlockId then_target,
                      BlockId else_target) {
  end_with(gcl::Branch{std::move(condition), then_target, else_target});
}

void Lowering::branch_on(const clang::Expr* expr, BlockId then_target, BlockId else_target) {
  const clang::Expr* e = expr->IgnoreParenImpCasts();
  const SourceRange range = place(expr);
  if (is_nondet(e)) {
    end_with(gcl::Branch{std::nullopt, then_target, else_target, range});
    return;
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e);
      unary != nullptr && unary->getOpcode() == clang::UO_LNot && has_calls_or_effects(e)) {
    branch_on(unary->getSubExpr(), else_target, then_target);
    return;
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e);
      binary != nullptr && binary->isLogicalOp() && has_calls_or_effects(binary)) {
    const BlockId second = new_block(range);
    if (binary->getOpcode() == clang::BO_LAnd) {
      branch_on(binary->getLHS(), second, else_target);
    } else {
      branch_on(binary->getLHS(), then_target, second);
    }
    start(second);
    branch_on(binary->getRHS(), then_target, else_target);
    return;
  }
  const Expr value = condition(expr);
  if (value.is_true()) {
    jump(then_target);
  } else if (value.is_false()) {
    jump(else_target);
  } else {
    branch(gcl::Located{value, range}, then_target, else_target);
  }
}

void Lowering::lower_if(const clang::IfStmt* stmt) {
  const SourceRange range = place(stmt);
  const BlockId yes = new_block(range);
  const BlockId no = new_block(range);
  const BlockId after = new_block(range);
  branch_on(stmt->getCond(), yes, no);
  start(yes);
  annotations_before(stmt->getThen());
  lower(stmt->getThen());
  jump(after);
  start(no);
  if (stmt->getElse() != nullptr) {
    annotations_before(stmt->getElse());
    lower(stmt->getElse());
  }
  jump(after);
  start(after);
}

/// What a loop may change is of its type in every round. Assumptions only: the loop keeps its
/// shape.
void Lowering::assume_ranges(const clang::Stmt* changed_in, const SourceRange& range) {
  std::set<const clang::VarDecl*> seen;
  std::vector<const clang::VarDecl*> found;
  const auto note = [&](const clang::Expr* target) {
    const auto* name = dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
    if (name == nullptr) return;
    const auto* var = dyn_cast<clang::VarDecl>(name->getDecl());
    if (var != nullptr && seen.insert(var->getCanonicalDecl()).second) found.push_back(var);
  };
  std::vector<const clang::Stmt*> work = {changed_in};
  std::set<const clang::FunctionDecl*> entered;
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s);
        binary && binary->isAssignmentOp()) {
      note(binary->getLHS());
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(s)) {
      if (unary->isIncrementDecrementOp()) note(unary->getSubExpr());
    }
    if (const auto* called = dyn_cast<clang::CallExpr>(s)) {
      const clang::FunctionDecl* callee = called->getDirectCallee();
      if (callee != nullptr && callee->hasBody() &&
          entered.insert(callee->getCanonicalDecl()).second) {
        work.push_back(callee->getBody());
      }
    }
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  for (const clang::VarDecl* var : found) {
    const bool known = var->hasGlobalStorage() || frame().names.contains(var->getCanonicalDecl()) ||
                       memory_names_.contains(var->getCanonicalDecl());
    if (!known || !var->getType()->isIntegralOrEnumerationType()) continue;
    if (frame().substituted.contains(var->getCanonicalDecl())) continue;
    const Location at = variable(var);
    if (!at.indices.empty()) continue;
    const Storage& storage = points_to_.storage(at.node);
    if (storage.only == nullptr) continue;
    const Expr fits = arithmetic_.in_range(read_part(at, Part::Value), int_type(at.type, {}));
    if (!fits.is_true()) emit_assume(fits, range);
  }
}

void Lowering::loop_head(const clang::Stmt* stmt, BlockId head) {
  const SourceRange range = place(stmt);
  cfg_.blocks[head].range = range;
  gcl::While clauses;
  acsl_->loop_clauses(stmt, clauses);
  clauses.origin = note_activation(stmt);
  cfg_.blocks[head].clauses = std::move(clauses);
  assume_ranges(stmt, range);
  if (options_.leaks == Leaks::Unreachable) need_no_leak(range);
}

void Lowering::lower_loop(const clang::Stmt* stmt, const clang::Expr* condition,
                          const clang::Expr* step, const clang::Stmt* body) {
  const SourceRange range = place(stmt);
  const BlockId head = new_block(range);
  const BlockId inside = new_block(range);
  const bool watched = acsl_->watches_back_edge(stmt);
  const bool separate = step != nullptr || watched || tracks_lives();
  const BlockId next = separate ? new_block(range) : head;
  const BlockId after = new_block(range);
  acsl_->enter_loop(stmt);
  jump(head);
  start(head);
  loop_head(stmt, head);
  if (condition == nullptr) {
    jump(inside);
  } else {
    branch_on(condition, inside, after);
  }
  frame().breaks.push_back(after);
  frame().continues.push_back(next);
  start(inside);
  acsl_->loop_body(stmt, condition);
  lower(body);
  jump(next);
  frame().breaks.pop_back();
  frame().continues.pop_back();
  if (next != head) {
    start(next);
    end_lives_in(body);
    if (step != nullptr) effects(step);
    acsl_->loop_back(stmt);
    jump(head);
  }
  acsl_->leave_loop();
  start(after);
  end_lives_in(body);
}

void Lowering::lower_do(const clang::DoStmt* stmt) {
  const SourceRange range = place(stmt);
  const BlockId head = new_block(range);
  const BlockId test = new_block(range);
  const BlockId after = new_block(range);
  acsl_->enter_loop(stmt);
  jump(head);
  start(head);
  loop_head(stmt, head);
  acsl_->loop_body(stmt, nullptr);
  frame().breaks.push_back(after);
  frame().continues.push_back(test);
  lower(stmt->getBody());
  frame().breaks.pop_back();
  frame().continues.pop_back();
  jump(test);
  start(test);
  end_lives_in(stmt->getBody());
  if (acsl_->watches_back_edge(stmt)) {
    const BlockId back = new_block(range);
    branch_on(stmt->getCond(), back, after);
    start(back);
    acsl_->loop_back(stmt);
    jump(head);
  } else {
    branch_on(stmt->getCond(), head, after);
  }
  acsl_->leave_loop();
  start(after);
  end_lives_in(stmt->getBody());
}

void Lowering::lower_switch(const clang::SwitchStmt* stmt) {
  const SourceRange range = place(stmt);
  if (stmt->getInit() != nullptr) lower(stmt->getInit());
  const Expr value = saved(integer(stmt->getCond()), range, "switch");
  begin_switch(stmt);
  const BlockId after = new_block(range);
  BlockId otherwise = after;
  // Clang lists the cases last first.
  std::vector<const clang::CaseStmt*> cases;
  for (const clang::SwitchCase* one = stmt->getSwitchCaseList(); one != nullptr;
       one = one->getNextSwitchCase()) {
    const BlockId block = new_block(place(one));
    frame().cases[one] = block;
    if (const auto* labelled = dyn_cast<clang::CaseStmt>(one)) {
      cases.insert(cases.begin(), labelled);
    } else {
      otherwise = block;
    }
  }
  for (const clang::CaseStmt* one : cases) {
    const Expr low = integer(one->getLHS());
    Expr test = gcl::mk_eq(context_, value, low);
    if (one->getRHS() != nullptr) {
      const Expr high = integer(one->getRHS());
      test = gcl::mk_and(context_,
                         {gcl::mk_le(context_, low, value), gcl::mk_le(context_, value, high)});
    }
    const BlockId next = new_block(range);
    branch(gcl::Located{test, place(one)}, frame().cases[one], next);
    start(next);
  }
  jump(otherwise);
  start(new_block(range));  // code before the first case is never reached
  frame().breaks.push_back(after);
  lower(stmt->getBody());
  frame().breaks.pop_back();
  jump(after);
  start(after);
  end_lives_in(stmt->getBody());
}

/// Without `return`: the result has no value. Using it is undefined, so that any will do.
void Lowering::fall_off_the_end() {
  const clang::FunctionDecl* function = frame().function;
  if (is_main(function) && frames_.size() > 1 && function->getReturnType()->isIntegerType()) {
    write(result_location(frame()), number(0), place(function->getBody()));
  }
  const bool has_result = !function->getReturnType()->isVoidType() && !is_main(function);
  if (!has_result || options_.calls == Calls::Keep) return;
  here_ = place(function->getBody());
  if (!ends_with_return(function->getBody())) havoc(result_location(frame()));
}

void Lowering::lower_return(const clang::ReturnStmt* stmt) {
  const SourceRange range = place(stmt);
  if (const clang::Expr* value = stmt->getRetValue()) {
    const clang::QualType type = frame().function->getReturnType();
    if (type->isVoidType()) {
      effects(value);
    } else if (type->isRecordType()) {
      copy_record(result_location(frame()), value, range);
    } else if (type->isPointerType()) {
      const Pointer result = pointer(value);
      write_pointer(result_location(frame()), result, range);
    } else {
      const Expr result = integer(value);
      write(result_location(frame()), result, range);
    }
  }
  jump(frame().end);
  start(new_block(range));
}

}  // namespace pawl::frontend::c
