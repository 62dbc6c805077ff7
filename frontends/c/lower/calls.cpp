// SPDX-License-Identifier: Apache-2.0
//
// Calls: by contract if there is one, else inlined; recursion, and functions that are too large to
// be copied to all places they are called from, by a procedure without a contract (or,
// under-approximating, inlined to a fixed depth). Calls::Keep: every function is a procedure, known
// by its body, and nothing is approximated.
#include "frontends/c/lower/calls.h"

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/evaluation.h"
#include "frontends/c/lower/events.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/initial_state.h"
#include "frontends/c/lower/initialisers.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/names.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/statements.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/unknown_calls.h"
#include "frontends/c/lower/values.h"
#include "gcl/make_stmt.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::Expr;

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

KnownCalls::KnownCalls(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      call_graph_(rooms.call_graph),
      arithmetic_(rooms.arithmetic),
      acsl_(rooms.acsl),
      code_(rooms.code),
      procedures_(rooms.procedures),
      types_(rooms.types),
      reals_(rooms.reals),
      evaluation_(rooms.evaluation),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      flat_(rooms.flat),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      lifetimes_(rooms.lifetimes),
      initialisers_(rooms.initialisers),
      expressions_(rooms.expressions),
      structs_(rooms.structs),
      statements_(rooms.statements),
      unknown_calls_(rooms.unknown_calls),
      events_(rooms.events),
      initial_(rooms.initial),
      values_(rooms.values) {}

void KnownCalls::call(const clang::CallExpr* e) {
  values_.result = Expr();
  values_.pointer = {};
  values_.record.reset();
  code_.set_here(code_.place(e));
  const clang::FunctionDecl* callee = e->getDirectCallee();
  // Those of the library, unknown and watched ones lower their arguments as they come.
  const bool as_written = callee != nullptr && (options_.spec || !definition(callee)->hasBody() ||
                                                call_graph_.skipped(callee));
  if (as_written) evaluation_.check_order(e);
  if (callee == nullptr) {
    unknown_calls_.call_pointer(e);
  } else {
    events_.call_direct(e, callee);
  }
}

void KnownCalls::call_function(const clang::CallExpr* e, const clang::FunctionDecl* callee) {
  const clang::FunctionDecl* function = definition(callee);
  if (is_variadic_helper(function)) return;  // what va_arg gives is any value anyway
  if (call_graph_.skipped(function)) {
    unknown_calls_.call_unknown(e, function);
    return;
  }
  if (!function->hasBody()) {
    if (acsl_.has_contract(function)) {
      call_procedure(e, function);
    } else {
      unknown_calls_.call_unknown(e, function);
    }
    return;
  }
  const bool over = approximation_ == Approximation::Over;
  if (acsl_.has_contract(function) && over) {
    call_procedure(e, function);
    return;
  }
  const bool recursive = call_graph_.recursive(function);
  const bool complete = e->getNumArgs() >= function->getNumParams();
  if (options_.calls == Calls::Keep && (recursive || (complete && !passes_structs(function)))) {
    call_procedure(e, function);
    return;
  }
  const bool fits = inlined_blocks_ + code_.cfg().blocks.size() < max_inlined_blocks;
  if (!recursive && fits && (!over || !call_graph_.outlined(function))) {
    call_inlined(e, function);
    return;
  }
  const std::string name = function->getNameAsString();
  if (over) {
    code_.not_exact(code_.here(), "a call of '" + name + "', which is not inlined");
    call_procedure(e, function);
    return;
  }
  const auto active = std::ranges::count_if(
      code_.frames(), [&](const Frame* f) { return f->function == function; });
  // Calls that call twice and in turn are exponential in the depth.
  const bool room = recursive && code_.cfg().blocks.size() < max_recursive_blocks;
  if (room && static_cast<std::size_t>(active) < recursion_depth) {
    call_inlined(e, function);
  } else {
    lost_call(e, "calls of '" + name + "' as deep as this");
  }
}

/// Not followed further: no run through here is claimed.
void KnownCalls::lost_call(const clang::CallExpr* e, const std::string& why) {
  code_.not_exact(code_.here(), why);
  values_.result = reals_.zero_of(types_.sort_of(e->getType()));
  values_.pointer = {code_.number(0), code_.number(0)};
  if (e->getType()->isRecordType()) values_.record = structs_.temporary_struct(e);
}

bool KnownCalls::can_substitute(const clang::ParmVarDecl* parameter,
                                const clang::FunctionDecl* function, Expr value) {
  if (points_to_.address_taken(parameter->getCanonicalDecl())) return false;
  const FunctionFacts& facts = facts_of(function);
  if (facts.assigned.contains(parameter->getCanonicalDecl())) return false;
  if (facts.only_own_locals) return true;
  // What the caller alone can change does not change during the call.
  return std::ranges::all_of(gcl::free_vars(value),
                             [&](Expr var) { return code_.locals().contains(var.name()); });
}

const KnownCalls::FunctionFacts& KnownCalls::facts_of(const clang::FunctionDecl* function) {
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

Expr KnownCalls::any_value(gcl::Sort sort, const SourceRange& range) {
  const Expr value = code_.temporary("unknown", sort);
  code_.emit(gcl::make_havoc({value}, range));
  return value;
}

/// Without the keys that lead to it: a scalar's own, or a map of an array that is part of a struct.
gcl::Sort KnownCalls::sort_of_part(const Location& at, Part part) {
  std::vector<Expr> keys;
  gcl::Sort sort = memory_.leaf_of(at, part, keys).sort;
  for (std::size_t i = 0; i < keys.size(); ++i) sort = sort.value();
  return sort;
}

/// What was passed through `...` is not kept: any value of the type, any of the pointers.
Expr KnownCalls::any_argument(const clang::VAArgExpr* e) {
  const SourceRange range = code_.place(e);
  code_.not_exact(range, "an argument taken with va_arg");
  const Expr value = any_value(types_.sort_of(e->getType()), range);
  if (value.sort().is_int()) {
    const Expr fits =
        arithmetic_.in_range(value, types_.int_type(e->getType(), e->getSourceRange()));
    if (!fits.is_true()) code_.emit_assume(fits, range);
  }
  return value;
}

Pointer KnownCalls::any_pointer_argument(const clang::VAArgExpr* e) {
  const SourceRange range = code_.place(e);
  code_.not_exact(range, "an argument taken with va_arg");
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
std::vector<Argument> KnownCalls::evaluate(const clang::CallExpr* e, Pointer* callee) {
  const SourceRange range = code_.place(e);
  std::vector<Argument> arguments(e->getNumArgs());
  std::vector<Operand> operands;
  if (callee != nullptr) {
    operands.push_back(operand(e->getCallee(), *callee,
                               [this, e] { return expressions_.pointer(e->getCallee()); }));
  }
  for (unsigned i = 0; i < e->getNumArgs(); ++i) {
    const clang::Expr* written = e->getArg(i);
    Argument& one = arguments[i];
    one.type = written->getType();
    const auto known = values_.evaluated.find(written);
    const auto record_known = values_.evaluated_structs.find(written);
    if (record_known != values_.evaluated_structs.end()) {
      one.record = record_known->second;
    } else if (known != values_.evaluated.end()) {
      one.value = known->second.integer;
      one.pointer = known->second.pointer;
    } else if (one.type->isRecordType()) {
      one.record.emplace();
      operands.push_back(
          operand(written, *one.record, [this, written] { return structs_.record(written); }));
    } else if (one.type->isPointerType()) {
      operands.push_back(
          operand(written, one.pointer, [this, written] { return expressions_.pointer(written); }));
    } else if (one.type->isVoidType()) {
      operands.push_back({written, [this, written] { expressions_.effects(written); },
                          [] { return std::vector<Expr*>(); }});
    } else {
      operands.push_back(
          operand(written, one.value, [this, written] { return expressions_.integer(written); }));
    }
  }
  evaluation_.evaluate_operands(operands, range);
  code_.set_here(range);
  return arguments;
}

/// As the parameter's type wants it, which a declaration without a prototype does not see to.
/// Nothing: calling it like that is undefined.
std::optional<Argument> KnownCalls::adapted(const clang::ParmVarDecl* parameter,
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
      result.pointer =
          pointers_.shaped(argument.pointer, points_to_.pointee(points_to_.variable(parameter)));
    }
  } else if (!argument.value) {
    return std::nullopt;
  } else if (!ast_.hasSameUnqualifiedType(type, argument.type)) {
    result.value = reals_.convert(argument.value, argument.type, type);
  }
  return result;
}

void KnownCalls::bind(const clang::ParmVarDecl* parameter, const Argument& given,
                      const SourceRange& range) {
  const clang::VarDecl* key = parameter->getCanonicalDecl();
  const std::optional<Argument> argument = adapted(parameter, given);
  if (!argument) {
    initialisers_.havoc(lvalues_.variable(parameter));
  } else if (parameter->getType()->isRecordType()) {
    memory_.copy(lvalues_.variable(parameter), *argument->record, range);
  } else if (parameter->getType()->isPointerType()) {
    const Pointer& value = argument->pointer;
    std::vector<Expr> parts = value.outer;
    parts.push_back(value.object);
    if (value.offset) parts.push_back(value.offset);
    if (std::ranges::all_of(parts, [&](Expr one) {
          return can_substitute(parameter, code_.frame().function, one);
        })) {
      code_.frame().substituted_pointers[key] = value;
    } else {
      memory_.write_pointer(lvalues_.variable(parameter), value, range);
    }
  } else if (can_substitute(parameter, code_.frame().function, argument->value)) {
    code_.frame().substituted[key] = argument->value;
  } else {
    memory_.write(lvalues_.variable(parameter), argument->value, range);
  }
}

void KnownCalls::call_inlined(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = code_.place(e);
  std::vector<Argument> arguments = evaluate(e, nullptr);
  auto owned = std::make_unique<Frame>();
  Frame& inner = *owned;
  inner.function = function;
  inner.caller = &code_.frame();
  const std::size_t instance = ++instances_[function];
  inner.prefix =
      il_name(function) + "$" + (instance == 1 ? std::string() : std::to_string(instance) + "$");
  inner.result_stem = inner.prefix + "result";
  inner.end = code_.new_block(range);
  code_.enter(std::move(owned));
  // What waits in the caller is none of the callee's business, which may be the same function.
  std::vector<Expr> guards;
  std::map<const clang::Expr*, Value> evaluated;
  std::map<const clang::Expr*, Location> structs;
  std::swap(guards, code_.guards());
  std::swap(evaluated, values_.evaluated);
  std::swap(structs, values_.evaluated_structs);
  initial_.create_objects();
  lifetimes_.begin_activation();
  {
    std::vector<Expr> nothing;
    Held until_here(code_, nothing);
    for (Argument& one : arguments) {
      until_here.add(one.value);
      until_here.add(one.pointer);
    }
    for (unsigned i = 0; i < function->getNumParams(); ++i) {
      if (i < arguments.size()) {
        bind(function->getParamDecl(i), arguments[i], range);
      } else {
        initialisers_.havoc(lvalues_.variable(function->getParamDecl(i)));
      }
    }
  }
  acsl_.enter_function();
  if (acsl_.has_contract(function)) acsl_.assert_requires(function);
  statements_.lower(function->getBody());
  code_.jump(inner.end);
  code_.start(inner.end);
  const clang::QualType type = function->getReturnType();
  code_.set_here(range);
  values_.result = Expr();  // calls inside had results of their own
  values_.pointer = {};
  values_.record.reset();
  if (type->isRecordType()) {
    values_.record = lvalues_.result_location(inner);
  } else if (type->isPointerType()) {
    values_.pointer = memory_.read_pointer(lvalues_.result_location(inner));
  } else if (!type->isVoidType()) {
    values_.result = memory_.read(lvalues_.result_location(inner));
  }
  lifetimes_.end_activation();
  std::swap(guards, code_.guards());
  std::swap(evaluated, values_.evaluated);
  std::swap(structs, values_.evaluated_structs);
  code_.leave_frame();
}

void KnownCalls::pass_anything(const clang::ParmVarDecl* parameter,
                               const std::function<void(Expr)>& pass, const SourceRange& range) {
  const Location at = lvalues_.variable(parameter);
  if (at.type->isRecordType()) {
    memory_.for_each_leaf(at, [&](const Location& one, Part part) {
      pass(any_value(sort_of_part(one, part), range));
    });
    return;
  }
  pass(any_value(types_.sort_of(at.type), range));
  const std::size_t parts = at.type->isPointerType() ? flat_.pointer_parts(at) : 0;
  for (std::size_t i = 0; i < parts; ++i) pass(any_value(context_.int_sort(), range));
}

void KnownCalls::call_procedure(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = code_.place(e);
  gcl::Call statement;
  statement.procedure = procedures_.procedure_of(function);
  const std::vector<Argument> arguments = evaluate(e, nullptr);
  const auto pass = [&](Expr value) { statement.arguments.push_back({value, range}); };
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const clang::ParmVarDecl* parameter = function->getParamDecl(i);
    std::optional<Argument> argument;
    if (i < arguments.size()) argument = adapted(parameter, arguments[i]);
    if (!argument) {  // missing, or of another kind
      pass_anything(parameter, pass, range);
    } else if (argument->type->isRecordType()) {
      const Location copied = structs_.record_temporary(lvalues_.variable(parameter));
      memory_.copy(copied, *argument->record, range);
      memory_.for_each_leaf(
          copied, [&](const Location& one, Part part) { pass(memory_.read_part(one, part)); });
    } else if (argument->type->isPointerType()) {
      pass(argument->pointer.object);
      if (argument->pointer.offset) pass(argument->pointer.offset);
      for (const Expr index : argument->pointer.outer) pass(index);
    } else {
      pass(argument->value);
    }
  }
  const clang::QualType type = function->getReturnType();
  code_.set_here(range);
  values_.result = Expr();  // calls among the arguments had results of their own
  values_.pointer = {};
  values_.record.reset();
  if (type->isRecordType()) {
    Frame callee;
    callee.function = function;
    callee.result_stem = "call$" + std::to_string(code_.fresh_number());
    const Location whole = lvalues_.result_location(callee);
    memory_.for_each_leaf(whole, [&](const Location& one, Part part) {
      std::vector<Expr> keys;
      const Expr var = memory_.leaf(one, part, keys);
      if (std::ranges::find(statement.results, var) == statement.results.end()) {
        statement.results.push_back(var);
      }
    });
    values_.record = whole;
  } else if (type->isPointerType()) {
    values_.pointer.object = code_.temporary("call");
    statement.results.push_back(values_.pointer.object);
    const std::size_t rank = type->isFunctionPointerType()
                                 ? 0
                                 : points_to_.rank(points_to_.pointee(points_to_.result(function)));
    for (std::size_t index = 0; index < rank; ++index) {
      const Expr part = code_.temporary("call");
      statement.results.push_back(part);
      if (index == 0) {
        values_.pointer.offset = part;
      } else {
        values_.pointer.outer.push_back(part);
      }
    }
  } else if (!type->isVoidType()) {
    values_.result = code_.temporary("call", types_.sort_of(type));
    statement.results.push_back(values_.result);
  }
  procedures_.calls()[code_.procedure()].insert(statement.procedure);
  const Expr before = objects_.count_of_objects(range);
  code_.emit(gcl::Stmt{std::move(statement), range});
  objects_.assume_more_objects(before, range);
  initial_.assume_globals(range);
  if (values_.result && values_.result.sort().is_int()) {
    const Expr fits =
        arithmetic_.in_range(values_.result, types_.int_type(type, e->getSourceRange()));
    if (!fits.is_true()) code_.emit_assume(fits, range);
  }
}

}  // namespace pawl::frontend::c
