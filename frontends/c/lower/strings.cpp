// SPDX-License-Identifier: Apache-2.0
//
// The functions of <string.h> by contract: what they return and change, exactly, in terms of the
// first place where something happens (the end of a string, a difference, a character). Its index
// is chosen, and the choice is assumed to be right.
#include "frontends/c/lower/lowering.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using gcl::Expr;
using gcl::Kind;

/// The characters from where an argument points; without `characters` if it is not known to lead to
/// a row of them.
Lowering::Text Lowering::text_of(const clang::Expr* argument) {
  const Pointer start = pointer(argument);
  const NodeId node = points_to_.target(argument);
  const clang::QualType type = points_to_.type_of(node);
  const bool characters = !type.isNull() && type->isIntegralOrEnumerationType() &&
                          ast_.getTypeSizeInChars(type).getQuantity() == 1;
  Text text;
  if (!characters || !start.offset || !points_to_.conflict(node).empty()) return text;
  text.block.node = node;
  text.block.type = type;
  text.block.object = saved(start.object, place(argument));
  text.block.indices = start.outer;
  text.begin = saved(start.offset, place(argument));
  std::vector<Expr> keys;
  Expr map = leaf(text.block, Part::Value, keys);
  for (const Expr key : keys) map = gcl::mk_select(context_, map, key);
  if (map.sort().is_map()) text.characters = map;
  return text;
}

Expr Lowering::character(const Text& text, Expr index) {
  return context_.make(Kind::Select, {text.characters, gcl::mk_add(context_, text.begin, index)});
}

/// `holds(j)` for all j in [0, end): said of the indices of the first text, which solvers match.
void Lowering::assume_before(Expr end, const Text& text, const std::function<Expr(Expr)>& holds,
                             const SourceRange& range) {
  const Expr index = context_.bound_var("j", context_.int_sort());
  const Expr distance = context_.make(Kind::Sub, {index, text.begin});
  const Expr inside = gcl::mk_and(
      context_, {gcl::mk_le(context_, text.begin, index), gcl::mk_lt(context_, distance, end)});
  const Expr element = context_.make(Kind::Select, {text.characters, index});
  const std::vector<Expr> bound = {index};
  const Expr body = gcl::mk_implies(context_, inside, holds(index));
  emit_assume(context_.make_quantifier(Kind::Forall, bound, {{element}}, body), range);
}

/// A number of characters that is at least 0 and, if there is a limit, at most that.
Expr Lowering::chosen_index(Expr limit, const SourceRange& range) {
  const Expr index = temporary("index");
  emit(gcl::make_havoc({index}, range));
  emit_assume(gcl::mk_le(context_, number(0), index), range);
  if (limit) emit_assume(gcl::mk_le(context_, index, limit), range);
  return index;
}

/// Where the first 0 is; with a limit, there or at the limit.
Expr Lowering::length(const Text& text, Expr limit, const SourceRange& range) {
  const Expr index = chosen_index(limit, range);
  const Expr ends = gcl::mk_eq(context_, character(text, index), number(0));
  const Expr reached = limit ? gcl::mk_eq(context_, index, limit) : context_.false_();
  emit_assume(gcl::mk_or(context_, {reached, ends}), range);
  assume_before(
      index, text,
      [&](Expr j) {
        const Expr one = context_.make(Kind::Select, {text.characters, j});
        return gcl::mk_not(context_, gcl::mk_eq(context_, one, number(0)));
      },
      range);
  return index;
}

/// Bytes [0, count) of `to`, moved by `skip`, become those of `from`; from index `end` on 0.
void Lowering::copy_text(const Text& to, Expr skip, const Text& from, Expr end, Expr count,
                         const SourceRange& range) {
  const Expr begin = gcl::mk_add(context_, to.begin, skip);
  const Expr last = gcl::mk_sub(context_, gcl::mk_add(context_, begin, count), number(1));
  // With a limit, a string of just so many characters is not read up to its end.
  const Expr whole = gcl::mk_lt(context_, end, count);
  const Expr read = gcl::mk_ite(context_, whole, end, gcl::mk_sub(context_, end, number(1)));
  need_text(to, last, range);
  need_text(from, gcl::mk_add(context_, from.begin, read), range);
  change_block(
      to.block, begin, count,
      [&](Expr index) {
        const Expr distance = gcl::mk_sub(context_, index, begin);
        const Expr copied = context_.make(
            Kind::Select, {from.characters, gcl::mk_add(context_, from.begin, distance)});
        return gcl::mk_ite(context_, gcl::mk_lt(context_, distance, end), copied, number(0));
      },
      range);
  // It follows, and names the element that solvers need to find the end again.
  const Expr terminator =
      gcl::mk_select(context_, to.characters, gcl::mk_add(context_, begin, end));
  emit_assume(gcl::mk_implies(context_, whole, gcl::mk_eq(context_, terminator, number(0))), range);
}

/// With --check: the character at this index of the object can be accessed.
void Lowering::need_text(const Text& text, Expr index, const SourceRange& range) {
  here_ = range;
  if (options_.checks.contains(Hazard::Null)) need(nonzero(text.block.object), Hazard::Null);
  if (!options_.checks.contains(Hazard::Bounds)) return;
  if (!text.block.indices.empty()) {
    refuse_here("a bounds check of a string in a nested array", "leave out --check=bounds");
  }
  const Expr size = gcl::mk_select(context_, sizes(), text.block.object);
  need(gcl::mk_and(context_, {gcl::mk_le(context_, number(0), text.begin),
                              gcl::mk_lt(context_, index, size)}),
       Hazard::Bounds);
}

void Lowering::refuse_text(const clang::CallExpr* e) {
  refuse(e->getSourceRange(), "a string that is not a row of characters");
}

/// Nothing is changed; any result to prove, none to refute.
void Lowering::unknown_text(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  if (options_.checks.contains(Hazard::Null) || options_.checks.contains(Hazard::Bounds)) {
    refuse_text(e);
  }
  not_exact(range, "text that is not a row of characters");
  result_ = temporary("order");
  emit(gcl::make_havoc({result_}, range));
  emit_assume(arithmetic_.in_range(result_, int_type(e->getType(), {})), range);
}

void Lowering::compare_text(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const Text first = text_of(e->getArg(0));
  const Text second = text_of(e->getArg(1));
  if (!first.characters || !second.characters) return unknown_text(e);
  const Expr limit = kind == Builtin::CompareStrings ? Expr() : saved(integer(e->getArg(2)), range);
  const bool until_zero = kind != Builtin::CompareMemory;
  const Expr index = chosen_index(limit, range);
  const Expr a = character(first, index);
  const Expr b = character(second, index);
  const Expr at_limit = limit ? gcl::mk_eq(context_, index, limit) : context_.false_();
  const Expr same = gcl::mk_eq(context_, a, b);
  const Expr ends = until_zero ? gcl::mk_eq(context_, a, number(0)) : context_.false_();
  emit_assume(gcl::mk_or(context_, {at_limit, gcl::mk_not(context_, same), ends}), range);
  assume_before(
      index, first,
      [&](Expr j) {
        const Expr one = context_.make(Kind::Select, {first.characters, j});
        const Expr other = character(second, context_.make(Kind::Sub, {j, first.begin}));
        const Expr zero = gcl::mk_eq(context_, one, number(0));
        const Expr goes_on = until_zero ? gcl::mk_not(context_, zero) : context_.true_();
        return gcl::mk_and(context_, {gcl::mk_eq(context_, one, other), goes_on});
      },
      range);
  const Expr beyond = limit ? gcl::mk_sub(context_, limit, number(1)) : index;
  const Expr last = limit ? gcl::mk_ite(context_, at_limit, beyond, index) : index;
  need_text(first, gcl::mk_add(context_, first.begin, last), range);
  need_text(second, gcl::mk_add(context_, second.begin, last), range);
  result_ = temporary("order");
  emit(gcl::make_havoc({result_}, range));
  emit_assume(arithmetic_.in_range(result_, int_type(e->getType(), {})), range);
  const auto byte = [&](Expr value, const Text& text) {
    return arithmetic_.convert(value, int_type(text.block.type, {}), {8, false});
  };
  const Expr less = gcl::mk_lt(context_, byte(a, first), byte(b, second));
  const Expr equal = gcl::mk_or(context_, {at_limit, same});
  const Expr differs = gcl::mk_ite(context_, less, gcl::mk_lt(context_, result_, number(0)),
                                   gcl::mk_lt(context_, number(0), result_));
  emit_assume(gcl::mk_ite(context_, equal, gcl::mk_eq(context_, result_, number(0)), differs),
              range);
}

void Lowering::find_character(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Text text = text_of(e->getArg(0));
  if (!text.characters) refuse_text(e);
  const IntType type = int_type(text.block.type, {});
  const Expr wanted =
      saved(arithmetic_.convert(integer(e->getArg(1)), int_type(e->getArg(1)->getType(), {}), type),
            range);
  const Expr index = chosen_index(Expr(), range);
  const Expr here = character(text, index);
  const Expr found = gcl::mk_eq(context_, here, wanted);
  emit_assume(gcl::mk_or(context_, {found, gcl::mk_eq(context_, here, number(0))}), range);
  assume_before(
      index, text,
      [&](Expr j) {
        const Expr one = context_.make(Kind::Select, {text.characters, j});
        return gcl::mk_and(context_, {gcl::mk_not(context_, gcl::mk_eq(context_, one, wanted)),
                                      gcl::mk_not(context_, gcl::mk_eq(context_, one, number(0)))});
      },
      range);
  const Expr place_of = gcl::mk_add(context_, text.begin, index);
  need_text(text, place_of, range);
  result_pointer_ = {gcl::mk_ite(context_, found, text.block.object, number(0)), place_of,
                     text.block.indices};
}

void Lowering::call_string(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  if (kind == Builtin::StringLength) {
    const Text text = text_of(e->getArg(0));
    if (!text.characters) return unknown_text(e);
    const Expr count = length(text, Expr(), range);
    need_text(text, gcl::mk_add(context_, text.begin, count), range);
    const Expr fits = arithmetic_.in_range(count, int_type(e->getType(), e->getSourceRange()));
    if (!fits.is_true()) emit_assume(fits, range);
    result_ = count;
    return;
  }
  const Text to = text_of(e->getArg(0));
  const Text from = text_of(e->getArg(1));
  if (!to.characters || !from.characters) refuse_text(e);
  Expr skip = number(0);
  if (kind == Builtin::AppendString) skip = length(to, Expr(), range);
  const Expr limit = kind == Builtin::CopyString || kind == Builtin::AppendString
                         ? Expr()
                         : saved(integer(e->getArg(2)), range);
  const Expr end = length(from, limit, range);
  const Expr count = limit ? limit : gcl::mk_add(context_, end, number(1));
  copy_text(to, skip, from, end, count, range);
  result_pointer_ = {to.block.object, to.begin, to.block.indices};
}

}  // namespace pawl::frontend::c
