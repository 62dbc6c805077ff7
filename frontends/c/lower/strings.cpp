// SPDX-License-Identifier: Apache-2.0
//
// The functions of <string.h>: what they return and change, exactly, in terms of the first place
// where something happens (the end of a string, a difference, a character). To prove, its index is
// chosen, and the choice is assumed to be right; to run, a loop looks for it.
#include "frontends/c/lower/lowering.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

/// The characters from where an argument points; without `characters` if it is not known to lead to
/// a row of them.
Lowering::Text Lowering::text_of(const clang::Expr* argument) {
  const Pointer start = pointer(argument);
  return text_at(start, points_to_.target(argument), place(argument));
}

Lowering::Text Lowering::text_at(const Pointer& start, NodeId node, const SourceRange& range) {
  const clang::QualType type = points_to_.type_of(node);
  const bool characters = !type.isNull() && type->isIntegralOrEnumerationType() &&
                          ast_.getTypeSizeInChars(type).getQuantity() == 1;
  Text text;
  // Among pointers not every cell is a character.
  const bool marks = points_to_.is_flat(node) && points_to_.holds_pointers(node);
  if (!characters || marks || !start.offset || !points_to_.conflict(node).empty()) return text;
  const Pointer kept = saved(start, range);
  text.block = row_of(kept, node, type);
  text.begin = kept.offset;
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

/// The distance of the first character where the search stops; with a limit, of it or the limit.
Expr Lowering::first_index(const Text& text, Expr limit, const Stop& stop,
                           const SourceRange& range) {
  const auto at_limit = [&](Expr index) {
    return limit ? gcl::mk_eq(context_, index, limit) : context_.false_();
  };
  if (by_loops()) {
    const Expr index = temporary("index");
    emit_assign(index, number(0), range);
    const BlockId head = new_block(range);
    const BlockId inside = new_block(range);
    const BlockId after = new_block(range);
    jump(head);
    start(head);
    const Expr stops = stop(character(text, index), index);
    const Expr ends = gcl::mk_or(context_, {at_limit(index), stops});
    branch(gcl::Located{ends, range}, after, inside);
    start(inside);
    emit_assign(index, gcl::mk_add(context_, index, number(1)), range);
    jump(head);
    start(after);
    return index;
  }
  has_other_form();
  const Expr index = chosen_index(limit, range);
  const Expr stops = stop(character(text, index), index);
  emit_assume(gcl::mk_or(context_, {at_limit(index), stops}), range);
  assume_before(
      index, text,
      [&](Expr j) {
        const Expr one = context_.make(Kind::Select, {text.characters, j});
        return gcl::mk_not(context_, stop(one, context_.make(Kind::Sub, {j, text.begin})));
      },
      range);
  return index;
}

/// Where the first 0 is; with a limit, there or at the limit.
Expr Lowering::length(const Text& text, Expr limit, const SourceRange& range) {
  return first_index(
      text, limit, [&](Expr one, Expr) { return gcl::mk_eq(context_, one, number(0)); }, range);
}

/// Bytes [0, count) of `to`, moved by `skip`, become those of `from`; from index `end` on 0.
void Lowering::copy_text(const Text& to, Expr skip, const Text& from, Expr end, Expr limit,
                         Expr count, const SourceRange& range) {
  const Expr begin = gcl::mk_add(context_, to.begin, skip);
  const Expr last = gcl::mk_sub(context_, gcl::mk_add(context_, begin, count), number(1));
  // With a limit, a string of just so many characters is not read up to its end.
  const Expr whole = gcl::mk_lt(context_, end, count);
  Expr read = end;
  if (limit) {
    const Expr at_limit = gcl::mk_eq(context_, end, limit);
    read = gcl::mk_ite(context_, at_limit, gcl::mk_sub(context_, end, number(1)), end);
  }
  need_text(to, last, range);
  need_text(from, gcl::mk_add(context_, from.begin, read), range);
  change_block(
      to.block, begin, count,
      [&](Expr index) {
        const Expr distance = gcl::mk_sub(context_, index, begin);
        const Expr copied = context_.make(
            Kind::Select, {from.characters, gcl::mk_add(context_, from.begin, distance)});
        const Expr converted_one =
            arithmetic_.convert(copied, int_type(from.block.type, {}), int_type(to.block.type, {}));
        return gcl::mk_ite(context_, gcl::mk_lt(context_, distance, end), converted_one, number(0));
      },
      range);
  if (by_loops()) return;
  // It follows, and names the element that solvers need to find the end again.
  const Expr terminator =
      gcl::mk_select(context_, to.characters, gcl::mk_add(context_, begin, end));
  emit_assume(gcl::mk_implies(context_, whole, gcl::mk_eq(context_, terminator, number(0))), range);
}

/// With --check: the character at this index of the object can be accessed.
void Lowering::need_text(const Text& text, Expr index, const SourceRange& range) {
  here_ = range;
  const bool bounds = options_.checks.contains(Hazard::Bounds);
  if (bounds || options_.checks.contains(Hazard::Null)) {
    need(nonzero(text.block.object), Hazard::Null);
  }
  need_live(text.block.object, range);
  if (!bounds) return;
  Pointer start;
  start.object = text.block.object;
  start.offset = text.begin;
  start.outer = text.block.indices;
  const Expr inside = is_inside(start, text.block.node, index, number(1), sizes());
  if (!inside) refuse_here("a bounds check of this string", "leave out --check=bounds");
  need(inside, Hazard::Bounds);
}

void Lowering::refuse_text(const clang::CallExpr* e) {
  refuse(e->getSourceRange(), "a string that is not a row of characters");
}

/// Nothing is changed; any result to prove, none to refute.
void Lowering::unknown_text(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  if (options_.checks.contains(Hazard::Null) || options_.checks.contains(Hazard::Bounds) ||
      tracks_lives()) {
    refuse_text(e);
  }
  not_exact(range, "text that is not a row of characters");
  result_ = any_integer(e);
}

/// memcmp of what is no row of characters: 0 if there is nothing to compare, else anything.
void Lowering::compare_bytes(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Pointer first = saved(pointer(e->getArg(0)), range);
  const Pointer second = saved(pointer(e->getArg(1)), range);
  const Expr bytes = saved(integer(e->getArg(2)), range);
  need_bytes(first, points_to_.target(e->getArg(0)), bytes, range);
  need_bytes(second, points_to_.target(e->getArg(1)), bytes, range);
  not_exact(range, "a comparison of memory that is not a row of characters");
  result_ = any_integer(e);
}

void Lowering::compare_text(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const auto is_text = [&](const clang::Expr* argument) {
    const NodeId node = points_to_.target(argument);
    const clang::QualType type = points_to_.type_of(node);
    return !type.isNull() && type->isIntegralOrEnumerationType() && bytes_of(type) == 1 &&
           points_to_.rank(node) > 0 && points_to_.conflict(node).empty();
  };
  if (kind == Builtin::CompareMemory && (!is_text(e->getArg(0)) || !is_text(e->getArg(1)))) {
    return compare_bytes(e);
  }
  const Text first = text_of(argument(e, 0));
  const Text second = text_of(argument(e, 1));
  if (!first.characters || !second.characters) return unknown_text(e);
  const Expr limit =
      kind == Builtin::CompareStrings ? Expr() : saved(integer(argument(e, 2)), range);
  const bool until_zero = kind != Builtin::CompareMemory;
  const IntType first_type = int_type(first.block.type, {});
  const IntType second_type = int_type(second.block.type, {});
  const auto equal_characters = [&](Expr one, Expr other) {
    return gcl::mk_eq(context_, one, arithmetic_.convert(other, second_type, first_type));
  };
  const Expr index = first_index(
      first, limit,
      [&](Expr one, Expr distance) {
        const Expr same = equal_characters(one, character(second, distance));
        const Expr zero = until_zero ? gcl::mk_eq(context_, one, number(0)) : context_.false_();
        return gcl::mk_or(context_, {gcl::mk_not(context_, same), zero});
      },
      range);
  const Expr a = character(first, index);
  const Expr b = character(second, index);
  const Expr at_limit = limit ? gcl::mk_eq(context_, index, limit) : context_.false_();
  const Expr same = equal_characters(a, b);
  const Expr beyond = limit ? gcl::mk_sub(context_, limit, number(1)) : index;
  const Expr last = limit ? gcl::mk_ite(context_, at_limit, beyond, index) : index;
  need_text(first, gcl::mk_add(context_, first.begin, last), range);
  need_text(second, gcl::mk_add(context_, second.begin, last), range);
  const auto byte = [&](Expr value, const Text& text) {
    return arithmetic_.convert(value, int_type(text.block.type, {}), {8, false});
  };
  const Expr less = gcl::mk_lt(context_, byte(a, first), byte(b, second));
  const Expr equal = gcl::mk_or(context_, {at_limit, same});
  if (by_loops()) {  // which number it is, C does not say
    result_ = saved(
        gcl::mk_ite(context_, equal, number(0), gcl::mk_ite(context_, less, number(-1), number(1))),
        range);
    return;
  }
  result_ = temporary("order");
  emit(gcl::make_havoc({result_}, range));
  emit_assume(arithmetic_.in_range(result_, int_type(e->getType(), {})), range);
  const Expr differs = gcl::mk_ite(context_, less, gcl::mk_lt(context_, result_, number(0)),
                                   gcl::mk_lt(context_, number(0), result_));
  emit_assume(gcl::mk_ite(context_, equal, gcl::mk_eq(context_, result_, number(0)), differs),
              range);
}

/// A pointer to this place of the text, or null.
Pointer Lowering::found_in(const Text& text, Expr found, Expr place_of) {
  Pointer result;
  result.object = gcl::mk_ite(context_, found, text.block.object, number(0));
  result.offset = gcl::mk_ite(context_, found, place_of, number(0));
  for (const Expr index : text.block.indices) {
    result.outer.push_back(gcl::mk_ite(context_, found, index, number(0)));
  }
  return result;
}

Expr Lowering::wanted_character(const clang::CallExpr* e, const Text& text) {
  const IntType type = int_type(text.block.type, {});
  const clang::Expr* given = argument(e, 1);
  return saved(arithmetic_.convert(integer(given), int_type(given->getType(), {}), type), place(e));
}

/// strchr, memchr.
void Lowering::find_character(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const bool until_zero = kind == Builtin::FindCharacter;
  const Text text = text_of(argument(e, 0));
  if (!text.characters) refuse_text(e);
  const Expr wanted = wanted_character(e, text);
  const Expr limit = until_zero ? Expr() : saved(integer(argument(e, 2)), range);
  const Expr index = first_index(
      text, limit,
      [&](Expr one, Expr) {
        const Expr zero = until_zero ? gcl::mk_eq(context_, one, number(0)) : context_.false_();
        return gcl::mk_or(context_, {gcl::mk_eq(context_, one, wanted), zero});
      },
      range);
  Expr found = gcl::mk_eq(context_, character(text, index), wanted);
  Expr read = index;
  if (limit) {
    const Expr at_limit = gcl::mk_eq(context_, index, limit);
    found = gcl::mk_and(context_, {gcl::mk_not(context_, at_limit), found});
    read = gcl::mk_ite(context_, at_limit, gcl::mk_sub(context_, limit, number(1)), index);
  }
  need_text(text, gcl::mk_add(context_, text.begin, read), range);
  result_pointer_ = saved(found_in(text, found, gcl::mk_add(context_, text.begin, index)), range);
}

/// strrchr.
void Lowering::find_last(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Text text = text_of(argument(e, 0));
  if (!text.characters) refuse_text(e);
  const Expr wanted = wanted_character(e, text);
  const Expr end = length(text, Expr(), range);
  need_text(text, gcl::mk_add(context_, text.begin, end), range);
  const Expr index = temporary("last");  // -1: there is none
  const auto is_it = [&](Expr at) { return gcl::mk_eq(context_, character(text, at), wanted); };
  if (by_loops()) {
    emit_assign(index, number(-1), range);
    const Expr after = saved(gcl::mk_add(context_, end, number(1)), range, "end");
    count_up(number(0), after, range, [&](Expr at) {
      emit_assign(index, gcl::mk_ite(context_, is_it(at), at, index), range);
    });
  } else {
    emit(gcl::make_havoc({index}, range));
    emit_assume(gcl::mk_and(context_, {gcl::mk_le(context_, number(-1), index),
                                       gcl::mk_le(context_, index, end)}),
                range);
    const Expr none = gcl::mk_eq(context_, index, number(-1));
    emit_assume(gcl::mk_or(context_, {none, is_it(index)}), range);
    assume_before(
        gcl::mk_add(context_, end, number(1)), text,
        [&](Expr j) {
          const Expr one = context_.make(Kind::Select, {text.characters, j});
          const Expr distance = context_.make(Kind::Sub, {j, text.begin});
          return gcl::mk_or(context_, {gcl::mk_le(context_, distance, index),
                                       gcl::mk_not(context_, gcl::mk_eq(context_, one, wanted))});
        },
        range);
  }
  const Expr found = gcl::mk_le(context_, number(0), index);
  result_pointer_ = saved(found_in(text, found, gcl::mk_add(context_, text.begin, index)), range);
}

/// strstr: somewhere in the first text, or nowhere.
void Lowering::find_text(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Text text = text_of(argument(e, 0));
  const Text part = text_of(argument(e, 1));
  if (!text.characters || !part.characters) refuse_text(e);
  const Expr end = length(text, Expr(), range);
  need_text(text, gcl::mk_add(context_, text.begin, end), range);
  need_text(part, gcl::mk_add(context_, part.begin, length(part, Expr(), range)), range);
  not_exact(range, "where one text is in another");
  const Expr index = temporary("place");
  emit(gcl::make_havoc({index}, range));
  emit_assume(gcl::mk_le(context_, index, end), range);
  const Expr found = gcl::mk_le(context_, number(0), index);
  result_pointer_ = saved(found_in(text, found, gcl::mk_add(context_, text.begin, index)), range);
}

/// strspn, strcspn: exactly, if the second text is a literal.
void Lowering::span(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const Text text = text_of(argument(e, 0));
  const Text set = text_of(argument(e, 1));
  if (!text.characters || !set.characters) return unknown_text(e);
  const auto* literal = dyn_cast<clang::StringLiteral>(e->getArg(1)->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) {
    const Expr end = length(text, Expr(), range);
    need_text(text, gcl::mk_add(context_, text.begin, end), range);
    need_text(set, gcl::mk_add(context_, set.begin, length(set, Expr(), range)), range);
    not_exact(range, "how much of a text is of certain characters");
    result_ = chosen_index(end, range);
    return;
  }
  result_ = first_index(
      text, Expr(),
      [&](Expr one, Expr) {
        std::vector<Expr> among;
        for (const char c : literal->getString()) {
          if (c == 0) break;  // the text ends here
          among.push_back(gcl::mk_eq(context_, one, number(static_cast<signed char>(c))));
        }
        const Expr is_among = gcl::mk_or(context_, among);
        const Expr zero = gcl::mk_eq(context_, one, number(0));
        const bool of = kind == Builtin::SpanOf;
        return gcl::mk_or(context_, {zero, of ? gcl::mk_not(context_, is_among) : is_among});
      },
      range);
  need_text(text, gcl::mk_add(context_, text.begin, result_), range);
}

/// strlen, strnlen.
void Lowering::measure(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const Text text = text_of(argument(e, 0));
  if (!text.characters) return unknown_text(e);
  const Expr limit =
      kind == Builtin::StringLengthAtMost ? saved(integer(argument(e, 1)), range) : Expr();
  const Expr count = length(text, limit, range);
  Expr read = count;
  if (limit) {
    const Expr at_limit = gcl::mk_eq(context_, count, limit);
    read = gcl::mk_ite(context_, at_limit, gcl::mk_sub(context_, count, number(1)), count);
  }
  need_text(text, gcl::mk_add(context_, text.begin, read), range);
  const Expr fits = arithmetic_.in_range(count, int_type(e->getType(), e->getSourceRange()));
  if (!fits.is_true()) emit_assume(fits, range);
  result_ = count;
}

void Lowering::call_string(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const Text to = text_of(argument(e, 0));
  const Text from = text_of(argument(e, 1));
  if (!to.characters || !from.characters) refuse_text(e);
  const bool appends = kind == Builtin::AppendString || kind == Builtin::AppendStringAtMost;
  const bool limited = kind == Builtin::CopyStringAtMost || kind == Builtin::AppendStringAtMost;
  const Expr limit = limited ? saved(integer(argument(e, 2)), range) : Expr();
  const Expr skip = appends ? length(to, Expr(), range) : number(0);
  const Expr end = length(from, limit, range);
  // strncpy fills up with zeros; the others write one.
  const Expr count =
      kind == Builtin::CopyStringAtMost ? limit : gcl::mk_add(context_, end, number(1));
  copy_text(to, skip, from, end, limit, count, range);
  Expr result = to.begin;
  if (kind == Builtin::CopyStringToEnd) result = gcl::mk_add(context_, result, end);
  result_pointer_ = {to.block.object, result, to.block.indices};
}

}  // namespace pawl::frontend::c
