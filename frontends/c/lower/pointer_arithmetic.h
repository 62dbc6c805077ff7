// SPDX-License-Identifier: Apache-2.0
//
// Pointers as values: moved, converted, compared, subtracted.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Type.h>

#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/rooms.h"
#include "frontends/c/lower/values.h"
#include "gcl/expr.h"

namespace pawl::frontend::c {

class PointerArithmetic {
 public:
  explicit PointerArithmetic(const Rooms& rooms);

  Pointer as_target(const Pointer& value, const clang::Expr* e, NodeId target);
  gcl::Expr compare_pointers(const clang::BinaryOperator* e);
  gcl::Expr pointer_difference(const clang::BinaryOperator* e);
  /// `distance` elements on. The pointer that moves says how large they are and in which memory.
  Pointer moved(const Pointer& base, gcl::Expr distance, const clang::Expr* pointer);
  Pointer moved(const Pointer& base, gcl::Expr distance, NodeId node, clang::QualType element);
  /// A pointer of which a conversion makes another: from an array to its first element.
  Pointer converted(Pointer pointer, NodeId from, NodeId to);
  gcl::Expr unknown_truth(const SourceRange& range);
  gcl::Expr same_place(const Pointer& left, NodeId left_node, const Pointer& right,
                       NodeId right_node);
  /// With as many indices as pointers to `target` have; what is missing is 0.
  Pointer shaped(Pointer pointer, NodeId target);

 private:
  gcl::Expr or_shared_texts(gcl::Expr same, const Pointer& left, const Pointer& right,
                            const SourceRange& range);
  gcl::Expr address_in_object(const Pointer& pointer, NodeId node);
  gcl::Expr linear_address(const Pointer& pointer, NodeId node);
  gcl::Expr in_order(const Pointer& left, const clang::Expr* left_expr, const Pointer& right,
                     const clang::Expr* right_expr, bool strict);

  Approximation approximation_;
  gcl::Context& context_;
  clang::ASTContext& ast_;
  PointsTo& points_to_;
  Lowered& lowered_;
  Code& code_;
  Evaluation& evaluation_;
  FlatMemory& flat_;
  Expressions& expressions_;
  ByteCopies& bytes_;
};

}  // namespace pawl::frontend::c
