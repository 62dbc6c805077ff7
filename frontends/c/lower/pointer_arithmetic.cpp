// SPDX-License-Identifier: Apache-2.0
//
// Moving, comparing and subtracting pointers: by address. Within a class pointers have indices into
// the same rows; those of different classes may still lead to parts of one object, whose addresses
// its layout tells.
#include "frontends/c/lower/pointer_arithmetic.h"

#include "frontends/c/lower/code.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/memory_calls.h"
#include "frontends/c/lower/points_to.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Kind;

namespace {

bool is_null(const Pointer& p) { return p.object.is(Kind::IntConst) && p.object.text() == "0"; }

}  // namespace

PointerArithmetic::PointerArithmetic(const Rooms& rooms)
    : approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      lowered_(rooms.lowered),
      code_(rooms.code),
      evaluation_(rooms.evaluation),
      flat_(rooms.flat),
      expressions_(rooms.expressions),
      bytes_(rooms.bytes) {}

Pointer PointerArithmetic::moved(const Pointer& base, Expr distance, const clang::Expr* pointer) {
  const NodeId node = pointer->isPRValue() ? points_to_.target(pointer)
                                           : points_to_.pointee(points_to_.location(pointer));
  return moved(base, distance, node, pointer->getType()->getPointeeType());
}

Pointer PointerArithmetic::moved(const Pointer& base, Expr distance, NodeId node,
                                 clang::QualType element) {
  if (points_to_.is_flat(node)) {
    distance = code_.scaled(flat_.cells(element, node), distance);
  }
  Pointer result = base;
  result.offset = base.offset ? gcl::mk_add(context_, base.offset, distance) : distance;
  return result;
}

Pointer PointerArithmetic::converted(Pointer pointer, NodeId from, NodeId to) {
  from = points_to_.find(from);
  to = points_to_.find(to);
  pointer = shaped(std::move(pointer), from);
  while (from != to && points_to_.is_array(from)) {
    from = points_to_.find(points_to_.element(from));
    if (pointer.offset) pointer.outer.push_back(pointer.offset);
    pointer.offset = code_.number(0);
  }
  return pointer;
}

/// In bytes from where the object starts; null: not the same for all objects of the class.
Expr PointerArithmetic::address_in_object(const Pointer& pointer, NodeId node) {
  const std::optional<PointsTo::Address> address = points_to_.address(node);
  if (!address) return {};
  const Pointer full = shaped(pointer, node);
  std::vector<Expr> indices = full.outer;
  if (full.offset) indices.push_back(full.offset);
  Expr sum = code_.number(address->base);
  for (std::size_t i = 0; i < indices.size() && i < address->strides.size(); ++i) {
    sum = gcl::mk_add(context_, sum, code_.scaled(address->strides[i], indices[i]));
  }
  return sum;
}

/// The one index of a class, or the address: what is compared within a class.
Expr PointerArithmetic::linear_address(const Pointer& pointer, NodeId node) {
  const Pointer full = shaped(pointer, node);
  if (full.outer.empty()) return full.offset ? full.offset : code_.number(0);
  return address_in_object(pointer, node);
}

/// Within one object.
Expr PointerArithmetic::same_place(const Pointer& left, NodeId left_node, const Pointer& right,
                                   NodeId right_node) {
  Expr first, second;
  if (points_to_.find(left_node) == points_to_.find(right_node)) {
    first = linear_address(left, left_node);
    second = linear_address(right, right_node);
    if (!first || !second) {  // rows whose lengths are not constant
      const Pointer a = shaped(left, left_node);
      const Pointer b = shaped(right, right_node);
      std::vector<Expr> same = {gcl::mk_eq(context_, a.offset, b.offset)};
      for (std::size_t i = 0; i < a.outer.size(); ++i) {
        same.push_back(gcl::mk_eq(context_, a.outer[i], b.outer[i]));
      }
      return gcl::mk_and(context_, same);
    }
  } else {
    first = address_in_object(left, left_node);
    second = address_in_object(right, right_node);
    if (!first || !second) return {};
  }
  return gcl::mk_eq(context_, first, second);
}

/// left < right, or left <= right.
Expr PointerArithmetic::in_order(const Pointer& left, const clang::Expr* left_expr,
                                 const Pointer& right, const clang::Expr* right_expr, bool strict) {
  const NodeId left_node = points_to_.target(left_expr);
  const NodeId right_node = points_to_.target(right_expr);
  const bool one_class = points_to_.find(left_node) == points_to_.find(right_node);
  const Expr first =
      one_class ? linear_address(left, left_node) : address_in_object(left, left_node);
  const Expr second =
      one_class ? linear_address(right, right_node) : address_in_object(right, right_node);
  if (!first || !second) code_.refuse(left_expr->getSourceRange(), "the order of these pointers");
  return strict ? gcl::mk_lt(context_, first, second) : gcl::mk_le(context_, first, second);
}

Expr PointerArithmetic::compare_pointers(const clang::BinaryOperator* e) {
  Pointer left, right;
  evaluation_.evaluate_operands(
      {operand(e->getLHS(), left, [&] { return expressions_.pointer(e->getLHS()); }),
       operand(e->getRHS(), right, [&] { return expressions_.pointer(e->getRHS()); })},
      code_.place(e));
  const bool functions = e->getLHS()->getType()->isFunctionPointerType() ||
                         e->getRHS()->getType()->isFunctionPointerType();
  const bool equality = e->isEqualityOp();
  if (equality) {
    Expr same = gcl::mk_eq(context_, left.object, right.object);
    if (!is_null(left) && !is_null(right) && !functions && !same.is_false()) {
      Expr place_too =
          same_place(left, points_to_.target(e->getLHS()), right, points_to_.target(e->getRHS()));
      if (!place_too) place_too = unknown_truth(code_.place(e));
      same = gcl::mk_and(context_, {same, place_too});
    }
    if (!functions) same = or_shared_texts(same, left, right, code_.place(e));
    return e->getOpcode() == clang::BO_EQ ? same : gcl::mk_not(context_, same);
  }
  if (functions || is_null(left) || is_null(right)) {
    code_.refuse(e->getSourceRange(), "the order of these pointers");
  }
  // Order is defined within one object only; that it is one is assumed.
  const clang::Expr* first = e->getLHS();
  const clang::Expr* second = e->getRHS();
  switch (e->getOpcode()) {
    case clang::BO_LT: return in_order(left, first, right, second, true);
    case clang::BO_GT: return in_order(right, second, left, first, true);
    case clang::BO_LE: return in_order(left, first, right, second, false);
    case clang::BO_GE: return in_order(right, second, left, first, false);
    default: break;
  }
  code_.refuse(e->getSourceRange(), "this comparison of pointers");
}

/// Texts of the program may share their memory: two literals may be at one address or not.
Expr PointerArithmetic::or_shared_texts(Expr same, const Pointer& left, const Pointer& right,
                                        const SourceRange& range) {
  const auto is_text = [&](Expr object) {
    std::vector<Expr> texts;
    for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
      if (points_to_.objects()[i].kind != Object::Kind::String) continue;
      texts.push_back(gcl::mk_eq(context_, object, code_.number(static_cast<std::int64_t>(i + 1))));
    }
    return gcl::mk_or(context_, texts);
  };
  const Expr differ = gcl::mk_not(context_, gcl::mk_eq(context_, left.object, right.object));
  const Expr both = gcl::mk_and(context_, {is_text(left.object), is_text(right.object), differ});
  if (both.is_false()) return same;
  if (approximation_ == Approximation::Over) {
    const Expr any = code_.temporary("same");
    code_.emit(gcl::make_havoc({any}, range));
    lowered_.exact = false;
    return gcl::mk_or(
        context_,
        {same, gcl::mk_and(context_, {both, gcl::mk_eq(context_, any, code_.number(0))})});
  }
  Expr kept = same;
  const Held held(code_, kept);
  bytes_.either(
      both, range, [&] { code_.not_exact(range, "whether two texts share their memory"); }, [] {});
  return kept;
}

/// Either, to prove; to refute, no run comes here.
Expr PointerArithmetic::unknown_truth(const SourceRange& range) {
  code_.not_exact(range, "the places of these pointers in their object");
  if (approximation_ == Approximation::Under) return context_.false_();
  const Expr any = code_.temporary("same");
  code_.emit(gcl::make_havoc({any}, range));
  return gcl::mk_eq(context_, any, code_.number(0));
}

Expr PointerArithmetic::pointer_difference(const clang::BinaryOperator* e) {
  Pointer left, right;
  evaluation_.evaluate_operands(
      {operand(e->getLHS(), left, [&] { return expressions_.pointer(e->getLHS()); }),
       operand(e->getRHS(), right, [&] { return expressions_.pointer(e->getRHS()); })},
      code_.place(e));
  code_.set_here(code_.place(e));
  const NodeId left_node = points_to_.target(e->getLHS());
  const NodeId right_node = points_to_.target(e->getRHS());
  const clang::QualType element = e->getLHS()->getType()->getPointeeType();
  const bool one_class = points_to_.find(left_node) == points_to_.find(right_node);
  const bool one_row = one_class && points_to_.rank(left_node) <= 1;
  Expr first = one_row ? linear_address(left, left_node) : address_in_object(left, left_node);
  Expr second = one_row ? linear_address(right, right_node) : address_in_object(right, right_node);
  if (!first || !second) {
    code_.refuse(e->getSourceRange(), "the difference of pointers into rows of different lengths");
  }
  std::int64_t size = 1;
  if (!one_row) {
    const bool sized = !element->isVoidType() && !element->isFunctionType();
    size = sized ? ast_.getTypeSizeInChars(element).getQuantity() : 1;
  } else if (points_to_.is_flat(left_node)) {
    size = flat_.cells(element, left_node);
  }
  const Expr difference = gcl::mk_sub(context_, first, second);
  if (size <= 1) return difference;
  // A multiple of it, or undefined: the quotient of constants is folded.
  if (difference.is(Kind::IntConst)) {
    const gcl::Integer known(std::string_view(difference.text()));
    return context_.int_const(gcl::Integer::div(known, gcl::Integer(size)).to_string());
  }
  return context_.make(Kind::Div, {difference, code_.number(size)});
}

/// With the indices that pointers of this expression have.
Pointer PointerArithmetic::as_target(const Pointer& value, const clang::Expr* e, NodeId target) {
  if (e->getType()->isFunctionPointerType()) return {value.object, Expr()};
  return shaped(value, target);
}

Pointer PointerArithmetic::shaped(Pointer pointer, NodeId target) {
  const std::size_t rank = points_to_.rank(target);
  if (rank == 0) return {pointer.object, Expr()};
  if (!pointer.offset) pointer.offset = code_.number(0);
  while (pointer.outer.size() + 1 < rank)
    pointer.outer.insert(pointer.outer.begin(), code_.number(0));
  return pointer;
}

}  // namespace pawl::frontend::c
