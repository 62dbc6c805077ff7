// SPDX-License-Identifier: Apache-2.0
//
// Weaves a typestate specification into the program. The state is IL variables that only events
// change. What a function does on entry and exit happens around each call of it, also when it has
// no body; for the function that runs first it happens at its beginning and its end. Arguments are
// evaluated once, before the entry event; `$1` on exit is what was passed.
#include "frontends/c/lower/events.h"

#include <algorithm>

#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/library_calls.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/values.h"
#include "gcl/build.h"
#include "support/overloaded.h"

namespace pawl::frontend::c {

using gcl::BlockId;
using gcl::Expr;
using gcl::Kind;

namespace {

/// What a specification may watch: whatever has no meaning of its own for the verdict.
bool can_be_watched(const clang::FunctionDecl* function) {
  const auto kind = builtin(function);
  return !kind || kind == Builtin::Allocate || kind == Builtin::AllocateZero ||
         kind == Builtin::Reallocate || kind == Builtin::Free || kind == Builtin::Harmless;
}

std::size_t arguments_used(const slic::Spec& spec, const std::string& function) {
  std::size_t highest = 0;
  for (const slic::Event& event : spec.events) {
    if (event.function == function) highest = std::max(highest, slic::arguments_used(event));
  }
  return highest;
}

}  // namespace

TypestateEvents::TypestateEvents(const Rooms& rooms)
    : options_(rooms.options),
      context_(rooms.context),
      diagnostics_(rooms.diagnostics),
      ast_(rooms.ast),
      code_(rooms.code),
      globals_(rooms.globals),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      expressions_(rooms.expressions),
      calls_(rooms.calls),
      library_(rooms.library),
      values_(rooms.values) {}

bool TypestateEvents::watched(const clang::FunctionDecl* function) const {
  const std::string name = function->getNameAsString();
  return options_.spec != nullptr &&
         std::ranges::any_of(options_.spec->events,
                             [&](const slic::Event& event) { return event.function == name; });
}

/// Events of functions that cannot be watched, or have fewer parameters than the event speaks of.
void TypestateEvents::check_events() {
  if (options_.spec == nullptr) return;
  std::map<std::string, const clang::FunctionDecl*> functions;
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* function = clang::dyn_cast<clang::FunctionDecl>(d);
    if (function != nullptr) functions[function->getNameAsString()] = function;
  }
  for (const slic::Event& event : options_.spec->events) {
    const auto found = functions.find(event.function);
    if (found == functions.end()) {
      diagnostics_.note(event.range, "the program has no function '" + event.function +
                                         "': this event never happens");
      continue;
    }
    const clang::FunctionDecl* function = found->second;
    if (!can_be_watched(function)) {
      diagnostics_.error(event.range, "'" + event.function + "' cannot be watched",
                         "it has a meaning of its own: it asserts, assumes or is an input");
    }
    if (slic::arguments_used(event) > function->getNumParams() && !function->isVariadic()) {
      diagnostics_.error(event.range, "'" + event.function + "' has " +
                                          std::to_string(function->getNumParams()) +
                                          " parameters only");
    }
  }
}

Expr TypestateEvents::state_variable(std::size_t index, Part part) {
  const slic::Variable& variable = options_.spec->variables[index];
  const auto known = state_names_.find(variable.name);
  const std::string name =
      known != state_names_.end()
          ? known->second
          : state_names_.emplace(variable.name, globals_.unique_name("spec$" + variable.name))
                .first->second;
  const bool boolean = variable.type == slic::Type::Bool;
  gcl::Sort sort = boolean ? context_.bool_sort() : context_.int_sort();
  // Of an object and an offset in it: a member has a state of its own.
  if (variable.per_object) {
    sort = context_.map_sort(context_.int_sort(), context_.map_sort(context_.int_sort(), sort));
  }
  return globals_.global(name + suffix(part), sort);
}

/// The state of the object that a pointer points to.
Expr TypestateEvents::state_of(std::size_t variable, const slic::Expression& object,
                               const Watched& values) {
  const Pointer pointer = pointer_of(object, values);
  const Expr row = gcl::mk_select(context_, state_variable(variable, Part::Value), pointer.object);
  return gcl::mk_select(context_, row, pointer.offset);
}

/// Only events change it, whatever an unknown function does.
bool TypestateEvents::is_state(const std::string& global) const {
  return std::ranges::any_of(state_names_, [&](const auto& one) {
    return global == one.second || global == one.second + suffix(Part::Offset);
  });
}

void TypestateEvents::initialise_state() {
  if (options_.spec == nullptr) return;
  Watched nothing;
  for (std::size_t i = 0; i < options_.spec->variables.size(); ++i) {
    const slic::Variable& variable = options_.spec->variables[i];
    if (!variable.per_object) {
      set_state(i, std::nullopt, variable.initial, nothing);
      continue;
    }
    const bool boolean = variable.type == slic::Type::Bool;
    const Expr state = state_variable(i, Part::Value);
    const Expr first =
        boolean ? truth_of(variable.initial, nothing) : number_of(variable.initial, nothing);
    code_.emit_assign(
        state,
        context_.make_const_map(state.sort(), context_.make_const_map(state.sort().value(), first)),
        code_.here());
  }
}

// --- calls

void TypestateEvents::call_direct(const clang::CallExpr* e, const clang::FunctionDecl* callee) {
  const bool watch = watched(callee);
  Watched values;
  if (watch) {
    values = evaluate_arguments(e, callee->getNameAsString());
    happen(callee->getNameAsString(), slic::Moment::Entry, values);
  }
  if (const auto kind = builtin(callee)) {
    library_.call_builtin(e, callee, *kind);
  } else {
    calls_.call_function(e, callee);
  }
  if (!watch) return;
  for (const clang::Expr* argument : e->arguments()) values_.evaluated.erase(argument);
  code_.set_here(code_.place(e));
  values.result = values_.result;
  if (e->getType()->isPointerType()) values.result_pointer = values_.pointer;
  const Pointer pointer = values_.pointer;
  const std::optional<Location> record = values_.record;
  happen(callee->getNameAsString(), slic::Moment::Exit, values);
  values_.result = values.result;
  values_.pointer = pointer;
  values_.record = record;
}

/// In order, each once: the call finds them in `evaluated_`.
TypestateEvents::Watched TypestateEvents::evaluate_arguments(const clang::CallExpr* e,
                                                             const std::string& function) {
  Watched values;
  const SourceRange range = code_.place(e);
  const std::size_t used = arguments_used(*options_.spec, function);
  const bool order_matters = std::ranges::any_of(
      e->arguments(), [&](const clang::Expr* one) { return has_calls_or_effects(one); });
  if (used == 0 && !order_matters) return values;
  for (const clang::Expr* argument : e->arguments()) {
    const clang::QualType type = argument->getType();
    Value& value = values.arguments.emplace_back();
    if (type->isPointerType()) {
      value.pointer = code_.saved(expressions_.pointer(argument), range);
      values_.evaluated[argument] = value;
    } else if (type->isIntegralOrEnumerationType()) {
      value.integer = code_.saved(expressions_.integer(argument), range);
      values_.evaluated[argument] = value;
    } else if (has_effects(argument)) {
      code_.refuse(argument->getSourceRange(),
                   "an argument of type '" + type.getAsString() +
                       "' with side effects, in a call of '" + function +
                       "', which the specification watches,",
                   "assign it to a variable before the call");
    }
  }
  code_.set_here(range);
  return values;
}

void TypestateEvents::root_event(const clang::FunctionDecl* function, slic::Moment moment) {
  if (!watched(function)) return;
  if (moment == slic::Moment::Entry) {
    root_values_ = {};
    for (const clang::ParmVarDecl* parameter : function->parameters()) {
      Value& value = root_values_.arguments.emplace_back();
      const Location at = lvalues_.variable(parameter);
      if (parameter->getType()->isPointerType()) {
        value.pointer = code_.saved(memory_.read_pointer(at), code_.here());
      } else if (parameter->getType()->isIntegralOrEnumerationType()) {
        value.integer = code_.saved(memory_.read(at), code_.here());
      }
    }
  } else if (function->getReturnType()->isPointerType()) {
    root_values_.result_pointer = memory_.read_pointer(lvalues_.result_location(code_.frame()));
  } else if (function->getReturnType()->isIntegralOrEnumerationType()) {
    root_values_.result = memory_.read(lvalues_.result_location(code_.frame()));
  }
  happen(function->getNameAsString(), moment, root_values_);
}

// --- events

void TypestateEvents::happen(const std::string& function, slic::Moment moment,
                             const Watched& values) {
  const SourceRange range = code_.here();
  for (const slic::Event& event : options_.spec->events) {
    if (event.function != function || event.moment != moment) continue;
    if (!event.guard) {
      happen(event.body, values, range);
      continue;
    }
    const BlockId yes = code_.new_block(range);
    const BlockId after = code_.new_block(range);
    code_.branch(gcl::Located{truth_of(*event.guard, values), range}, yes, after);
    code_.start(yes);
    happen(event.body, values, range);
    code_.jump(after);
    code_.start(after);
  }
  code_.set_here(range);
}

void TypestateEvents::happen(const slic::Body& body, const Watched& values,
                             const SourceRange& range) {
  for (const slic::Statement& statement : body) {
    std::visit(
        overloaded{
            [&](const slic::Set& set) { set_state(set.variable, set.object, set.value, values); },
            [&](const slic::Abort& abort) {
              code_.emit_assert(context_.false_(), range, "typestate: " + abort.message);
              code_.end_with(gcl::Halt{});
              code_.start(code_.new_block(range));
            },
            [&](const slic::Conditional& one) {
              const BlockId yes = code_.new_block(range);
              const BlockId no = code_.new_block(range);
              const BlockId after = code_.new_block(range);
              code_.branch(gcl::Located{truth_of(one.condition, values), range}, yes, no);
              code_.start(yes);
              happen(one.then_body, values, range);
              code_.jump(after);
              code_.start(no);
              happen(one.else_body, values, range);
              code_.jump(after);
              code_.start(after);
            },
        },
        statement.node);
  }
}

void TypestateEvents::set_state(std::size_t variable, const std::optional<slic::Expression>& object,
                                const slic::Expression& value, const Watched& values) {
  const slic::Type type = options_.spec->variables[variable].type;
  if (object) {
    const Expr state = state_variable(variable, Part::Value);
    const Pointer pointer = pointer_of(*object, values);
    const Expr row = gcl::mk_select(context_, state, pointer.object);
    const Expr now = type == slic::Type::Bool ? truth_of(value, values) : number_of(value, values);
    code_.emit_assign(state,
                      gcl::mk_store(context_, state, pointer.object,
                                    gcl::mk_store(context_, row, pointer.offset, now)),
                      code_.here());
  } else if (type == slic::Type::Pointer) {
    const Pointer pointer = pointer_of(value, values);
    code_.emit_assign(state_variable(variable, Part::Value), pointer.object, code_.here());
    code_.emit_assign(state_variable(variable, Part::Offset), pointer.offset, code_.here());
  } else if (type == slic::Type::Bool) {
    code_.emit_assign(state_variable(variable, Part::Value), truth_of(value, values), code_.here());
  } else {
    code_.emit_assign(state_variable(variable, Part::Value), number_of(value, values),
                      code_.here());
  }
}

// --- expressions of events: what the parser could not know is checked here

const Value& TypestateEvents::watched_value(const slic::Expression& e, const Watched& values) {
  if (e.op == slic::Op::Return) {
    result_value_ = {values.result, values.result_pointer};
    return result_value_;
  }
  if (e.index > values.arguments.size()) {
    throw Unsupported{e.range, "an argument that a call does not have", "", true};
  }
  return values.arguments[e.index - 1];
}

Expr TypestateEvents::number_of(const slic::Expression& e, const Watched& values) {
  const auto arg = [&](std::size_t i) { return number_of(e.args[i], values); };
  switch (e.op) {
    case slic::Op::Number: return context_.int_const(e.text);
    case slic::Op::Variable:
      return e.args.empty() ? state_variable(e.index, Part::Value)
                            : state_of(e.index, e.args[0], values);
    case slic::Op::Argument:
    case slic::Op::Return: {
      const Value& value = watched_value(e, values);
      if (value.integer) return value.integer;
      break;
    }
    case slic::Op::Negate: return context_.make(Kind::Neg, {arg(0)});
    case slic::Op::Add: return gcl::mk_add(context_, arg(0), arg(1));
    case slic::Op::Subtract: return gcl::mk_sub(context_, arg(0), arg(1));
    case slic::Op::Boolean:
    case slic::Op::Null:
    case slic::Op::Any:
    case slic::Op::Not:
    case slic::Op::And:
    case slic::Op::Or:
    case slic::Op::Equal:
    case slic::Op::NotEqual:
    case slic::Op::Less:
    case slic::Op::LessEqual: break;
  }
  throw Unsupported{e.range, "this, which is no integer in the program,", "", true};
}

Expr TypestateEvents::truth_of(const slic::Expression& e, const Watched& values) {
  const auto arg = [&](std::size_t i) { return truth_of(e.args[i], values); };
  const auto number_arg = [&](std::size_t i) { return number_of(e.args[i], values); };
  switch (e.op) {
    case slic::Op::Boolean: return context_.bool_(e.index == 1);
    case slic::Op::Variable:
      return e.args.empty() ? state_variable(e.index, Part::Value)
                            : state_of(e.index, e.args[0], values);
    case slic::Op::Any: return some_object(e, values);
    case slic::Op::Not: return gcl::mk_not(context_, arg(0));
    case slic::Op::And: return gcl::mk_and(context_, {arg(0), arg(1)});
    case slic::Op::Or: return gcl::mk_or(context_, {arg(0), arg(1)});
    case slic::Op::Equal: return equal(e.args[0], e.args[1], values);
    case slic::Op::NotEqual: return gcl::mk_not(context_, equal(e.args[0], e.args[1], values));
    case slic::Op::Less: return gcl::mk_lt(context_, number_arg(0), number_arg(1));
    case slic::Op::LessEqual: return gcl::mk_le(context_, number_arg(0), number_arg(1));
    case slic::Op::Argument:
    case slic::Op::Return:  // as in C: what is not zero
    {
      const Value& value = watched_value(e, values);
      const Expr number_part = value.integer ? value.integer : value.pointer.object;
      if (number_part)
        return gcl::mk_not(context_, gcl::mk_eq(context_, number_part, code_.number(0)));
      break;
    }
    case slic::Op::Number:
    case slic::Op::Null:
    case slic::Op::Negate:
    case slic::Op::Add:
    case slic::Op::Subtract: break;
  }
  throw Unsupported{e.range, "this, which has no truth value in the program,", "", true};
}

/// Not all objects are in another state.
Expr TypestateEvents::some_object(const slic::Expression& e, const Watched& values) {
  const bool boolean = options_.spec->variables[e.index].type == slic::Type::Bool;
  const Expr wanted = boolean ? truth_of(e.args[0], values) : number_of(e.args[0], values);
  const Expr object = context_.var("object$any", context_.int_sort());
  const Expr offset = context_.var("offset$any", context_.int_sort());
  const Expr state = gcl::mk_select(
      context_, gcl::mk_select(context_, state_variable(e.index, Part::Value), object), offset);
  const Expr vars[] = {object, offset};
  return gcl::mk_not(
      context_,
      gcl::mk_forall_over(context_, vars,
                          gcl::mk_not(context_, gcl::mk_eq(context_, state, wanted)), {{state}}));
}

Expr TypestateEvents::equal(const slic::Expression& left, const slic::Expression& right,
                            const Watched& values) {
  const auto is_pointer = [&](const slic::Expression& e) {
    if (e.type != slic::Type::Watched) return e.type == slic::Type::Pointer;
    return static_cast<bool>(watched_value(e, values).pointer.object);
  };
  if (is_pointer(left) || is_pointer(right)) {
    const Pointer a = pointer_of(left, values);
    const Pointer b = pointer_of(right, values);
    const Expr same_object = gcl::mk_eq(context_, a.object, b.object);
    if (left.op == slic::Op::Null || right.op == slic::Op::Null) return same_object;
    return gcl::mk_and(context_, {same_object, gcl::mk_eq(context_, a.offset, b.offset)});
  }
  if (left.type == slic::Type::Bool || right.type == slic::Type::Bool) {
    return gcl::mk_eq(context_, truth_of(left, values), truth_of(right, values));
  }
  return gcl::mk_eq(context_, number_of(left, values), number_of(right, values));
}

/// With an offset in any case; 0 where the program has none, and for a null pointer.
Pointer TypestateEvents::pointer_of(const slic::Expression& e, const Watched& values) {
  if (e.op == slic::Op::Null || (e.op == slic::Op::Number && e.text == "0")) {
    return {code_.number(0), code_.number(0)};
  }
  if (e.op == slic::Op::Variable && e.type == slic::Type::Pointer) {
    return {state_variable(e.index, Part::Value), state_variable(e.index, Part::Offset)};
  }
  if (e.op == slic::Op::Argument || e.op == slic::Op::Return) {
    Pointer pointer = watched_value(e, values).pointer;
    if (!pointer.outer.empty()) {
      throw Unsupported{e.range, "a pointer into an array of arrays", "", true};
    }
    if (!pointer.offset) pointer.offset = code_.number(0);
    if (pointer.object) return pointer;
  }
  throw Unsupported{e.range, "this, which is no pointer in the program,", "", true};
}

}  // namespace pawl::frontend::c
