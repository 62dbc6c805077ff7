// SPDX-License-Identifier: Apache-2.0
//
// Calls: by contract if there is one, else inlined; recursion by a procedure without a contract
// (or, under-approximating, inlined to a fixed depth). Calls::Keep: every function is a procedure,
// known by its body, and nothing is approximated.
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
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
  check_order(e);
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
    not_exact(here_, "a call of '" + function->getNameAsString() + "', which is recursive");
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
    not_exact(here_, "recursion of '" + function->getNameAsString() + "' as deep as this");
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
  begin_activation();
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
  end_activation();
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

}  // namespace pawl::frontend::c
