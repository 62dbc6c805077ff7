// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/expressions.h"

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/assignments.h"
#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/choices.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/statements.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/unknown_calls.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;
using gcl::Kind;

BinaryOp binary_op(clang::BinaryOperatorKind kind) {
  switch (kind) {
    case clang::BO_Mul:
    case clang::BO_MulAssign: return BinaryOp::Mul;
    case clang::BO_Div:
    case clang::BO_DivAssign: return BinaryOp::Div;
    case clang::BO_Rem:
    case clang::BO_RemAssign: return BinaryOp::Rem;
    case clang::BO_Sub:
    case clang::BO_SubAssign: return BinaryOp::Sub;
    case clang::BO_Shl:
    case clang::BO_ShlAssign: return BinaryOp::Shl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign: return BinaryOp::Shr;
    case clang::BO_And:
    case clang::BO_AndAssign: return BinaryOp::And;
    case clang::BO_Xor:
    case clang::BO_XorAssign: return BinaryOp::Xor;
    case clang::BO_Or:
    case clang::BO_OrAssign: return BinaryOp::Or;
    default: return BinaryOp::Add;
  }
}

bool on_bits(BinaryOp op) {
  return op == BinaryOp::And || op == BinaryOp::Or || op == BinaryOp::Xor;
}

Expressions::Expressions(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      reals_(rooms.reals),
      evaluation_(rooms.evaluation),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      lifetimes_(rooms.lifetimes),
      lengths_(rooms.lengths),
      choices_(rooms.choices),
      assignments_(rooms.assignments),
      structs_(rooms.structs),
      statements_(rooms.statements),
      calls_(rooms.calls),
      unknown_calls_(rooms.unknown_calls),
      values_(rooms.values) {}

std::optional<Expr> Expressions::constant(const clang::Expr* e) {
  if (e->isValueDependent() || !e->getType()->isIntegralOrEnumerationType()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!e->EvaluateAsInt(result, ast_, clang::Expr::SE_NoSideEffects)) return std::nullopt;
  llvm::SmallString<40> digits;
  result.Val.getInt().toString(digits, 10);
  return context_.int_const(digits.str().str());
}

/// For what it does, not for its value.
void Expressions::effects(const clang::Expr* e) {
  if (values_.evaluated.contains(e)) return;
  const clang::Expr* inner = e->IgnoreParens();
  code_.set_here(code_.place(inner));
  if (assignments_.effects_of_assignment(inner)) return;
  if (const auto* called = dyn_cast<clang::CallExpr>(inner)) return calls_.call(called);
  if (const auto* block = dyn_cast<clang::StmtExpr>(inner))
    return statements_.lower(block->getSubStmt());
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(inner)) {
    if (has_calls_or_effects(choice) || inner->getType()->isVoidType() ||
        inner->getType()->isRecordType()) {
      return choices_.effects_by_cases(choice);
    }
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(inner);
      binary != nullptr && binary->getOpcode() == clang::BO_Comma) {
    effects(binary->getLHS());
    effects(binary->getRHS());
    return;
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(inner);
      cast != nullptr && (cast->getCastKind() == clang::CK_ToVoid ||
                          inner->getType()->isVoidType() || inner->getType()->isRecordType())) {
    effects(cast->getSubExpr());
    return;
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(inner);
      unary != nullptr && unary->getOpcode() == clang::UO_Extension) {
    effects(unary->getSubExpr());
    return;
  }
  if (inner->getType()->isRecordType() && inner->isPRValue())
    return structs_.effects_of_record(inner);
  if (inner->isLValue()) {
    if (!inner->getType()->isFunctionType() && !inner->getType()->isVoidType())
      lvalues_.location(inner);
  } else if (inner->getType()->isVoidType()) {
    code_.refuse(inner->getSourceRange(),
                 std::string("the expression ") + inner->getStmtClassName());
  } else if (inner->getType()->isPointerType()) {
    pointer(inner);
  } else if (inner->getType()->isIntegralOrEnumerationType() ||
             inner->getType()->isRealFloatingType()) {
    integer(inner);
  } else {
    const std::string what = inner->getType()->isVectorType() ? "a vector" : "an expression";
    code_.refuse(inner->getSourceRange(),
                 what + " of type '" + inner->getType().getAsString() + "'");
  }
}

/// All of a statement expression but the expression it ends with, which is its value.
const clang::Expr* Expressions::lower_but_last(const clang::StmtExpr* block) {
  lifetimes_.refuse_lives_in(block);
  const clang::CompoundStmt* body = block->getSubStmt();
  const clang::Expr* last = nullptr;
  for (const clang::Stmt* one : body->body()) {
    if (one == body->body_back()) last = dyn_cast<clang::Expr>(one);
    if (last == nullptr) statements_.lower(one);
  }
  if (last == nullptr) {
    code_.refuse(block->getSourceRange(),
                 "a statement expression that does not end with its value");
  }
  return last;
}

Expr Expressions::integer(const clang::Expr* expr) {
  if (const auto known = values_.evaluated.find(expr); known != values_.evaluated.end()) {
    return known->second.integer;
  }
  const clang::Expr* e = expr->IgnoreParens();
  code_.set_here(code_.place(e));
  if (const auto known = constant(e)) return *known;
  if (e->getType()->isRealFloatingType()) types_.allow_float(e->getSourceRange());
  if (const auto* literal = dyn_cast<clang::FloatingLiteral>(e))
    return reals_.real_constant(literal);
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) return cast_integer(cast);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) return unary_integer(unary);
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(e)) {
    return assignments_.compound_assign(compound, Use::Value);
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) return binary_integer(binary);
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    return choices_.conditional(choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  }
  if (const auto* choice = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    return choices_.with_default(choice);
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    const auto known = choices_.opaque().find(opaque);
    return known != choices_.opaque().end() ? known->second : integer(opaque->getSourceExpr());
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    calls_.call(called);
    if (!values_.result) code_.refuse(e->getSourceRange(), "the result of this call");
    if (builtin(called->getDirectCallee()) == Builtin::Print) {
      code_.not_exact(code_.place(e), "how many characters are printed");  // or that it failed
    }
    return values_.result;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) return integer(lower_but_last(block));
  if (isa<clang::MemberExpr>(e))
    return memory_.read(lvalues_.location(e));  // of a struct that is no lvalue
  if (const auto* next = dyn_cast<clang::VAArgExpr>(e)) return calls_.any_argument(next);
  if (isa<clang::ImplicitValueInitExpr>(e)) return reals_.zero_of(types_.sort_of(e->getType()));
  if (const auto* list = dyn_cast<clang::InitListExpr>(e); list != nullptr) {
    return list->getNumInits() == 0 ? reals_.zero_of(types_.sort_of(e->getType()))
                                    : integer(list->getInit(0));
  }
  if (const auto* choose = dyn_cast<clang::ChooseExpr>(e))
    return integer(choose->getChosenSubExpr());
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(e)) {
    return integer(generic->getResultExpr());
  }
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(e))
    return lengths_.size_of(trait);
  code_.refuse(e->getSourceRange(), std::string("the expression ") + e->getStmtClassName());
}

Expr Expressions::cast_integer(const clang::CastExpr* e) {
  const clang::Expr* inner = e->getSubExpr();
  if (const auto* written = dyn_cast<clang::ExplicitCastExpr>(e)) {
    lengths_.evaluate_type(written->getTypeAsWritten());
  }
  switch (e->getCastKind()) {
    case clang::CK_LValueToRValue: return memory_.read(lvalues_.accessed(lvalues_.location(inner)));
    case clang::CK_NoOp: return integer(inner);
    case clang::CK_IntegralCast: {
      const IntType from = types_.int_type(inner->getType(), inner->getSourceRange());
      const IntType to = types_.int_type(e->getType(), e->getSourceRange());
      return arithmetic_.convert(integer(inner), from, to);
    }
    case clang::CK_IntegralToBoolean: return code_.truth(choices_.condition(inner));
    case clang::CK_BooleanToSignedIntegral: return arithmetic_.negate(integer(inner), {32, true});
    case clang::CK_PointerToBoolean: return code_.truth(choices_.condition(inner));
    case clang::CK_ToVoid: effects(inner); return code_.number(0);
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_IntegralToFloating: {
      const Expr value = integer(inner);
      code_.set_here(code_.place(e));
      return reals_.convert(value, inner->getType(), e->getType());
    }
    case clang::CK_PointerToIntegral: return address_number(e);
    default: break;
  }
  if (e->getType()->isAnyComplexType() || inner->getType()->isAnyComplexType()) {
    code_.refuse(e->getSourceRange(), "a number of type _Complex");
  }
  code_.refuse(e->getSourceRange(), std::string("the conversion ") + e->getCastKindName());
}

/// Some number, and 0 just for the null pointer. Two conversions of one pointer need not agree:
/// more runs than there are.
Expr Expressions::address_number(const clang::CastExpr* e) {
  const SourceRange range = code_.place(e);
  const Pointer value = pointer(e->getSubExpr());
  code_.not_exact(range, "the number of an address");
  const Expr result = code_.temporary("address");
  code_.emit(gcl::make_havoc({result}, range));
  const IntType type = types_.int_type(e->getType(), e->getSourceRange());
  code_.emit_assume(arithmetic_.in_range(result, type), range);
  const Expr is_null = gcl::mk_eq(context_, value.object, code_.number(0));
  code_.emit_assume(gcl::mk_eq(context_, is_null, gcl::mk_eq(context_, result, code_.number(0))),
                    range);
  return result;
}

/// Any pointer, null just if the number is 0. Where it leads is not known: `points_to` lets nobody
/// follow it.
Pointer Expressions::pointer_of_number(const clang::CastExpr* e) {
  if (options_.strict) {
    code_.refuse(e->getSourceRange(), "a conversion from integer to pointer",
                 "addresses have no numbers in the model");
  }
  const SourceRange range = code_.place(e);
  const Expr value = integer(e->getSubExpr());
  code_.set_here(range);
  code_.not_exact(range, "a pointer made of a number");
  const Expr object = calls_.any_value(context_.int_sort(), range);
  code_.emit_assume(gcl::mk_eq(context_, gcl::mk_eq(context_, object, code_.number(0)),
                               gcl::mk_eq(context_, value, code_.number(0))),
                    range);
  Pointer result{object, Expr()};
  if (e->getType()->isFunctionPointerType()) return result;
  const std::size_t rank = points_to_.rank(points_to_.target(e));
  if (rank > 0) result.offset = calls_.any_value(context_.int_sort(), range);
  for (std::size_t i = 1; i < rank; ++i) {
    result.outer.push_back(calls_.any_value(context_.int_sort(), range));
  }
  return result;
}

Expr Expressions::unary_integer(const clang::UnaryOperator* e) {
  switch (e->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension: return integer(e->getSubExpr());
    case clang::UO_Minus: {
      const Expr operand = integer(e->getSubExpr());
      code_.set_here(code_.place(e));
      if (operand.sort().is_real()) return reals_.real_negative(operand);
      return arithmetic_.negate(operand, types_.int_type(e->getType(), e->getSourceRange()));
    }
    case clang::UO_Not:
      return arithmetic_.complement(integer(e->getSubExpr()),
                                    types_.int_type(e->getType(), e->getSourceRange()));
    case clang::UO_LNot: return code_.truth(choices_.condition(e));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec: return assignments_.step(e, Use::Value);
    default: break;
  }
  code_.refuse(e->getSourceRange(),
               "the operator '" + clang::UnaryOperator::getOpcodeStr(e->getOpcode()).str() + "'");
}

Expr Expressions::binary_integer(const clang::BinaryOperator* e) {
  switch (e->getOpcode()) {
    case clang::BO_Assign: return assignments_.assign(e, Use::Value);
    case clang::BO_Comma: effects(e->getLHS()); return integer(e->getRHS());
    case clang::BO_LAnd:
    case clang::BO_LOr: return code_.truth(choices_.logical(e));
    case clang::BO_LT:
    case clang::BO_GT:
    case clang::BO_LE:
    case clang::BO_GE:
    case clang::BO_EQ:
    case clang::BO_NE: return code_.truth(compare(e));
    default: break;
  }
  const SourceRange range = code_.place(e);
  if (e->getLHS()->getType()->isPointerType()) return pointers_.pointer_difference(e);
  Expr left, right;
  evaluation_.evaluate_operands({operand(e->getLHS(), left, [&] { return integer(e->getLHS()); }),
                                 operand(e->getRHS(), right, [&] { return integer(e->getRHS()); })},
                                range);
  code_.set_here(range);
  const BinaryOp op = binary_op(e->getOpcode());
  if (e->getType()->isRealFloatingType()) return reals_.real_binary(op, left, right);
  if (on_bits(op) && options_.ints == IntModel::Ideal) {
    code_.refuse(e->getSourceRange(), "a bitwise operator on unbounded integers",
                 "use --ints=machine");
  }
  return arithmetic_.binary(op, left, right, types_.int_type(e->getType(), e->getSourceRange()));
}

Expr Expressions::compare(const clang::BinaryOperator* e) {
  if (e->getLHS()->getType()->isPointerType() || e->getRHS()->getType()->isPointerType()) {
    return pointers_.compare_pointers(e);
  }
  Expr left, right;
  evaluation_.evaluate_operands({operand(e->getLHS(), left, [&] { return integer(e->getLHS()); }),
                                 operand(e->getRHS(), right, [&] { return integer(e->getRHS()); })},
                                code_.place(e));
  code_.set_here(code_.place(e));
  if (left.sort().is_real()) return reals_.compare_reals(e->getOpcode(), left, right);
  // match:  (c ? 1 : 0) == 0 and the like     result: c or its negation
  const auto is_number = [](Expr x, const char* text) {
    return x.is(Kind::IntConst) && x.text() == text;
  };
  if (is_number(right, "0") && left.is(Kind::Ite)) {
    if (e->getOpcode() == clang::BO_NE) return code_.nonzero(left);
    if (e->getOpcode() == clang::BO_EQ) return gcl::mk_not(context_, code_.nonzero(left));
  }
  switch (e->getOpcode()) {
    case clang::BO_LT: return gcl::mk_lt(context_, left, right);
    case clang::BO_GT: return gcl::mk_lt(context_, right, left);
    case clang::BO_LE: return gcl::mk_le(context_, left, right);
    case clang::BO_GE: return gcl::mk_le(context_, right, left);
    case clang::BO_EQ: return gcl::mk_eq(context_, left, right);
    case clang::BO_NE: return gcl::mk_not(context_, gcl::mk_eq(context_, left, right));
    default: break;
  }
  code_.refuse(e->getSourceRange(), "this comparison");
}

// ---- structs --------------------------------------------------------------------------------

// ---- pointers -------------------------------------------------------------------------------

Pointer Expressions::pointer(const clang::Expr* expr) {
  if (const auto known = values_.evaluated.find(expr); known != values_.evaluated.end()) {
    return known->second.pointer;
  }
  const clang::Expr* e = expr->IgnoreParens();
  code_.set_here(code_.place(e));
  if (e->getType()->isFunctionPointerType()) return raw_pointer(e);
  const NodeId target = points_to_.target(e);
  return pointers_.shaped(raw_pointer(e), target);
}

/// The address of what a function designator names: `f`, or `*p`, which is as good as `p`.
Pointer Expressions::function(const clang::Expr* designator) {
  const clang::Expr* e = designator->IgnoreParens();
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_Deref) return pointer(unary->getSubExpr());
  }
  const auto* name = dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto* named = name != nullptr ? dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
  if (named == nullptr) code_.refuse(e->getSourceRange(), "this function designator");
  return {code_.number(static_cast<std::int64_t>(unknown_calls_.function_number(named))), Expr()};
}

Pointer Expressions::raw_pointer(const clang::Expr* e) {
  if (const auto* written = dyn_cast<clang::ExplicitCastExpr>(e)) {
    lengths_.evaluate_type(written->getTypeAsWritten());
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    const clang::Expr* inner = cast->getSubExpr();
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue:
        return memory_.read_pointer(lvalues_.accessed(lvalues_.location(inner)));
      case clang::CK_ArrayToPointerDecay: {
        const Location array = lvalues_.location(inner);
        return lvalues_.address(lvalues_.element(array, code_.number(0), inner->getType()), e);
      }
      case clang::CK_NullToPointer: return {code_.number(0), Expr()};
      case clang::CK_FunctionToPointerDecay: return function(inner);
      case clang::CK_BitCast:
      case clang::CK_NoOp:
        return pointers_.converted(pointer(inner), points_to_.target(inner), points_to_.target(e));
      case clang::CK_IntegralToPointer:
        if (const auto known = constant(inner); known && known->text() == "0") {
          return {code_.number(0), Expr()};
        }
        return pointer_of_number(cast);
      default: break;
    }
    code_.refuse(e->getSourceRange(), std::string("the conversion ") + cast->getCastKindName());
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_AddrOf) {
      const clang::Expr* inner = unary->getSubExpr()->IgnoreParens();
      if (inner->getType()->isFunctionType()) return function(inner);
      if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(inner)) {
        return lvalues_.element_pointer(index);  // a + i: one past the end is no access
      }
      const auto* star = dyn_cast<clang::UnaryOperator>(inner);
      if (star != nullptr && star->getOpcode() == clang::UO_Deref) {  // &*p is p, null or not
        return pointers_.shaped(pointer(star->getSubExpr()), points_to_.location(inner));
      }
      return lvalues_.address(lvalues_.location(inner), e);
    }
    if (unary->isIncrementDecrementOp()) return assignments_.step_pointer(unary, Use::Value);
    if (unary->getOpcode() == clang::UO_Extension) return pointer(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    const bool left_is_pointer = binary->getLHS()->getType()->isPointerType();
    const clang::Expr* base = left_is_pointer ? binary->getLHS() : binary->getRHS();
    const clang::Expr* distance = left_is_pointer ? binary->getRHS() : binary->getLHS();
    switch (binary->getOpcode()) {
      case clang::BO_Assign: return assignments_.assign_pointer(binary, Use::Value);
      case clang::BO_Comma: effects(binary->getLHS()); return pointer(binary->getRHS());
      case clang::BO_Add:
      case clang::BO_Sub: {
        Pointer start_at;
        Expr by;
        std::vector<Operand> operands = {operand(base, start_at, [&] { return pointer(base); }),
                                         operand(distance, by, [&] { return integer(distance); })};
        if (!left_is_pointer) std::swap(operands[0], operands[1]);
        evaluation_.evaluate_operands(operands, code_.place(e));
        code_.set_here(code_.place(e));
        if (binary->getOpcode() == clang::BO_Sub) by = context_.make(Kind::Neg, {by});
        return pointers_.moved(start_at, by, base);
      }
      case clang::BO_AddAssign:
      case clang::BO_SubAssign: return assignments_.compound_assign_pointer(binary, Use::Value);
      default: break;
    }
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    return choices_.conditional_pointer(choice);
  }
  if (const auto* choice = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    return choices_.pointer_with_default(choice);
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    const auto known = choices_.opaque_pointers().find(opaque);
    return known != choices_.opaque_pointers().end() ? known->second
                                                     : pointer(opaque->getSourceExpr());
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    calls_.call(called);
    if (!values_.pointer.object) code_.refuse(e->getSourceRange(), "the result of this call");
    return values_.pointer;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) return pointer(lower_but_last(block));
  if (isa<clang::MemberExpr>(e)) return memory_.read_pointer(lvalues_.location(e));
  if (const auto* next = dyn_cast<clang::VAArgExpr>(e)) return calls_.any_pointer_argument(next);
  if (isa<clang::ImplicitValueInitExpr>(e)) return {code_.number(0), Expr()};
  if (isa<clang::AddrLabelExpr>(e)) code_.refuse(e->getSourceRange(), "a computed goto");
  code_.refuse(e->getSourceRange(), std::string("the pointer expression ") + e->getStmtClassName());
}

}  // namespace pawl::frontend::c
