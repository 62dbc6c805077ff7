// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that are not known by name: through pointers, or without a body.
#include "frontends/c/lower/unknown_calls.h"

#include <clang/AST/Attr.h>

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/events.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/floats.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/initial_state.h"
#include "frontends/c/lower/initialisers.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/structs.h"
#include "frontends/c/lower/types.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::isa;
using gcl::BlockId;
using gcl::Expr;

UnknownCalls::UnknownCalls(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      diagnostics_(rooms.diagnostics),
      points_to_(rooms.points_to),
      call_graph_(rooms.call_graph),
      arithmetic_(rooms.arithmetic),
      lowered_(rooms.lowered),
      acsl_(rooms.acsl),
      code_(rooms.code),
      globals_(rooms.globals),
      procedures_(rooms.procedures),
      types_(rooms.types),
      reals_(rooms.reals),
      pointers_(rooms.pointers),
      memory_(rooms.memory),
      objects_(rooms.objects),
      initialisers_(rooms.initialisers),
      expressions_(rooms.expressions),
      structs_(rooms.structs),
      calls_(rooms.calls),
      events_(rooms.events),
      initial_(rooms.initial),
      values_(rooms.values) {}

namespace {

constexpr const char* unknown_function = "unknown$function";
constexpr const char* unknown_assembly = "unknown$assembly";

}  // namespace

std::string UnknownCalls::unknown_procedure(const std::string& name) {
  globals_.names_taken().insert(name);
  if (lowered_.program.find_procedure(name) != nullptr) return name;
  gcl::Procedure procedure;
  procedure.name = name;
  procedure.range = code_.here();
  lowered_.program.procedures.push_back(std::move(procedure));
  if (name == unknown_assembly) return name;  // it calls nobody
  for (const clang::FunctionDecl* function : call_graph_.callbacks()) {
    procedures_.calls()[name].insert(procedures_.procedure_of(function));
  }
  return name;
}

/// Code that nobody knows: it changes what it can reach, and calls whom it knows of. What those do
/// then is proved in procedures of their own.
void UnknownCalls::run_strangers(const SourceRange& range) { run(unknown_function, range); }

void UnknownCalls::run_assembly(const SourceRange& range) { run(unknown_assembly, range); }

void UnknownCalls::run(const std::string& name, const SourceRange& range) {
  const Expr before = objects_.count_of_objects(range);
  gcl::Call statement;
  statement.procedure = unknown_procedure(name);
  procedures_.calls()[code_.procedure()].insert(statement.procedure);
  code_.emit(gcl::Stmt{std::move(statement), range});
  objects_.assume_more_objects(before, range);
  initial_.assume_globals(range);
}

/// Is this IL variable memory that strangers can have got at?
bool UnknownCalls::changed_by_strangers(const std::string& global) {
  if (global == "object$next" || global == "object$size") return false;
  if (events_.is_state(global)) return !call_graph_.skipped().empty();
  const auto found = memory_.nodes().find(global);
  return found == memory_.nodes().end() || points_to_.seen_outside(found->second);
}

/// Engines that follow calls follow the callbacks, too: any number of them, in any order.
void UnknownCalls::fill_unknown_procedures() {
  for (const char* name : {unknown_function, unknown_assembly}) fill_unknown_procedure(name);
}

void UnknownCalls::fill_unknown_procedure(const std::string& name) {
  const auto found = std::ranges::find(lowered_.program.procedures, name, &gcl::Procedure::name);
  if (found == lowered_.program.procedures.end()) return;
  const SourceRange range = found->range;
  for (const auto& [global, var] : globals_.all()) {
    if (changed_by_strangers(global)) found->modifies.push_back(var);
  }
  if (options_.calls != Calls::Keep) return;
  gcl::While again;
  again.body.push_back(gcl::make_havoc(found->modifies, range));
  if (found->modifies.empty()) again.body.clear();
  std::size_t count = 0;
  for (const clang::FunctionDecl* function : call_graph_.callbacks()) {
    if (name == unknown_assembly) break;
    if (acsl_.has_contract(function)) continue;  // kept by whoever calls it
    const gcl::Procedure* callee =
        lowered_.program.find_procedure(procedures_.procedure_of(function));
    gcl::Call call;
    call.procedure = callee->name;
    gcl::Block body;
    const auto any = [&](gcl::Sort sort) {
      const Expr var = context_.var("any$" + std::to_string(++count), sort);
      found->locals.push_back({var, range});
      return var;
    };
    for (const gcl::VarDecl& parameter : callee->parameters) {
      const Expr var = any(parameter.var.sort());
      body.push_back(gcl::make_havoc({var}, range));
      call.arguments.push_back({var, range});
    }
    for (const gcl::VarDecl& result : callee->results) {
      call.results.push_back(any(result.var.sort()));
    }
    body.push_back({std::move(call), range});
    again.body.push_back({gcl::If{std::nullopt, std::move(body), {}, {}}, range});
  }
  found->body = gcl::Block{};
  found->body->push_back({std::move(again), range});
}

/// No body, no contract: any result; and whatever it can reach may have changed. Null: some
/// function, through a pointer.
void UnknownCalls::call_unknown(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = code_.place(e);
  const std::string name =
      function != nullptr ? "'" + function->getNameAsString() + "'" : "a function nobody knows";
  const bool skipped = function != nullptr && call_graph_.skipped(function);
  if (function != nullptr && is_beyond_us(function)) {
    throw Unsupported{range, "a call of " + name,
                      "jumps between functions and threads are not modelled",
                      starts_thread(function)};
  }
  bool reaches_memory = false;
  for (const clang::Expr* argument : e->arguments()) {
    reaches_memory |= argument->getType()->isPointerType() || argument->getType()->isRecordType();
    if (argument->getType()->isPointerType() &&
        isa<clang::StringLiteral>(argument->IgnoreParenCasts())) {
      continue;
    }
    expressions_.effects(argument);
  }
  code_.set_here(range);
  const bool constant = function != nullptr && function->hasAttr<clang::ConstAttr>();
  const bool stranger = function == nullptr || call_graph_.is_stranger(function) ||
                        (events_.watched(function) && globals_.seen_outside());
  const bool known_to_change = reaches_memory || globals_.seen_outside() || skipped;
  const bool acts =
      skipped ||
      (!constant && (reaches_memory ||
                     (stranger && (points_to_.has_outside() || !call_graph_.callbacks().empty()))));
  if (skipped) code_.leave_open(range, "skipped");
  if (!skipped && unknown_functions_.insert(name).second) {
    diagnostics_.note(range,
                      name + " has no body: any result" +
                          (reaches_memory ? ", and any change of the memory it can reach"
                                          : ", and any change of globals"),
                      "give it a body or a contract to say more");
  }
  // That it does nothing is one of the things it may do; only where it is meant to do something a
  // run through it is not claimed.
  const bool over = approximation_ == Approximation::Over;
  if (acts && (over || known_to_change || function == nullptr)) {
    code_.not_exact(range,
                    "what " + name + " does, which " + (skipped ? "is skipped," : "has no body,"));
  }
  if (acts && over) run_strangers(range);
  // sqrt and the like have one result, which we do not know: any one to prove, none to refute.
  if (function != nullptr && options_.floats == Floats::Real &&
      function->getReturnType()->isRealFloatingType() && function->getBuiltinID() != 0) {
    code_.not_exact(range, "the result of " + name);
  }
  unknown_result(e->getType(), e, range);
  if (function != nullptr && function->isNoReturn()) {
    code_.end_with(gcl::Halt{});
    code_.start(code_.new_block(range));
  }
}

void UnknownCalls::unknown_result(clang::QualType type, const clang::CallExpr* e,
                                  const SourceRange& range) {
  if (type->isVoidType()) return;
  if (type->isRecordType()) {
    values_.record = structs_.temporary_struct(e);
    initialisers_.havoc(*values_.record);
    return;
  }
  if (type->isRealFloatingType()) types_.allow_float(e->getSourceRange());
  const Expr value = code_.temporary("input", types_.sort_of(type));
  code_.emit(gcl::make_havoc({value}, range));
  if (type->isRealFloatingType()) {
    values_.result = value;
    return;
  }
  if (type->isPointerType()) {
    values_.pointer = {value, Expr()};
    if (!type->isFunctionPointerType()) {
      const std::size_t rank = points_to_.rank(points_to_.target(e));
      // Where no pointer of the program has an offset this one has none: a variable it is put into
      // would lose it, and a specification that watches both took them for different.
      if (rank > 0 || points_to_.is_flat(points_to_.target(e))) {
        values_.pointer.offset = calls_.any_value(context_.int_sort(), range);
      }
      for (std::size_t i = 1; i < rank; ++i) {
        values_.pointer.outer.push_back(calls_.any_value(context_.int_sort(), range));
      }
    }
    return;
  }
  const IntType int_type_of = types_.int_type(type, e->getSourceRange());
  lowered_.inputs.emplace(value.name(), int_type_of);
  if (const clang::FunctionDecl* source = e->getDirectCallee()) {
    lowered_.input_functions[source->getNameAsString()] =
        type.getCanonicalType().getUnqualifiedType().getAsString();
  }
  Expr fits = arithmetic_.in_range(value, int_type_of);
  if (options_.ints == IntModel::Ideal && !int_type_of.is_signed) {
    fits = gcl::mk_le(context_, code_.number(0), value);
  }
  if (!fits.is_true()) code_.emit_assume(fits, range);
  values_.result = value;
}

/// Every function that the pointer may mean; and, unless all are known, one that nobody knows.
void UnknownCalls::call_pointer(const clang::CallExpr* e) {
  const SourceRange range = code_.place(e);
  Pointer callee;
  const std::vector<Argument> arguments = calls_.evaluate(e, &callee);  // once, for all of them
  const Expr which = code_.saved(callee.object, range);
  code_.set_here(range);
  code_.need(code_.nonzero(which), Hazard::Null);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const clang::Expr* written = e->getArg(i);
    const Argument& one = arguments[i];
    if (one.type->isRecordType()) {
      values_.evaluated_structs.insert_or_assign(written, *one.record);
    } else if (one.type->isPointerType()) {
      values_.evaluated[written].pointer = code_.saved(one.pointer, range);
    } else if (one.value) {
      values_.evaluated[written].integer = code_.saved(one.value, range);
    }
  }
  const auto evaluated = values_.evaluated;
  const clang::QualType type = e->getType();
  const BlockId after = code_.new_block(range);
  std::optional<Location> record;
  if (type->isRecordType()) record = structs_.temporary_struct(e);
  std::vector<Expr> joined;  // variables: the parts of the result
  const auto result_parts = [&]() -> std::vector<Expr> {
    if (type->isVoidType() || type->isRecordType()) return {};
    if (!type->isPointerType()) return {values_.result};
    if (type->isFunctionPointerType()) return {values_.pointer.object};
    const Pointer full = pointers_.shaped(values_.pointer, points_to_.target(e));
    std::vector<Expr> parts = {full.object};
    if (full.offset) parts.push_back(full.offset);
    parts.insert(parts.end(), full.outer.begin(), full.outer.end());
    return parts;
  };
  const auto finish = [&] {
    if (record) memory_.copy(*record, *values_.record, range);
    const std::vector<Expr> parts = result_parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (joined.size() <= i) joined.push_back(code_.temporary("call", parts[i].sort()));
      code_.emit_assign(joined[i], parts[i], range);
    }
    code_.jump(after);
  };
  const auto begin = [&] {
    values_.result = Expr();
    values_.pointer = {};
    values_.record.reset();
    code_.set_here(range);
    values_.evaluated = evaluated;
  };
  for (const clang::FunctionDecl* candidate : call_graph_.targets(e)) {
    const BlockId chosen = code_.new_block(range);
    const BlockId next = code_.new_block(range);
    begin();
    const Expr is_it = gcl::mk_eq(
        context_, which, code_.number(static_cast<std::int64_t>(function_number(candidate))));
    code_.branch(gcl::Located{is_it, range}, chosen, next);
    code_.start(chosen);
    events_.call_direct(e, candidate);
    finish();
    code_.start(next);
  }
  begin();
  if (call_graph_.strange_pointers()) {
    const BlockId next = code_.new_block(range);
    const BlockId undefined = code_.new_block(range);
    std::vector<Expr> known;
    for (std::size_t i = 0; i <= call_graph_.numbered().size(); ++i) {
      known.push_back(gcl::mk_eq(context_, which, code_.number(static_cast<std::int64_t>(i))));
    }
    code_.branch(gcl::Located{gcl::mk_or(context_, known), range}, undefined, next);
    code_.start(next);
    call_unknown(e, nullptr);
    finish();
    code_.start(undefined);
  }
  // All functions the file knows of were tried: this is null, has no value, or is a function of
  // another type.
  code_.emit_assume(context_.false_(), range);
  code_.end_with(gcl::Halt{});
  code_.start(after);
  for (const clang::Expr* argument : e->arguments()) {
    values_.evaluated.erase(argument);
    values_.evaluated_structs.erase(argument);
  }
  values_.result = Expr();
  values_.pointer = {};
  values_.record.reset();
  if (type->isVoidType()) return;
  if (type->isRecordType()) {
    values_.record = record;
    return;
  }
  if (joined.empty()) {  // nobody to call: nothing runs on
    values_.result = reals_.zero_of(types_.sort_of(type));
    values_.pointer = {code_.number(0), code_.number(0)};
  } else if (type->isPointerType()) {
    values_.pointer.object = joined[0];
    if (joined.size() > 1) values_.pointer.offset = joined[1];
    values_.pointer.outer.assign(joined.begin() + std::min<std::ptrdiff_t>(2, std::ssize(joined)),
                                 joined.end());
  } else {
    values_.result = joined[0];
  }
}

std::size_t UnknownCalls::function_number(const clang::FunctionDecl* function) {
  const CallGraph::Functions& numbered = call_graph_.numbered();
  const auto found = std::ranges::find(numbered, definition(function));
  if (found == numbered.end()) {
    code_.refuse_here("the address of this function", "it was not found when the file was scanned");
  }
  return static_cast<std::size_t>(found - numbered.begin()) + 1;
}

}  // namespace pawl::frontend::c
