// SPDX-License-Identifier: Apache-2.0
//
// Statements into basic blocks.
#include "frontends/c/lower/statements.h"

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/back/loop_scopes.h"
#include "frontends/c/back/visible.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/choices.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/initialisers.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/unknown_calls.h"
#include "gcl/build.h"

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

Statements::Statements(const Rooms& rooms)
    : unit_(rooms.unit),
      options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      acsl_(rooms.acsl),
      code_(rooms.code),
      types_(rooms.types),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      lifetimes_(rooms.lifetimes),
      initialisers_(rooms.initialisers),
      lengths_(rooms.lengths),
      expressions_(rooms.expressions),
      choices_(rooms.choices),
      structs_(rooms.structs),
      unknown_calls_(rooms.unknown_calls),
      loop_scopes_(rooms.loop_scopes) {}

void Statements::lower(const clang::Stmt* stmt) {
  if (stmt == nullptr) return;
  code_.set_here(code_.place(stmt));
  if (const auto* compound = dyn_cast<clang::CompoundStmt>(stmt)) {
    const bool is_body = stmt == code_.frame().function->getBody();
    if (is_body) lengths_.evaluate_parameter_types(code_.frame().function);
    for (const clang::Stmt* one : compound->body()) {
      acsl_.before(one);
      lower(one);
    }
    acsl_.before_end(compound);
    if (is_body) fall_off_the_end();
    lifetimes_.end_lives_in(compound);
  } else if (const auto* e = dyn_cast<clang::Expr>(stmt)) {
    expressions_.effects(e);
  } else if (const auto* declaration = dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl* d : declaration->decls()) {
      if (const auto* var = dyn_cast<clang::VarDecl>(d)) initialisers_.declare(var);
      if (const auto* type = dyn_cast<clang::TypedefNameDecl>(d)) {
        lengths_.evaluate_type(type->getUnderlyingType());
      }
    }
  } else if (const auto* choice = dyn_cast<clang::IfStmt>(stmt)) {
    lower_if(choice);
  } else if (const auto* loop = dyn_cast<clang::WhileStmt>(stmt)) {
    lower_loop(loop, loop->getCond(), nullptr, loop->getBody());
  } else if (const auto* for_loop = dyn_cast<clang::ForStmt>(stmt)) {
    if (for_loop->getInit() != nullptr) lower(for_loop->getInit());
    lower_loop(for_loop, for_loop->getCond(), for_loop->getInc(), for_loop->getBody());
    lifetimes_.end_lives_in(for_loop->getInit());
  } else if (const auto* do_loop = dyn_cast<clang::DoStmt>(stmt)) {
    lower_do(do_loop);
  } else if (const auto* choices = dyn_cast<clang::SwitchStmt>(stmt)) {
    lower_switch(choices);
  } else if (const auto* one = dyn_cast<clang::SwitchCase>(stmt)) {
    const auto found = code_.frame().cases.find(one);
    if (found == code_.frame().cases.end())
      code_.refuse(stmt->getSourceRange(), "a case outside of a switch");
    code_.jump(found->second);
    code_.start(found->second);
    acsl_.before(one->getSubStmt());
    lower(one->getSubStmt());
  } else if (const auto* label = dyn_cast<clang::LabelStmt>(stmt)) {
    lower_label(label);
  } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(stmt)) {
    lower(attributed->getSubStmt());
  } else if (const auto* jump_to = dyn_cast<clang::GotoStmt>(stmt)) {
    code_.jump(label_block(jump_to->getLabel()));
    code_.start(code_.new_block(code_.here()));
  } else if (isa<clang::BreakStmt>(stmt)) {
    code_.jump(code_.frame().breaks.back());
    code_.start(code_.new_block(code_.here()));
  } else if (isa<clang::ContinueStmt>(stmt)) {
    code_.jump(code_.frame().continues.back());
    code_.start(code_.new_block(code_.here()));
  } else if (const auto* back = dyn_cast<clang::ReturnStmt>(stmt)) {
    lower_return(back);
  } else if (isa<clang::AsmStmt>(stmt)) {
    lower_assembly(clang::cast<clang::AsmStmt>(stmt));
  } else if (isa<clang::IndirectGotoStmt>(stmt)) {
    code_.refuse(stmt->getSourceRange(), "a computed goto");
  } else if (!isa<clang::NullStmt>(stmt)) {
    code_.refuse(stmt->getSourceRange(), std::string("the statement ") + stmt->getStmtClassName(),
                 "see frontends/c/SUPPORTED.md");
  }
}

/// Outputs have any value, and memory that strangers can have got at may have changed.
void Statements::lower_assembly(const clang::AsmStmt* stmt) {
  const auto* assembly = dyn_cast<clang::GCCAsmStmt>(stmt);
  if (assembly == nullptr || assembly->isAsmGoto() || options_.strict) {
    code_.refuse(stmt->getSourceRange(), "inline assembly (asm)");
  }
  const SourceRange range = code_.place(stmt);
  code_.not_exact(range, "inline assembly");
  for (unsigned i = 0; i < assembly->getNumInputs(); ++i) {
    expressions_.effects(assembly->getInputExpr(i));
  }
  if (approximation_ == Approximation::Over) unknown_calls_.run_assembly(range);
  for (unsigned i = 0; i < assembly->getNumOutputs(); ++i) {
    const Location at = lvalues_.location(assembly->getOutputExpr(i));
    code_.set_here(range);
    initialisers_.havoc(at);
  }
}

BlockId Statements::label_block(const clang::LabelDecl* label) {
  const auto found = code_.frame().labels.find(label);
  if (found != code_.frame().labels.end()) return found->second;
  const BlockId block = code_.new_block(unit_.place(label->getLocation()));
  code_.frame().labels[label] = block;
  return block;
}

void Statements::lower_label(const clang::LabelStmt* stmt) {
  const BlockId block = label_block(stmt->getDecl());
  code_.jump(block);
  code_.start(block);
  code_.set_here(code_.place(stmt));
  code_.cfg().blocks[block].range = code_.here();
  acsl_.at_label(stmt);
  lifetimes_.at_label(stmt);
  if (stmt->getDecl()->getName() == "ERROR" && options_.assertions == Assertions::Prove) {
    code_.emit_assert(context_.false_(), code_.here());
    code_.end_with(gcl::Halt{});
    code_.start(code_.new_block(code_.here()));
  } else if (jumped_back_to(stmt)) {
    code_.cfg().blocks[block].clauses.origin = loop_scopes_.note_activation(stmt);
    assume_ranges(code_.frame().function->getBody(), code_.here());
  }
  acsl_.before(stmt->getSubStmt());
  lower(stmt->getSubStmt());
}

bool Statements::jumped_back_to(const clang::LabelStmt* stmt) const {
  return c::jumped_back_to(stmt, code_.frames().back()->function);
}

void Statements::lower_if(const clang::IfStmt* stmt) {
  const SourceRange range = code_.place(stmt);
  const BlockId yes = code_.new_block(range);
  const BlockId no = code_.new_block(range);
  const BlockId after = code_.new_block(range);
  choices_.branch_on(stmt->getCond(), yes, no);
  code_.start(yes);
  acsl_.before(stmt->getThen());
  lower(stmt->getThen());
  code_.jump(after);
  code_.start(no);
  if (stmt->getElse() != nullptr) {
    acsl_.before(stmt->getElse());
    lower(stmt->getElse());
  }
  code_.jump(after);
  code_.start(after);
}

/// What a loop may change is of its type in every round. Assumptions only: the loop keeps its
/// shape.
void Statements::assume_ranges(const clang::Stmt* changed_in, const SourceRange& range) {
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
    const bool known = var->hasGlobalStorage() ||
                       code_.frame().names.contains(var->getCanonicalDecl()) ||
                       memory_.names().contains(var->getCanonicalDecl());
    if (!known || !var->getType()->isIntegralOrEnumerationType()) continue;
    if (code_.frame().substituted.contains(var->getCanonicalDecl())) continue;
    const Location at = lvalues_.variable(var);
    if (!at.indices.empty()) continue;
    const Storage& storage = points_to_.storage(at.node);
    if (storage.only == nullptr) continue;
    const Expr fits =
        arithmetic_.in_range(memory_.read_part(at, Part::Value), types_.int_type(at.type, {}));
    if (!fits.is_true()) code_.emit_assume(fits, range);
  }
}

void Statements::loop_head(const clang::Stmt* stmt, BlockId head) {
  const SourceRange range = code_.place(stmt);
  code_.cfg().blocks[head].range = range;
  gcl::While clauses;
  acsl_.loop_clauses(stmt, clauses);
  clauses.origin = loop_scopes_.note_activation(stmt);
  code_.cfg().blocks[head].clauses = std::move(clauses);
  assume_ranges(stmt, range);
  if (options_.leaks == Leaks::Unreachable) lifetimes_.need_no_leak(range);
}

void Statements::lower_loop(const clang::Stmt* stmt, const clang::Expr* condition,
                            const clang::Expr* step, const clang::Stmt* body) {
  const SourceRange range = code_.place(stmt);
  const BlockId head = code_.new_block(range);
  const BlockId inside = code_.new_block(range);
  const bool watched = acsl_.watches_back_edge(stmt);
  const bool separate = step != nullptr || watched || lifetimes_.tracks_lives();
  const BlockId next = separate ? code_.new_block(range) : head;
  const BlockId after = code_.new_block(range);
  acsl_.enter_loop(stmt);
  code_.jump(head);
  code_.start(head);
  loop_head(stmt, head);
  if (condition == nullptr) {
    code_.jump(inside);
  } else {
    choices_.branch_on(condition, inside, after);
  }
  code_.frame().breaks.push_back(after);
  code_.frame().continues.push_back(next);
  code_.start(inside);
  acsl_.loop_body(stmt, condition);
  lower(body);
  code_.jump(next);
  code_.frame().breaks.pop_back();
  code_.frame().continues.pop_back();
  if (next != head) {
    code_.start(next);
    lifetimes_.end_lives_in(body);
    if (step != nullptr) expressions_.effects(step);
    acsl_.loop_back(stmt);
    code_.jump(head);
  }
  acsl_.leave_loop();
  code_.start(after);
  lifetimes_.end_lives_in(body);
}

void Statements::lower_do(const clang::DoStmt* stmt) {
  const SourceRange range = code_.place(stmt);
  const BlockId head = code_.new_block(range);
  const BlockId test = code_.new_block(range);
  const BlockId after = code_.new_block(range);
  acsl_.enter_loop(stmt);
  code_.jump(head);
  code_.start(head);
  loop_head(stmt, head);
  acsl_.loop_body(stmt, nullptr);
  code_.frame().breaks.push_back(after);
  code_.frame().continues.push_back(test);
  lower(stmt->getBody());
  code_.frame().breaks.pop_back();
  code_.frame().continues.pop_back();
  code_.jump(test);
  code_.start(test);
  lifetimes_.end_lives_in(stmt->getBody());
  if (acsl_.watches_back_edge(stmt)) {
    const BlockId back = code_.new_block(range);
    choices_.branch_on(stmt->getCond(), back, after);
    code_.start(back);
    acsl_.loop_back(stmt);
    code_.jump(head);
  } else {
    choices_.branch_on(stmt->getCond(), head, after);
  }
  acsl_.leave_loop();
  code_.start(after);
  lifetimes_.end_lives_in(stmt->getBody());
}

void Statements::lower_switch(const clang::SwitchStmt* stmt) {
  const SourceRange range = code_.place(stmt);
  if (stmt->getInit() != nullptr) lower(stmt->getInit());
  const Expr value = code_.saved(expressions_.integer(stmt->getCond()), range, "switch");
  lifetimes_.begin_switch(stmt);
  const BlockId after = code_.new_block(range);
  BlockId otherwise = after;
  // Clang lists the cases last first.
  std::vector<const clang::CaseStmt*> cases;
  for (const clang::SwitchCase* one = stmt->getSwitchCaseList(); one != nullptr;
       one = one->getNextSwitchCase()) {
    const BlockId block = code_.new_block(code_.place(one));
    code_.frame().cases[one] = block;
    if (const auto* labelled = dyn_cast<clang::CaseStmt>(one)) {
      cases.insert(cases.begin(), labelled);
    } else {
      otherwise = block;
    }
  }
  for (const clang::CaseStmt* one : cases) {
    const Expr low = expressions_.integer(one->getLHS());
    Expr test = gcl::mk_eq(context_, value, low);
    if (one->getRHS() != nullptr) {
      const Expr high = expressions_.integer(one->getRHS());
      test = gcl::mk_and(context_,
                         {gcl::mk_le(context_, low, value), gcl::mk_le(context_, value, high)});
    }
    const BlockId next = code_.new_block(range);
    code_.branch(gcl::Located{test, code_.place(one)}, code_.frame().cases[one], next);
    code_.start(next);
  }
  code_.jump(otherwise);
  code_.start(code_.new_block(range));  // code before the first case is never reached
  code_.frame().breaks.push_back(after);
  lower(stmt->getBody());
  code_.frame().breaks.pop_back();
  code_.jump(after);
  code_.start(after);
  lifetimes_.end_lives_in(stmt->getBody());
}

/// Without `return`: the result has no value. Using it is undefined, so that any will do.
void Statements::fall_off_the_end() {
  const clang::FunctionDecl* function = code_.frame().function;
  if (is_main(function) && code_.frames().size() > 1 &&
      function->getReturnType()->isIntegerType()) {
    memory_.write(lvalues_.result_location(code_.frame()), code_.number(0),
                  code_.place(function->getBody()));
  }
  const bool has_result = !function->getReturnType()->isVoidType() && !is_main(function);
  if (!has_result || options_.calls == Calls::Keep) return;
  code_.set_here(code_.place(function->getBody()));
  if (!ends_with_return(function->getBody()))
    initialisers_.havoc(lvalues_.result_location(code_.frame()));
}

void Statements::lower_return(const clang::ReturnStmt* stmt) {
  const SourceRange range = code_.place(stmt);
  if (const clang::Expr* value = stmt->getRetValue()) {
    const clang::QualType type = code_.frame().function->getReturnType();
    if (type->isVoidType()) {
      expressions_.effects(value);
    } else if (type->isRecordType()) {
      structs_.copy_record(lvalues_.result_location(code_.frame()), value, range);
    } else if (type->isPointerType()) {
      const Pointer result = expressions_.pointer(value);
      memory_.write_pointer(lvalues_.result_location(code_.frame()), result, range);
    } else {
      const Expr result = expressions_.integer(value);
      memory_.write(lvalues_.result_location(code_.frame()), result, range);
    }
  }
  code_.jump(code_.frame().end);
  code_.start(code_.new_block(range));
}

}  // namespace pawl::frontend::c
