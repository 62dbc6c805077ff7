// SPDX-License-Identifier: Apache-2.0
//
// Comparing and subtracting pointers.
#include "frontends/c/lower/lowering.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Kind;

Expr Lowering::compare_pointers(const clang::BinaryOperator* e) {
  Pointer left, right;
  evaluate_operands({operand(e->getLHS(), left, [&] { return pointer(e->getLHS()); }),
                     operand(e->getRHS(), right, [&] { return pointer(e->getRHS()); })},
                    place(e));
  const Expr left_offset = left.offset ? left.offset : number(0);
  const Expr right_offset = right.offset ? right.offset : number(0);
  const auto is_null = [](const Pointer& p) {
    return p.object.is(Kind::IntConst) && p.object.text() == "0";
  };
  switch (e->getOpcode()) {
    case clang::BO_EQ:
    case clang::BO_NE: {
      Expr same = gcl::mk_eq(context_, left.object, right.object);
      if (!is_null(left) && !is_null(right)) {
        std::vector<Expr> all = {same, gcl::mk_eq(context_, left_offset, right_offset)};
        const std::size_t outer = std::max(left.outer.size(), right.outer.size());
        for (std::size_t i = 0; i < outer; ++i) {
          const auto index = [&](const Pointer& p) {
            const std::size_t missing = outer - p.outer.size();
            return i < missing ? number(0) : p.outer[i - missing];
          };
          all.push_back(gcl::mk_eq(context_, index(left), index(right)));
        }
        same = gcl::mk_and(context_, all);
      }
      return e->getOpcode() == clang::BO_EQ ? same : gcl::mk_not(context_, same);
    }
    // Order is defined within one object only; that it is one is assumed.
    case clang::BO_LT: return gcl::mk_lt(context_, left_offset, right_offset);
    case clang::BO_GT: return gcl::mk_lt(context_, right_offset, left_offset);
    case clang::BO_LE: return gcl::mk_le(context_, left_offset, right_offset);
    case clang::BO_GE: return gcl::mk_le(context_, right_offset, left_offset);
    default: break;
  }
  refuse(e->getSourceRange(), "this comparison of pointers");
}

Expr Lowering::pointer_difference(const clang::BinaryOperator* e) {
  Pointer left, right;
  evaluate_operands({operand(e->getLHS(), left, [&] { return pointer(e->getLHS()); }),
                     operand(e->getRHS(), right, [&] { return pointer(e->getRHS()); })},
                    place(e));
  if (!left.offset || !right.offset) {
    refuse(e->getSourceRange(), "the difference of pointers that are not into an array");
  }
  return gcl::mk_sub(context_, left.offset, right.offset);
}

}  // namespace pawl::frontend::c
