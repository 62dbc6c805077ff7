// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/initial_state.h"

#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/calls.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/expressions.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/initialisers.h"
#include "frontends/c/lower/lifetimes.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using gcl::Expr;

InitialState::InitialState(const Rooms& rooms)
    : unit_(rooms.unit),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      call_graph_(rooms.call_graph),
      arithmetic_(rooms.arithmetic),
      acsl_(rooms.acsl),
      code_(rooms.code),
      globals_(rooms.globals),
      procedures_(rooms.procedures),
      types_(rooms.types),
      memory_(rooms.memory),
      flat_(rooms.flat),
      pointers_(rooms.pointers),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      lifetimes_(rooms.lifetimes),
      initialisers_(rooms.initialisers),
      expressions_(rooms.expressions),
      calls_(rooms.calls) {}

/// What a caller hands to a function exists already, and is none of the function's own variables.
void InitialState::assume_own_objects(const clang::FunctionDecl* function,
                                      const std::vector<Expr>& parts) {
  code_.emit_assume(gcl::mk_lt(context_, parts[0], globals_.next_object()), code_.here());
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    const bool own = object.variable != nullptr && !object.variable->hasGlobalStorage() &&
                     points_to_.address_taken(object.variable) &&
                     object.variable->getDeclContext() == function;
    if (!own) continue;
    const Expr which = code_.number(static_cast<std::int64_t>(i + 1));
    code_.emit_assume(gcl::mk_not(context_, gcl::mk_eq(context_, parts[0], which)), code_.here());
  }
}

/// One that strangers may call, or that is not followed into: in any state the file's own code and
/// strangers can have made.
void InitialState::start_anywhere() {
  const auto objects = static_cast<std::int64_t>(points_to_.objects().size());
  code_.emit_assume(gcl::mk_lt(context_, code_.number(objects), globals_.next_object()),
                    code_.here());
  assume_globals(code_.here());
  assume_unwritten();
  objects_.assume_sizes();
}

/// What nobody writes to has its first value in every state: constants, and static variables.
void InitialState::assume_unwritten() {
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var == nullptr || !var->getType()->isIntegralOrEnumerationType() || !globals_.is_used(var))
      continue;
    if (var->getType().isVolatileQualified()) continue;
    const clang::VarDecl* defined = var->getDefinition();
    if (defined == nullptr || !defined->hasInit() || defined != var) continue;
    if (!var->getType().isConstQualified()) {
      const clang::VarDecl* known = var->getCanonicalDecl();
      if (var->isExternallyVisible() || points_to_.address_taken(known)) continue;
      if (!call_graph_.skipped().empty()) continue;
      const bool assigned =
          std::ranges::any_of(defined_functions(ast_), [&](const clang::FunctionDecl* function) {
            return calls_.facts_of(function).assigned.contains(known);
          });
      if (assigned) continue;
    }
    const Location at = lvalues_.variable(var);
    const auto value = expressions_.constant(defined->getInit());
    if (!value || !at.indices.empty() || points_to_.storage(at.node).only == nullptr) continue;
    code_.emit_assume(gcl::mk_eq(context_, memory_.read_part(at, Part::Value), *value),
                      code_.here());
  }
}

/// It existed before the function began: it is nothing that is made later, and no local variable.
Expr InitialState::existed_before(Expr object) {
  std::vector<Expr> facts = {gcl::mk_lt(context_, object, globals_.next_object())};
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& one = points_to_.objects()[i];
    if (one.variable != nullptr && one.variable->hasGlobalStorage()) continue;
    if (one.variable != nullptr && !points_to_.address_taken(one.variable)) continue;
    if (one.kind == Object::Kind::Outside || one.kind == Object::Kind::String || one.many) continue;
    const Expr is_it = gcl::mk_eq(context_, object, code_.number(static_cast<std::int64_t>(i + 1)));
    facts.push_back(gcl::mk_not(context_, is_it));
  }
  return gcl::mk_and(context_, facts);
}

/// The pointers that memory holds when a stranger calls. Said at the beginning, once it is known
/// what memory the function speaks of.
void InitialState::assume_old_pointers() {
  const bool makes_objects = std::ranges::any_of(points_to_.objects(), [&](const Object& object) {
    if (object.kind == Object::Kind::Allocation) return true;
    return object.variable != nullptr && !object.variable->hasGlobalStorage() &&
           points_to_.address_taken(object.variable);
  });
  if (!makes_objects) return;
  std::vector<gcl::Stmt> facts;
  for (const auto& [name, node] : memory_.nodes()) {
    const clang::QualType type = points_to_.type_of(node);
    if (type.isNull() || !type->isPointerType() || type->isFunctionPointerType()) continue;
    if (name.find("$off") != std::string::npos) continue;
    const Expr memory = globals_.all().at(name);
    std::vector<Expr> bound;
    Expr value = memory;
    while (value.sort().is_map()) {
      bound.push_back(context_.bound_var("k" + std::to_string(bound.size()), context_.int_sort()));
      value = context_.make(gcl::Kind::Select, {value, bound.back()});
    }
    if (!value.sort().is_int()) continue;
    Expr fact = existed_before(value);
    if (!bound.empty()) fact = context_.make_quantifier(gcl::Kind::Forall, bound, {{value}}, fact);
    facts.push_back(gcl::make_assume({fact, code_.here()}));
  }
  auto& begin = code_.cfg().blocks[code_.cfg().entry].statements;
  begin.insert(begin.begin(), facts.begin(), facts.end());
}

/// Is there one for every activation?
bool InitialState::has_own_object(const clang::VarDecl* var) {
  if (var->hasGlobalStorage()) return false;
  const std::size_t number_of_object =
      points_to_.object_number(points_to_.variable(var->getCanonicalDecl()));
  return number_of_object > 0 && points_to_.objects()[number_of_object - 1].many;
}

/// The variables of this activation that others of the same function must not be taken for. At once
/// on entry: a jump may pass by a declaration.
void InitialState::create_objects() {
  const clang::FunctionDecl* function = code_.frame().function;
  if (!call_graph_.reentrant(function)) return;
  std::vector<const clang::VarDecl*> variables(function->param_begin(), function->param_end());
  for_each_child(function->getBody(), [&](const clang::Stmt* s) {
    const auto* declaration = dyn_cast<clang::DeclStmt>(s);
    if (declaration == nullptr) return;
    for (const clang::Decl* d : declaration->decls()) {
      if (const auto* var = dyn_cast<clang::VarDecl>(d)) variables.push_back(var);
    }
  });
  for (const clang::VarDecl* var : variables) {
    if (!has_own_object(var)) continue;
    const Expr next = globals_.next_object();
    const Expr object = code_.saved(next, code_.here(), "new");
    code_.emit_assign(next, gcl::mk_add(context_, next, code_.number(1)), code_.here());
    code_.frame().objects[var->getCanonicalDecl()] = object;
    const std::size_t index = points_to_.object_number(points_to_.variable(var)) - 1;
    if (const auto bytes = objects_.bytes_of_object(index))
      objects_.note_bytes(object, code_.number(*bytes));
  }
}

void InitialState::declare_parameters(Frame& root, gcl::Procedure& procedure) {
  const clang::FunctionDecl* function = root.function;
  const bool has_body = function->hasBody();
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    code_.set_here(unit_.place(parameter->getSourceRange()));
    if (has_body && is_command_line(parameter)) {
      command_line(function);
      continue;
    }
    const Location at = lvalues_.variable(parameter);
    const bool is_struct = parameter->getType()->isRecordType();
    const bool assigned = has_body && calls_.facts_of(function).assigned.contains(at.variable);
    const bool copied =
        is_struct || assigned || memory_.lives_in_memory(at.variable) || !at.indices.empty();
    std::vector<Expr> incoming;
    const auto add = [&](const Location& one, Part part, gcl::Sort sort) {
      std::string name = at.stem + one.path + suffix(part);
      for (int i = 2; code_.locals().contains(copied ? name + "$in" : name);
           ++i) {  // cells have no names
        name = at.stem + one.path + suffix(part) + "$" + std::to_string(i);
      }
      if (copied) name += "$in";
      const Expr var = context_.var(name, sort);
      code_.locals().emplace(name, var);
      incoming.push_back(var);
      procedure.parameters.push_back({var, code_.here()});
      if (!copied) memory_.note_name(var, one, part, points_to_.storage(one.node), true);
      // Facts of the model, not demands on callers: assumed in the body.
      const bool plain = one.type->isIntegralOrEnumerationType() && sort.is_int() &&
                         !(is_struct && points_to_.is_flat(one.node));
      if (part == Part::Value && plain && has_body) {
        const Expr fits = arithmetic_.in_range(var, types_.int_type(one.type, {}));
        if (!fits.is_true()) code_.emit_assume(fits, code_.here());
      }
    };
    if (is_struct) {
      memory_.for_each_leaf(at, [&](const Location& one, Part part) {
        add(one, part, calls_.sort_of_part(one, part));
      });
      std::size_t next = 0;
      if (has_body) {
        memory_.for_each_leaf(at, [&](const Location& one, Part part) {
          memory_.write_part(one, part, incoming[next++], code_.here());
        });
      }
    } else {
      add(at, Part::Value, types_.sort_of(at.type));
      const std::size_t parts = at.type->isPointerType() ? flat_.pointer_parts(at) : 0;
      for (std::size_t i = 0; i < parts; ++i) {
        add(at, static_cast<Part>(i + 1), context_.int_sort());
      }
      if (copied && has_body && at.type->isPointerType()) {
        Pointer value{incoming[0], parts > 0 ? incoming[1] : Expr()};
        if (parts > 1) value.outer.assign(incoming.begin() + 2, incoming.end());
        memory_.write_pointer(at, value, code_.here());
      } else if (copied && has_body) {
        memory_.write(at, incoming[0], code_.here());
      }
    }
    const bool is_pointer =
        parameter->getType()->isPointerType() && !parameter->getType()->isFunctionPointerType();
    const bool from_outside = has_body && procedures_.starts() && !call_graph_.called(function);
    if (is_pointer && from_outside) outside_pointer(at, incoming);
    if (is_pointer && has_body && acsl_.has_contract(function))
      assume_own_objects(function, incoming);
    if (procedures_.runs_first(function) && parameter == function->getParamDecl(0) &&
        parameter->getType()->isIntegerType()) {
      code_.emit_assume(gcl::mk_le(context_, code_.number(0), incoming[0]), code_.here());  // argc
    }
    incoming_[at.variable] = incoming;
  }
}

/// Is it the `argv` of the main that the program begins with?
bool InitialState::is_command_line(const clang::ParmVarDecl* parameter) const {
  const auto* function = dyn_cast<clang::FunctionDecl>(parameter->getDeclContext());
  if (function == nullptr || !procedures_.runs_first(function) || function->getNumParams() < 2 ||
      parameter != function->getParamDecl(1) || acsl_.has_contract(function)) {
    return false;
  }
  const clang::QualType strings = parameter->getType();
  return function->getParamDecl(0)->getType()->isIntegerType() && strings->isPointerType() &&
         strings->getPointeeType()->isPointerType() &&
         strings->getPointeeType()->getPointeeType()->isCharType();
}

/// C17 5.1.2.2.1: `argv[argc]` is null, and what is before it are strings. The array is none of the
/// program's objects; that its number is -1 is no restriction, since nothing else is known of the
/// numbers that strangers' objects have. So it is no input, and no parameter in the IL.
void InitialState::command_line(const clang::FunctionDecl* main) {
  if (!main->getParamDecl(1)->isReferenced()) return;
  const Expr count = incoming_.at(main->getParamDecl(0))[0];
  const Location at = lvalues_.variable(main->getParamDecl(1));
  const NodeId node = points_to_.find(points_to_.pointee(at.node));
  const Expr none = code_.number(0);
  const Expr array = code_.number(-1);
  const Pointer start = pointers_.shaped({array, points_to_.indexed(node) ? none : Expr()}, node);
  memory_.write_pointer(at, start, code_.here());
  if (!points_to_.conflict(node).empty()) return;
  const auto bytes = types_.bytes_of(at.type);  // a pointer is as large as another
  if (bytes) {
    const Expr cells = gcl::mk_add(context_, count, code_.number(1));
    objects_.note_bytes(array, code_.scaled(*bytes, cells));
  }
  Location cell;
  cell.node = node;
  cell.type = at.type->getPointeeType();
  cell.object = array;
  cell.indices = start.outer;
  if (start.offset) cell.indices.push_back(start.offset);
  if (!flat_.is_one_cell(cell)) return;  // among bytes: any pointers
  const auto read = [&] { return memory_.read_part(cell, Part::Value); };
  if (!start.offset) {  // nobody counts: only the first is looked at
    code_.emit_assume(
        gcl::mk_ite(context_, gcl::mk_eq(context_, count, none), gcl::mk_eq(context_, read(), none),
                    gcl::mk_lt(context_, read(), array)),
        code_.here());
    return;
  }
  cell.indices.back() = count;
  memory_.write_part(cell, Part::Value, none, code_.here());
  const Expr k = context_.bound_var("k", context_.int_sort());
  cell.indices.back() = k;
  const Expr value = read();
  std::vector<Expr> facts = {gcl::mk_lt(context_, value, array)};
  const NodeId text = points_to_.find(points_to_.pointee(node));
  if (objects_.tracks_sizes() && points_to_.indexed(text) && !points_to_.is_flat(text) &&
      points_to_.conflict(text).empty() && points_to_.rank(text) == 1) {
    Location last;
    last.node = text;
    last.type = cell.type->getPointeeType();
    last.object = value;
    const Expr size = gcl::mk_select(context_, objects_.sizes(), value);
    last.indices = {gcl::mk_sub(context_, size, code_.number(1))};
    facts.push_back(gcl::mk_eq(context_, memory_.read_part(cell, Part::Offset), none));
    facts.push_back(gcl::mk_lt(context_, none, size));
    facts.push_back(gcl::mk_eq(context_, memory_.read_part(last, Part::Value), none));
  }
  const std::vector<Expr> bound = {k};
  const std::vector<Expr> within = {gcl::mk_le(context_, none, k), gcl::mk_lt(context_, k, count)};
  code_.emit_assume(
      context_.make_quantifier(
          gcl::Kind::Forall, bound, {{value}},
          gcl::mk_implies(context_, gcl::mk_and(context_, within), gcl::mk_and(context_, facts))),
      code_.here());
}

/// What a stranger hands in is null, one of his own objects (they have negative numbers), or a
/// variable of this file that may be in the same class. Where an object begins is a matter of
/// counting: the first pointer into it may as well point to index 0. Only for functions that
/// nobody in this file calls.
void InitialState::outside_pointer(const Location& at, const std::vector<Expr>& incoming) {
  const NodeId target = points_to_.find(points_to_.pointee(at.node));
  std::vector<Expr> possible = {gcl::mk_le(context_, incoming[0], code_.number(0))};
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    if (object.kind == Object::Kind::Outside) continue;
    // Locals do not exist yet.
    if (object.variable != nullptr && !object.variable->hasGlobalStorage()) continue;
    if (points_to_.reaches(object.root, target)) {
      possible.push_back(
          gcl::mk_eq(context_, incoming[0], code_.number(static_cast<std::int64_t>(i + 1))));
    }
  }
  code_.emit_assume(gcl::mk_or(context_, possible), code_.here());
  if (incoming.size() < 2) return;
  std::vector<Expr> aligned = {gcl::mk_eq(context_, incoming[1], code_.number(0)),
                               gcl::mk_lt(context_, code_.number(0), incoming[0])};
  for (const auto& [node, object] : outside_so_far_) {
    aligned.push_back(gcl::mk_eq(context_, incoming[0], object));
  }
  outside_so_far_.emplace_back(target, incoming[0]);
  code_.emit_assume(gcl::mk_or(context_, aligned), code_.here());
}

void InitialState::declare_results(const Frame& root, gcl::Procedure& procedure) {
  const clang::QualType type = root.function->getReturnType();
  if (type->isVoidType()) return;
  code_.set_here(procedure.range);
  const Location at = lvalues_.result_location(root);
  memory_.for_each_leaf(at, [&](const Location& one, Part part) {
    std::vector<Expr> keys;
    const Expr var = memory_.leaf(one, part, keys);
    const bool known =
        std::ranges::any_of(procedure.results, [&](const gcl::VarDecl& d) { return d.var == var; });
    if (known) return;
    procedure.results.push_back({var, code_.here()});
    std::erase_if(code_.local_order(), [&](const gcl::VarDecl& d) { return d.var == var; });
  });
}

void InitialState::initialise_globals() {
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    if (const auto* var = dyn_cast<clang::VarDecl>(d)) initialise_global(var);
    const auto* function = dyn_cast<clang::FunctionDecl>(d);
    if (function == nullptr || !function->isThisDeclarationADefinition()) continue;
    for_each_child(function->getBody(), [&](const clang::Stmt* s) {
      const auto* declaration = dyn_cast<clang::DeclStmt>(s);
      if (declaration == nullptr) return;
      for (const clang::Decl* one : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(one);
        if (var != nullptr && var->isStaticLocal()) initialise_global(var);
      }
    });
  }
  code_.set_here(unit_.place(ast_.getTranslationUnitDecl()->getLocation()));
  const auto count = static_cast<std::int64_t>(points_to_.objects().size());
  code_.emit_assign(globals_.next_object(), code_.number(count + 1), code_.here());
  initialised_.clear();
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) objects_.note_size(i);
  lifetimes_.initialise_lives();
}

void InitialState::initialise_global(const clang::VarDecl* var) {
  if (!globals_.is_used(var)) return;
  const clang::VarDecl* defined = var;
  if (!var->isStaticLocal()) {
    defined = var->getDefinition();
    if (defined == nullptr) defined = var->getActingDefinition();
    if (defined == nullptr) {  // extern: any value of its type
      const Location at = lvalues_.variable(var);
      if (!var->getType()->isIntegralOrEnumerationType() || !at.indices.empty()) return;
      code_.set_here(unit_.place(var->getSourceRange()));
      code_.emit_assume(
          arithmetic_.in_range(memory_.read_part(at, Part::Value), types_.int_type(at.type, {})),
          code_.here());
      return;
    }
    if (!initialised_.insert(var->getCanonicalDecl()).second) return;
  }
  code_.set_here(unit_.place(var->getSourceRange()));
  const Location at = lvalues_.variable(defined);
  if (defined->hasInit()) {
    initialisers_.initialise(at, defined->getInit());
  } else {
    initialisers_.zero(at);
  }
}

/// After something unknown ran: globals are still of their types.
void InitialState::assume_globals(const SourceRange& range) {
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var == nullptr || !globals_.is_used(var)) continue;
    const clang::QualType type = var->getType();
    if (!type->isIntegralOrEnumerationType() && !type->isRecordType()) continue;
    if (type->isIncompleteType()) continue;
    assume_in_range(lvalues_.variable(var), range);
  }
}

/// The integers that are IL variables; of cells of maps it is said where they are read.
void InitialState::assume_in_range(const Location& at, const SourceRange& range) {
  if (points_to_.is_flat(at.node) || at.type->isArrayType()) return;
  if (const auto* record = at.type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* member : record->getDecl()->fields()) {
      if (!member->isUnnamedBitfield()) assume_in_range(lvalues_.field(at, member), range);
    }
    return;
  }
  const bool own = at.indices.empty() && points_to_.storage(at.node).only != nullptr;
  if (!own || !at.type->isIntegralOrEnumerationType()) return;
  const Expr fits = arithmetic_.in_range(memory_.read_part(at, Part::Value), flat_.stored_type(at));
  if (!fits.is_true()) code_.emit_assume(fits, range);
}

}  // namespace pawl::frontend::c
