// SPDX-License-Identifier: Apache-2.0
//
// Where control divides by a value: conditions, `&&`, `||`, `?:` with and without middle.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <functional>
#include <map>

#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/cfg.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class Choices {
 public:
  explicit Choices(const Rooms& rooms);

  void branch_on(const clang::Expr* condition, gcl::BlockId then_target, gcl::BlockId else_target);
  gcl::Expr condition(const clang::Expr* e);
  gcl::Expr logical(const clang::BinaryOperator* e);
  gcl::Expr conditional(const clang::Expr* test, const clang::Expr* yes, const clang::Expr* no);
  void effects_by_cases(const clang::AbstractConditionalOperator* e);
  gcl::Expr with_default(const clang::BinaryConditionalOperator* e);
  Pointer pointer_with_default(const clang::BinaryConditionalOperator* e);
  Pointer conditional_pointer(const clang::ConditionalOperator* e);
  const std::map<const clang::OpaqueValueExpr*, gcl::Expr>& opaque() const { return opaque_; }
  const std::map<const clang::OpaqueValueExpr*, Pointer>& opaque_pointers() const {
    return opaque_pointers_;
  }

 private:
  gcl::Expr by_cases(const clang::Expr* test, const std::function<gcl::Expr()>& yes,
                     const std::function<gcl::Expr()>& no);
  bool is_nondet(const clang::Expr* e) const;

  const Options& options_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Code& code_;
  PointerArithmetic& pointers_;
  Expressions& expressions_;

  /// Common operands of `a ?: b`.
  std::map<const clang::OpaqueValueExpr*, gcl::Expr> opaque_;
  std::map<const clang::OpaqueValueExpr*, Pointer> opaque_pointers_;
};

}  // namespace pawl::frontend::c
