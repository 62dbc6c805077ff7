// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/allocation.h"

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/library_calls.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/memory_calls.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/strings.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Kind;

Allocation::Allocation(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      globals_(rooms.globals),
      types_(rooms.types),
      reals_(rooms.reals),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      objects_(rooms.objects),
      lifetimes_(rooms.lifetimes),
      expressions_(rooms.expressions),
      library_(rooms.library),
      bytes_(rooms.bytes),
      strings_(rooms.strings),
      values_(rooms.values) {}

/// The number of the object that an allocation makes, each time another.
Expr Allocation::new_object(const clang::Expr* e) {
  const SourceRange range = code_.place(e);
  const std::size_t fixed = points_to_.object_number(points_to_.allocation_root(e));
  if (!points_to_.objects()[fixed - 1].many) return code_.number(static_cast<std::int64_t>(fixed));
  const Expr next = globals_.next_object();
  const Expr which = code_.saved(next, range, "new");
  code_.emit_assign(next, gcl::mk_add(context_, next, code_.number(1)), range);
  return which;
}

void Allocation::allocate(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const NodeId node = points_to_.target(e);
  const clang::QualType type = points_to_.type_of(node);
  Expr amount;
  Expr too_much = context_.false_();
  if (kind == Builtin::AllocateZero) {
    // A product that does not fit is never met.
    const Expr count = code_.saved(expressions_.integer(library_.argument(e, 0)), range);
    const Expr size = code_.saved(expressions_.integer(library_.argument(e, 1)), range);
    if (const auto factor = expressions_.constant(library_.argument(e, 1)) ? size : Expr();
        factor) {
      amount = code_.scaled(std::stoll(factor.text()), count);
    } else if (count.is(Kind::IntConst)) {
      amount = code_.scaled(std::stoll(count.text()), size);
    } else {
      amount = context_.make(Kind::Mul, {count, size});
    }
    const Expr fits =
        arithmetic_.in_range(amount, types_.int_type(e->getArg(1)->getType(), e->getSourceRange()));
    too_much = amount.is(Kind::IntConst) ? context_.false_() : gcl::mk_not(context_, fits);
  } else {
    amount = bytes_.length_of(library_.argument(e, 0), types_.bytes_of(type).value_or(1)).bytes;
  }
  code_.set_here(range);
  Expr which = new_object(e);
  objects_.note_bytes(which, amount);
  if (kind == Builtin::AllocateAutomatic) {
    lifetimes_.note_automatic_block(which, e);
  } else {
    lifetimes_.note_allocation(which, range);
  }
  if (kind == Builtin::AllocateZero && !type.isNull()) zero_object(which, node, type, range);
  // Memory does not run out, unless somebody wants to know about null.
  if (kind == Builtin::AllocateAutomatic) {
    values_.pointer = pointers_.shaped({which, Expr()}, node);
    return;
  }
  values_.pointer = pointers_.shaped({may_fail(which, too_much, range), Expr()}, node);
}

/// The object, or null, and then nothing was allocated. If it `surely` fails there is no other way.
Expr Allocation::may_fail(Expr object, Expr surely, const SourceRange& range) {
  Expr fails = surely;
  if (options_.checks.contains(Hazard::Null)) {
    const Expr chosen = code_.temporary("input");
    code_.emit(gcl::make_havoc({chosen}, range));
    fails = gcl::mk_or(context_, {surely, code_.nonzero(chosen)});
  }
  if (fails.is_false()) return object;
  const Expr result = code_.saved(gcl::mk_ite(context_, fails, code_.number(0), object), range);
  if (lifetimes_.tracks_lives()) {
    bytes_.either(
        gcl::mk_eq(context_, result, code_.number(0)), range,
        [&] {
          lifetimes_.set_life(object, 0, range);
          code_.emit_assign(lifetimes_.allocated_count(),
                            gcl::mk_sub(context_, lifetimes_.allocated_count(), code_.number(1)),
                            range);
        },
        [] {});
  }
  return result;
}

/// A new object is 0, at every index.
void Allocation::zero_object(Expr object, NodeId node, clang::QualType type,
                             const SourceRange& range) {
  const Pointer begin = pointers_.shaped({object, Expr()}, node);
  const Expr index = context_.bound_var("j", context_.int_sort());
  for (const ByteCopies::ByteLeaf& one :
       bytes_.leaves_of(bytes_.row_of(begin, node, type), begin.offset ? index : Expr())) {
    std::vector<Expr> keys;
    const Expr map = memory_.leaf(one.at, one.part, keys);
    std::vector<Expr> maps = {map};
    std::size_t depth = 0;
    for (; depth < keys.size() && !(keys[depth] == index); ++depth) {
      maps.push_back(gcl::mk_select(context_, maps.back(), keys[depth]));
    }
    gcl::Sort sort = maps.back().sort();
    std::vector<gcl::Sort> sorts;
    for (; sort.is_map(); sort = sort.value()) sorts.push_back(sort);
    Expr value = reals_.zero_of(sort);
    for (std::size_t i = sorts.size(); i-- > 0;) value = context_.make_const_map(sorts[i], value);
    for (std::size_t k = depth; k-- > 0;) value = gcl::mk_store(context_, maps[k], keys[k], value);
    code_.emit_assign(map, value, range);
  }
}

/// Another object with what fits into it; the old one is no more. Where that fails nothing happens.
/// With size 0 it may free and return null (as glibc does), or be like malloc(0).
void Allocation::reallocate(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const NodeId node = points_to_.target(e);
  const NodeId old_node = points_to_.target(library_.argument(e, 0));
  const Pointer old = code_.saved(expressions_.pointer(e->getArg(0)), range);
  const clang::QualType type = points_to_.type_of(node);
  const std::int64_t size = types_.bytes_of(type).value_or(1);
  const ByteCopies::Length wanted = bytes_.length_of(library_.argument(e, 1), size);
  code_.set_here(range);
  lifetimes_.need_allocated(old, old_node, range);
  const Expr is_null = gcl::mk_eq(context_, old.object, code_.number(0));
  const auto chosen = [&] {
    const Expr input = code_.temporary("input");
    code_.emit(gcl::make_havoc({input}, range));
    return code_.nonzero(input);
  };
  const Expr fails = library_.saved_truth(
      options_.checks.contains(Hazard::Null) ? chosen() : context_.false_(), range);
  Expr only_frees = wanted.bytes.is(Kind::IntConst) && !(wanted.bytes == code_.number(0))
                        ? context_.false_()
                        : gcl::mk_eq(context_, wanted.bytes, code_.number(0));
  if (!only_frees.is_false()) {
    const Expr how =
        approximation_ == Approximation::Under ? gcl::mk_not(context_, is_null) : chosen();
    only_frees = library_.saved_truth(gcl::mk_and(context_, {only_frees, how}), range);
  }
  const Expr which = new_object(e);
  const Expr none = gcl::mk_or(context_, {fails, only_frees});
  bytes_.either(
      none, range, [] {},
      [&] {
        const Expr old_size =
            code_.saved(objects_.size_of(old.object, objects_.sizes()), range, "size");
        objects_.note_bytes(which, wanted.bytes);
        lifetimes_.note_allocation(which, range);
        const Expr less = gcl::mk_le(context_, old_size, wanted.bytes);
        const Expr kept =
            code_.saved(gcl::mk_ite(context_, is_null, code_.number(0),
                                    gcl::mk_ite(context_, less, old_size, wanted.bytes)),
                        range, "kept");
        if (old.object == code_.number(0)) return;
        const Pointer from = pointers_.shaped({old.object, Expr()}, old_node);
        const Pointer to = pointers_.shaped({which, Expr()}, node);
        bytes_.copy_bytes(to, node, from, old_node, bytes_.length_of(kept, size), e);
      });
  bytes_.either(
      gcl::mk_or(context_, {fails, is_null}), range, [] {},
      [&] { lifetimes_.end_allocation(old.object, range); });
  const Expr result = code_.saved(gcl::mk_ite(context_, none, code_.number(0), which), range);
  values_.pointer = pointers_.shaped({result, Expr()}, node);
}

void Allocation::release(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const Pointer gone = code_.saved(expressions_.pointer(library_.argument(e, 0)), range);
  lifetimes_.need_allocated(gone, points_to_.target(e->getArg(0)), range);
  if (!lifetimes_.tracks_lives()) {
    if (objects_.tracks_sizes()) objects_.note_bytes(gone.object, code_.number(0));
    return;
  }
  bytes_.either(
      gcl::mk_eq(context_, gone.object, code_.number(0)), range, [] {},
      [&] { lifetimes_.end_allocation(gone.object, range); });
}

/// strdup, strndup.
void Allocation::duplicate(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const NodeId node = points_to_.target(e);
  const Strings::Text from = strings_.text_of(library_.argument(e, 0));
  if (!from.characters) strings_.refuse_text(e);
  const Expr limit = kind == Builtin::DuplicateAtMost
                         ? code_.saved(expressions_.integer(library_.argument(e, 1)), range)
                         : Expr();
  const Expr end = strings_.length(from, limit, range);
  const Expr which = new_object(e);
  code_.set_here(range);
  objects_.note_bytes(which, gcl::mk_add(context_, end, code_.number(1)));
  lifetimes_.note_allocation(which, range);
  const Pointer begin = pointers_.shaped({which, Expr()}, node);
  if (!points_to_.type_of(node).isNull()) {
    const Strings::Text to = strings_.text_at(begin, node, range);
    if (!to.characters) strings_.refuse_text(e);
    strings_.copy_text(to, code_.number(0), from, end, limit,
                       gcl::mk_add(context_, end, code_.number(1)), range);
  }
  values_.pointer = pointers_.shaped({may_fail(which, context_.false_(), range), Expr()}, node);
}

}  // namespace pawl::frontend::c
