// SPDX-License-Identifier: Apache-2.0
//
// Calls: by contract if there is one, else inlined; recursion, and functions that are too large to
// be copied to all places they are called from, by a procedure without a contract (or,
// under-approximating, inlined to a fixed depth). Calls::Keep: every function is a procedure, known
// by its body, and nothing is approximated.
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/names.h"
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
constexpr std::size_t max_inlined_blocks = 50'000;
/// Recursion is followed up to this many in one function.
constexpr std::size_t max_recursive_blocks = 5'000;

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
  // Those of the library, unknown and watched ones lower their arguments as they come.
  const bool as_written = callee != nullptr && (options_.spec || !definition(callee)->hasBody());
  if (as_written) check_order(e);
  if (callee == nullptr) {
    call_pointer(e);
  } else {
    call_direct(e, callee);
  }
}

void Lowering::call_function(const clang::CallExpr* e, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* function = definition(callee);
  if (is_variadic_helper(function)) return;  // what va_arg gives is any value anyway
  if (!function->hasBody()) {
    if (has_contract(function)) {
      call_procedure(e, function);
    } else {
      call_unknown(e, function);
    }
    return;
  }
  const bool over = approximation_ == Approximation::Over;
  if (has_contract(function) && over) {
    call_procedure(e, function);
    return;
  }
  const bool recursive = call_graph_.recursive(function);
  const bool complete = e->getNumArgs() >= function->getNumParams();
  if (options_.calls == Calls::Keep && (recursive || (complete && !passes_structs(function)))) {
    call_procedure(e, function);
    return;
  }
  const bool fits = inlined_blocks_ + cfg_.blocks.size() < max_inlined_blocks;
  if (!recursive && fits && (!over || !call_graph_.outlined(function))) {
    call_inlined(e, function);
    return;
  }
  const std::string name = function->getNameAsString();
  if (over) {
    not_exact(here_, "a call of '" + name + "', which is not inlined");
    call_procedure(e, function);
    return;
  }
  const auto active =
      std::ranges::count_if(frames_, [&](const Frame* f) { return f->function == function; });
  // Calls that call twice and in turn are exponential in the depth.
  const bool room = recursive && cfg_.blocks.size() < max_recursive_blocks;
  if (room && static_cast<std::size_t>(active) < recursion_depth) {
    call_inlined(e, function);
  } else {
    lost_call(e, "calls of '" + name + "' as deep as this");
  }
}

/// Not followed further: no run through here is claimed.
void Lowering::lost_call(const clang::CallExpr* e, const std::string& why) {
  not_exact(here_, why);
  result_ = zero_of(sort_of(e->getType()));
  result_pointer_ = {number(0), number(0)};
  if (e->getType()->isRecordType()) result_record_ = temporary_struct(e);
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
  // `int f(int n, int a[n++])`: the types of parameters are evaluated on entry.
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    clang::QualType type = parameter->getOriginalType();
    while (const clang::ArrayType* array = ast_.getAsArrayType(type)) {
      if (const auto* open = dyn_cast<clang::VariableArrayType>(array)) {
        work.push_back(open->getSizeExpr());
      }
      type = array->getElementType();
    }
  }
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

Expr Lowering::any_value(gcl::Sort sort, const SourceRange& range) {
  const Expr value = temporary("unknown", sort);
  emit(gcl::make_havoc({value}, range));
  return value;
}

/// Without the keys that lead to it: a scalar's own, or a map of an array that is part of a struct.
gcl::Sort Lowering::sort_of_part(const Location& at, Part part) {
  std::vector<Expr> keys;
  gcl::Sort sort = leaf_of(at, part, keys).sort;
  for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
  return sort;
}

/// For a result that is a struct.
Location Lowering::temporary_struct(const clang::CallExpr* e) {
  Location whole;
  whole.node = points_to_.location(e);
  whole.type = e->getType();
  whole.stem = "call$" + std::to_string(++temporaries_);
  if (points_to_.is_flat(whole.node)) whole.indices = {number(0)};
  enter_flat(whole);
  return whole;
}

/// What was passed through `...` is not kept: any value of the type, any of the pointers.
Expr Lowering::any_argument(const clang::VAArgExpr* e) {
  const SourceRange range = place(e);
  not_exact(range, "an argument taken with va_arg");
  const Expr value = any_value(sort_of(e->getType()), range);
  if (value.sort().is_int()) {
    const Expr fits = arithmetic_.in_range(value, int_type(e->getType(), e->getSourceRange()));
    if (!fits.is_true()) emit_assume(fits, range);
  }
  return value;
}

Pointer Lowering::any_pointer_argument(const clang::VAArgExpr* e) {
  const SourceRange range = place(e);
  not_exact(range, "an argument taken with va_arg");
  Pointer value{any_value(context_.int_sort(), range), Expr()};
  if (e->getType()->isFunctionPointerType()) return value;
  const std::size_t rank = points_to_.rank(points_to_.target(e));
  if (rank > 0) value.offset = any_value(context_.int_sort(), range);
  for (std::size_t i = 1; i < rank; ++i) {
    value.outer.push_back(any_value(context_.int_sort(), range));
  }
  return value;
}

/// In the caller's frame, each once. `callee`: of a call through a pointer, evaluated with them.
std::vector<Argument> Lowering::evaluate(const clang::CallExpr* e, Pointer* callee) {
  const SourceRange range = place(e);
  std::vector<Argument> arguments(e->getNumArgs());
  std::vector<Operand> operands;
  if (callee != nullptr) {
    operands.push_back(
        operand(e->getCallee(), *callee, [this, e] { return pointer(e->getCallee()); }));
  }
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const clang::Expr* written = e->getArg(i);
    Argument& one = arguments[i];
    one.type = written->getType();
    const auto known = evaluated_.find(written);
    const auto record_known = evaluated_structs_.find(written);
    if (record_known != evaluated_structs_.end()) {
      one.record = record_known->second;
    } else if (known != evaluated_.end()) {
      one.value = known->second.integer;
      one.pointer = known->second.pointer;
    } else if (one.type->isRecordType()) {
      one.record.emplace();
      operands.push_back(
          operand(written, *one.record, [this, written] { return record(written); }));
    } else if (one.type->isPointerType()) {
      operands.push_back(
          operand(written, one.pointer, [this, written] { return pointer(written); }));
    } else if (one.type->isVoidType()) {
      operands.push_back(
          {written, [this, written] { effects(written); }, [] { return std::vector<Expr*>(); }});
    } else {
      operands.push_back(operand(written, one.value, [this, written] { return integer(written); }));
    }
  }
  evaluate_operands(operands, range);
  here_ = range;
  return arguments;
}

/// As the parameter's type wants it, which a declaration without a prototype does not see to.
/// Nothing: calling it like that is undefined.
std::optional<Argument> Lowering::adapted(const clang::ParmVarDecl* parameter,
                                          const Argument& argument) {
  const clang::QualType type = parameter->getType();
  if (type->isRecordType() != argument.type->isRecordType() ||
      type->isPointerType() != argument.type->isPointerType()) {
    return std::nullopt;
  }
  Argument result = argument;
  if (type->isRecordType()) {
    if (!ast_.hasSameUnqualifiedType(type, argument.type)) return std::nullopt;
  } else if (type->isPointerType()) {
    if (!type->isFunctionPointerType()) {
      result.pointer = shaped(argument.pointer, points_to_.pointee(points_to_.variable(parameter)));
    }
  } else if (!argument.value) {
    return std::nullopt;
  } else if (!ast_.hasSameUnqualifiedType(type, argument.type)) {
    result.value = convert(argument.value, argument.type, type);
  }
  return result;
}

void Lowering::bind(const clang::ParmVarDecl* parameter, const Argument& given,
                    const SourceRange& range) {
  const clang::VarDecl* key = parameter->getCanonicalDecl();
  const std::optional<Argument> argument = adapted(parameter, given);
  if (!argument) {
    havoc(variable(parameter));
  } else if (parameter->getType()->isRecordType()) {
    copy(variable(parameter), *argument->record, range);
  } else if (parameter->getType()->isPointerType()) {
    const Pointer& value = argument->pointer;
    std::vector<Expr> parts = value.outer;
    parts.push_back(value.object);
    if (value.offset) parts.push_back(value.offset);
    if (std::ranges::all_of(
            parts, [&](Expr one) { return can_substitute(parameter, frame().function, one); })) {
      frame().substituted_pointers[key] = value;
    } else {
      write_pointer(variable(parameter), value, range);
    }
  } else if (can_substitute(parameter, frame().function, argument->value)) {
    frame().substituted[key] = argument->value;
  } else {
    write(variable(parameter), argument->value, range);
  }
}

void Lowering::call_inlined(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  std::vector<Argument> arguments = evaluate(e, nullptr);
  auto owned = std::make_unique<Frame>();
  Frame& inner = *owned;
  inner.function = function;
  inner.caller = &frame();
  const std::size_t instance = ++instances_[function];
  inner.prefix =
      il_name(function) + "$" + (instance == 1 ? std::string() : std::to_string(instance) + "$");
  inner.result_stem = inner.prefix + "result";
  inner.end = new_block(range);
  all_frames_.push_back(std::move(owned));
  frames_.push_back(&inner);
  // What waits in the caller is none of the callee's business, which may be the same function.
  std::vector<Expr> guards;
  std::map<const clang::Expr*, Value> evaluated;
  std::map<const clang::Expr*, Location> structs;
  std::swap(guards, guards_);
  std::swap(evaluated, evaluated_);
  std::swap(structs, evaluated_structs_);
  create_objects();
  begin_activation();
  {
    std::vector<Expr> nothing;
    const Held until_here(*this, nothing);
    for (Argument& one : arguments) {
      held_.push_back(&one.value);
      for (Expr* part : parts_of(one.pointer)) held_.push_back(part);
    }
    for (unsigned i = 0; i < function->getNumParams(); ++i) {
      if (i < arguments.size()) {
        bind(function->getParamDecl(i), arguments[i], range);
      } else {
        havoc(variable(function->getParamDecl(i)));
      }
    }
  }
  acsl_->enter_function();
  if (has_contract(function)) acsl_->assert_requires(function);
  lower(function->getBody());
  jump(inner.end);
  start(inner.end);
  const clang::QualType type = function->getReturnType();
  here_ = range;
  result_ = Expr();  // calls inside had results of their own
  result_pointer_ = {};
  result_record_.reset();
  if (type->isRecordType()) {
    result_record_ = result_location(inner);
  } else if (type->isPointerType()) {
    result_pointer_ = read_pointer(result_location(inner));
  } else if (!type->isVoidType()) {
    result_ = read(result_location(inner));
  }
  end_activation();
  std::swap(guards, guards_);
  std::swap(evaluated, evaluated_);
  std::swap(structs, evaluated_structs_);
  frames_.pop_back();
}

/// How many there have been before a call that may make more; null where nobody counts.
Expr Lowering::count_of_objects(const SourceRange& range) {
  const bool counted = std::ranges::any_of(points_to_.objects(), [](const Object& object) {
    return object.many && object.kind != Object::Kind::Outside;
  });
  return counted ? saved(next_object(), range, "count") : Expr();
}

void Lowering::assume_more_objects(Expr before, const SourceRange& range) {
  if (before) emit_assume(gcl::mk_le(context_, before, next_object()), range);
}

void Lowering::pass_anything(const clang::ParmVarDecl* parameter,
                             const std::function<void(Expr)>& pass, const SourceRange& range) {
  const Location at = variable(parameter);
  if (at.type->isRecordType()) {
    for_each_leaf(at, [&](const Location& one, Part part) {
      pass(any_value(sort_of_part(one, part), range));
    });
    return;
  }
  pass(any_value(sort_of(at.type), range));
  const std::size_t parts = at.type->isPointerType() ? pointer_parts(at) : 0;
  for (std::size_t i = 0; i < parts; ++i) pass(any_value(context_.int_sort(), range));
}

void Lowering::call_procedure(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  gcl::Call statement;
  statement.procedure = procedure_of(function);
  const std::vector<Argument> arguments = evaluate(e, nullptr);
  const auto pass = [&](Expr value) { statement.arguments.push_back({value, range}); };
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = function->getParamDecl(i);
    std::optional<Argument> argument;
    if (i < arguments.size()) argument = adapted(parameter, arguments[i]);
    if (!argument) {  // missing, or of another kind
      pass_anything(parameter, pass, range);
    } else if (argument->type->isRecordType()) {
      const Location copied = record_temporary(variable(parameter));
      copy(copied, *argument->record, range);
      for_each_leaf(copied, [&](const Location& one, Part part) { pass(read_part(one, part)); });
    } else if (argument->type->isPointerType()) {
      pass(argument->pointer.object);
      if (argument->pointer.offset) pass(argument->pointer.offset);
      for (const Expr index : argument->pointer.outer) pass(index);
    } else {
      pass(argument->value);
    }
  }
  const clang::QualType type = function->getReturnType();
  here_ = range;
  result_ = Expr();  // calls among the arguments had results of their own
  result_pointer_ = {};
  result_record_.reset();
  if (type->isRecordType()) {
    Frame callee;
    callee.function = function;
    callee.result_stem = "call$" + std::to_string(++temporaries_);
    const Location whole = result_location(callee);
    for_each_leaf(whole, [&](const Location& one, Part part) {
      std::vector<Expr> keys;
      const Expr var = leaf(one, part, keys);
      if (std::ranges::find(statement.results, var) == statement.results.end()) {
        statement.results.push_back(var);
      }
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
  const Expr before = count_of_objects(range);
  emit(gcl::Stmt{std::move(statement), range});
  assume_more_objects(before, range);
  assume_globals(range);
  if (result_ && result_.sort().is_int()) {
    const Expr fits = arithmetic_.in_range(result_, int_type(type, e->getSourceRange()));
    if (!fits.is_true()) emit_assume(fits, range);
  }
}

}  // namespace pawl::frontend::c
