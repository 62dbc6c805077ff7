// SPDX-License-Identifier: Apache-2.0
//
// Calls of the functions that have a meaning of their own (library.h), but for those of strings.
#include "frontends/c/acsl/acsl.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

void Lowering::call_builtin(const clang::CallExpr* e, const clang::FunctionDecl* function,
                            Builtin kind) {
  const SourceRange range = place(e);
  const auto argument = [&](unsigned index) -> const clang::Expr* {
    if (index >= e->getNumArgs()) {
      refuse(e->getSourceRange(), "too few arguments for '" + function->getNameAsString() + "'");
    }
    return e->getArg(index);
  };
  switch (kind) {
    case Builtin::Nondet:
      for (const clang::Expr* one : e->arguments()) effects(one);
      unknown_result(e->getType(), e, range);
      return;
    case Builtin::Assume: {
      const Expr holds = condition(argument(0));
      emit_assume(holds, range);
      return;
    }
    case Builtin::Assert:
    case Builtin::Check: {
      const BlockId good = new_block(range);
      const BlockId bad = new_block(range);
      branch_on(argument(0), good, bad);
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
      end_with(gcl::Halt{});
      start(new_block(range));
      break;
    case Builtin::Allocate:
    case Builtin::AllocateZero: allocate(e, kind); return;
    case Builtin::Reallocate: {
      demand_lifetime(e->getSourceRange(), "realloc");
      const Pointer old = pointer(argument(0));
      effects(argument(1));
      // Whoever still has the old pointer must not use it: moving the object would not show.
      result_pointer_ = old;
      return;
    }
    case Builtin::Free:
      demand_lifetime(e->getSourceRange(), "free");
      if (acsl_->tracks_sizes()) {  // what was freed has no elements
        const Pointer gone = pointer(argument(0));
        emit_assign(sizes(), gcl::mk_store(context_, sizes(), gone.object, number(0)), range);
        return;
      }
      effects(argument(0));
      return;
    case Builtin::CopyMemory: copy_memory(e); return;
    case Builtin::SetMemory: set_memory(e); return;
    case Builtin::StringLength:
    case Builtin::CopyString:
    case Builtin::CopyStringAtMost:
    case Builtin::AppendString: call_string(e, kind); return;
    case Builtin::CompareStrings:
    case Builtin::CompareAtMost:
    case Builtin::CompareMemory: compare_text(e, kind); return;
    case Builtin::FindCharacter: find_character(e); return;
    case Builtin::Harmless:
      print_value(e, function);
      for (const clang::Expr* one : e->arguments()) {
        if (has_effects(one)) effects(one);
      }
      if (!e->getType()->isPointerType()) unknown_result(e->getType(), e, range);
      return;
    case Builtin::Expect: result_ = integer(argument(0)); return;
    case Builtin::Absolute: {
      const Expr value = saved(integer(argument(0)), range);
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

void Lowering::demand_lifetime(clang::SourceRange where, const std::string& what) const {
  if (options_.lifetimes == Lifetimes::Assume) return;
  refuse(where, what + ", with a property that asks for valid pointers",
         "for how long objects exist is not modelled; --check=null,bounds assumes it");
}

/// pawl_print(x): observable in the interpreter, through a variable of its own.
void Lowering::print_value(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  if (function->getName() != "pawl_print" || e->getNumArgs() != 1) return;
  const Expr value = integer(e->getArg(0));
  emit_assign(local(printed_variable, context_.int_sort()), value, place(e));
}

void Lowering::allocate(const clang::CallExpr* e, Builtin kind) {
  const SourceRange range = place(e);
  Expr amount;
  if (kind == Builtin::AllocateZero) {
    const Expr count = integer(e->getArg(0));
    amount = arithmetic_.binary(BinaryOp::Mul, count, integer(e->getArg(1)),
                                int_type(e->getArg(1)->getType(), e->getSourceRange()));
  } else {
    amount = integer(e->getArg(0));
  }
  here_ = range;
  const NodeId node = points_to_.target(e);
  const std::size_t fixed = points_to_.object_number(points_to_.allocation_root(e));
  const Object& object = points_to_.objects()[fixed - 1];
  Expr which = number(static_cast<std::int64_t>(fixed));
  if (object.many) {
    const Expr next = next_object();
    which = saved(next, range, "new");
    emit_assign(next, gcl::mk_add(context_, next, number(1)), range);
  }
  const clang::QualType type = points_to_.type_of(node);
  if (!type.isNull()) {
    if (tracks_sizes()) {
      const auto size = ast_.getTypeSizeInChars(type).getQuantity();
      Expr count = size <= 1 ? amount : context_.make(Kind::Div, {amount, number(size)});
      if (points_to_.rank(node) == 0) count = number(size_of_object(fixed - 1).value_or(0));
      emit_assign(sizes(), gcl::mk_store(context_, sizes(), which, count), range);
    }
    const auto bytes = ast_.getTypeSizeInChars(type).getQuantity();
    const bool large_enough = amount.is(Kind::IntConst) &&
                              gcl::Integer(bytes) <= gcl::Integer(std::string_view(amount.text()));
    if (points_to_.rank(node) == 0 && !large_enough) {
      demand_lifetime(e->getSourceRange(), "an allocation of unknown size for one object");
    }
    Location whole;
    whole.node = node;
    whole.type = type;
    whole.object = which;
    if (kind == Builtin::AllocateZero) zero(whole);
  }
  // Memory does not run out, unless somebody wants to know about null.
  if (options_.checks.contains(Hazard::Null)) {
    const Expr fails = temporary("input");
    emit(gcl::make_havoc({fails}, range));
    which = saved(gcl::mk_ite(context_, nonzero(fails), number(0), which), range);
  }
  result_pointer_ = shaped({which, Expr()}, node);
}

namespace {

/// How many elements of `size` bytes an expression counts: the n of n * sizeof(T).
const clang::Expr* counted(const clang::Expr* bytes, clang::ASTContext& ast, std::int64_t size) {
  const auto* product = dyn_cast<clang::BinaryOperator>(bytes->IgnoreParenImpCasts());
  if (product == nullptr || product->getOpcode() != clang::BO_Mul) return nullptr;
  const auto is_size = [&](const clang::Expr* e) {
    clang::Expr::EvalResult value;
    return e->EvaluateAsInt(value, ast) && value.Val.getInt() == size;
  };
  if (is_size(product->getRHS())) return product->getLHS();
  if (is_size(product->getLHS())) return product->getRHS();
  return nullptr;
}

}  // namespace

Expr Lowering::element_count(const clang::Expr* bytes, clang::QualType type) {
  const auto size = ast_.getTypeSizeInChars(type).getQuantity();
  if (const clang::Expr* count = counted(bytes, ast_, size)) return integer(count);
  const Expr amount = integer(bytes);
  if (size == 1) return amount;
  if (amount.is(Kind::IntConst)) {
    return context_.int_const(
        gcl::Integer::div(gcl::Integer(std::string_view(amount.text())), gcl::Integer(size))
            .to_string());
  }
  return context_.make(Kind::Div, {amount, number(size)});
}

/// A block of scalars changes: inside [from, from + count) as `value_at` says, else not at all.
void Lowering::change_block(const Location& block, Expr from, Expr count,
                            const std::function<Expr(Expr)>& value_at, const SourceRange& range) {
  std::vector<Expr> keys;
  const Expr map = leaf(block, Part::Value, keys);
  Expr old = map;
  for (const Expr key : keys) old = gcl::mk_select(context_, old, key);
  const Expr fresh = local("block$" + std::to_string(++temporaries_), old.sort());
  emit(gcl::make_havoc({fresh}, range));
  const Expr index = context_.bound_var("j", context_.int_sort());
  const Expr end = gcl::mk_add(context_, from, count);
  const Expr inside =
      gcl::mk_and(context_, {gcl::mk_le(context_, from, index), gcl::mk_lt(context_, index, end)});
  const Expr new_value = context_.make(Kind::Select, {fresh, index});
  const Expr old_value = context_.make(Kind::Select, {old, index});
  const Expr body =
      gcl::mk_eq(context_, new_value, gcl::mk_ite(context_, inside, value_at(index), old_value));
  const std::vector<Expr> bound = {index};
  emit_assume(context_.make_quantifier(Kind::Forall, bound, {{new_value}}, body), range);
  write_part(block, Part::Value, fresh, range);
}

void Lowering::copy_memory(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Pointer to = pointer(e->getArg(0));
  const Pointer from = pointer(e->getArg(1));
  const NodeId to_node = points_to_.target(e->getArg(0));
  const NodeId from_node = points_to_.target(e->getArg(1));
  const clang::QualType type = points_to_.type_of(to_node);
  if (type.isNull() || points_to_.type_of(from_node) != type) {
    refuse(e->getSourceRange(), "a copy between memory of different types");
  }
  const Expr count = element_count(e->getArg(2), type);
  const bool one = count.is(Kind::IntConst) && count.text() == "1";
  if (one || !type->isIntegralOrEnumerationType() || !to.offset || !from.offset) {
    if (!one)
      refuse(e->getSourceRange(), "a copy of several structs or pointers at once", "write a loop");
    copy(dereference(to, to_node, type, e), dereference(from, from_node, type, e), range);
    result_pointer_ = to;
    return;
  }
  Location source, target;
  source.node = from_node;
  target.node = to_node;
  source.type = target.type = type;
  source.object = from.object;
  target.object = to.object;
  source.indices = from.outer;
  target.indices = to.outer;
  std::vector<Expr> keys;
  Expr old = leaf(source, Part::Value, keys);
  for (const Expr key : keys) old = gcl::mk_select(context_, old, key);
  const Expr shift = gcl::mk_sub(context_, from.offset, to.offset);
  change_block(
      target, to.offset, count,
      [&](Expr index) {
        return context_.make(Kind::Select, {old, gcl::mk_add(context_, index, shift)});
      },
      range);
  result_pointer_ = to;
}

void Lowering::set_memory(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Pointer to = pointer(e->getArg(0));
  const NodeId node = points_to_.target(e->getArg(0));
  const clang::QualType type = points_to_.type_of(node);
  if (type.isNull()) refuse(e->getSourceRange(), "memset of memory without a type");
  const Expr byte = integer(e->getArg(1));
  const Expr count = element_count(e->getArg(2), type);
  const bool is_zero = byte.is(Kind::IntConst) && byte.text() == "0";
  result_pointer_ = to;
  if (count.is(Kind::IntConst) && count.text() == "1" && is_zero) {
    zero(dereference(to, node, type, e));
    return;
  }
  const bool bytes = ast_.getTypeSizeInChars(type).getQuantity() == 1;
  if (!type->isIntegralOrEnumerationType() || !to.offset || (!is_zero && !bytes)) {
    refuse(e->getSourceRange(), "memset of this type with this value", "write a loop");
  }
  const Expr value =
      bytes ? arithmetic_.convert(byte, {32, true}, int_type(type, e->getSourceRange()))
            : number(0);
  Location target;
  target.node = node;
  target.type = type;
  target.object = to.object;
  target.indices = to.outer;
  change_block(
      target, to.offset, count, [&](Expr) { return value; }, range);
}

}  // namespace pawl::frontend::c
