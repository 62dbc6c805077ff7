// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/structs.h"

#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/choices.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/values.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

Structs::Structs(const Rooms& rooms)
    : points_to_(rooms.points_to),
      code_(rooms.code),
      evaluation_(rooms.evaluation),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      expressions_(rooms.expressions),
      choices_(rooms.choices),
      calls_(rooms.calls),
      values_(rooms.values) {}

/// For a result that is a struct.
Location Structs::temporary_struct(const clang::CallExpr* e) {
  Location whole;
  whole.node = points_to_.location(e);
  whole.type = e->getType();
  whole.stem = "call$" + std::to_string(code_.fresh_number());
  if (points_to_.is_flat(whole.node)) whole.indices = {code_.number(0)};
  lvalues_.enter_flat(whole);
  return whole;
}

void Structs::effects_of_record(const clang::Expr* e) {
  if (isa<clang::InitListExpr, clang::ImplicitValueInitExpr>(e)) return;
  record(e);
}

void Structs::assign_record(const clang::Expr* left, const clang::Expr* right) {
  const SourceRange range = code_.place(left);
  if (!has_calls_or_effects(left)) {
    copy_record_to(left, right);
    return;
  }
  Location from, to;
  evaluation_.evaluate_operands({operand(right, from, [&] { return record(right); }),
                                 operand(left, to, [&] { return lvalues_.location(left); })},
                                range);
  memory_.copy(lvalues_.accessed(to), from, range);
}

/// The place is looked up when the value is there.
void Structs::copy_record_to(const clang::Expr* left, const clang::Expr* right) {
  if (has_calls_or_effects(right)) {
    const Location from = record(right);
    memory_.copy(lvalues_.accessed(lvalues_.location(left)), from, code_.place(left));
  } else {
    copy_record(lvalues_.location(left), right, code_.place(left));
  }
}

/// The value of an expression into memory that the expression does not change.
void Structs::copy_record(const Location& to, const clang::Expr* value, const SourceRange& range) {
  const clang::Expr* e = value->IgnoreParens();
  const auto* cast = dyn_cast<clang::CastExpr>(e);
  const bool is_read = cast != nullptr && (cast->getCastKind() == clang::CK_LValueToRValue ||
                                           cast->getCastKind() == clang::CK_NoOp);
  if (is_read && cast->getSubExpr()->isLValue()) {
    Location target = to;
    const Held held(code_, target);
    const Location from = lvalues_.accessed(lvalues_.location(cast->getSubExpr()));
    memory_.copy(target, from, range);
    return;
  }
  Location target = to;
  const Held held(code_, target);
  const Location from = record(e);
  memory_.copy(target, from, range);
}

/// Memory of its own, for a struct like the one that `like` yields.
Location Structs::record_temporary(const Location& like) {
  Location result = like;
  result.variable = nullptr;
  result.object = Expr();
  result.path.clear();
  result.stem = "struct$" + std::to_string(code_.fresh_number());
  for (Expr& index : result.indices) index = code_.number(0);
  lvalues_.enter_flat(result);
  return result;
}

Location Structs::record(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  code_.set_here(code_.place(e));
  const SourceRange range = code_.here();
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    calls_.call(called);
    if (!values_.record) code_.refuse(e->getSourceRange(), "the result of this call");
    return *values_.record;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e))
    return record(expressions_.lower_but_last(block));
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      expressions_.effects(binary->getLHS());
      return record(binary->getRHS());
    }
    Location value, to;
    evaluation_.evaluate_operands(
        {operand(binary->getRHS(), value, [&] { return record(binary->getRHS()); }),
         operand(binary->getLHS(), to, [&] { return lvalues_.location(binary->getLHS()); })},
        range);
    memory_.copy(to, value, range);
    return value;
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    Location result;
    const auto take = [&](const clang::Expr* from) {
      const Location source = record(from);
      if (result.stem.empty()) result = record_temporary(source);
      memory_.copy(result, source, range);
    };
    code_.in_cases(
        [&](gcl::BlockId yes, gcl::BlockId no) { choices_.branch_on(choice->getCond(), yes, no); },
        range, [&] { take(choice->getTrueExpr()); }, [&] { take(choice->getFalseExpr()); },
        [] { return std::vector<Expr*>(); });
    return result;
  }
  const auto* cast = dyn_cast<clang::CastExpr>(e);
  const clang::Expr* lvalue = cast != nullptr ? cast->getSubExpr() : e;
  if (!lvalue->isLValue()) {
    if (cast != nullptr) return record(lvalue);
    if (isa<clang::MemberExpr>(e)) return lvalues_.location(e);
    code_.refuse(e->getSourceRange(), std::string("the struct ") + e->getStmtClassName());
  }
  const Location from = lvalues_.location(lvalue);
  const Location result = record_temporary(from);
  memory_.copy(result, from, range);
  return result;
}

}  // namespace pawl::frontend::c
