// SPDX-License-Identifier: Apache-2.0
//
// Calls of the functions that have a meaning of their own (library.h), but for those that copy
// bytes (memory_calls.cpp) and those of strings (strings.cpp).
#include "frontends/c/acsl/acsl.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

const clang::Expr* Lowering::argument(const clang::CallExpr* e, unsigned index) const {
  if (index >= e->getNumArgs()) {
    refuse(e->getSourceRange(),
           "too few arguments for '" + e->getDirectCallee()->getNameAsString() + "'");
  }
  return e->getArg(index);
}

void Lowering::call_builtin(const clang::CallExpr* e, const clang::FunctionDecl* function,
                            Builtin kind) {
  const SourceRange range = place(e);
  switch (kind) {
    case Builtin::Nondet:
      for (const clang::Expr* one : e->arguments()) {
        if (one->getType()->isPointerType()) {
          refuse(one->getSourceRange(), "a pointer given to an input, which may write to it,",
                 "declare '" + function->getNameAsString() + "' with its parameters");
        }
        effects(one);
      }
      unknown_result(e->getType(), e, range);
      return;
    case Builtin::Assume: {
      const Expr holds = condition(argument(e, 0));
      emit_assume(holds, range);
      return;
    }
    case Builtin::Assert:
    case Builtin::Check: {
      const BlockId good = new_block(range);
      const BlockId bad = new_block(range);
      branch_on(argument(e, 0), good, bad);
      start(bad);
      if (options_.assertions == Assertions::Prove) emit_assert(context_.false_(), range);
      end_with(gcl::Halt{});
      start(good);
      return;
    }
    case Builtin::Fail:
      if (options_.assertions == Assertions::Prove) emit_assert(context_.false_(), range);
      end_with(gcl::Halt{});
      start(new_block(range));
      break;
    case Builtin::Stop:
      for (const clang::Expr* one : e->arguments()) effects(one);
      need_no_leak(range);
      end_with(gcl::Halt{});
      start(new_block(range));
      break;
    case Builtin::Allocate:
    case Builtin::AllocateAutomatic:
    case Builtin::AllocateZero: allocate(e, kind); return;
    case Builtin::Reallocate: reallocate(e); return;
    case Builtin::Duplicate:
    case Builtin::DuplicateAtMost: duplicate(e, kind); return;
    case Builtin::Free: release(e); return;
    case Builtin::CopyMemory:
    case Builtin::MoveMemory: copy_memory(e); return;
    case Builtin::SetMemory: set_memory(e); return;
    case Builtin::StringLength:
    case Builtin::StringLengthAtMost: measure(e, kind); return;
    case Builtin::CopyString:
    case Builtin::CopyStringToEnd:
    case Builtin::CopyStringAtMost:
    case Builtin::AppendString:
    case Builtin::AppendStringAtMost: call_string(e, kind); return;
    case Builtin::CompareStrings:
    case Builtin::CompareAtMost:
    case Builtin::CompareMemory: compare_text(e, kind); return;
    case Builtin::FindCharacter:
    case Builtin::FindInMemory: find_character(e, kind); return;
    case Builtin::FindLast: find_last(e); return;
    case Builtin::FindString: find_text(e); return;
    case Builtin::SpanOf:
    case Builtin::SpanWithout: span(e, kind); return;
    case Builtin::Number: {
      const Text text = text_of(argument(e, 0));
      if (text.characters)
        need_text(text, gcl::mk_add(context_, text.begin, length(text, Expr(), range)), range);
      not_exact(range, "the number in a text");
      result_ = any_integer(e);
      return;
    }
    case Builtin::Harmless:
    case Builtin::Print: print(e, function); return;
    case Builtin::Classify: classify(e, function->getNameAsString()); return;
    case Builtin::Expect: result_ = integer(argument(e, 0)); return;
    case Builtin::Absolute: {
      const Expr value = saved(integer(argument(e, 0)), range);
      const IntType type = int_type(e->getType(), e->getSourceRange());
      here_ = range;
      const Expr negative = gcl::mk_lt(context_, value, number(0));
      guards_.push_back(negative);
      const Expr minus = arithmetic_.negate(value, type);
      guards_.pop_back();
      result_ = gcl::mk_ite(context_, negative, minus, value);
      return;
    }
  }
  // Nothing runs on; the value is for whoever asks in unreachable code.
  result_ = zero_of(sort_of(e->getType()));
  result_pointer_ = {number(0), number(0)};
}

/// Of the type of the call.
Expr Lowering::any_integer(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Expr value = temporary("any");
  emit(gcl::make_havoc({value}, range));
  emit_assume(arithmetic_.in_range(value, int_type(e->getType(), e->getSourceRange())), range);
  return value;
}

/// pawl_print(x): observable in the interpreter, through a variable of its own.
void Lowering::print_value(const clang::CallExpr* e) {
  const Expr value = integer(e->getArg(0));
  emit_assign(local(printed_variable, context_.int_sort()), value, place(e));
}

/// Output changes no variable, unless the format tells so. It reads the texts it is given.
void Lowering::print(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  if (may_write_through(e)) return call_unknown(e, function);
  if (function->getName() == "pawl_print" && e->getNumArgs() == 1) return print_value(e);
  for (const clang::Expr* one : e->arguments()) {
    const bool is_text = one->getType()->isPointerType() &&
                         one->getType()->getPointeeType()->isAnyCharacterType() &&
                         !clang::isa<clang::StringLiteral>(one->IgnoreParenCasts());
    if (is_text && tracks_lives()) {
      need_live(pointer(one).object, range);
    } else if (has_effects(one)) {
      effects(one);
    }
  }
  if (!e->getType()->isPointerType()) unknown_result(e->getType(), e, range);
}

// ---- <ctype.h>, in the C locale -------------------------------------------------------------

void Lowering::classify(const clang::CallExpr* e, const std::string& name) {
  const SourceRange range = place(e);
  const Expr c = saved(integer(argument(e, 0)), range);
  const auto between = [&](int low, int high) {
    return gcl::mk_and(
        context_, {gcl::mk_le(context_, number(low), c), gcl::mk_le(context_, c, number(high))});
  };
  const Expr lower = between('a', 'z'), upper = between('A', 'Z'), digit = between('0', '9');
  if (name == "toupper" || name == "tolower") {
    const bool up = name == "toupper";
    const Expr moved = gcl::mk_add(context_, c, number(up ? 'A' - 'a' : 'a' - 'A'));
    result_ = gcl::mk_ite(context_, up ? lower : upper, moved, c);
    return;
  }
  const Expr letter = gcl::mk_or(context_, {lower, upper});
  const Expr graph = between('!', '~');
  const std::map<std::string, Expr> classes = {
      {"isalnum", gcl::mk_or(context_, {letter, digit})},
      {"isalpha", letter},
      {"isblank", gcl::mk_or(context_, {between(' ', ' '), between('\t', '\t')})},
      {"iscntrl", gcl::mk_or(context_, {between(0, 31), between(127, 127)})},
      {"isdigit", digit},
      {"isgraph", graph},
      {"islower", lower},
      {"isprint", between(' ', '~')},
      {"ispunct",
       gcl::mk_and(context_, {graph, gcl::mk_not(context_, letter), gcl::mk_not(context_, digit)})},
      {"isspace", gcl::mk_or(context_, {between(' ', ' '), between('\t', '\r')})},
      {"isupper", upper},
      {"isxdigit", gcl::mk_or(context_, {digit, between('a', 'f'), between('A', 'F')})}};
  const Expr is_one = classes.at(name);
  if (approximation_ == Approximation::Under) {
    result_ = truth(is_one);
    return;
  }
  // Which number stands for yes is not fixed by C.
  const Expr yes = any_integer(e);
  emit_assume(nonzero(yes), range);
  result_ = gcl::mk_ite(context_, is_one, yes, number(0));
}

// ---- allocation -----------------------------------------------------------------------------

/// The number of the object that an allocation makes, each time another.
Expr Lowering::new_object(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const std::size_t fixed = points_to_.object_number(points_to_.allocation_root(e));
  if (!points_to_.objects()[fixed - 1].many) return number(static_cast<std::int64_t>(fixed));
  const Expr next = next_object();
  const Expr which = saved(next, range, "new");
  emit_assign(next, gcl::mk_add(context_, next, number(1)), range);
  return which;
}

void Lowering::allocate(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const NodeId node = points_to_.target(e);
  const clang::QualType type = points_to_.type_of(node);
  Expr amount;
  Expr too_much = context_.false_();
  if (kind == Builtin::AllocateZero) {
    // A product that does not fit is never met.
    const Expr count = saved(integer(argument(e, 0)), range);
    const Expr size = saved(integer(argument(e, 1)), range);
    if (const auto factor = constant(argument(e, 1)) ? size : Expr(); factor) {
      amount = scaled(std::stoll(factor.text()), count);
    } else if (count.is(Kind::IntConst)) {
      amount = scaled(std::stoll(count.text()), size);
    } else {
      amount = context_.make(Kind::Mul, {count, size});
    }
    const Expr fits =
        arithmetic_.in_range(amount, int_type(e->getArg(1)->getType(), e->getSourceRange()));
    too_much = amount.is(Kind::IntConst) ? context_.false_() : gcl::mk_not(context_, fits);
  } else {
    amount = length_of(argument(e, 0), bytes_of(type).value_or(1)).bytes;
  }
  here_ = range;
  Expr which = new_object(e);
  note_bytes(which, amount);
  if (kind == Builtin::AllocateAutomatic) {
    note_automatic_block(which, e);
  } else {
    note_allocation(which, range);
  }
  if (kind == Builtin::AllocateZero && !type.isNull()) zero_object(which, node, type, range);
  // Memory does not run out, unless somebody wants to know about null.
  if (kind == Builtin::AllocateAutomatic) {
    result_pointer_ = shaped({which, Expr()}, node);
    return;
  }
  result_pointer_ = shaped({may_fail(which, too_much, range), Expr()}, node);
}

/// The object, or null, and then nothing was allocated. If it `surely` fails there is no other way.
Expr Lowering::may_fail(Expr object, Expr surely, const SourceRange& range) {
  Expr fails = surely;
  if (options_.checks.contains(Hazard::Null)) {
    const Expr chosen = temporary("input");
    emit(gcl::make_havoc({chosen}, range));
    fails = gcl::mk_or(context_, {surely, nonzero(chosen)});
  }
  if (fails.is_false()) return object;
  const Expr result = saved(gcl::mk_ite(context_, fails, number(0), object), range);
  if (tracks_lives()) {
    either(
        gcl::mk_eq(context_, result, number(0)), range,
        [&] {
          set_life(object, 0, range);
          emit_assign(allocated_count(), gcl::mk_sub(context_, allocated_count(), number(1)),
                      range);
        },
        [] {});
  }
  return result;
}

/// A new object is 0, at every index.
void Lowering::zero_object(Expr object, NodeId node, clang::QualType type,
                           const SourceRange& range) {
  const Pointer begin = shaped({object, Expr()}, node);
  const Expr index = context_.bound_var("j", context_.int_sort());
  for (const ByteLeaf& one : leaves_of(row_of(begin, node, type), begin.offset ? index : Expr())) {
    std::vector<Expr> keys;
    const Expr map = leaf(one.at, one.part, keys);
    std::vector<Expr> maps = {map};
    std::size_t depth = 0;
    for (; depth < keys.size() && !(keys[depth] == index); ++depth) {
      maps.push_back(gcl::mk_select(context_, maps.back(), keys[depth]));
    }
    gcl::Sort sort = maps.back().sort();
    std::vector<gcl::Sort> sorts;
    for (; sort.is_map(); sort = sort.value()) sorts.push_back(sort);
    Expr value = zero_of(sort);
    for (std::size_t i = sorts.size(); i-- > 0;) value = context_.make_const_map(sorts[i], value);
    for (std::size_t k = depth; k-- > 0;) value = gcl::mk_store(context_, maps[k], keys[k], value);
    emit_assign(map, value, range);
  }
}

/// Another object with what fits into it; the old one is no more. Where that fails nothing happens.
/// With size 0 it may free and return null (as glibc does), or be like malloc(0).
void Lowering::reallocate(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const NodeId node = points_to_.target(e);
  const NodeId old_node = points_to_.target(argument(e, 0));
  const Pointer old = saved(pointer(e->getArg(0)), range);
  const clang::QualType type = points_to_.type_of(node);
  const std::int64_t size = bytes_of(type).value_or(1);
  const Length wanted = length_of(argument(e, 1), size);
  here_ = range;
  need_allocated(old, old_node, range);
  const Expr is_null = gcl::mk_eq(context_, old.object, number(0));
  const auto chosen = [&] {
    const Expr input = temporary("input");
    emit(gcl::make_havoc({input}, range));
    return nonzero(input);
  };
  const Expr fails =
      saved_truth(options_.checks.contains(Hazard::Null) ? chosen() : context_.false_(), range);
  Expr only_frees = wanted.bytes.is(Kind::IntConst) && !(wanted.bytes == number(0))
                        ? context_.false_()
                        : gcl::mk_eq(context_, wanted.bytes, number(0));
  if (!only_frees.is_false()) {
    const Expr how =
        approximation_ == Approximation::Under ? gcl::mk_not(context_, is_null) : chosen();
    only_frees = saved_truth(gcl::mk_and(context_, {only_frees, how}), range);
  }
  const Expr which = new_object(e);
  const Expr none = gcl::mk_or(context_, {fails, only_frees});
  either(
      none, range, [] {},
      [&] {
        const Expr old_size = saved(size_of(old.object, sizes()), range, "size");
        note_bytes(which, wanted.bytes);
        note_allocation(which, range);
        const Expr less = gcl::mk_le(context_, old_size, wanted.bytes);
        const Expr kept = saved(gcl::mk_ite(context_, is_null, number(0),
                                            gcl::mk_ite(context_, less, old_size, wanted.bytes)),
                                range, "kept");
        if (old.object == number(0)) return;
        const Pointer from = shaped({old.object, Expr()}, old_node);
        const Pointer to = shaped({which, Expr()}, node);
        copy_bytes(to, node, from, old_node, length_of(kept, size), e);
      });
  either(
      gcl::mk_or(context_, {fails, is_null}), range, [] {},
      [&] { end_allocation(old.object, range); });
  const Expr result = saved(gcl::mk_ite(context_, none, number(0), which), range);
  result_pointer_ = shaped({result, Expr()}, node);
}

/// As a condition that no later statement changes.
Expr Lowering::saved_truth(Expr condition, const SourceRange& range) {
  if (condition.is_true() || condition.is_false()) return condition;
  return nonzero(saved(truth(condition), range));
}

void Lowering::release(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Pointer gone = saved(pointer(argument(e, 0)), range);
  need_allocated(gone, points_to_.target(e->getArg(0)), range);
  if (!tracks_lives()) {
    if (tracks_sizes()) note_bytes(gone.object, number(0));
    return;
  }
  either(
      gcl::mk_eq(context_, gone.object, number(0)), range, [] {},
      [&] { end_allocation(gone.object, range); });
}

/// strdup, strndup.
void Lowering::duplicate(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  const NodeId node = points_to_.target(e);
  const Text from = text_of(argument(e, 0));
  if (!from.characters) refuse_text(e);
  const Expr limit =
      kind == Builtin::DuplicateAtMost ? saved(integer(argument(e, 1)), range) : Expr();
  const Expr end = length(from, limit, range);
  const Expr which = new_object(e);
  here_ = range;
  note_bytes(which, gcl::mk_add(context_, end, number(1)));
  note_allocation(which, range);
  const Pointer begin = shaped({which, Expr()}, node);
  if (!points_to_.type_of(node).isNull()) {
    const Text to = text_at(begin, node, range);
    if (!to.characters) refuse_text(e);
    copy_text(to, number(0), from, end, limit, gcl::mk_add(context_, end, number(1)), range);
  }
  result_pointer_ = shaped({may_fail(which, context_.false_(), range), Expr()}, node);
}

}  // namespace pawl::frontend::c
