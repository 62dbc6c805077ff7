// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/assignments.h"

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/order.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::Expr;
using gcl::Kind;

Assignments::Assignments(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      reals_(rooms.reals),
      evaluation_(rooms.evaluation),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      expressions_(rooms.expressions),
      structs_(rooms.structs) {}

/// An assignment, `++` or `--` whose value nobody wants.
bool Assignments::effects_of_assignment(const clang::Expr* e) {
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
    structs_.assign_record(binary->getLHS(), binary->getRHS());
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

/// Is what is read from it just what was written to it last?
bool Assignments::is_plain(const Location& at) {
  if (types_.is_volatile(at) || at.type->isUnionType()) return false;
  std::vector<Expr> keys;
  memory_.leaf_of(at, Part::Value, keys);
  return keys.empty();
}

/// Writes, and what was written: the value of an assignment. No second look at the place.
Expr Assignments::stored(const Location& target, Expr value, Use use, const SourceRange& range) {
  lvalues_.accessed(target);
  if (use == Use::Nothing) {
    memory_.write(target, value, range);
    return {};
  }
  if (is_plain(target)) {
    memory_.write(target, value, range);
    return memory_.read(target);
  }
  const Held held(code_, value);
  const Expr cut = memory_.write(target, value, range);
  return target.bits != nullptr ? cut : value;
}

Pointer Assignments::stored(const Location& target, const Pointer& given, Use use,
                            const SourceRange& range) {
  lvalues_.accessed(target);
  if (use == Use::Nothing) {
    memory_.write_pointer(target, given, range);
    return {};
  }
  if (is_plain(target)) {
    memory_.write_pointer(target, given, range);
    return memory_.read_pointer(target);
  }
  Pointer value = given;
  const Held held(code_, value);
  memory_.write_pointer(target, given, range);
  return value;
}

Expr Assignments::step(const clang::UnaryOperator* e, Use use) {
  const clang::Expr* operand = e->getSubExpr();
  const Location target = lvalues_.accessed(lvalues_.location(operand));
  const SourceRange range = code_.place(e);
  Expr old = memory_.read(target);
  code_.set_here(range);
  const BinaryOp op = e->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub;
  Expr next;
  if (old.sort().is_real()) {
    next = reals_.real_binary(op, old, context_.real_const("1.0"));
  } else {
    const IntType type = types_.int_type(operand->getType(), e->getSourceRange());
    // The operand is promoted, then the sum is converted back.
    const IntType wide = type.bits < 32 ? IntType{32, true} : type;
    next = arithmetic_.convert(arithmetic_.binary(op, old, code_.number(1), wide), wide, type);
  }
  if (use == Use::Nothing || e->isPrefix()) return stored(target, next, use, range);
  const Held held(code_, old);
  memory_.write(target, next, range);
  return old;
}

/// As the compilers do it: a right-hand side that does things first.
Expr Assignments::assign(const clang::BinaryOperator* e, Use use) {
  const SourceRange range = code_.place(e);
  Location target;
  Expr value;
  refuse_pending(e);
  std::vector<Operand> operands = {
      operand(e->getLHS(), target, [&] { return lvalues_.location(e->getLHS()); }),
      operand(e->getRHS(), value, [&] { return expressions_.integer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluation_.evaluate_operands(operands, range);
  code_.set_here(range);
  return stored(target, value, use, range);
}

bool Assignments::runs_right_first(const clang::BinaryOperator* e) const {
  return has_effects(e->getRHS()) && !has_effects(e->getLHS());
}

/// i = i++ and the like.
void Assignments::refuse_pending(const clang::BinaryOperator* e) const {
  const auto* name = dyn_cast<clang::DeclRefExpr>(e->getLHS()->IgnoreParens());
  const auto* var = name != nullptr ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (var == nullptr || !has_effects(e->getRHS())) return;
  if (Footprints::pending(e->getRHS()).contains(var->getCanonicalDecl()))
    evaluation_.refuse_clash(e, var);
}

/// The new value of the left operand, given both.
Expr Assignments::combined(const clang::CompoundAssignOperator* e, Expr left, Expr right) {
  const BinaryOp op = binary_op(e->getOpcode());
  const clang::QualType type = e->getLHS()->getType();
  const clang::QualType left_type = e->getComputationLHSType();
  const clang::QualType wide = e->getComputationResultType();
  if (wide->isRealFloatingType()) {
    types_.allow_float(e->getSourceRange());
    return reals_.convert(reals_.real_binary(op, reals_.convert(left, type, left_type), right),
                          wide, type);
  }
  if (on_bits(op) && options_.ints == IntModel::Ideal) {
    code_.refuse(e->getSourceRange(), "a bitwise operator on unbounded integers",
                 "use --ints=machine");
  }
  const Expr promoted = reals_.convert(left, type, left_type);
  const Expr value =
      arithmetic_.binary(op, promoted, right, types_.int_type(wide, e->getSourceRange()));
  return reals_.convert(value, wide, type);
}

Expr Assignments::compound_assign(const clang::CompoundAssignOperator* e, Use use) {
  const SourceRange range = code_.place(e);
  Location target;
  Expr old, right;
  refuse_pending(e);
  Operand left = {e->getLHS(),
                  [&] {
                    target = lvalues_.location(e->getLHS());
                    old = memory_.read(target);
                  },
                  [&] {
                    std::vector<Expr*> parts = parts_of(target);
                    parts.push_back(&old);
                    return parts;
                  },
                  e->getLHS()};
  std::vector<Operand> operands = {
      left, operand(e->getRHS(), right, [&] { return expressions_.integer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluation_.evaluate_operands(operands, range);
  code_.set_here(range);
  return stored(target, combined(e, old, right), use, range);
}

Pointer Assignments::step_pointer(const clang::UnaryOperator* e, Use use) {
  const SourceRange range = code_.place(e);
  const Location target = lvalues_.accessed(lvalues_.location(e->getSubExpr()));
  Pointer old = memory_.read_pointer(target);
  const Pointer next =
      pointers_.moved(old, code_.number(e->isIncrementOp() ? 1 : -1), e->getSubExpr());
  if (use == Use::Nothing || e->isPrefix()) return stored(target, next, use, range);
  const Held held(code_, old);
  memory_.write_pointer(target, next, range);
  return old;
}

Pointer Assignments::assign_pointer(const clang::BinaryOperator* e, Use use) {
  const SourceRange range = code_.place(e);
  Location target;
  Pointer value;
  refuse_pending(e);
  std::vector<Operand> operands = {
      operand(e->getLHS(), target, [&] { return lvalues_.location(e->getLHS()); }),
      operand(e->getRHS(), value, [&] { return expressions_.pointer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluation_.evaluate_operands(operands, range);
  code_.set_here(range);
  return stored(target, value, use, range);
}

Pointer Assignments::compound_assign_pointer(const clang::BinaryOperator* e, Use use) {
  const SourceRange range = code_.place(e);
  Location target;
  Pointer old;
  Expr by;
  refuse_pending(e);
  Operand left = {e->getLHS(),
                  [&] {
                    target = lvalues_.location(e->getLHS());
                    old = memory_.read_pointer(target);
                  },
                  [&] {
                    std::vector<Expr*> parts = parts_of(target);
                    for (Expr* part : parts_of(old)) parts.push_back(part);
                    return parts;
                  },
                  e->getLHS()};
  std::vector<Operand> operands = {
      left, operand(e->getRHS(), by, [&] { return expressions_.integer(e->getRHS()); })};
  if (runs_right_first(e)) std::swap(operands[0], operands[1]);
  evaluation_.evaluate_operands(operands, range);
  code_.set_here(range);
  if (e->getOpcode() == clang::BO_SubAssign) by = context_.make(Kind::Neg, {by});
  return stored(target, pointers_.moved(old, by, e->getLHS()), use, range);
}

}  // namespace pawl::frontend::c
