// SPDX-License-Identifier: Apache-2.0
//
// Calls: by contract if there is one, else inlined; recursion by a procedure without a contract
// (or, under-approximating, inlined to a fixed depth). Calls::Keep: every function is a procedure,
// known by its body, and nothing is approximated.
#include <algorithm>

#include "frontends/c/acsl.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

namespace {

/// Under-approximated recursion is followed this deep.
constexpr std::size_t recursion_depth = 8;
/// Functions are inlined up to this many basic blocks in all; then called.
constexpr std::size_t max_inlined_blocks = 200'000;
/// Recursion is followed up to this many in one function.
constexpr std::size_t max_recursive_blocks = 5'000;

const clang::FunctionDecl* definition(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = nullptr;
  if (function->isDefined(defined)) return defined;
  return function;
}

bool passes_structs(const clang::FunctionDecl* function) {
  return function->getReturnType()->isRecordType() ||
         std::ranges::any_of(function->parameters(), [](const clang::ParmVarDecl* parameter) {
           return parameter->getType()->isRecordType();
         });
}

}  // namespace

void Lowering::call(const clang::CallExpr* e) {
  result_ = Expr();
  result_pointer_ = {};
  result_record_.reset();
  here_ = place(e);
  const clang::FunctionDecl* callee = e->getDirectCallee();
  if (callee == nullptr) {
    call_pointer(e);
  } else {
    call_direct(e, callee);
  }
}

void Lowering::call_function(const clang::CallExpr* e, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* function = definition(callee);
  if (!function->hasBody()) {
    if (has_contract(function)) {
      call_procedure(e, function);
    } else {
      call_unknown(e, function);
    }
    return;
  }
  if (function->isVariadic()) {
    refuse(e->getSourceRange(), "a call of '" + function->getNameAsString() +
                                    "', a function with a variable number of arguments,");
  }
  if (has_contract(function) && approximation_ == Approximation::Over) {
    call_procedure(e, function);
    return;
  }
  const bool recursive = recursive_.contains(function->getCanonicalDecl());
  const bool complete = e->getNumArgs() >= function->getNumParams();
  if (options_.calls == Calls::Keep && (recursive || (complete && !passes_structs(function)))) {
    call_procedure(e, function);
    return;
  }
  if (!recursive && inlined_blocks_ + cfg_.blocks.size() < max_inlined_blocks) {
    call_inlined(e, function);
    return;
  }
  if (approximation_ == Approximation::Over) {
    lowered_.exact = false;
    call_procedure(e, function);
    return;
  }
  const auto active =
      std::ranges::count_if(frames_, [&](const Frame* f) { return f->function == function; });
  // Calls that call twice and in turn are exponential in the depth.
  const bool room = cfg_.blocks.size() < max_recursive_blocks;
  if (room && static_cast<std::size_t>(active) < recursion_depth) {
    call_inlined(e, function);
  } else {
    // Not followed further: no run through here is claimed.
    emit_assume(context_.false_(), here_);
    result_ = zero_of(sort_of(e->getType()));
    result_pointer_ = {number(0), number(0)};
  }
}

bool Lowering::can_substitute(const clang::ParmVarDecl* parameter,
                              const clang::FunctionDecl* function, Expr value) {
  if (points_to_.address_taken(parameter->getCanonicalDecl())) return false;
  const FunctionFacts& facts = facts_of(function);
  if (facts.assigned.contains(parameter->getCanonicalDecl())) return false;
  if (facts.only_own_locals) return true;
  // What the caller alone can change does not change during the call.
  return std::ranges::all_of(gcl::free_vars(value),
                             [&](Expr var) { return locals_.contains(var.name()); });
}

const Lowering::FunctionFacts& Lowering::facts_of(const clang::FunctionDecl* function) {
  const auto found = facts_.find(function);
  if (found != facts_.end()) return found->second;
  FunctionFacts facts;
  std::vector<const clang::Stmt*> work = {function->getBody()};
  const auto note = [&](const clang::Expr* target) {
    const auto* name = dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
    const auto* var = name != nullptr ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (var == nullptr || var->hasGlobalStorage()) facts.only_own_locals = false;
    if (var != nullptr) facts.assigned.insert(var->getCanonicalDecl());
  };
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(s);
        binary && binary->isAssignmentOp()) {
      note(binary->getLHS());
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(s)) {
      if (unary->isIncrementDecrementOp()) note(unary->getSubExpr());
    }
    if (const auto* called = dyn_cast<clang::CallExpr>(s)) {
      const auto kind = builtin(called->getDirectCallee());
      const bool harmless = kind == Builtin::Nondet || kind == Builtin::Fail ||
                            kind == Builtin::Stop || kind == Builtin::Assume ||
                            kind == Builtin::Assert || kind == Builtin::Harmless;
      if (!harmless) facts.only_own_locals = false;
    }
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return facts_.emplace(function, std::move(facts)).first->second;
}

void Lowering::call_inlined(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  // Arguments first, in the caller's frame.
  struct Argument {
    Expr value;
    Pointer pointer;
    std::optional<Location> record;
  };
  std::vector<Argument> arguments(function->getNumParams());
  bool later_effects = false;
  for (unsigned i = 0; i < e->getNumArgs(); ++i) later_effects |= has_effects(e->getArg(i));
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const clang::Expr* argument = e->getArg(i);
    if (i >= arguments.size()) {
      effects(argument);  // void f() called with arguments
    } else if (argument->getType()->isRecordType()) {
      arguments[i].record = location(argument);
    } else if (argument->getType()->isPointerType()) {
      arguments[i].pointer = pointer(argument);
      if (later_effects) {
        arguments[i].pointer = saved(arguments[i].pointer, range);
      }
    } else {
      arguments[i].value = integer(argument);
      if (later_effects) arguments[i].value = saved(arguments[i].value, range);
    }
  }
  auto owned = std::make_unique<Frame>();
  Frame& inner = *owned;
  inner.function = function;
  inner.caller = &frame();
  const std::size_t instance = ++instances_[function];
  inner.prefix = function->getNameAsString() + "$" +
                 (instance == 1 ? std::string() : std::to_string(instance) + "$");
  inner.result_stem = inner.prefix + "result";
  inner.end = new_block(range);
  all_frames_.push_back(std::move(owned));
  frames_.push_back(&inner);
  std::vector<Expr> guards;
  std::swap(guards, guards_);
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = function->getParamDecl(i);
    const clang::VarDecl* key = parameter->getCanonicalDecl();
    if (i >= e->getNumArgs()) {
      havoc(variable(parameter));
    } else if (arguments[i].record) {
      copy(variable(parameter), *arguments[i].record, range);
    } else if (parameter->getType()->isPointerType()) {
      Pointer value = arguments[i].pointer;
      if (!parameter->getType()->isFunctionPointerType()) {
        value = shaped(value, points_to_.pointee(points_to_.variable(parameter)));
      }
      std::vector<Expr> parts = value.outer;
      parts.push_back(value.object);
      if (value.offset) parts.push_back(value.offset);
      if (std::ranges::all_of(parts,
                              [&](Expr one) { return can_substitute(parameter, function, one); })) {
        inner.substituted_pointers[key] = value;
      } else {
        write_pointer(variable(parameter), value, range);
      }
    } else if (can_substitute(parameter, function, arguments[i].value)) {
      inner.substituted[key] = arguments[i].value;
    } else {
      write(variable(parameter), arguments[i].value, range);
    }
  }
  acsl_->enter_function();
  if (has_contract(function)) acsl_->assert_requires(function);
  lower(function->getBody());
  jump(inner.end);
  start(inner.end);
  const clang::QualType type = function->getReturnType();
  here_ = range;
  if (type->isRecordType()) {
    result_record_ = result_location(inner);
  } else if (type->isPointerType()) {
    result_pointer_ = read_pointer(result_location(inner));
  } else if (!type->isVoidType()) {
    result_ = read(result_location(inner));
  }
  std::swap(guards, guards_);
  frames_.pop_back();
}

void Lowering::call_procedure(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  gcl::Call statement;
  statement.procedure = procedure_of(function);
  if (e->getNumArgs() < function->getNumParams()) {
    refuse(e->getSourceRange(), "a call with too few arguments of a function that is not inlined");
  }
  const bool change_each_other = std::ranges::any_of(
      e->arguments(), [&](const clang::Expr* argument) { return has_effects(argument); });
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const clang::Expr* argument = e->getArg(i);
    if (i >= function->getNumParams()) {
      effects(argument);  // void f() called with arguments
      continue;
    }
    if (argument->getType()->isRecordType()) {
      refuse(argument->getSourceRange(), "a struct passed to a function that is not inlined",
             "pass a pointer");
    }
    if (argument->getType()->isPointerType()) {
      Pointer value = pointer(argument);
      if (change_each_other) value = saved(value, range);
      statement.arguments.push_back({value.object, range});
      if (argument->getType()->isFunctionPointerType()) continue;
      const Pointer full =
          shaped(value, points_to_.pointee(points_to_.variable(function->getParamDecl(i))));
      if (full.offset) statement.arguments.push_back({full.offset, range});
      for (const Expr index : full.outer) statement.arguments.push_back({index, range});
    } else {
      Expr value = integer(argument);
      if (change_each_other) value = saved(value, range);
      statement.arguments.push_back({value, range});
    }
  }
  const clang::QualType type = function->getReturnType();
  here_ = range;
  result_ = Expr();  // calls among the arguments had results of their own
  result_pointer_ = {};
  if (type->isRecordType()) {
    if (!has_contract(function)) {
      refuse(e->getSourceRange(), "a struct returned by a function that is not inlined",
             "return it through a pointer");
    }
    Location whole;
    whole.node = points_to_.result(function);
    whole.type = type;
    whole.stem = "call$" + std::to_string(++temporaries_);
    for_each_leaf(whole, [&](const Location& one, Part part) {
      std::vector<Expr> keys;
      statement.results.push_back(leaf(one, part, keys));
    });
    result_record_ = whole;
  } else if (type->isPointerType()) {
    result_pointer_.object = temporary("call");
    statement.results.push_back(result_pointer_.object);
    const std::size_t rank = type->isFunctionPointerType()
                                 ? 0
                                 : points_to_.rank(points_to_.pointee(points_to_.result(function)));
    for (std::size_t index = 0; index < rank; ++index) {
      const Expr part = temporary("call");
      statement.results.push_back(part);
      if (index == 0) {
        result_pointer_.offset = part;
      } else {
        result_pointer_.outer.push_back(part);
      }
    }
  } else if (!type->isVoidType()) {
    result_ = temporary("call", sort_of(type));
    statement.results.push_back(result_);
  }
  calls_[procedure_name_].insert(statement.procedure);
  emit(gcl::Stmt{std::move(statement), range});
  assume_globals(range);
  if (result_ && result_.sort().is_int()) {
    const Expr fits = arithmetic_.in_range(result_, int_type(type, e->getSourceRange()));
    if (!fits.is_true()) emit_assume(fits, range);
  }
}

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
