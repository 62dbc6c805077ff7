// SPDX-License-Identifier: Apache-2.0
//
// Calls of functions that are not known by name: through pointers, or without a body.
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::isa;
using gcl::BlockId;
using gcl::Expr;

namespace {

const clang::FunctionDecl* definition(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* defined = nullptr;
  if (function->isDefined(defined)) return defined;
  return function;
}

}  // namespace

/// No body, no contract: any result; and whatever it can reach may have changed.
void Lowering::call_unknown(const clang::CallExpr* e, const clang::FunctionDecl* function) {
  const SourceRange range = place(e);
  bool reaches_memory = false;
  for (const clang::Expr* argument : e->arguments()) {
    if (argument->getType()->isFunctionPointerType()) {
      refuse(argument->getSourceRange(), "a function given to a function without a body",
             "it might be called at any time");
    }
    reaches_memory |= argument->getType()->isPointerType();
    if (argument->getType()->isPointerType() &&
        isa<clang::StringLiteral>(argument->IgnoreParenCasts())) {
      continue;
    }
    effects(argument);
  }
  const std::string name = function->getNameAsString();
  if (is_beyond_us(function)) {
    refuse(e->getSourceRange(), "a call of '" + name + "'",
           "jumps between functions, threads and signals are not modelled");
  }
  if (unknown_functions_.insert(name).second && !quiet_) {
    diagnostics_.note(range,
                      "'" + name + "' has no body: any result" +
                          (reaches_memory ? ", and any change of the memory it can reach"
                                          : ", and any change of globals"),
                      "give it a body or a contract to say more");
  }
  if (reaches_memory || changes_globals_) {
    not_exact(range, "what '" + name + "', which has no body, does");
  }
  if ((reaches_memory || changes_globals_) && approximation_ == Approximation::Over) {
    gcl::Call statement;
    statement.procedure = unknown_procedure();
    calls_[procedure_name_].insert(statement.procedure);
    emit(gcl::Stmt{std::move(statement), range});
    assume_globals(range);
  }
  // sqrt and the like have one result, which we do not know: any one to prove, none to refute.
  if (function->getReturnType()->isRealFloatingType() && function->getBuiltinID() != 0) {
    not_exact(range, "the result of '" + name + "'");
  }
  unknown_result(function->getReturnType(), e, range);
  if (function->isNoReturn()) {
    end_with(gcl::Halt{});
    start(new_block(range));
  }
}

void Lowering::unknown_result(clang::QualType type, const clang::CallExpr* e,
                              const SourceRange& range) {
  if (type->isVoidType()) return;
  if (type->isRecordType()) {
    refuse(e->getSourceRange(), "a struct returned by a function without a body");
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
      const Expr offset = temporary("input");
      emit(gcl::make_havoc({offset}, range));
      result_pointer_.offset = offset;
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

void Lowering::call_pointer(const clang::CallExpr* e) {
  const SourceRange range = place(e);
  const Expr which = saved(pointer(e->getCallee()).object, range);
  const BlockId after = new_block(range);
  const clang::QualType type = e->getType();
  const bool has_value = !type->isVoidType();
  if (type->isRecordType() || type->isPointerType()) {
    refuse(e->getSourceRange(),
           "a call through a function pointer that returns '" + type.getAsString() + "'");
  }
  const Expr value = has_value ? temporary("call", sort_of(type)) : Expr();
  bool found = false;
  for (std::size_t i = 0; i < function_numbers_.size(); ++i) {
    const clang::FunctionDecl* candidate = function_numbers_[i];
    if (candidate->getNumParams() != e->getNumArgs()) continue;
    if (!ast_.hasSameType(candidate->getReturnType(), type)) continue;
    found = true;
    const BlockId chosen = new_block(range);
    const BlockId next = new_block(range);
    const Expr is_it = gcl::mk_eq(context_, which, number(static_cast<std::int64_t>(i + 1)));
    branch(gcl::Located{is_it, range}, chosen, next);
    start(chosen);
    result_ = Expr();
    call_direct(e, candidate);
    if (has_value) emit_assign(value, result_, range);
    jump(after);
    start(next);
  }
  if (!found) refuse(e->getSourceRange(), "a call through a pointer to an unknown function");
  emit_assume(context_.false_(), range);  // calling anything else is undefined
  end_with(gcl::Halt{});
  start(after);
  result_ = value;
}

std::size_t Lowering::function_number(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* canonical = definition(function);
  const auto found = std::ranges::find(function_numbers_, canonical);
  if (found == function_numbers_.end()) {
    refuse_here("the address of this function", "it was not found when the file was scanned");
  }
  return static_cast<std::size_t>(found - function_numbers_.begin()) + 1;
}

}  // namespace pawl::frontend::c
