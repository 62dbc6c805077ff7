// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/choices.h"

#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::BlockId;
using gcl::Expr;

namespace {

/// Is more to be done for it than to compute a term? Then not where it may not be evaluated.
bool does_more_than_compute(const clang::Expr* e) {
  bool found = has_calls_or_effects(e);
  for_each_child(e, [&](const clang::Stmt* s) { found |= clang::isa<clang::StringLiteral>(s); });
  return found;
}

}  // namespace

Choices::Choices(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      code_(rooms.code),
      pointers_(rooms.pointers),
      expressions_(rooms.expressions) {}

void Choices::effects_by_cases(const clang::AbstractConditionalOperator* e) {
  const SourceRange range = code_.place(e);
  if (const auto* with_default = dyn_cast<clang::BinaryConditionalOperator>(e)) {
    const gcl::BlockId no = code_.new_block(range);
    const gcl::BlockId after = code_.new_block(range);
    branch_on(with_default->getCommon(), after, no);
    code_.start(no);
    expressions_.effects(with_default->getFalseExpr());
    code_.jump(after);
    code_.start(after);
    return;
  }
  code_.in_cases([&](gcl::BlockId yes, gcl::BlockId no) { branch_on(e->getCond(), yes, no); },
                 range, [&] { expressions_.effects(e->getTrueExpr()); },
                 [&] { expressions_.effects(e->getFalseExpr()); },
                 [] { return std::vector<Expr*>(); });
}

Expr Choices::condition(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  if (const auto known = expressions_.constant(e)) return code_.nonzero(*known);
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
    if (e->getType()->isFunctionPointerType()) return code_.nonzero(expressions_.pointer(e).object);
    return code_.nonzero(expressions_.pointer(e).object);
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_LNot) {
      return gcl::mk_not(context_, condition(unary->getSubExpr()));
    }
    if (unary->getOpcode() == clang::UO_Extension) return condition(unary->getSubExpr());
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->isLogicalOp()) return logical(binary);
    if (binary->isComparisonOp()) return expressions_.compare(binary);
    if (binary->getOpcode() == clang::BO_Comma) {
      expressions_.effects(binary->getLHS());
      return condition(binary->getRHS());
    }
  }
  return code_.nonzero(expressions_.integer(e));
}

Expr Choices::logical(const clang::BinaryOperator* e) {
  const bool is_and = e->getOpcode() == clang::BO_LAnd;
  // An input that is not asked for is not used up.
  if (does_more_than_compute(e->getRHS())) {
    const auto right = [&] { return code_.truth(condition(e->getRHS())); };
    const Expr value = is_and ? by_cases(e->getLHS(), right, [&] { return code_.number(0); })
                              : by_cases(
                                    e->getLHS(), [&] { return code_.number(1); }, right);
    return code_.nonzero(value);
  }
  const Expr left = condition(e->getLHS());
  code_.guards().push_back(is_and ? left : gcl::mk_not(context_, left));
  const Expr right = condition(e->getRHS());
  code_.guards().pop_back();
  return is_and ? gcl::mk_and(context_, {left, right}) : gcl::mk_or(context_, {left, right});
}

/// The value of one of two computations that do more than compute.
Expr Choices::by_cases(const clang::Expr* test, const std::function<Expr()>& yes,
                       const std::function<Expr()>& no) {
  Expr value;
  code_.in_cases([&](gcl::BlockId first, gcl::BlockId second) { branch_on(test, first, second); },
                 code_.here(), [&] { value = yes(); }, [&] { value = no(); },
                 [&] { return parts_of(value); });
  return value;
}

/// `a ?: b`: a is evaluated once, and stands for itself where it is the value.
Expr Choices::with_default(const clang::BinaryConditionalOperator* e) {
  const SourceRange range = code_.place(e);
  const clang::OpaqueValueExpr* common = e->getOpaqueValue();
  if (common->getType()->isPointerType()) code_.refuse(e->getSourceRange(), "this use of '?:'");
  Expr first = expressions_.integer(e->getCommon());
  Expr value;
  const auto decide = [&](gcl::BlockId yes, gcl::BlockId no) {
    first = code_.saved(first, range);
    code_.branch(gcl::Located{code_.nonzero(first), range}, yes, no);
  };
  const auto use_first = [&] {
    opaque_[common] = first;
    value = expressions_.integer(e->getTrueExpr());
    opaque_.erase(common);
  };
  code_.in_cases(
      decide, range, use_first, [&] { value = expressions_.integer(e->getFalseExpr()); },
      [&] { return parts_of(value); });
  return value;
}

Expr Choices::conditional(const clang::Expr* test, const clang::Expr* yes, const clang::Expr* no) {
  if (does_more_than_compute(yes) || does_more_than_compute(no)) {
    return by_cases(
        test, [&] { return expressions_.integer(yes); }, [&] { return expressions_.integer(no); });
  }
  const Expr chosen = condition(test);
  code_.guards().push_back(chosen);
  const Expr first = expressions_.integer(yes);
  code_.guards().back() = gcl::mk_not(context_, chosen);
  const Expr second = expressions_.integer(no);
  code_.guards().pop_back();
  return gcl::mk_ite(context_, chosen, first, second);
}

Pointer Choices::conditional_pointer(const clang::ConditionalOperator* choice) {
  const SourceRange range = code_.place(choice);
  const NodeId target = points_to_.target(choice);
  const auto one = [&](const clang::Expr* e) {
    return pointers_.as_target(expressions_.pointer(e), choice, target);
  };
  Pointer value;
  if (does_more_than_compute(choice->getTrueExpr()) ||
      does_more_than_compute(choice->getFalseExpr())) {
    code_.in_cases(
        [&](gcl::BlockId yes, gcl::BlockId no) { branch_on(choice->getCond(), yes, no); }, range,
        [&] { value = one(choice->getTrueExpr()); }, [&] { value = one(choice->getFalseExpr()); },
        [&] { return parts_of(value); });
    return value;
  }
  const Expr chosen = condition(choice->getCond());
  code_.guards().push_back(chosen);
  const Pointer first = one(choice->getTrueExpr());
  code_.guards().back() = gcl::mk_not(context_, chosen);
  const Pointer second = one(choice->getFalseExpr());
  code_.guards().pop_back();
  value.object = gcl::mk_ite(context_, chosen, first.object, second.object);
  if (first.offset) value.offset = gcl::mk_ite(context_, chosen, first.offset, second.offset);
  for (std::size_t i = 0; i < first.outer.size(); ++i) {
    value.outer.push_back(gcl::mk_ite(context_, chosen, first.outer[i], second.outer[i]));
  }
  return value;
}

Pointer Choices::pointer_with_default(const clang::BinaryConditionalOperator* e) {
  const SourceRange range = code_.place(e);
  const NodeId target = points_to_.target(e);
  const clang::OpaqueValueExpr* common = e->getOpaqueValue();
  if (!common->getType()->isPointerType()) code_.refuse(e->getSourceRange(), "this use of '?:'");
  const Pointer first = code_.saved(expressions_.pointer(e->getCommon()), range);
  Pointer value;
  const auto decide = [&](gcl::BlockId yes, gcl::BlockId no) {
    code_.branch(gcl::Located{code_.nonzero(first.object), range}, yes, no);
  };
  const auto use_first = [&] {
    opaque_pointers_[common] = first;
    value = pointers_.as_target(expressions_.pointer(e->getTrueExpr()), e, target);
    opaque_pointers_.erase(common);
  };
  code_.in_cases(
      decide, range, use_first,
      [&] { value = pointers_.as_target(expressions_.pointer(e->getFalseExpr()), e, target); },
      [&] { return parts_of(value); });
  return value;
}

bool Choices::is_nondet(const clang::Expr* e) const {
  const auto* called = dyn_cast<clang::CallExpr>(e->IgnoreParenImpCasts());
  return options_.branches == NondetBranches::Free && called != nullptr &&
         builtin(called->getDirectCallee()) == Builtin::Nondet && called->getNumArgs() == 0;
}

void Choices::branch_on(const clang::Expr* expr, BlockId then_target, BlockId else_target) {
  const clang::Expr* e = expr->IgnoreParenImpCasts();
  const SourceRange range = code_.place(expr);
  if (is_nondet(e)) {
    code_.end_with(gcl::Branch{std::nullopt, then_target, else_target, range});
    return;
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e);
      unary != nullptr && unary->getOpcode() == clang::UO_LNot && has_calls_or_effects(e)) {
    branch_on(unary->getSubExpr(), else_target, then_target);
    return;
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(e);
      binary != nullptr && binary->isLogicalOp() && has_calls_or_effects(binary)) {
    const BlockId second = code_.new_block(range);
    if (binary->getOpcode() == clang::BO_LAnd) {
      branch_on(binary->getLHS(), second, else_target);
    } else {
      branch_on(binary->getLHS(), then_target, second);
    }
    code_.start(second);
    branch_on(binary->getRHS(), then_target, else_target);
    return;
  }
  const Expr value = condition(expr);
  if (value.is_true()) {
    code_.jump(then_target);
  } else if (value.is_false()) {
    code_.jump(else_target);
  } else {
    code_.branch(gcl::Located{value, range}, then_target, else_target);
  }
}

}  // namespace pawl::frontend::c
