// SPDX-License-Identifier: Apache-2.0
//
// Calls of the functions that have a meaning of their own (library.h), but for those that copy
// bytes (memory_calls.cpp) and those of strings (strings.cpp).
#include "frontends/c/lower/library_calls.h"

#include "frontends/c/lower/allocation.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/choices.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/memory_calls.h"
#include "frontends/c/lower/strings.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/unknown_calls.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using gcl::BlockId;
using gcl::Expr;

Library::Library(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      arithmetic_(rooms.arithmetic),
      code_(rooms.code),
      types_(rooms.types),
      reals_(rooms.reals),
      lifetimes_(rooms.lifetimes),
      expressions_(rooms.expressions),
      choices_(rooms.choices),
      unknown_calls_(rooms.unknown_calls),
      allocation_(rooms.allocation),
      bytes_(rooms.bytes),
      strings_(rooms.strings),
      values_(rooms.values) {}

const clang::Expr* Library::argument(const clang::CallExpr* e, unsigned index) const {
  if (index >= e->getNumArgs()) {
    code_.refuse(e->getSourceRange(),
                 "too few arguments for '" + e->getDirectCallee()->getNameAsString() + "'");
  }
  return e->getArg(index);
}

void Library::call_builtin(const clang::CallExpr* e, const clang::FunctionDecl* function,
                           Builtin kind) {
  const SourceRange range = code_.place(e);
  switch (kind) {
    case Builtin::Nondet:
      for (const clang::Expr* one : e->arguments()) {
        if (one->getType()->isPointerType()) {
          code_.refuse(one->getSourceRange(), "a pointer given to an input, which may write to it,",
                       "declare '" + function->getNameAsString() + "' with its parameters");
        }
        expressions_.effects(one);
      }
      unknown_calls_.unknown_result(e->getType(), e, range);
      return;
    case Builtin::Assume: {
      const Expr holds = choices_.condition(argument(e, 0));
      code_.emit_assume(holds, range);
      return;
    }
    case Builtin::Assert:
    case Builtin::Check: {
      const BlockId good = code_.new_block(range);
      const BlockId bad = code_.new_block(range);
      choices_.branch_on(argument(e, 0), good, bad);
      code_.start(bad);
      if (options_.assertions == Assertions::Prove) code_.emit_assert(context_.false_(), range);
      code_.end_with(gcl::Halt{});
      code_.start(good);
      return;
    }
    case Builtin::Fail:
      if (options_.assertions == Assertions::Prove) code_.emit_assert(context_.false_(), range);
      code_.end_with(gcl::Halt{});
      code_.start(code_.new_block(range));
      break;
    case Builtin::Stop:
      for (const clang::Expr* one : e->arguments()) expressions_.effects(one);
      lifetimes_.need_no_leak(range);
      code_.end_with(gcl::Halt{});
      code_.start(code_.new_block(range));
      break;
    case Builtin::Allocate:
    case Builtin::AllocateAutomatic:
    case Builtin::AllocateZero: allocation_.allocate(e, kind); return;
    case Builtin::Reallocate: allocation_.reallocate(e); return;
    case Builtin::Duplicate:
    case Builtin::DuplicateAtMost: allocation_.duplicate(e, kind); return;
    case Builtin::Free: allocation_.release(e); return;
    case Builtin::CopyMemory:
    case Builtin::MoveMemory: bytes_.copy_memory(e); return;
    case Builtin::SetMemory: bytes_.set_memory(e); return;
    case Builtin::StringLength:
    case Builtin::StringLengthAtMost: strings_.measure(e, kind); return;
    case Builtin::CopyString:
    case Builtin::CopyStringToEnd:
    case Builtin::CopyStringAtMost:
    case Builtin::AppendString:
    case Builtin::AppendStringAtMost: strings_.call_string(e, kind); return;
    case Builtin::CompareStrings:
    case Builtin::CompareAtMost:
    case Builtin::CompareMemory: strings_.compare_text(e, kind); return;
    case Builtin::FindCharacter:
    case Builtin::FindInMemory: strings_.find_character(e, kind); return;
    case Builtin::FindLast: strings_.find_last(e); return;
    case Builtin::FindString: strings_.find_text(e); return;
    case Builtin::SpanOf:
    case Builtin::SpanWithout: strings_.span(e, kind); return;
    case Builtin::Number: {
      const Strings::Text text = strings_.text_of(argument(e, 0));
      if (text.characters)
        strings_.need_text(
            text, gcl::mk_add(context_, text.begin, strings_.length(text, Expr(), range)), range);
      code_.not_exact(range, "the number in a text");
      values_.result = any_integer(e);
      return;
    }
    case Builtin::Harmless:
    case Builtin::Print: print(e, function); return;
    case Builtin::Classify: classify(e, function->getNameAsString()); return;
    case Builtin::Expect: values_.result = expressions_.integer(argument(e, 0)); return;
    case Builtin::Absolute: {
      const Expr value = code_.saved(expressions_.integer(argument(e, 0)), range);
      const IntType type = types_.int_type(e->getType(), e->getSourceRange());
      code_.set_here(range);
      const Expr negative = gcl::mk_lt(context_, value, code_.number(0));
      code_.guards().push_back(negative);
      const Expr minus = arithmetic_.negate(value, type);
      code_.guards().pop_back();
      values_.result = gcl::mk_ite(context_, negative, minus, value);
      return;
    }
  }
  // Nothing runs on; the value is for whoever asks in unreachable code.
  values_.result = reals_.zero_of(types_.sort_of(e->getType()));
  values_.pointer = {code_.number(0), code_.number(0)};
}

/// Of the type of the call.
Expr Library::any_integer(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  const Expr value = code_.temporary("any");
  code_.emit(gcl::make_havoc({value}, range));
  code_.emit_assume(arithmetic_.in_range(value, types_.int_type(e->getType(), e->getSourceRange())),
                    range);
  return value;
}

/// pawl_print(x): observable in the interpreter, through a variable of its own.
void Library::print_value(const clang::CallExpr* e) {
  const Expr value = expressions_.integer(e->getArg(0));
  code_.emit_assign(code_.local(printed_variable, context_.int_sort()), value, code_.place(e));
}

/// Output changes no variable, unless the format tells so. It reads the texts it is given.
void Library::print(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = code_.place(e);
  if (may_write_through(e)) return unknown_calls_.call_unknown(e, function);
  if (function->getName() == "pawl_print" && e->getNumArgs() == 1) return print_value(e);
  for (const clang::Expr* one : e->arguments()) {
    const bool is_text = one->getType()->isPointerType() &&
                         one->getType()->getPointeeType()->isAnyCharacterType() &&
                         !clang::isa<clang::StringLiteral>(one->IgnoreParenCasts());
    if (is_text && lifetimes_.tracks_lives()) {
      lifetimes_.need_live(expressions_.pointer(one).object, range);
    } else if (has_effects(one)) {
      expressions_.effects(one);
    }
  }
  if (!e->getType()->isPointerType()) unknown_calls_.unknown_result(e->getType(), e, range);
}

// ---- <ctype.h>, in the C locale -------------------------------------------------------------

void Library::classify(const clang::CallExpr* e, const std::string& name) {
  const SourceRange range = code_.place(e);
  const Expr c = code_.saved(expressions_.integer(argument(e, 0)), range);
  const auto between = [&](int low, int high) {
    return gcl::mk_and(context_, {gcl::mk_le(context_, code_.number(low), c),
                                  gcl::mk_le(context_, c, code_.number(high))});
  };
  const Expr lower = between('a', 'z'), upper = between('A', 'Z'), digit = between('0', '9');
  if (name == "toupper" || name == "tolower") {
    const bool up = name == "toupper";
    const Expr moved = gcl::mk_add(context_, c, code_.number(up ? 'A' - 'a' : 'a' - 'A'));
    values_.result = gcl::mk_ite(context_, up ? lower : upper, moved, c);
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
    values_.result = code_.truth(is_one);
    return;
  }
  // Which number stands for yes is not fixed by C.
  const Expr yes = any_integer(e);
  code_.emit_assume(code_.nonzero(yes), range);
  values_.result = gcl::mk_ite(context_, is_one, yes, code_.number(0));
}

// ---- allocation -----------------------------------------------------------------------------

/// As a condition that no later statement changes.
Expr Library::saved_truth(Expr condition, const SourceRange& range) {
  if (condition.is_true() || condition.is_false()) return condition;
  return code_.nonzero(code_.saved(code_.truth(condition), range));
}

}  // namespace pawl::frontend::c
