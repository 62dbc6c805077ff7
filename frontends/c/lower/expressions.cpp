// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "frontends/c/lower/lowering.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;
using gcl::Kind;

namespace {

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

}  // namespace

std::optional<Expr> Lowering::constant(const clang::Expr* e) {
  if (e->isValueDependent() || !e->getType()->isIntegralOrEnumerationType()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!e->EvaluateAsInt(result, ast_, clang::Expr::SE_NoSideEffects)) return std::nullopt;
  llvm::SmallString<40> digits;
  result.Val.getInt().toString(digits, 10);
  return context_.int_const(digits.str().str());
}

Expr Lowering::truth(Expr condition) {
  if (condition.is_true()) return number(1);
  if (condition.is_false()) return number(0);
  return gcl::mk_ite(context_, condition, number(1), number(0));
}

/// match:  (if c then 1 else 0) != 0     result: c
Expr Lowering::nonzero(Expr value) {
  if (value.is(Kind::Ite) && value.arg(1).is(Kind::IntConst) && value.arg(2).is(Kind::IntConst)) {
    const bool yes = value.arg(1).text() != "0";
    const bool no = value.arg(2).text() != "0";
    if (yes != no) return yes ? value.arg(0) : gcl::mk_not(context_, value.arg(0));
  }
  if (value.is(Kind::IntConst)) return context_.bool_(value.text() != "0");
  if (value.sort().is_real()) {
    return gcl::mk_not(context_, gcl::mk_eq(context_, value, context_.real_const("0.0")));
  }
  return gcl::mk_not(context_, gcl::mk_eq(context_, value, number(0)));
}

void Lowering::effects(const clang::Expr* e) {
  if (evaluated_.contains(e)) return;
  const clang::Expr* inner = e->IgnoreParens();
  if (inner->getType()->isRecordType()) {
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(inner)) {
      if (binary->getOpcode() == clang::BO_Assign) {
        assign_record(binary->getLHS(), binary->getRHS());
        return;
      }
    }
    if (const auto* called = dyn_cast<clang::CallExpr>(inner)) call(called);
    return;
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(inner)) {
    here_ = place(called);
    call(called);
    return;
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(inner);
      cast != nullptr &&
      (cast->getCastKind() == clang::CK_ToVoid || inner->getType()->isVoidType())) {
    effects(cast->getSubExpr());
    return;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(inner)) {
    lower(block->getSubStmt());
    return;
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(inner);
      binary != nullptr && binary->getOpcode() == clang::BO_Comma) {
    effects(binary->getLHS());
    effects(binary->getRHS());
    return;
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(inner);
      choice != nullptr && has_effects(choice)) {
    const SourceRange range = place(choice);
    const gcl::BlockId yes = new_block(range);
    const gcl::BlockId no = new_block(range);
    const gcl::BlockId after = new_block(range);
    branch_on(choice->getCond(), yes, no);
    start(yes);
    effects(choice->getTrueExpr());
    jump(after);
    start(no);
    effects(choice->getFalseExpr());
    jump(after);
    start(after);
    return;
  }
  if (inner->getType()->isVoidType()) return;
  if (isa<clang::UnaryExprOrTypeTraitExpr>(inner)) return;
  value_needed_ = false;
  if (inner->getType()->isPointerType()) {
    pointer(inner);
  } else if (inner->getType()->isIntegralOrEnumerationType() ||
             inner->getType()->isRealFloatingType()) {
    integer(inner);
  } else if (inner->getType()->isArrayType() || inner->isLValue()) {
    location(inner);
  } else {
    const std::string what = inner->getType()->isVectorType() ? "a vector" : "an expression";
    refuse(inner->getSourceRange(), what + " of type '" + inner->getType().getAsString() + "'");
  }
  value_needed_ = true;
}

Expr Lowering::integer(const clang::Expr* expr) {
  if (const auto known = evaluated_.find(expr); known != evaluated_.end()) {
    return known->second.integer;
  }
  const clang::Expr* e = expr->IgnoreParens();
  here_ = place(e);
  if (const auto known = constant(e)) return *known;
  if (e->getType()->isRealFloatingType()) allow_float(e->getSourceRange());
  if (const auto* literal = dyn_cast<clang::FloatingLiteral>(e)) return real_constant(literal);
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) return cast_integer(cast);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) return unary_integer(unary);
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(e)) {
    return compound_assign(compound);
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) return binary_integer(binary);
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    return conditional(choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  }
  if (const auto* choice = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    const Expr value = saved(integer(choice->getCommon()), place(e));
    return by_cases(
        nullptr, value.sort(), [&] { return value; },
        [&] { return integer(choice->getFalseExpr()); });
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    return integer(opaque->getSourceExpr());
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    call(called);
    if (!result_) refuse(e->getSourceRange(), "the result of this call");
    return result_;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) {
    const clang::CompoundStmt* body = block->getSubStmt();
    const clang::Expr* last = nullptr;
    for (const clang::Stmt* one : body->body()) {
      if (one == body->body_back()) last = dyn_cast<clang::Expr>(one);
      if (last == nullptr) lower(one);
    }
    if (last == nullptr) refuse(e->getSourceRange(), "a statement expression without a value");
    return integer(last);
  }
  if (isa<clang::ImplicitValueInitExpr>(e)) return zero_of(sort_of(e->getType()));
  if (const auto* list = dyn_cast<clang::InitListExpr>(e); list != nullptr) {
    return list->getNumInits() == 0 ? zero_of(sort_of(e->getType())) : integer(list->getInit(0));
  }
  if (const auto* choose = dyn_cast<clang::ChooseExpr>(e))
    return integer(choose->getChosenSubExpr());
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(e)) {
    return integer(generic->getResultExpr());
  }
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(e)) {
    refuse(e->getSourceRange(), trait->getTypeOfArgument()->isVariableArrayType()
                                    ? "sizeof of an array of variable length"
                                    : "this use of sizeof");
  }
  refuse(e->getSourceRange(), std::string("the expression ") + e->getStmtClassName());
}

Expr Lowering::cast_integer(const clang::CastExpr* e) {
  const clang::Expr* inner = e->getSubExpr();
  switch (e->getCastKind()) {
    case clang::CK_LValueToRValue: return read(location(inner));
    case clang::CK_NoOp: return integer(inner);
    case clang::CK_IntegralCast: {
      const IntType from = int_type(inner->getType(), inner->getSourceRange());
      const IntType to = int_type(e->getType(), e->getSourceRange());
      return arithmetic_.convert(integer(inner), from, to);
    }
    case clang::CK_IntegralToBoolean: return truth(condition(inner));
    case clang::CK_BooleanToSignedIntegral: return arithmetic_.negate(integer(inner), {32, true});
    case clang::CK_PointerToBoolean: return truth(condition(inner));
    case clang::CK_ToVoid: effects(inner); return number(0);
    case clang::CK_FloatingToIntegral:
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_IntegralToFloating: {
      const Expr value = integer(inner);
      here_ = place(e);
      return convert(value, inner->getType(), e->getType());
    }
    case clang::CK_PointerToIntegral: return address_number(e);
    default: break;
  }
  if (e->getType()->isAnyComplexType() || inner->getType()->isAnyComplexType()) {
    refuse(e->getSourceRange(), "a number of type _Complex");
  }
  refuse(e->getSourceRange(), std::string("the conversion ") + e->getCastKindName());
}

/// Some number, and 0 just for the null pointer. Two conversions of one pointer need not agree:
/// more runs than there are.
Expr Lowering::address_number(const clang::CastExpr* e) {
  const SourceRange range = place(e);
  const Pointer value = pointer(e->getSubExpr());
  not_exact(range, "the number of an address");
  const Expr result = temporary("address");
  emit(gcl::make_havoc({result}, range));
  const IntType type = int_type(e->getType(), e->getSourceRange());
  emit_assume(arithmetic_.in_range(result, type), range);
  const Expr is_null = gcl::mk_eq(context_, value.object, number(0));
  emit_assume(gcl::mk_eq(context_, is_null, gcl::mk_eq(context_, result, number(0))), range);
  return result;
}

Expr Lowering::unary_integer(const clang::UnaryOperator* e) {
  switch (e->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension: return integer(e->getSubExpr());
    case clang::UO_Minus: {
      const Expr operand = integer(e->getSubExpr());
      here_ = place(e);
      if (operand.sort().is_real()) return real_negative(operand);
      return arithmetic_.negate(operand, int_type(e->getType(), e->getSourceRange()));
    }
    case clang::UO_Not:
      return arithmetic_.complement(integer(e->getSubExpr()),
                                    int_type(e->getType(), e->getSourceRange()));
    case clang::UO_LNot: return truth(condition(e));
    case clang::UO_PreInc:
    case clang::UO_PreDec:
    case clang::UO_PostInc:
    case clang::UO_PostDec: return step(e);
    default: break;
  }
  refuse(e->getSourceRange(),
         "the operator '" + clang::UnaryOperator::getOpcodeStr(e->getOpcode()).str() + "'");
}

Expr Lowering::step(const clang::UnaryOperator* e) {
  const bool needed = std::exchange(value_needed_, true);
  const clang::Expr* operand = e->getSubExpr();
  const Location target = location(operand);
  const SourceRange range = place(e);
  Expr old = read(target);
  if (e->isPostfix() && needed) old = saved(old, range);
  here_ = range;
  const BinaryOp op = e->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub;
  if (old.sort().is_real()) {
    write(target, real_binary(op, old, context_.real_const("1.0")), range);
  } else {
    const IntType type = int_type(operand->getType(), e->getSourceRange());
    // The operand is promoted, then the sum is converted back.
    const IntType wide = type.bits < 32 ? IntType{32, true} : type;
    const Expr sum = arithmetic_.binary(op, old, number(1), wide);
    write(target, arithmetic_.convert(sum, wide, type), range);
  }
  if (!needed) return number(0);
  return e->isPostfix() ? old : read(target);
}

Expr Lowering::binary_integer(const clang::BinaryOperator* e) {
  switch (e->getOpcode()) {
    case clang::BO_Assign: return assign(e);
    case clang::BO_Comma: effects(e->getLHS()); return integer(e->getRHS());
    case clang::BO_LAnd:
    case clang::BO_LOr: return truth(logical(e));
    case clang::BO_LT:
    case clang::BO_GT:
    case clang::BO_LE:
    case clang::BO_GE:
    case clang::BO_EQ:
    case clang::BO_NE: return truth(compare(e));
    default: break;
  }
  const SourceRange range = place(e);
  if (e->getLHS()->getType()->isPointerType()) return pointer_difference(e);
  Expr left = integer(e->getLHS());
  if (has_effects(e->getRHS())) left = saved(left, range);
  const Expr right = integer(e->getRHS());
  here_ = range;
  const BinaryOp op = binary_op(e->getOpcode());
  if (e->getType()->isRealFloatingType()) return real_binary(op, left, right);
  if (on_bits(op) && options_.ints == IntModel::Ideal) {
    refuse(e->getSourceRange(), "a bitwise operator on unbounded integers", "use --ints=machine");
  }
  return arithmetic_.binary(op, left, right, int_type(e->getType(), e->getSourceRange()));
}

Expr Lowering::condition(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  if (const auto known = constant(e)) return nonzero(*known);
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    switch (cast->getCastKind()) {
      case clang::CK_IntegralCast:
        // Widening keeps what is zero and what is not.
        if (ast_.getIntWidth(cast->getType()) >= ast_.getIntWidth(cast->getSubExpr()->getType())) {
          return condition(cast->getSubExpr());
        }
        break;
      case clang::CK_IntegralToBoolean:
      case clang::CK_PointerToBoolean: return condition(cast->getSubExpr());
      default: break;
    }
  }
  if (e->getType()->isPointerType()) {
    if (e->getType()->isFunctionPointerType()) return nonzero(pointer(e).object);
    return nonzero(pointer(e).object);
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_LNot) {
      return gcl::mk_not(context_, condition(unary->getSubExpr()));
    }
    if (unary->getOpcode() == clang::UO_Extension) return condition(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->isLogicalOp()) return logical(binary);
    if (binary->isComparisonOp()) return compare(binary);
    if (binary->getOpcode() == clang::BO_Comma) {
      effects(binary->getLHS());
      return condition(binary->getRHS());
    }
  }
  return nonzero(integer(e));
}

Expr Lowering::logical(const clang::BinaryOperator* e) {
  const bool is_and = e->getOpcode() == clang::BO_LAnd;
  if (has_effects(e->getRHS())) {
    const gcl::Sort sort = context_.int_sort();
    const Expr value = is_and
                           ? by_cases(
                                 e->getLHS(), sort, [&] { return truth(condition(e->getRHS())); },
                                 [&] { return number(0); })
                           : by_cases(
                                 e->getLHS(), sort, [&] { return number(1); },
                                 [&] { return truth(condition(e->getRHS())); });
    return nonzero(value);
  }
  const Expr left = condition(e->getLHS());
  guards_.push_back(is_and ? left : gcl::mk_not(context_, left));
  const Expr right = condition(e->getRHS());
  guards_.pop_back();
  return is_and ? gcl::mk_and(context_, {left, right}) : gcl::mk_or(context_, {left, right});
}

/// The value of one of two computations that do more than compute. Without a test, result_ decides.
Expr Lowering::by_cases(const clang::Expr* test, gcl::Sort sort, const std::function<Expr()>& yes,
                        const std::function<Expr()>& no) {
  const SourceRange range = here_;
  const Expr value = temporary("tmp", sort);
  const gcl::BlockId yes_block = new_block(range);
  const gcl::BlockId no_block = new_block(range);
  const gcl::BlockId after = new_block(range);
  if (test != nullptr) {
    branch_on(test, yes_block, no_block);
  } else {
    branch(gcl::Located{nonzero(yes()), range}, yes_block, no_block);
  }
  start(yes_block);
  emit_assign(value, yes(), range);
  jump(after);
  start(no_block);
  emit_assign(value, no(), range);
  jump(after);
  start(after);
  return value;
}

Expr Lowering::conditional(const clang::Expr* test, const clang::Expr* yes, const clang::Expr* no) {
  if (has_effects(yes) || has_effects(no)) {
    return by_cases(
        test, sort_of(yes->getType()), [&] { return integer(yes); }, [&] { return integer(no); });
  }
  const Expr chosen = condition(test);
  guards_.push_back(chosen);
  const Expr first = integer(yes);
  guards_.back() = gcl::mk_not(context_, chosen);
  const Expr second = integer(no);
  guards_.pop_back();
  return gcl::mk_ite(context_, chosen, first, second);
}

Expr Lowering::compare(const clang::BinaryOperator* e) {
  if (e->getLHS()->getType()->isPointerType() || e->getRHS()->getType()->isPointerType()) {
    return compare_pointers(e);
  }
  Expr left = integer(e->getLHS());
  if (has_effects(e->getRHS())) left = saved(left, place(e));
  const Expr right = integer(e->getRHS());
  here_ = place(e);
  if (left.sort().is_real()) return compare_reals(e->getOpcode(), left, right);
  // match:  (c ? 1 : 0) == 0 and the like     result: c or its negation
  const auto is_number = [](Expr x, const char* text) {
    return x.is(Kind::IntConst) && x.text() == text;
  };
  if (is_number(right, "0") && left.is(Kind::Ite)) {
    if (e->getOpcode() == clang::BO_NE) return nonzero(left);
    if (e->getOpcode() == clang::BO_EQ) return gcl::mk_not(context_, nonzero(left));
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
  refuse(e->getSourceRange(), "this comparison");
}

Expr Lowering::assign(const clang::BinaryOperator* e) {
  const bool needed = std::exchange(value_needed_, true);
  const SourceRange range = place(e);
  // A right-hand side that does things goes first: the place it is stored to may depend on them.
  if (has_effects(e->getRHS()) && !has_effects(e->getLHS())) {
    const Expr value = integer(e->getRHS());
    const Location target = location(e->getLHS());
    write(target, value, range);
    return needed ? read(target) : number(0);
  }
  const Location target = location(e->getLHS());
  const Expr value = integer(e->getRHS());
  here_ = range;
  write(target, value, range);
  return needed ? read(target) : number(0);
}

Expr Lowering::compound_assign(const clang::CompoundAssignOperator* e) {
  const bool needed = std::exchange(value_needed_, true);
  const SourceRange range = place(e);
  Expr right;
  if (has_effects(e->getRHS())) right = saved(integer(e->getRHS()), range);
  const Location target = location(e->getLHS());
  if (!right) right = integer(e->getRHS());
  const BinaryOp op = binary_op(e->getOpcode());
  if (e->getComputationResultType()->isRealFloatingType()) {
    const clang::QualType type = e->getLHS()->getType();
    const clang::QualType wide_type = e->getComputationResultType();
    allow_float(e->getSourceRange());
    here_ = range;
    const Expr sum = real_binary(op, convert(read(target), type, wide_type), right);
    write(target, convert(sum, wide_type, type), range);
    return needed ? read(target) : number(0);
  }
  const IntType type = int_type(e->getLHS()->getType(), e->getSourceRange());
  const IntType wide = int_type(e->getComputationResultType(), e->getSourceRange());
  if (on_bits(op) && options_.ints == IntModel::Ideal) {
    refuse(e->getSourceRange(), "a bitwise operator on unbounded integers", "use --ints=machine");
  }
  const Expr left = arithmetic_.convert(read(target), type, wide);
  here_ = range;
  const Expr value = arithmetic_.convert(arithmetic_.binary(op, left, right, wide), wide, type);
  write(target, value, range);
  return needed ? read(target) : number(0);
}

Pointer Lowering::moved(const Pointer& base, Expr distance) {
  Pointer result = base;
  result.offset = base.offset ? gcl::mk_add(context_, base.offset, distance) : distance;
  return result;
}

Pointer Lowering::step_pointer(const clang::UnaryOperator* e) {
  const bool needed = std::exchange(value_needed_, true);
  const SourceRange range = place(e);
  const Location target = location(e->getSubExpr());
  Pointer old = read_pointer(target);
  if (e->isPostfix() && needed) old = saved(old, range);
  const Pointer next = moved(old, number(e->isIncrementOp() ? 1 : -1));
  write_pointer(target, next, range);
  if (!needed) return {number(0), Expr()};
  return e->isPostfix() ? old : read_pointer(target);
}

Pointer Lowering::assign_pointer(const clang::BinaryOperator* e) {
  const bool needed = std::exchange(value_needed_, true);
  const SourceRange range = place(e);
  if (has_effects(e->getRHS())) {
    const Pointer value = pointer(e->getRHS());
    const Location target = location(e->getLHS());
    write_pointer(target, value, range);
    return needed ? read_pointer(target) : Pointer{number(0), Expr()};
  }
  const Location target = location(e->getLHS());
  const Pointer value = pointer(e->getRHS());
  write_pointer(target, value, range);
  return needed ? read_pointer(target) : Pointer{number(0), Expr()};
}

void Lowering::assign_record(const clang::Expr* left, const clang::Expr* right) {
  const Location from = location(right);
  copy(location(left), from, place(left));
}

Pointer Lowering::pointer(const clang::Expr* expr) {
  if (const auto known = evaluated_.find(expr); known != evaluated_.end()) {
    return known->second.pointer;
  }
  const clang::Expr* e = expr->IgnoreParens();
  here_ = place(e);
  if (e->getType()->isFunctionPointerType()) return raw_pointer(e);
  const NodeId target = points_to_.target(e);
  return shaped(raw_pointer(e), target);
}

Pointer Lowering::raw_pointer(const clang::Expr* e) {
  if (const auto* cast = dyn_cast<clang::CastExpr>(e)) {
    const clang::Expr* inner = cast->getSubExpr();
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue: return read_pointer(location(inner));
      case clang::CK_ArrayToPointerDecay: {
        const Location array = location(inner);
        return address(element(array, number(0), inner->getType()), e);
      }
      case clang::CK_NullToPointer: return {number(0), Expr()};
      case clang::CK_FunctionToPointerDecay: {
        const auto* name = dyn_cast<clang::DeclRefExpr>(inner->IgnoreParenImpCasts());
        const auto* function =
            name != nullptr ? dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
        if (function == nullptr) refuse(e->getSourceRange(), "this function designator");
        return {number(static_cast<std::int64_t>(function_number(function))), Expr()};
      }
      case clang::CK_BitCast:
      case clang::CK_NoOp: return pointer(inner);
      case clang::CK_IntegralToPointer:
        if (const auto known = constant(inner); known && known->text() == "0") {
          return {number(0), Expr()};
        }
        refuse(e->getSourceRange(), "a conversion from integer to pointer",
               "addresses have no numbers in the model");
      default: break;
    }
    refuse(e->getSourceRange(), std::string("the conversion ") + cast->getCastKindName());
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_AddrOf) {
      const clang::Expr* inner = unary->getSubExpr()->IgnoreParens();
      if (inner->getType()->isFunctionType()) {
        const auto* name = dyn_cast<clang::DeclRefExpr>(inner);
        const auto* function =
            name != nullptr ? dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
        if (function == nullptr) refuse(e->getSourceRange(), "this function designator");
        return {number(static_cast<std::int64_t>(function_number(function))), Expr()};
      }
      if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(inner)) {
        return element_pointer(index);  // a + i: one past the end is no access
      }
      return address(location(inner), e);
    }
    if (unary->isIncrementDecrementOp()) return step_pointer(unary);
    if (unary->getOpcode() == clang::UO_Extension) return pointer(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    const bool left_is_pointer = binary->getLHS()->getType()->isPointerType();
    const clang::Expr* base = left_is_pointer ? binary->getLHS() : binary->getRHS();
    const clang::Expr* distance = left_is_pointer ? binary->getRHS() : binary->getLHS();
    switch (binary->getOpcode()) {
      case clang::BO_Assign: return assign_pointer(binary);
      case clang::BO_Comma: effects(binary->getLHS()); return pointer(binary->getRHS());
      case clang::BO_Add: {
        const Pointer start_at = pointer(base);
        return moved(start_at, integer(distance));
      }
      case clang::BO_Sub: {
        const Pointer start_at = pointer(base);
        return moved(start_at, context_.make(Kind::Neg, {integer(distance)}));
      }
      case clang::BO_AddAssign:
      case clang::BO_SubAssign: {
        const Location target = location(binary->getLHS());
        Expr by = integer(binary->getRHS());
        if (binary->getOpcode() == clang::BO_SubAssign) by = context_.make(Kind::Neg, {by});
        write_pointer(target, moved(read_pointer(target), by), place(e));
        return read_pointer(target);
      }
      default: break;
    }
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    if (has_effects(choice->getTrueExpr()) || has_effects(choice->getFalseExpr())) {
      refuse(e->getSourceRange(), "a choice of pointers with side effects",
             "write it as an if statement");
    }
    const Expr chosen = condition(choice->getCond());
    guards_.push_back(chosen);
    const Pointer yes = pointer(choice->getTrueExpr());
    guards_.back() = gcl::mk_not(context_, chosen);
    const Pointer no = pointer(choice->getFalseExpr());
    guards_.pop_back();
    const NodeId target = points_to_.target(e);
    const Pointer first = shaped(yes, target);
    const Pointer second = shaped(no, target);
    Pointer value{gcl::mk_ite(context_, chosen, first.object, second.object), Expr()};
    if (first.offset) value.offset = gcl::mk_ite(context_, chosen, first.offset, second.offset);
    for (std::size_t i = 0; i < first.outer.size(); ++i) {
      value.outer.push_back(gcl::mk_ite(context_, chosen, first.outer[i], second.outer[i]));
    }
    return value;
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    call(called);
    if (!result_pointer_.object) refuse(e->getSourceRange(), "the result of this call");
    return result_pointer_;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) {
    const clang::CompoundStmt* body = block->getSubStmt();
    for (const clang::Stmt* one : body->body()) {
      if (one == body->body_back()) {
        if (const auto* last = dyn_cast<clang::Expr>(one)) return pointer(last);
      }
      lower(one);
    }
  }
  if (isa<clang::ImplicitValueInitExpr>(e)) return {number(0), Expr()};
  if (isa<clang::AddrLabelExpr>(e)) refuse(e->getSourceRange(), "a computed goto");
  refuse(e->getSourceRange(), std::string("the pointer expression ") + e->getStmtClassName());
}

}  // namespace pawl::frontend::c
