// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/lvalues.h"

#include <algorithm>

#include "frontends/c/lower/allocation.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/array_lengths.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/initialisers.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/names.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"
#include "support/assert.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;

Lvalues::Lvalues(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      code_(rooms.code),
      evaluation_(rooms.evaluation),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      flat_(rooms.flat),
      types_(rooms.types),
      objects_(rooms.objects),
      lifetimes_(rooms.lifetimes),
      allocation_(rooms.allocation),
      initialisers_(rooms.initialisers),
      lengths_(rooms.lengths),
      expressions_(rooms.expressions),
      structs_(rooms.structs) {}

Expr Lvalues::object_of(const clang::VarDecl* var) {
  if (!code_.frames().empty()) {
    const auto own = code_.frame().objects.find(var->getCanonicalDecl());
    if (own != code_.frame().objects.end()) return own->second;
  }
  const std::size_t number_of_object =
      points_to_.object_number(points_to_.variable(var->getCanonicalDecl()));
  return code_.number(static_cast<std::int64_t>(number_of_object));
}

Location Lvalues::variable(const clang::VarDecl* var) {
  Location result;
  result.variable = var->getCanonicalDecl();
  result.node = points_to_.variable(var);
  result.type = var->getType();
  result.object = object_of(var);
  result.stem = memory_.stem_of(var);
  enter(result, result.node, code_.number(0));
  enter_flat(result);
  return result;
}

/// From here on the last index counts cells.
void Lvalues::enter_flat(Location& part) {
  if (!points_to_.is_flat(part.node)) return;
  const bool sized = !part.type->isIncompleteType() && !part.type->isVariableArrayType();
  part.flat_size = sized ? ast_.getTypeSizeInChars(part.type).getQuantity() : 0;
}

Location Lvalues::result_location(const Frame& of) {
  Location result;
  result.node = points_to_.result(of.function);
  result.type = of.function->getReturnType();
  result.stem = of.result_stem;
  if (points_to_.is_flat(result.node)) result.indices = {code_.number(0)};
  enter_flat(result);
  return result;
}

Location Lvalues::element(const Location& array, Expr index, clang::QualType array_type) {
  Location result = array;
  const clang::ArrayType* type = ast_.getAsArrayType(array_type);
  PAWL_ASSERT(type != nullptr, "an element should be of an array");
  result.type = type->getElementType();
  if (points_to_.is_flat(array.node)) {
    const Expr distance = code_.scaled(flat_.cells(result.type, array.node), index);
    result.indices.back() = gcl::mk_add(context_, array.indices.back(), distance);
    return result;
  }
  result.node = points_to_.element(array.node);
  enter(result, array.node, index);
  return result;
}

Location Lvalues::field(const Location& record, const clang::FieldDecl* member) {
  Location result = record;
  result.type = member->getType();
  if (record.type.isVolatileQualified()) result.type.addVolatile();
  if (member->isBitField()) result.bits = member;
  if (points_to_.is_flat(record.node)) {
    const std::uint64_t bit = ast_.getFieldOffset(member);
    const auto unit = static_cast<std::uint64_t>(points_to_.unit_size(record.node));
    result.first_bit = static_cast<unsigned>(bit % 8);
    const auto distance = static_cast<std::int64_t>(bit / 8 / unit);
    result.indices.back() = gcl::mk_add(context_, record.indices.back(), code_.number(distance));
    return result;
  }
  result.node = points_to_.field(record.node, member);
  result.path += "$" + il_name(member);
  if (member->getName().empty() && !member->isBitField()) {
    result.path += "anonymous" + std::to_string(member->getFieldIndex());
  }
  enter(result, record.node, code_.number(0));
  enter_flat(result);
  return result;
}

Location Lvalues::dereference(const Pointer& pointer, NodeId node, clang::QualType type,
                              const clang::Expr* where) {
  objects_.need_valid(pointer, node, type, where);
  if (const std::string& why = points_to_.conflict(node); !why.empty()) {
    code_.refuse(where->getSourceRange(), "following this pointer (" + why + ")",
                 "memory with more than one view of it is not modelled");
  }
  Location result;
  result.node = node;
  result.type = type;
  result.object = pointer.object;
  const Pointer full = pointers_.shaped(pointer, node);
  result.indices = full.outer;
  if (full.offset) result.indices.push_back(full.offset);
  expect_aligned(result, where);
  return result;
}

/// In flat memory of strangers a pointer of theirs could lead to any byte. They have none that its
/// type does not allow (C17 6.3.2.3): a run with such a one is not claimed.
void Lvalues::expect_aligned(const Location& at, const clang::Expr* where) {
  if (approximation_ == Approximation::Over || !points_to_.is_flat(at.node)) return;
  if (at.type->isIncompleteType() || at.type->isFunctionType() || at.indices.empty()) return;
  const std::int64_t align = ast_.getTypeAlignInChars(at.type).getQuantity();
  const std::int64_t unit = points_to_.unit_size(at.node);
  const bool strange = std::ranges::any_of(points_to_.objects(), [&](const Object& object) {
    return object.kind == Object::Kind::Outside && points_to_.reaches(object.root, at.node);
  });
  if (!strange || unit % align == 0) return;
  const Expr bytes = code_.scaled(unit, at.indices.back());
  const Expr rest = context_.make(gcl::Kind::Mod, {bytes, code_.number(align)});
  const std::vector<Expr> fine = {gcl::mk_lt(context_, code_.number(0), at.object),
                                  gcl::mk_eq(context_, rest, code_.number(0))};
  code_.exact_only_if(gcl::mk_or(context_, fine), code_.place(where),
                      "a pointer of strangers that is not aligned");
}

/// A run through null is none (`need_valid` asserts it where that is asked for). Said where memory
/// is read or written, not where the place is looked up: `&*p` and `&p->f` follow nothing, and in
/// `*p = f()` the call comes first and may end the run.
Location Lvalues::accessed(Location at) {
  const bool asserted =
      options_.checks.contains(Hazard::Null) || options_.checks.contains(Hazard::Bounds);
  if (asserted || at.variable != nullptr || !at.object) return at;
  const Expr exists = code_.nonzero(at.object);
  if (!exists.is_true()) code_.emit_assume(exists, code_.here());
  return at;
}

Location Lvalues::location(const clang::Expr* expr) {
  const clang::Expr* e = expr->IgnoreParens();
  code_.set_here(code_.place(e));
  if (const auto* name = dyn_cast<clang::DeclRefExpr>(e)) {
    if (const auto* var = dyn_cast<clang::VarDecl>(name->getDecl())) return variable(var);
    code_.refuse(e->getSourceRange(),
                 "'" + name->getDecl()->getNameAsString() + "' used as a variable");
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_Deref) {
      const Pointer base = expressions_.pointer(unary->getSubExpr());
      return dereference(base, points_to_.location(e), e->getType(), e);
    }
    if (unary->getOpcode() == clang::UO_Extension) return location(unary->getSubExpr());
  }
  if (const auto* index = dyn_cast<clang::ArraySubscriptExpr>(e)) {
    const clang::Expr* base = index->getBase()->IgnoreParens();
    if (const auto* decay = dyn_cast<clang::ImplicitCastExpr>(base);
        decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
      Location array;
      Expr at;
      evaluation_.evaluate_operands(
          {operand(decay->getSubExpr(), array, [&] { return location(decay->getSubExpr()); }),
           operand(index->getIdx(), at, [&] { return expressions_.integer(index->getIdx()); })},
          code_.place(e));
      code_.set_here(code_.place(e));
      check_index(array, decay->getSubExpr()->getType(), at);
      return element(array, at, decay->getSubExpr()->getType());
    }
    return dereference(element_pointer(index), points_to_.location(e), e->getType(), e);
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(e)) {
    const auto* member_field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (member_field == nullptr) code_.refuse(e->getSourceRange(), "this member");
    if (!member->isArrow()) return field(location(member->getBase()), member_field);
    const Pointer base = expressions_.pointer(member->getBase());
    const clang::QualType record = member->getBase()->getType()->getPointeeType();
    return field(dereference(base, points_to_.target(member->getBase()), record, e), member_field);
  }
  if (e->isPRValue() && e->getType()->isRecordType() && !isa<clang::CompoundLiteralExpr>(e)) {
    return structs_.record(e);
  }
  if (const auto* literal = dyn_cast<clang::StringLiteral>(e)) return string_location(literal);
  if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(e)) {
    return literal_location(literal);
  }
  code_.refuse(e->getSourceRange(), std::string("the lvalue ") + e->getStmtClassName());
}

/// base + index, of base[index].
Pointer Lvalues::element_pointer(const clang::ArraySubscriptExpr* e) {
  Pointer start;
  Expr index;
  evaluation_.evaluate_operands(
      {operand(e->getBase(), start, [&] { return expressions_.pointer(e->getBase()); }),
       operand(e->getIdx(), index, [&] { return expressions_.integer(e->getIdx()); })},
      code_.place(e));
  code_.set_here(code_.place(e));
  return pointers_.moved(start, index, e->getBase());
}

/// The text of a literal, written where it is used: nobody may change it.
Location Lvalues::string_location(const clang::StringLiteral* literal) {
  Location result;
  result.node = points_to_.allocation(literal, literal->getType());
  result.type = literal->getType();
  const std::size_t object = points_to_.object_number(points_to_.allocation_root(literal));
  result.object = code_.number(static_cast<std::int64_t>(object));
  if (points_to_.is_flat(result.node)) result.indices = {code_.number(0)};
  enter_flat(result);
  initialisers_.initialise_string(result, literal);
  return result;
}

/// A new object wherever a block comes to it: earlier ones have ended by then, unless a jump came
/// back within the block.
Location Lvalues::literal_location(const clang::CompoundLiteralExpr* literal) {
  if (lifetimes_.tracks_lives()) {
    code_.refuse(literal->getSourceRange(), "a compound literal, with a check of lifetimes",
                 "declare a variable instead");
  }
  bool jumps = false;
  for_each_child(code_.frame().function->getBody(), [&](const clang::Stmt* s) {
    jumps |= isa<clang::GotoStmt>(s) || isa<clang::IndirectGotoStmt>(s);
  });
  if (jumps && !literal->isFileScope()) {
    code_.refuse(literal->getSourceRange(), "a compound literal in a function with goto",
                 "declare a variable instead");
  }
  Location result;
  result.node = points_to_.allocation(literal, literal->getType());
  result.type = literal->getType();
  result.object = allocation_.new_object(literal);
  enter(result, result.node, code_.number(0));
  enter_flat(result);
  if (const auto bytes = types_.bytes_of(literal->getType())) {
    objects_.note_bytes(result.object, code_.number(*bytes));
  }
  initialisers_.initialise(result, literal->getInitializer());
  return result;
}

Pointer Lvalues::address(const Location& of, const clang::Expr* where) {
  if (!of.object) code_.refuse(where->getSourceRange(), "the address of a temporary");
  if (where != nullptr) objects_.need_one_size(of, where);
  Pointer result{of.object, Expr()};
  if (!of.indices.empty()) {
    result.outer.assign(of.indices.begin(), of.indices.end() - 1);
    result.offset = of.indices.back();
  }
  return pointers_.shaped(result, of.node);
}

/// All in a class have as many indices: who needs fewer has zeros in front.
void Lvalues::enter(Location& part, NodeId whole, Expr own_index) {
  const bool is_root = points_to_.find(part.node) == points_to_.find(whole);
  const std::size_t above = is_root ? 0 : points_to_.rank(whole);
  const bool own = points_to_.indexed(part.node);
  const std::size_t natural = above + (own ? 1 : 0);
  const std::size_t rank = points_to_.rank(part.node);
  if (own && own_index) part.indices.push_back(own_index);
  for (std::size_t i = natural; i < rank; ++i) {
    part.indices.insert(part.indices.begin(), code_.number(0));
  }
}

void Lvalues::check_index(const Location& array, clang::QualType type, Expr index) {
  if (!options_.checks.contains(Hazard::Bounds)) return;
  Expr extent;
  if (const auto* fixed = ast_.getAsConstantArrayType(type)) {
    extent = code_.number(static_cast<std::int64_t>(fixed->getSize().getZExtValue()));
  } else {
    extent = lengths_.own_extent(array);
  }
  if (!extent) code_.refuse_here("the size of this array is not known", "leave out --check=bounds");
  code_.need(gcl::mk_and(context_, {gcl::mk_le(context_, code_.number(0), index),
                                    gcl::mk_lt(context_, index, extent)}),
             Hazard::Bounds);
}

}  // namespace pawl::frontend::c
