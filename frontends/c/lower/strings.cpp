// SPDX-License-Identifier: Apache-2.0
//
// The functions of <string.h>: what they return and change, exactly, in terms of the first place
// where something happens (the end of a string, a difference, a character). To prove, its index is
// chosen, and the choice is assumed to be right; to run, a loop looks for it.
#include "frontends/c/lower/strings.h"

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/library_calls.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/memory_calls.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

Strings::Strings(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      memory_(rooms.memory),
      objects_(rooms.objects),
      lifetimes_(rooms.lifetimes),
      expressions_(rooms.expressions),
      library_(rooms.library),
      bytes_(rooms.bytes),
      values_(rooms.values) {}

/// The characters from where an argument points; without `characters` if it is not known to lead to
/// a row of them.
Strings::Text Strings::text_of(const clang::Expr* argument) {
  const Pointer start = expressions_.pointer(argument);
  return text_at(start, points_to_.target(argument), code_.place(argument));
}

Strings::Text Strings::text_at(const Pointer& start, NodeId node, const SourceRange& range) {
  const clang::QualType type = points_to_.type_of(node);
  const bool characters = !type.isNull() && type->isIntegralOrEnumerationType() &&
                          ast_.getTypeSizeInChars(type).getQuantity() == 1;
  Text text;
  // Among pointers not every cell is a character.
  const bool marks = points_to_.is_flat(node) && points_to_.holds_pointers(node);
  if (!characters || marks || !start.offset || !points_to_.conflict(node).empty()) return text;
  const Pointer kept = code_.saved(start, range);
  text.block = bytes_.row_of(kept, node, type);
  text.begin = kept.offset;
  std::vector<Expr> keys;
  Expr map = memory_.leaf(text.block, Part::Value, keys);
  for (const Expr key : keys) map = gcl::mk_select(context_, map, key);
  if (map.sort().is_map()) text.characters = map;
  return text;
}

Expr Strings::character(const Text& text, Expr index) {
  return context_.make(Kind::Select, {text.characters, gcl::mk_add(context_, text.begin, index)});
}

/// `holds(j)` for all j in [0, end): said of the indices of the first text, which solvers match.
void Strings::assume_before(Expr end, const Text& text, const std::function<Expr(Expr)>& holds,
                            const SourceRange& range) {
  const Expr index = context_.bound_var("j", context_.int_sort());
  const Expr distance = context_.make(Kind::Sub, {index, text.begin});
  const Expr inside = gcl::mk_and(
      context_, {gcl::mk_le(context_, text.begin, index), gcl::mk_lt(context_, distance, end)});
  const Expr element = context_.make(Kind::Select, {text.characters, index});
  const std::vector<Expr> bound = {index};
  const Expr body = gcl::mk_implies(context_, inside, holds(index));
  code_.emit_assume(context_.make_quantifier(Kind::Forall, bound, {{element}}, body), range);
}

/// A number of characters that is at least 0 and, if there is a limit, at most that.
Expr Strings::chosen_index(Expr limit, const SourceRange& range) {
  const Expr index = code_.temporary("index");
  code_.emit(gcl::make_havoc({index}, range));
  code_.emit_assume(gcl::mk_le(context_, code_.number(0), index), range);
  if (limit) code_.emit_assume(gcl::mk_le(context_, index, limit), range);
  return index;
}

/// The distance of the first character where the search stops; with a limit, of it or the limit.
Expr Strings::first_index(const Text& text, Expr limit, const Stop& stop,
                          const SourceRange& range) {
  const auto at_limit = [&](Expr index) {
    return limit ? gcl::mk_eq(context_, index, limit) : context_.false_();
  };
  if (bytes_.by_loops()) {
    const Expr index = code_.temporary("index");
    code_.emit_assign(index, code_.number(0), range);
    const BlockId head = code_.new_block(range);
    const BlockId inside = code_.new_block(range);
    const BlockId after = code_.new_block(range);
    code_.jump(head);
    code_.start(head);
    const Expr stops = stop(character(text, index), index);
    const Expr ends = gcl::mk_or(context_, {at_limit(index), stops});
    code_.branch(gcl::Located{ends, range}, after, inside);
    code_.start(inside);
    code_.emit_assign(index, gcl::mk_add(context_, index, code_.number(1)), range);
    code_.jump(head);
    code_.start(after);
    return index;
  }
  bytes_.has_other_form();
  const Expr index = chosen_index(limit, range);
  const Expr stops = stop(character(text, index), index);
  code_.emit_assume(gcl::mk_or(context_, {at_limit(index), stops}), range);
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
Expr Strings::length(const Text& text, Expr limit, const SourceRange& range) {
  return first_index(
      text, limit, [&](Expr one, Expr) { return gcl::mk_eq(context_, one, code_.number(0)); },
      range);
}

/// Bytes [0, count) of `to`, moved by `skip`, become those of `from`; from index `end` on 0.
void Strings::copy_text(const Text& to, Expr skip, const Text& from, Expr end, Expr limit,
                        Expr count, const SourceRange& range) {
  const Expr begin = gcl::mk_add(context_, to.begin, skip);
  const Expr last = gcl::mk_sub(context_, gcl::mk_add(context_, begin, count), code_.number(1));
  // With a limit, a string of just so many characters is not read up to its end.
  const Expr whole = gcl::mk_lt(context_, end, count);
  Expr read = end;
  if (limit) {
    const Expr at_limit = gcl::mk_eq(context_, end, limit);
    read = gcl::mk_ite(context_, at_limit, gcl::mk_sub(context_, end, code_.number(1)), end);
  }
  need_text(to, last, range);
  need_text(from, gcl::mk_add(context_, from.begin, read), range);
  bytes_.change_block(
      to.block, begin, count,
      [&](Expr index) {
        const Expr distance = gcl::mk_sub(context_, index, begin);
        const Expr copied = context_.make(
            Kind::Select, {from.characters, gcl::mk_add(context_, from.begin, distance)});
        const Expr converted_one = arithmetic_.convert(copied, types_.int_type(from.block.type, {}),
                                                       types_.int_type(to.block.type, {}));
        return gcl::mk_ite(context_, gcl::mk_lt(context_, distance, end), converted_one,
                           code_.number(0));
      },
      range);
  if (bytes_.by_loops()) return;
  // It follows, and names the element that solvers need to find the end again.
  const Expr terminator =
      gcl::mk_select(context_, to.characters, gcl::mk_add(context_, begin, end));
  code_.emit_assume(
      gcl::mk_implies(context_, whole, gcl::mk_eq(context_, terminator, code_.number(0))), range);
}

/// With --check: the character at this index of the object can be accessed.
void Strings::need_text(const Text& text, Expr index, const SourceRange& range) {
  code_.set_here(range);
  const bool bounds = options_.checks.contains(Hazard::Bounds);
  if (bounds || options_.checks.contains(Hazard::Null)) {
    code_.need(code_.nonzero(text.block.object), Hazard::Null);
  }
  lifetimes_.need_live(text.block.object, range);
  if (!bounds) return;
  Pointer start;
  start.object = text.block.object;
  start.offset = text.begin;
  start.outer = text.block.indices;
  const Expr inside =
      objects_.is_inside_or_unknown(start, text.block.node, index, code_.number(1), range);
  if (!inside) code_.refuse_here("a bounds check of this string", "leave out --check=bounds");
  code_.need(inside, Hazard::Bounds);
}

void Strings::refuse_text(const clang::CallExpr* e) {
  code_.refuse(e->getSourceRange(), "a string that is not a row of characters");
}

/// Nothing is changed; any result to prove, none to refute.
void Strings::unknown_text(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  if (options_.checks.contains(Hazard::Null) || options_.checks.contains(Hazard::Bounds) ||
      lifetimes_.tracks_lives()) {
    refuse_text(e);
  }
  code_.not_exact(range, "text that is not a row of characters");
  values_.result = library_.any_integer(e);
}

/// memcmp of what is no row of characters: 0 if there is nothing to compare, else anything.
void Strings::compare_bytes(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const Pointer first = code_.saved(expressions_.pointer(e->getArg(0)), range);
  const Pointer second = code_.saved(expressions_.pointer(e->getArg(1)), range);
  const Expr bytes = code_.saved(expressions_.integer(e->getArg(2)), range);
  objects_.need_bytes(first, points_to_.target(e->getArg(0)), bytes, range);
  objects_.need_bytes(second, points_to_.target(e->getArg(1)), bytes, range);
  code_.not_exact(range, "a comparison of memory that is not a row of characters");
  values_.result = library_.any_integer(e);
}

void Strings::compare_text(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const auto is_text = [&](const clang::Expr* argument) {
    const NodeId node = points_to_.target(argument);
    const clang::QualType type = points_to_.type_of(node);
    return !type.isNull() && type->isIntegralOrEnumerationType() && types_.bytes_of(type) == 1 &&
           points_to_.rank(node) > 0 && points_to_.conflict(node).empty();
  };
  if (kind == Builtin::CompareMemory && (!is_text(e->getArg(0)) || !is_text(e->getArg(1)))) {
    return compare_bytes(e);
  }
  const Text first = text_of(library_.argument(e, 0));
  const Text second = text_of(library_.argument(e, 1));
  if (!first.characters || !second.characters) return unknown_text(e);
  const Expr limit = kind == Builtin::CompareStrings
                         ? Expr()
                         : code_.saved(expressions_.integer(library_.argument(e, 2)), range);
  const bool until_zero = kind != Builtin::CompareMemory;
  const IntType first_type = types_.int_type(first.block.type, {});
  const IntType second_type = types_.int_type(second.block.type, {});
  const auto equal_characters = [&](Expr one, Expr other) {
    return gcl::mk_eq(context_, one, arithmetic_.convert(other, second_type, first_type));
  };
  const Expr index = first_index(
      first, limit,
      [&](Expr one, Expr distance) {
        const Expr same = equal_characters(one, character(second, distance));
        const Expr zero =
            until_zero ? gcl::mk_eq(context_, one, code_.number(0)) : context_.false_();
        return gcl::mk_or(context_, {gcl::mk_not(context_, same), zero});
      },
      range);
  const Expr a = character(first, index);
  const Expr b = character(second, index);
  const Expr at_limit = limit ? gcl::mk_eq(context_, index, limit) : context_.false_();
  const Expr same = equal_characters(a, b);
  const Expr beyond = limit ? gcl::mk_sub(context_, limit, code_.number(1)) : index;
  const Expr last = limit ? gcl::mk_ite(context_, at_limit, beyond, index) : index;
  need_text(first, gcl::mk_add(context_, first.begin, last), range);
  need_text(second, gcl::mk_add(context_, second.begin, last), range);
  const auto byte = [&](Expr value, const Text& text) {
    return arithmetic_.convert(value, types_.int_type(text.block.type, {}), {8, false});
  };
  const Expr less = gcl::mk_lt(context_, byte(a, first), byte(b, second));
  const Expr equal = gcl::mk_or(context_, {at_limit, same});
  if (bytes_.by_loops()) {  // which number it is, C does not say
    values_.result =
        code_.saved(gcl::mk_ite(context_, equal, code_.number(0),
                                gcl::mk_ite(context_, less, code_.number(-1), code_.number(1))),
                    range);
    return;
  }
  values_.result = code_.temporary("order");
  code_.emit(gcl::make_havoc({values_.result}, range));
  code_.emit_assume(arithmetic_.in_range(values_.result, types_.int_type(e->getType(), {})), range);
  const Expr differs =
      gcl::mk_ite(context_, less, gcl::mk_lt(context_, values_.result, code_.number(0)),
                  gcl::mk_lt(context_, code_.number(0), values_.result));
  code_.emit_assume(
      gcl::mk_ite(context_, equal, gcl::mk_eq(context_, values_.result, code_.number(0)), differs),
      range);
}

/// A pointer to this place of the text, or null.
Pointer Strings::found_in(const Text& text, Expr found, Expr place_of) {
  Pointer result;
  result.object = gcl::mk_ite(context_, found, text.block.object, code_.number(0));
  result.offset = gcl::mk_ite(context_, found, place_of, code_.number(0));
  for (const Expr index : text.block.indices) {
    result.outer.push_back(gcl::mk_ite(context_, found, index, code_.number(0)));
  }
  return result;
}

Expr Strings::wanted_character(const clang::CallExpr* e, const Text& text) {
  const IntType type = types_.int_type(text.block.type, {});
  const clang::Expr* given = library_.argument(e, 1);
  return code_.saved(
      arithmetic_.convert(expressions_.integer(given), types_.int_type(given->getType(), {}), type),
      code_.place(e));
}

/// strchr, memchr.
void Strings::find_character(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const bool until_zero = kind == Builtin::FindCharacter;
  const Text text = text_of(library_.argument(e, 0));
  if (!text.characters) refuse_text(e);
  const Expr wanted = wanted_character(e, text);
  const Expr limit =
      until_zero ? Expr() : code_.saved(expressions_.integer(library_.argument(e, 2)), range);
  const Expr index = first_index(
      text, limit,
      [&](Expr one, Expr) {
        const Expr zero =
            until_zero ? gcl::mk_eq(context_, one, code_.number(0)) : context_.false_();
        return gcl::mk_or(context_, {gcl::mk_eq(context_, one, wanted), zero});
      },
      range);
  Expr found = gcl::mk_eq(context_, character(text, index), wanted);
  Expr read = index;
  if (limit) {
    const Expr at_limit = gcl::mk_eq(context_, index, limit);
    found = gcl::mk_and(context_, {gcl::mk_not(context_, at_limit), found});
    read = gcl::mk_ite(context_, at_limit, gcl::mk_sub(context_, limit, code_.number(1)), index);
  }
  need_text(text, gcl::mk_add(context_, text.begin, read), range);
  values_.pointer =
      code_.saved(found_in(text, found, gcl::mk_add(context_, text.begin, index)), range);
}

/// strrchr.
void Strings::find_last(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const Text text = text_of(library_.argument(e, 0));
  if (!text.characters) refuse_text(e);
  const Expr wanted = wanted_character(e, text);
  const Expr end = length(text, Expr(), range);
  need_text(text, gcl::mk_add(context_, text.begin, end), range);
  const Expr index = code_.temporary("last");  // -1: there is none
  const auto is_it = [&](Expr at) { return gcl::mk_eq(context_, character(text, at), wanted); };
  if (bytes_.by_loops()) {
    code_.emit_assign(index, code_.number(-1), range);
    const Expr after = code_.saved(gcl::mk_add(context_, end, code_.number(1)), range, "end");
    bytes_.count_up(code_.number(0), after, range, [&](Expr at) {
      code_.emit_assign(index, gcl::mk_ite(context_, is_it(at), at, index), range);
    });
  } else {
    code_.emit(gcl::make_havoc({index}, range));
    code_.emit_assume(gcl::mk_and(context_, {gcl::mk_le(context_, code_.number(-1), index),
                                             gcl::mk_le(context_, index, end)}),
                      range);
    const Expr none = gcl::mk_eq(context_, index, code_.number(-1));
    code_.emit_assume(gcl::mk_or(context_, {none, is_it(index)}), range);
    assume_before(
        gcl::mk_add(context_, end, code_.number(1)), text,
        [&](Expr j) {
          const Expr one = context_.make(Kind::Select, {text.characters, j});
          const Expr distance = context_.make(Kind::Sub, {j, text.begin});
          return gcl::mk_or(context_, {gcl::mk_le(context_, distance, index),
                                       gcl::mk_not(context_, gcl::mk_eq(context_, one, wanted))});
        },
        range);
  }
  const Expr found = gcl::mk_le(context_, code_.number(0), index);
  values_.pointer =
      code_.saved(found_in(text, found, gcl::mk_add(context_, text.begin, index)), range);
}

/// strstr: somewhere in the first text, or nowhere.
void Strings::find_text(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const Text text = text_of(library_.argument(e, 0));
  const Text part = text_of(library_.argument(e, 1));
  if (!text.characters || !part.characters) refuse_text(e);
  const Expr end = length(text, Expr(), range);
  need_text(text, gcl::mk_add(context_, text.begin, end), range);
  need_text(part, gcl::mk_add(context_, part.begin, length(part, Expr(), range)), range);
  code_.not_exact(range, "where one text is in another");
  const Expr index = code_.temporary("place");
  code_.emit(gcl::make_havoc({index}, range));
  code_.emit_assume(gcl::mk_le(context_, index, end), range);
  const Expr found = gcl::mk_le(context_, code_.number(0), index);
  values_.pointer =
      code_.saved(found_in(text, found, gcl::mk_add(context_, text.begin, index)), range);
}

/// strspn, strcspn: exactly, if the second text is a literal.
void Strings::span(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const Text text = text_of(library_.argument(e, 0));
  const Text set = text_of(library_.argument(e, 1));
  if (!text.characters || !set.characters) return unknown_text(e);
  const auto* literal = dyn_cast<clang::StringLiteral>(e->getArg(1)->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) {
    const Expr end = length(text, Expr(), range);
    need_text(text, gcl::mk_add(context_, text.begin, end), range);
    need_text(set, gcl::mk_add(context_, set.begin, length(set, Expr(), range)), range);
    code_.not_exact(range, "how much of a text is of certain characters");
    values_.result = chosen_index(end, range);
    return;
  }
  values_.result = first_index(
      text, Expr(),
      [&](Expr one, Expr) {
        std::vector<Expr> among;
        for (const char c : literal->getString()) {
          if (c == 0) break;  // the text ends here
          among.push_back(gcl::mk_eq(context_, one, code_.number(static_cast<signed char>(c))));
        }
        const Expr is_among = gcl::mk_or(context_, among);
        const Expr zero = gcl::mk_eq(context_, one, code_.number(0));
        const bool of = kind == Builtin::SpanOf;
        return gcl::mk_or(context_, {zero, of ? gcl::mk_not(context_, is_among) : is_among});
      },
      range);
  need_text(text, gcl::mk_add(context_, text.begin, values_.result), range);
}

/// strlen, strnlen.
void Strings::measure(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const Text text = text_of(library_.argument(e, 0));
  if (!text.characters) return unknown_text(e);
  const Expr limit = kind == Builtin::StringLengthAtMost
                         ? code_.saved(expressions_.integer(library_.argument(e, 1)), range)
                         : Expr();
  const Expr count = length(text, limit, range);
  Expr read = count;
  if (limit) {
    const Expr at_limit = gcl::mk_eq(context_, count, limit);
    read = gcl::mk_ite(context_, at_limit, gcl::mk_sub(context_, count, code_.number(1)), count);
  }
  need_text(text, gcl::mk_add(context_, text.begin, read), range);
  const Expr fits = arithmetic_.in_range(count, types_.int_type(e->getType(), e->getSourceRange()));
  if (!fits.is_true()) code_.emit_assume(fits, range);
  values_.result = count;
}

void Strings::call_string(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = code_.place(e);
  const Text to = text_of(library_.argument(e, 0));
  const Text from = text_of(library_.argument(e, 1));
  if (!to.characters || !from.characters) refuse_text(e);
  const bool appends = kind == Builtin::AppendString || kind == Builtin::AppendStringAtMost;
  const bool limited = kind == Builtin::CopyStringAtMost || kind == Builtin::AppendStringAtMost;
  const Expr limit =
      limited ? code_.saved(expressions_.integer(library_.argument(e, 2)), range) : Expr();
  const Expr skip = appends ? length(to, Expr(), range) : code_.number(0);
  const Expr end = length(from, limit, range);
  // strncpy fills up with zeros; the others write one.
  const Expr count =
      kind == Builtin::CopyStringAtMost ? limit : gcl::mk_add(context_, end, code_.number(1));
  copy_text(to, skip, from, end, limit, count, range);
  Expr result = to.begin;
  if (kind == Builtin::CopyStringToEnd) result = gcl::mk_add(context_, result, end);
  values_.pointer = {to.block.object, result, to.block.indices};
}

}  // namespace pawl::frontend::c
