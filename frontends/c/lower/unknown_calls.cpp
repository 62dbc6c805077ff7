// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that are not known by name: through pointers, or without a body.
#include <clang/AST/Attr.h>

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::isa;
using gcl::BlockId;
using gcl::Expr;

std::string Lowering::unknown_procedure() {
  std::string name = "unknown$function";
  names_taken_.insert(name);
  if (lowered_.program.find_procedure(name) != nullptr) return name;
  gcl::Procedure procedure;
  procedure.name = name;
  procedure.range = here_;
  lowered_.program.procedures.push_back(std::move(procedure));
  for (const clang::FunctionDecl* function : call_graph_.callbacks()) {
    calls_[name].insert(procedure_of(function));
  }
  return name;
}

/// Code that nobody knows: it changes what it can reach, and calls whom it knows of. What those do
/// then is proved in procedures of their own.
void Lowering::run_strangers(const SourceRange& range) {
  const Expr before = count_of_objects(range);
  gcl::Call statement;
  statement.procedure = unknown_procedure();
  calls_[procedure_name_].insert(statement.procedure);
  emit(gcl::Stmt{std::move(statement), range});
  assume_more_objects(before, range);
  assume_globals(range);
}

/// Is this IL variable memory that strangers can have got at?
bool Lowering::changed_by_strangers(const std::string& global) {
  if (global == "object$next" || global == "object$size" || is_state(global)) return false;
  const auto found = memory_nodes_.find(global);
  return found == memory_nodes_.end() || points_to_.seen_outside(found->second);
}

/// Engines that follow calls follow the callbacks, too: any number of them, in any order.
void Lowering::fill_unknown_procedure() {
  const std::string name = "unknown$function";
  const auto found = std::ranges::find(lowered_.program.procedures, name, &gcl::Procedure::name);
  if (found == lowered_.program.procedures.end()) return;
  const SourceRange range = found->range;
  for (const auto& [global, var] : globals_) {
    if (changed_by_strangers(global)) found->modifies.push_back(var);
  }
  if (options_.calls != Calls::Keep) return;
  gcl::While again;
  again.body.push_back(gcl::make_havoc(found->modifies, range));
  if (found->modifies.empty()) again.body.clear();
  std::size_t count = 0;
  for (const clang::FunctionDecl* function : call_graph_.callbacks()) {
    if (has_contract(function)) continue;  // kept by whoever calls it
    const gcl::Procedure* callee = lowered_.program.find_procedure(procedure_of(function));
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
void Lowering::call_unknown(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  const std::string name =
      function != nullptr ? "'" + function->getNameAsString() + "'" : "a function nobody knows";
  if (function != nullptr && is_beyond_us(function)) {
    refuse(e->getSourceRange(), "a call of " + name,
           "jumps between functions and threads are not modelled");
  }
  bool reaches_memory = false;
  for (const clang::Expr* argument : e->arguments()) {
    reaches_memory |= argument->getType()->isPointerType() || argument->getType()->isRecordType();
    if (argument->getType()->isPointerType() &&
        isa<clang::StringLiteral>(argument->IgnoreParenCasts())) {
      continue;
    }
    effects(argument);
  }
  here_ = range;
  const bool constant = function != nullptr && function->hasAttr<clang::ConstAttr>();
  const bool stranger = function == nullptr || call_graph_.is_stranger(function) ||
                        (watched(function) && changes_globals_);
  const bool known_to_change = reaches_memory || changes_globals_;
  const bool acts =
      !constant && (reaches_memory ||
                    (stranger && (points_to_.has_outside() || !call_graph_.callbacks().empty())));
  if (unknown_functions_.insert(name).second && !quiet_) {
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
    not_exact(range, "what " + name + " does, which has no body,");
  }
  if (acts && over) run_strangers(range);
  // sqrt and the like have one result, which we do not know: any one to prove, none to refute.
  if (function != nullptr && function->getReturnType()->isRealFloatingType() &&
      function->getBuiltinID() != 0) {
    not_exact(range, "the result of " + name);
  }
  unknown_result(e->getType(), e, range);
  if (function != nullptr && function->isNoReturn()) {
    end_with(gcl::Halt{});
    start(new_block(range));
  }
}

void Lowering::unknown_result(clang::QualType type, const clang::CallExpr* e,
                              const SourceRange& range) {
  if (type->isVoidType()) return;
  if (type->isRecordType()) {
    result_record_ = temporary_struct(e);
    havoc(*result_record_);
    return;
  }
  if (type->isRealFloatingType()) allow_float(e->getSourceRange());
  const Expr value = temporary("input", sort_of(type));
  emit(gcl::make_havoc({value}, range));
  if (type->isRealFloatingType()) {
    result_ = value;
    return;
  }
  if (type->isPointerType()) {
    result_pointer_ = {value, Expr()};
    if (!type->isFunctionPointerType()) {
      const std::size_t rank = points_to_.rank(points_to_.target(e));
      result_pointer_.offset = any_value(context_.int_sort(), range);
      for (std::size_t i = 1; i < rank; ++i) {
        result_pointer_.outer.push_back(any_value(context_.int_sort(), range));
      }
    }
    return;
  }
  const IntType int_type_of = int_type(type, e->getSourceRange());
  lowered_.inputs.emplace(value.name(), int_type_of);
  if (const clang::FunctionDecl* source = e->getDirectCallee()) {
    lowered_.input_functions[source->getNameAsString()] =
        type.getCanonicalType().getUnqualifiedType().getAsString();
  }
  Expr fits = arithmetic_.in_range(value, int_type_of);
  if (options_.ints == IntModel::Ideal && !int_type_of.is_signed) {
    fits = gcl::mk_le(context_, number(0), value);
  }
  if (!fits.is_true()) emit_assume(fits, range);
  result_ = value;
}

/// Every function that the pointer may mean; and, unless all are known, one that nobody knows.
void Lowering::call_pointer(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  Pointer callee;
  const std::vector<Argument> arguments = evaluate(e, &callee);  // once, for all of them
  const Expr which = saved(callee.object, range);
  here_ = range;
  need(nonzero(which), Hazard::Null);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const clang::Expr* written = e->getArg(i);
    const Argument& one = arguments[i];
    if (one.type->isRecordType()) {
      evaluated_structs_.insert_or_assign(written, *one.record);
    } else if (one.type->isPointerType()) {
      evaluated_[written].pointer = saved(one.pointer, range);
    } else if (one.value) {
      evaluated_[written].integer = saved(one.value, range);
    }
  }
  const auto evaluated = evaluated_;
  const clang::QualType type = e->getType();
  const BlockId after = new_block(range);
  std::optional<Location> record;
  if (type->isRecordType()) record = temporary_struct(e);
  std::vector<Expr> joined;  // variables: the parts of the result
  const auto result_parts = [&]() -> std::vector<Expr> {
    if (type->isVoidType() || type->isRecordType()) return {};
    if (!type->isPointerType()) return {result_};
    if (type->isFunctionPointerType()) return {result_pointer_.object};
    const Pointer full = shaped(result_pointer_, points_to_.target(e));
    std::vector<Expr> parts = {full.object};
    if (full.offset) parts.push_back(full.offset);
    parts.insert(parts.end(), full.outer.begin(), full.outer.end());
    return parts;
  };
  const auto finish = [&] {
    if (record) copy(*record, *result_record_, range);
    const std::vector<Expr> parts = result_parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (joined.size() <= i) joined.push_back(temporary("call", parts[i].sort()));
      emit_assign(joined[i], parts[i], range);
    }
    jump(after);
  };
  const auto begin = [&] {
    result_ = Expr();
    result_pointer_ = {};
    result_record_.reset();
    here_ = range;
    evaluated_ = evaluated;
  };
  for (const clang::FunctionDecl* candidate : call_graph_.targets(e)) {
    const BlockId chosen = new_block(range);
    const BlockId next = new_block(range);
    begin();
    const Expr is_it =
        gcl::mk_eq(context_, which, number(static_cast<std::int64_t>(function_number(candidate))));
    branch(gcl::Located{is_it, range}, chosen, next);
    start(chosen);
    call_direct(e, candidate);
    finish();
    start(next);
  }
  begin();
  if (call_graph_.strange_pointers()) {
    const BlockId next = new_block(range);
    const BlockId undefined = new_block(range);
    std::vector<Expr> known;
    for (std::size_t i = 0; i <= call_graph_.numbered().size(); ++i) {
      known.push_back(gcl::mk_eq(context_, which, number(static_cast<std::int64_t>(i))));
    }
    branch(gcl::Located{gcl::mk_or(context_, known), range}, undefined, next);
    start(next);
    call_unknown(e, nullptr);
    finish();
    start(undefined);
  }
  // All functions the file knows of were tried: this is null, has no value, or is a function of
  // another type.
  emit_assume(context_.false_(), range);
  end_with(gcl::Halt{});
  start(after);
  for (const clang::Expr* argument : e->arguments()) {
    evaluated_.erase(argument);
    evaluated_structs_.erase(argument);
  }
  result_ = Expr();
  result_pointer_ = {};
  result_record_.reset();
  if (type->isVoidType()) return;
  if (type->isRecordType()) {
    result_record_ = record;
    return;
  }
  if (joined.empty()) {  // nobody to call: nothing runs on
    result_ = zero_of(sort_of(type));
    result_pointer_ = {number(0), number(0)};
  } else if (type->isPointerType()) {
    result_pointer_.object = joined[0];
    if (joined.size() > 1) result_pointer_.offset = joined[1];
    result_pointer_.outer.assign(joined.begin() + std::min<std::ptrdiff_t>(2, std::ssize(joined)),
                                 joined.end());
  } else {
    result_ = joined[0];
  }
}

std::size_t Lowering::function_number(const clang::FunctionDecl* function) {
  const CallGraph::Functions& numbered = call_graph_.numbered();
  const auto found = std::ranges::find(numbered, definition(function));
  if (found == numbered.end()) {
    refuse_here("the address of this function", "it was not found when the file was scanned");
  }
  return static_cast<std::size_t>(found - numbered.begin()) + 1;
}

}  // namespace pawl::frontend::c
