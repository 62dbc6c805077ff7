// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/lowering.h"
#include "frontends/c/lower/order.h"
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

/// For what it does, not for its value.
void Lowering::effects(const clang::Expr* e) {
  if (evaluated_.contains(e)) return;
  const clang::Expr* inner = e->IgnoreParens();
  here_ = place(inner);
  if (effects_of_assignment(inner)) return;
  if (const auto* called = dyn_cast<clang::CallExpr>(inner)) return call(called);
  if (const auto* block = dyn_cast<clang::StmtExpr>(inner)) return lower(block->getSubStmt());
  if (const auto* choice = dyn_cast<clang::AbstractConditionalOperator>(inner)) {
    if (has_calls_or_effects(choice) || inner->getType()->isVoidType() ||
        inner->getType()->isRecordType()) {
      return effects_by_cases(choice);
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
  if (inner->getType()->isRecordType() && inner->isPRValue()) return effects_of_record(inner);
  if (inner->isLValue()) {
    if (!inner->getType()->isFunctionType() && !inner->getType()->isVoidType()) location(inner);
  } else if (inner->getType()->isVoidType()) {
    refuse(inner->getSourceRange(), std::string("the expression ") + inner->getStmtClassName());
  } else if (inner->getType()->isPointerType()) {
    pointer(inner);
  } else if (inner->getType()->isIntegralOrEnumerationType() ||
             inner->getType()->isRealFloatingType()) {
    integer(inner);
  } else {
    const std::string what = inner->getType()->isVectorType() ? "a vector" : "an expression";
    refuse(inner->getSourceRange(), what + " of type '" + inner->getType().getAsString() + "'");
  }
}

/// An assignment, `++` or `--` whose value nobody wants.
bool Lowering::effects_of_assignment(const clang::Expr* e) {
  const bool is_pointer = e->getType()->isPointerType();
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (!unary->isIncrementDecrementOp()) return false;
    if (is_pointer) {
      step_pointer(unary, Use::Nothing);
    } else {
      step(unary, Use::Nothing);
    }
    return true;
  }
  const auto* binary = dyn_cast<clang::BinaryOperator>(e);
  if (binary == nullptr || !binary->isAssignmentOp()) return false;
  const auto* compound = dyn_cast<clang::CompoundAssignOperator>(e);
  if (e->getType()->isRecordType()) {
    assign_record(binary->getLHS(), binary->getRHS());
  } else if (is_pointer && compound != nullptr) {
    compound_assign_pointer(binary, Use::Nothing);
  } else if (is_pointer) {
    assign_pointer(binary, Use::Nothing);
  } else if (compound != nullptr) {
    compound_assign(compound, Use::Nothing);
  } else {
    assign(binary, Use::Nothing);
  }
  return true;
}

void Lowering::effects_of_record(const clang::Expr* e) {
  if (isa<clang::InitListExpr, clang::ImplicitValueInitExpr>(e)) return;
  record(e);
}

void Lowering::effects_by_cases(const clang::AbstractConditionalOperator* e) {
  const SourceRange range = place(e);
  if (const auto* with_default = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    const gcl::BlockId no = new_block(range);
    const gcl::BlockId after = new_block(range);
    branch_on(with_default->getCommon(), after, no);
    start(no);
    effects(with_default->getFalseExpr());
    jump(after);
    start(after);
    return;
  }
  in_cases([&](gcl::BlockId yes, gcl::BlockId no) { branch_on(e->getCond(), yes, no); }, range,
           [&] { effects(e->getTrueExpr()); }, [&] { effects(e->getFalseExpr()); },
           [] { return std::vector<Expr*>(); });
}

/// All of a statement expression but the expression it ends with, which is its value.
const clang::Expr* Lowering::lower_but_last(const clang::StmtExpr* block) {
  refuse_lives_in(block);
  const clang::CompoundStmt* body = block->getSubStmt();
  const clang::Expr* last = nullptr;
  for (const clang::Stmt* one : body->body()) {
    if (one == body->body_back()) last = dyn_cast<clang::Expr>(one);
    if (last == nullptr) lower(one);
  }
  if (last == nullptr) {
    refuse(block->getSourceRange(), "a statement expression that does not end with its value");
  }
  return last;
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
    return compound_assign(compound, Use::Value);
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) return binary_integer(binary);
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    return conditional(choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr());
  }
  if (const auto* choice = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    return with_default(choice);
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    const auto known = opaque_.find(opaque);
    return known != opaque_.end() ? known->second : integer(opaque->getSourceExpr());
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    call(called);
    if (!result_) refuse(e->getSourceRange(), "the result of this call");
    return result_;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) return integer(lower_but_last(block));
  if (isa<clang::MemberExpr>(e)) return read(location(e));  // of a struct that is no lvalue
  if (const auto* next = dyn_cast<clang::VAArgExpr>(e)) return any_argument(next);
  if (isa<clang::ImplicitValueInitExpr>(e)) return zero_of(sort_of(e->getType()));
  if (const auto* list = dyn_cast<clang::InitListExpr>(e); list != nullptr) {
    return list->getNumInits() == 0 ? zero_of(sort_of(e->getType())) : integer(list->getInit(0));
  }
  if (const auto* choose = dyn_cast<clang::ChooseExpr>(e))
    return integer(choose->getChosenSubExpr());
  if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(e)) {
    return integer(generic->getResultExpr());
  }
  if (const auto* trait = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(e)) return size_of(trait);
  refuse(e->getSourceRange(), std::string("the expression ") + e->getStmtClassName());
}

Expr Lowering::cast_integer(const clang::CastExpr* e) {
  const clang::Expr* inner = e->getSubExpr();
  if (const auto* written = dyn_cast<clang::ExplicitCastExpr>(e)) {
    evaluate_type(written->getTypeAsWritten());
  }
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
    case clang::UO_PostDec: return step(e, Use::Value);
    default: break;
  }
  refuse(e->getSourceRange(),
         "the operator '" + clang::UnaryOperator::getOpcodeStr(e->getOpcode()).str() + "'");
}

bool Lowering::is_volatile(const Location& at) const { return at.type.isVolatileQualified(); }

/// Is what is read from it just what was written to it last?
bool Lowering::is_plain(const Location& at) {
  if (is_volatile(at) || at.type->isUnionType()) return false;
  std::vector<Expr> keys;
  leaf_of(at, Part::Value, keys);
  return keys.empty();
}

/// Writes, and what was written: the value of an assignment. No second look at the place.
Expr Lowering::stored(const Location& target, Expr value, Use use, const SourceRange& range) {
  if (use == Use::Nothing) {
    write(target, value, range);
    return {};
  }
  if (is_plain(target)) {
    write(target, value, range);
    return read(target);
  }
  const Held held(*this, value);
  const Expr cut = write(target, value, range);
  return target.bits != nullptr ? cut : value;
}

Pointer Lowering::stored(const Location& target, const Pointer& given, Use use,
                         const SourceRange& range) {
  if (use == Use::Nothing) {
    write_pointer(target, given, range);
    return {};
  }
  if (is_plain(target)) {
    write_pointer(target, given, range);
    return read_pointer(target);
  }
  Pointer value = given;
  const Held held(*this, value);
  write_pointer(target, given, range);
  return value;
}

Expr Lowering::step(const clang::UnaryOperator* e, Use use) {
  const clang::Expr* operand = e->getSubExpr();
  const Location target = location(operand);
  const SourceRange range = place(e);
  Expr old = read(target);
  here_ = range;
  const BinaryOp op = e->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub;
  Expr next;
  if (old.sort().is_real()) {
    next = real_binary(op, old, context_.real_const("1.0"));
  } else {
    const IntType type = int_type(operand->getType(), e->getSourceRange());
    // The operand is promoted, then the sum is converted back.
    const IntType wide = type.bits < 32 ? IntType{32, true} : type;
    next = arithmetic_.convert(arithmetic_.binary(op, old, number(1), wide), wide, type);
  }
  if (use == Use::Nothing || e->isPrefix()) return stored(target, next, use, range);
  const Held held(*this, old);
  write(target, next, range);
  return old;
}

Expr Lowering::binary_integer(const clang::BinaryOperator* e) {
  switch (e->getOpcode()) {
    case clang::BO_Assign: return assign(e, Use::Value);
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
  Expr left, right;
  evaluate_operands({operand(e->getLHS(), left, [&] { return integer(e->getLHS()); }),
                     operand(e->getRHS(), right, [&] { return integer(e->getRHS()); })},
                    range);
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
  // An input that is not asked for is not used up.
  if (has_calls_or_effects(e->getRHS())) {
    const auto right = [&] { return truth(condition(e->getRHS())); };
    const Expr value = is_and ? by_cases(e->getLHS(), right, [&] { return number(0); })
                              : by_cases(
                                    e->getLHS(), [&] { return number(1); }, right);
    return nonzero(value);
  }
  const Expr left = condition(e->getLHS());
  guards_.push_back(is_and ? left : gcl::mk_not(context_, left));
  const Expr right = condition(e->getRHS());
  guards_.pop_back();
  return is_and ? gcl::mk_and(context_, {left, right}) : gcl::mk_or(context_, {left, right});
}

/// The value of one of two computations that do more than compute.
Expr Lowering::by_cases(const clang::Expr* test, const std::function<Expr()>& yes,
                        const std::function<Expr()>& no) {
  Expr value;
  in_cases([&](gcl::BlockId first, gcl::BlockId second) { branch_on(test, first, second); }, here_,
           [&] { value = yes(); }, [&] { value = no(); }, [&] { return parts_of(value); });
  return value;
}

/// `a ?: b`: a is evaluated once, and stands for itself where it is the value.
Expr Lowering::with_default(const clang::BinaryConditionalOperator* e) {
  const SourceRange range = place(e);
  const clang::OpaqueValueExpr* common = e->getOpaqueValue();
  if (common->getType()->isPointerType()) refuse(e->getSourceRange(), "this use of '?:'");
  Expr first = integer(e->getCommon());
  Expr value;
  const auto decide = [&](gcl::BlockId yes, gcl::BlockId no) {
    first = saved(first, range);
    branch(gcl::Located{nonzero(first), range}, yes, no);
  };
  const auto use_first = [&] {
    opaque_[common] = first;
    value = integer(e->getTrueExpr());
    opaque_.erase(common);
  };
  in_cases(
      decide, range, use_first, [&] { value = integer(e->getFalseExpr()); },
      [&] { return parts_of(value); });
  return value;
}

Expr Lowering::conditional(const clang::Expr* test, const clang::Expr* yes, const clang::Expr* no) {
  if (has_calls_or_effects(yes) || has_calls_or_effects(no)) {
    return by_cases(
        test, [&] { return integer(yes); }, [&] { return integer(no); });
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
  Expr left, right;
  evaluate_operands({operand(e->getLHS(), left, [&] { return integer(e->getLHS()); }),
                     operand(e->getRHS(), right, [&] { return integer(e->getRHS()); })},
                    place(e));
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

/// As the compilers do it: a right-hand side that does things first.
Expr Lowering::assign(const clang::BinaryOperator* e, Use use) {
  const SourceRange range = place(e);
  Location target;
  Expr value;
  refuse_pending(e);
  std::vector<Operand> operands = {
      operand(e->getLHS(), target, [&] { return location(e->getLHS()); }),
      operand(e->getRHS(), value, [&] { return integer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluate_operands(operands, range);
  here_ = range;
  return stored(target, value, use, range);
}

bool Lowering::runs_right_first(const clang::BinaryOperator* e) const {
  return has_effects(e->getRHS()) && !has_effects(e->getLHS());
}

/// i = i++ and the like.
void Lowering::refuse_pending(const clang::BinaryOperator* e) const {
  const auto* name = dyn_cast<clang::DeclRefExpr>(e->getLHS()->IgnoreParens());
  const auto* var = name != nullptr ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (var == nullptr || !has_effects(e->getRHS())) return;
  if (Footprints::pending(e->getRHS()).contains(var->getCanonicalDecl())) refuse_clash(e, var);
}

/// The new value of the left operand, given both.
Expr Lowering::combined(const clang::CompoundAssignOperator* e, Expr left, Expr right) {
  const BinaryOp op = binary_op(e->getOpcode());
  const clang::QualType type = e->getLHS()->getType();
  const clang::QualType left_type = e->getComputationLHSType();
  const clang::QualType wide = e->getComputationResultType();
  if (wide->isRealFloatingType()) {
    allow_float(e->getSourceRange());
    return convert(real_binary(op, convert(left, type, left_type), right), wide, type);
  }
  if (on_bits(op) && options_.ints == IntModel::Ideal) {
    refuse(e->getSourceRange(), "a bitwise operator on unbounded integers", "use --ints=machine");
  }
  const Expr promoted = convert(left, type, left_type);
  const Expr value = arithmetic_.binary(op, promoted, right, int_type(wide, e->getSourceRange()));
  return convert(value, wide, type);
}

Expr Lowering::compound_assign(const clang::CompoundAssignOperator* e, Use use) {
  const SourceRange range = place(e);
  Location target;
  Expr old, right;
  refuse_pending(e);
  Operand left = {e->getLHS(),
                  [&] {
                    target = location(e->getLHS());
                    old = read(target);
                  },
                  [&] {
                    std::vector<Expr*> parts = parts_of(target);
                    parts.push_back(&old);
                    return parts;
                  },
                  e->getLHS()};
  std::vector<Operand> operands = {
      left, operand(e->getRHS(), right, [&] { return integer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluate_operands(operands, range);
  here_ = range;
  return stored(target, combined(e, old, right), use, range);
}

Pointer Lowering::step_pointer(const clang::UnaryOperator* e, Use use) {
  const SourceRange range = place(e);
  const Location target = location(e->getSubExpr());
  Pointer old = read_pointer(target);
  const Pointer next = moved(old, number(e->isIncrementOp() ? 1 : -1), e->getSubExpr());
  if (use == Use::Nothing || e->isPrefix()) return stored(target, next, use, range);
  const Held held(*this, old);
  write_pointer(target, next, range);
  return old;
}

Pointer Lowering::assign_pointer(const clang::BinaryOperator* e, Use use) {
  const SourceRange range = place(e);
  Location target;
  Pointer value;
  refuse_pending(e);
  std::vector<Operand> operands = {
      operand(e->getLHS(), target, [&] { return location(e->getLHS()); }),
      operand(e->getRHS(), value, [&] { return pointer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluate_operands(operands, range);
  here_ = range;
  return stored(target, value, use, range);
}

Pointer Lowering::compound_assign_pointer(const clang::BinaryOperator* e, Use use) {
  const SourceRange range = place(e);
  Location target;
  Pointer old;
  Expr by;
  refuse_pending(e);
  Operand left = {e->getLHS(),
                  [&] {
                    target = location(e->getLHS());
                    old = read_pointer(target);
                  },
                  [&] {
                    std::vector<Expr*> parts = parts_of(target);
                    for (Expr* part : parts_of(old)) parts.push_back(part);
                    return parts;
                  },
                  e->getLHS()};
  std::vector<Operand> operands = {left,
                                   operand(e->getRHS(), by, [&] { return integer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluate_operands(operands, range);
  here_ = range;
  if (e->getOpcode() == clang::BO_SubAssign) by = context_.make(Kind::Neg, {by});
  return stored(target, moved(old, by, e->getLHS()), use, range);
}

// ---- structs --------------------------------------------------------------------------------

void Lowering::assign_record(const clang::Expr* left, const clang::Expr* right) {
  const SourceRange range = place(left);
  if (!has_calls_or_effects(left)) {
    copy_record_to(left, right);
    return;
  }
  Location from, to;
  evaluate_operands({operand(right, from, [&] { return record(right); }),
                     operand(left, to, [&] { return location(left); })},
                    range);
  copy(to, from, range);
}

/// The place is looked up when the value is there.
void Lowering::copy_record_to(const clang::Expr* left, const clang::Expr* right) {
  if (has_calls_or_effects(right)) {
    const Location from = record(right);
    copy(location(left), from, place(left));
  } else {
    copy_record(location(left), right, place(left));
  }
}

/// The value of an expression into memory that the expression does not change.
void Lowering::copy_record(const Location& to, const clang::Expr* value, const SourceRange& range) {
  const clang::Expr* e = value->IgnoreParens();
  const auto* cast = dyn_cast<clang::CastExpr>(e);
  const bool is_read = cast != nullptr && (cast->getCastKind() == clang::CK_LValueToRValue ||
                                           cast->getCastKind() == clang::CK_NoOp);
  if (is_read && cast->getSubExpr()->isLValue()) {
    Location target = to;
    const Held held(*this, target);
    const Location from = location(cast->getSubExpr());
    copy(target, from, range);
    return;
  }
  Location target = to;
  const Held held(*this, target);
  const Location from = record(e);
  copy(target, from, range);
}

/// Memory of its own, for a struct like the one that `like` yields.
Location Lowering::record_temporary(const Location& like) {
  Location result = like;
  result.variable = nullptr;
  result.object = Expr();
  result.path.clear();
  result.stem = "struct$" + std::to_string(++temporaries_);
  for (Expr& index : result.indices) index = number(0);
  enter_flat(result);
  return result;
}

Location Lowering::record(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  here_ = place(e);
  const SourceRange range = here_;
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    call(called);
    if (!result_record_) refuse(e->getSourceRange(), "the result of this call");
    return *result_record_;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) return record(lower_but_last(block));
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      effects(binary->getLHS());
      return record(binary->getRHS());
    }
    Location value, to;
    evaluate_operands({operand(binary->getRHS(), value, [&] { return record(binary->getRHS()); }),
                       operand(binary->getLHS(), to, [&] { return location(binary->getLHS()); })},
                      range);
    copy(to, value, range);
    return value;
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    Location result;
    const auto take = [&](const clang::Expr* from) {
      const Location source = record(from);
      if (result.stem.empty()) result = record_temporary(source);
      copy(result, source, range);
    };
    in_cases([&](gcl::BlockId yes, gcl::BlockId no) { branch_on(choice->getCond(), yes, no); },
             range, [&] { take(choice->getTrueExpr()); }, [&] { take(choice->getFalseExpr()); },
             [] { return std::vector<Expr*>(); });
    return result;
  }
  const auto* cast = dyn_cast<clang::CastExpr>(e);
  const clang::Expr* lvalue = cast != nullptr ? cast->getSubExpr() : e;
  if (!lvalue->isLValue()) {
    if (cast != nullptr) return record(lvalue);
    if (isa<clang::MemberExpr>(e)) return location(e);
    refuse(e->getSourceRange(), std::string("the struct ") + e->getStmtClassName());
  }
  const Location from = location(lvalue);
  const Location result = record_temporary(from);
  copy(result, from, range);
  return result;
}

// ---- pointers -------------------------------------------------------------------------------

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

Pointer Lowering::conditional_pointer(const clang::ConditionalOperator* choice) {
  const SourceRange range = place(choice);
  const NodeId target = points_to_.target(choice);
  const auto one = [&](const clang::Expr* e) { return as_target(pointer(e), choice, target); };
  Pointer value;
  if (has_calls_or_effects(choice->getTrueExpr()) || has_calls_or_effects(choice->getFalseExpr())) {
    in_cases([&](gcl::BlockId yes, gcl::BlockId no) { branch_on(choice->getCond(), yes, no); },
             range, [&] { value = one(choice->getTrueExpr()); },
             [&] { value = one(choice->getFalseExpr()); }, [&] { return parts_of(value); });
    return value;
  }
  const Expr chosen = condition(choice->getCond());
  guards_.push_back(chosen);
  const Pointer first = one(choice->getTrueExpr());
  guards_.back() = gcl::mk_not(context_, chosen);
  const Pointer second = one(choice->getFalseExpr());
  guards_.pop_back();
  value.object = gcl::mk_ite(context_, chosen, first.object, second.object);
  if (first.offset) value.offset = gcl::mk_ite(context_, chosen, first.offset, second.offset);
  for (std::size_t i = 0; i < first.outer.size(); ++i) {
    value.outer.push_back(gcl::mk_ite(context_, chosen, first.outer[i], second.outer[i]));
  }
  return value;
}

/// With the indices that pointers of this expression have.
Pointer Lowering::as_target(const Pointer& value, const clang::Expr* e, NodeId target) {
  if (e->getType()->isFunctionPointerType()) return {value.object, Expr()};
  return shaped(value, target);
}

Pointer Lowering::pointer_with_default(const clang::BinaryConditionalOperator* e) {
  const SourceRange range = place(e);
  const NodeId target = points_to_.target(e);
  const clang::OpaqueValueExpr* common = e->getOpaqueValue();
  if (!common->getType()->isPointerType()) refuse(e->getSourceRange(), "this use of '?:'");
  const Pointer first = saved(pointer(e->getCommon()), range);
  Pointer value;
  const auto decide = [&](gcl::BlockId yes, gcl::BlockId no) {
    branch(gcl::Located{nonzero(first.object), range}, yes, no);
  };
  const auto use_first = [&] {
    opaque_pointers_[common] = first;
    value = as_target(pointer(e->getTrueExpr()), e, target);
    opaque_pointers_.erase(common);
  };
  in_cases(
      decide, range, use_first, [&] { value = as_target(pointer(e->getFalseExpr()), e, target); },
      [&] { return parts_of(value); });
  return value;
}

Pointer Lowering::raw_pointer(const clang::Expr* e) {
  if (const auto* written = dyn_cast<clang::ExplicitCastExpr>(e)) {
    evaluate_type(written->getTypeAsWritten());
  }
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
      case clang::CK_NoOp:
        return converted(pointer(inner), points_to_.target(inner), points_to_.target(e));
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
    if (unary->isIncrementDecrementOp()) return step_pointer(unary, Use::Value);
    if (unary->getOpcode() == clang::UO_Extension) return pointer(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    const bool left_is_pointer = binary->getLHS()->getType()->isPointerType();
    const clang::Expr* base = left_is_pointer ? binary->getLHS() : binary->getRHS();
    const clang::Expr* distance = left_is_pointer ? binary->getRHS() : binary->getLHS();
    switch (binary->getOpcode()) {
      case clang::BO_Assign: return assign_pointer(binary, Use::Value);
      case clang::BO_Comma: effects(binary->getLHS()); return pointer(binary->getRHS());
      case clang::BO_Add:
      case clang::BO_Sub: {
        Pointer start_at;
        Expr by;
        std::vector<Operand> operands = {operand(base, start_at, [&] { return pointer(base); }),
                                         operand(distance, by, [&] { return integer(distance); })};
        if (!left_is_pointer) std::swap(operands[0], operands[1]);
        evaluate_operands(operands, place(e));
        here_ = place(e);
        if (binary->getOpcode() == clang::BO_Sub) by = context_.make(Kind::Neg, {by});
        return moved(start_at, by, base);
      }
      case clang::BO_AddAssign:
      case clang::BO_SubAssign: return compound_assign_pointer(binary, Use::Value);
      default: break;
    }
  }
  if (const auto* choice = dyn_cast<clang::ConditionalOperator>(e)) {
    return conditional_pointer(choice);
  }
  if (const auto* choice = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    return pointer_with_default(choice);
  }
  if (const auto* opaque = dyn_cast<clang::OpaqueValueExpr>(e)) {
    const auto known = opaque_pointers_.find(opaque);
    return known != opaque_pointers_.end() ? known->second : pointer(opaque->getSourceExpr());
  }
  if (const auto* called = dyn_cast<clang::CallExpr>(e)) {
    call(called);
    if (!result_pointer_.object) refuse(e->getSourceRange(), "the result of this call");
    return result_pointer_;
  }
  if (const auto* block = dyn_cast<clang::StmtExpr>(e)) return pointer(lower_but_last(block));
  if (isa<clang::MemberExpr>(e)) return read_pointer(location(e));
  if (const auto* next = dyn_cast<clang::VAArgExpr>(e)) return any_pointer_argument(next);
  if (isa<clang::ImplicitValueInitExpr>(e)) return {number(0), Expr()};
  if (isa<clang::AddrLabelExpr>(e)) refuse(e->getSourceRange(), "a computed goto");
  refuse(e->getSourceRange(), std::string("the pointer expression ") + e->getStmtClassName());
}

}  // namespace pawl::frontend::c
