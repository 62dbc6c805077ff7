// SPDX-License-Identifier: Apache-2.0
//
// What the names and lvalues of annotations stand for, and what memory holds at a label.
#include "frontends/c/lower/memory.h"

#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

#include "frontends/acsl/parser.h"
#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/flat_memory.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/initial_state.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/pointer_arithmetic.h"
#include "frontends/c/lower/points_to.h"
#include "frontends/c/lower/procedures.h"
#include "frontends/c/lower/types.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using acsl::TermKind;
using clang::dyn_cast;
using clang::isa;
using gcl::Kind;

// ---- names ----------------------------------------------------------------------------------

LogicValue Acsl::name(const Term& t, const Scope& scope) {
  for (auto i = scope.names.rbegin(); i != scope.names.rend(); ++i) {
    if (i->first == t->text) return i->second;
  }
  if (scope.declared != nullptr) {
    for (unsigned i = 0; i < scope.declared->getNumParams(); ++i) {
      if (scope.declared->getParamDecl(i)->getName() == t->text) {
        return parameter(scope.function->getParamDecl(i), t, scope);
      }
    }
  }
  if (const clang::VarDecl* found = find_variable(t->text, scope)) {
    return variable(found, t, scope);
  }
  if (const clang::Decl* global = find_global(t->text)) {
    if (const auto* value = dyn_cast<clang::EnumConstantDecl>(global)) {
      llvm::SmallString<40> digits;
      value->getInitVal().toString(digits, 10);
      return of_integer(c_.int_const(digits.str().str()));
    }
    if (const auto* var = dyn_cast<clang::VarDecl>(global)) return variable(var, t, scope);
  }
  for (const Function& one : functions_) {
    if (one.name() == t->text && one.parameters().empty()) return call(t, scope);
  }
  if (std::optional<Value> value = macro(t, scope)) return *value;
  refuse(t, "'" + t->text + "', which is not declared here,");
}

/// A constant of the preprocessor: its text, read as a term.
std::optional<LogicValue> Acsl::macro(const Term& t, const Scope& scope) {
  const std::optional<std::string> text = unit_.macro_text(t->text);
  if (!text) return std::nullopt;
  constexpr std::size_t max_depth = 100;
  if (++depth_ > max_depth) refuse(t, "a macro that contains itself");
  const SourceFile file(t->text, *text);
  Diagnostics ignored;
  acsl::ParseOptions options;
  options.is_type_name = [this](std::string_view name) { return is_type_name(name); };
  const Term body = acsl::parse_term(file, options, ignored);
  if (!body) refuse(t, "the macro '" + t->text + "'");
  Scope outside;
  outside.kind = Scope::Kind::Logic;
  outside.here = scope.here;
  try {
    const Value value = term(body, outside);
    --depth_;
    return value;
  } catch (const Unsupported& what) {  // the macro's text does not outlive this function
    refuse(t, "the macro '" + t->text + "' (" + what.message + ")");
  }
}

const clang::Decl* Acsl::find_global(const std::string& name) const {
  const clang::DeclContext* unit = ast_.getTranslationUnitDecl();
  for (const clang::Decl* d : unit->lookup(&ast_.Idents.get(name))) {
    if (isa<clang::VarDecl>(d) || isa<clang::EnumConstantDecl>(d)) return d;
  }
  return nullptr;
}

/// The innermost variable of this name whose scope the place is in: the last that was declared.
const clang::VarDecl* Acsl::find_variable(const std::string& name, const Scope& scope) const {
  if (scope.function == nullptr || scope.declared != nullptr) return nullptr;
  const clang::VarDecl* found = nullptr;
  for (const clang::ParmVarDecl* parameter : scope.function->parameters()) {
    if (parameter->getName() == name) found = parameter;
  }
  const clang::SourceManager& sources = unit_.sources();
  const auto before = [&](clang::SourceLocation a, clang::SourceLocation b) {
    return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(a),
                                             sources.getExpansionLoc(b));
  };
  std::vector<const clang::Stmt*> work = {scope.function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(s)) {
      for (const clang::Decl* d : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(d);
        if (var == nullptr || var->getName() != name) continue;
        if (!before(var->getLocation(), scope.where)) continue;
        const bool later = found == nullptr || before(found->getLocation(), var->getLocation());
        if (later) found = var;
      }
    }
    for (const clang::Stmt* child : s->children()) {
      if (child == nullptr) continue;
      // What is in a block that does not contain the place is not visible there.
      const bool is_scope = isa<clang::CompoundStmt>(child) || isa<clang::ForStmt>(child);
      if (is_scope &&
          (!before(child->getBeginLoc(), scope.where) || before(child->getEndLoc(), scope.where))) {
        continue;
      }
      work.push_back(child);
    }
  }
  return found;
}

/// In a contract: the value it had on entry.
LogicValue Acsl::parameter(const clang::ParmVarDecl* parameter, const Term& t, const Scope& scope) {
  const auto found = initial_.incoming().find(parameter->getCanonicalDecl());
  if (code_.frames().size() > 1 || found == initial_.incoming().end()) {
    if (parameter->getType()->isRecordType() && code_.frames().size() == 1) {
      refuse(t, "a struct that is a parameter, in a contract,", "pass a pointer");
    }
    return variable(parameter, t, scope);
  }
  const std::vector<Expr>& parts = found->second;
  const clang::QualType type = parameter->getType();
  if (type->isIntegralOrEnumerationType()) return of_integer(parts.at(0), type);
  if (!type->isPointerType()) refuse(t, "a parameter of this type");
  Value value;
  value.kind = Value::Kind::Pointer;
  value.pointer.object = parts.at(0);
  if (parts.size() > 1) value.pointer.offset = parts[1];
  for (std::size_t i = 2; i < parts.size(); ++i) value.pointer.outer.push_back(parts[i]);
  value.type = type->getPointeeType();
  if (!type->isFunctionPointerType()) {
    value.node = points_to_.pointee(points_to_.variable(parameter));
  }
  return value;
}

LogicValue Acsl::variable(const clang::VarDecl* var, const Term& t, const Scope& scope) {
  const clang::VarDecl* canonical = var->getCanonicalDecl();
  const c::Frame& frame = code_.frame();
  // Parameters that are just terms do not change.
  if (const auto found = frame.substituted.find(canonical); found != frame.substituted.end()) {
    return of_integer(found->second, var->getType());
  }
  if (const auto found = frame.substituted_pointers.find(canonical);
      found != frame.substituted_pointers.end()) {
    Value value;
    value.kind = Value::Kind::Pointer;
    value.pointer = found->second;
    value.type = var->getType()->getPointeeType();
    value.node = points_to_.pointee(points_to_.variable(var));
    return value;
  }
  if (scope.here.kind == State::Kind::Old && code_.frames().size() == 1) {
    if (const auto* own = dyn_cast<clang::ParmVarDecl>(canonical);
        own != nullptr && initial_.incoming().contains(canonical)) {
      return parameter(own, t, scope);
    }
  }
  return load(lvalues_.variable(var), scope.here, t);
}

LogicValue Acsl::result(const Term& t, const Scope& scope) {
  if (scope.kind != Scope::Kind::Ensures || scope.function == nullptr) {
    refuse(t, "\\result outside of a postcondition");
  }
  if (scope.function->getReturnType()->isVoidType())
    refuse(t, "\\result of a function without one");
  return load(lvalues_.result_location(code_.frame()), State{}, t);
}

// ---- places ---------------------------------------------------------------------------------

namespace {

const clang::FieldDecl* find_field(clang::QualType type, const std::string& name) {
  const auto* record = type->getAs<clang::RecordType>();
  const clang::RecordDecl* definition =
      record != nullptr ? record->getDecl()->getDefinition() : nullptr;
  if (definition == nullptr) return nullptr;
  for (const clang::FieldDecl* member : definition->fields()) {
    if (member->getName() == name) return member;
  }
  return nullptr;
}

}  // namespace

Location Acsl::place(const Term& t, const Scope& scope, State& state) {
  switch (t->kind) {
    case TermKind::Dereference: return followed(as_pointer(term(t->children[0], scope), t), t);
    case TermKind::Index: {
      const Value base = term(t->children[0], scope);
      const Expr index = integer(t->children[1], scope);
      if (base.kind == Value::Kind::Place && base.place.type->isArrayType()) {
        state = base.state;
        return lvalues_.element(base.place, index, base.place.type);
      }
      return followed(moved(as_pointer(base, t), index, t), t);
    }
    case TermKind::Field:
    case TermKind::Arrow: {
      Location record;
      const Value base = term(t->children[0], scope);
      if (t->kind == TermKind::Arrow) {
        record = followed(as_pointer(base, t), t);
      } else {
        if (base.kind != Value::Kind::Place) refuse(t, "a field of what is no struct");
        record = base.place;
        state = base.state;
      }
      const clang::FieldDecl* member = find_field(record.type, t->text);
      if (member == nullptr) refuse(t, "the field '" + t->text + "'");
      code_.set_here(t->range);
      return lvalues_.field(record, member);
    }
    case TermKind::Old:
    case TermKind::At: {
      Scope there = scope;
      const acsl::Identifier old{"Old", t->range};
      there.here = label(t->kind == TermKind::Old ? old : t->labels.front(), scope);
      state = there.here;
      return place(t->children[0], there, state);
    }
    case TermKind::Name: {
      for (auto i = scope.names.rbegin(); i != scope.names.rend(); ++i) {
        if (i->first != t->text) continue;
        if (i->second.kind != Value::Kind::Place) refuse(t, "the place of this value");
        state = i->second.state;
        return i->second.place;
      }
      const clang::VarDecl* var = find_variable(t->text, scope);
      if (var == nullptr && scope.declared == nullptr) {
        if (const clang::Decl* global = find_global(t->text))
          var = dyn_cast<clang::VarDecl>(global);
      }
      if (scope.declared != nullptr) {
        for (const clang::ParmVarDecl* one : scope.declared->parameters()) {
          if (one->getName() == t->text) refuse(t, "the place of a parameter in a contract");
        }
        if (const clang::Decl* global = find_global(t->text))
          var = dyn_cast<clang::VarDecl>(global);
      }
      if (var == nullptr) refuse(t, "'" + t->text + "', which is not declared here,");
      if (code_.frame().substituted.contains(var->getCanonicalDecl()) ||
          code_.frame().substituted_pointers.contains(var->getCanonicalDecl())) {
        refuse(t, "the place of a parameter that never changes");
      }
      return lvalues_.variable(var);
    }
    case TermKind::Result: {
      const Value value = result(t, scope);
      if (value.kind != Value::Kind::Place) break;
      state = value.state;
      return value.place;
    }
    case TermKind::Named: return place(t->children[0], scope, state);
    default: break;
  }
  refuse(t, "this term as a place in memory");
}

/// &t
LogicValue Acsl::pointer(const Term& t, const Scope& scope) {
  State state = scope.here;
  const Location at = place(t->children[0], scope, state);
  if (!at.object) refuse(t, "the address of a temporary");
  Value value;
  value.kind = Value::Kind::Pointer;
  value.pointer = lvalues_.address(at, nullptr);
  value.node = at.node;
  value.type = at.type;
  return value;
}

LogicValue Acsl::as_pointer(const Value& value, const Term& t) {
  if (value.kind == Value::Kind::Pointer) return value;
  if (value.kind == Value::Kind::Integer && value.expr.is(Kind::IntConst) &&
      value.expr.text() == "0") {
    Value null;
    null.kind = Value::Kind::Pointer;
    null.pointer = {c_.int_const(0), Expr()};
    return null;
  }
  if (value.kind != Value::Kind::Place || !value.place.type->isArrayType()) {
    refuse(t, "a value that is no pointer, used as one,");
  }
  const Location first = lvalues_.element(value.place, c_.int_const(0), value.place.type);
  if (!first.object) refuse(t, "the address of a temporary");
  Value decayed;
  decayed.kind = Value::Kind::Pointer;
  decayed.pointer = lvalues_.address(first, nullptr);
  decayed.node = first.node;
  decayed.type = first.type;
  return decayed;
}

LogicValue Acsl::moved(const Value& base, Expr distance, const Term& t) {
  if (distance.is(Kind::IntConst) && distance.text() == "0") return base;
  if (base.type.isNull()) refuse(t, "arithmetic on the null pointer");
  if (points_to_.rank(base.node) == 0) {
    refuse(t, "an index into memory that the program does not index",
           "write it as an array, or move a pointer through it in the program");
  }
  Value result = base;
  code_.set_here(t->range);
  result.pointer =
      pointers_.moved(pointers_.shaped(base.pointer, base.node), distance, base.node, base.type);
  return result;
}

Location Acsl::followed(const Value& pointer, const Term& t) {
  if (pointer.type.isNull() || pointer.type->isVoidType() || pointer.type->isFunctionType()) {
    refuse(t, "following a pointer of this type");
  }
  if (const std::string& why = points_to_.conflict(pointer.node); !why.empty()) {
    refuse(t, "following this pointer (" + why + ")",
           "memory with more than one view of it is not modelled");
  }
  Location result;
  result.node = pointer.node;
  result.type = pointer.type;
  result.object = pointer.pointer.object;
  const Pointer full = pointers_.shaped(pointer.pointer, pointer.node);
  result.indices = full.outer;
  if (full.offset) result.indices.push_back(full.offset);
  return result;
}

gcl::Expr Acsl::load_part(const Location& at, Part part, const State& state) {
  std::vector<Expr> keys;
  Expr value = in_state(memory_.leaf(at, part, keys), state);
  for (const Expr key : keys) value = gcl::mk_select(c_, value, key);
  return value;
}

LogicValue Acsl::load(const Location& at, const State& state, const Term& t) {
  code_.set_here(t->range);
  if (at.type.isVolatileQualified()) refuse(t, "the value of a volatile variable");
  Value value;
  value.type = at.type;
  if (at.type->isRecordType() || at.type->isArrayType()) {
    value.kind = Value::Kind::Place;
    value.place = at;
    value.state = state;
    return value;
  }
  const bool same = !at.type->isIntegralOrEnumerationType() || at.bits != nullptr ||
                    flat_.stored_type(at) == types_.int_type(at.type, {});
  if (!flat_.is_one_cell(at) || !same) refuse(t, "memory with more than one view of it");
  if (at.type->isIntegralOrEnumerationType()) {
    value.expr = load_part(at, Part::Value, state);
    if (states_facts_ && value.expr.is(Kind::Select) && !value.expr.has_bound_vars()) {
      code_.emit_assume(arithmetic_.in_range(value.expr, types_.int_type(at.type, {})), t->range);
    }
    return value;
  }
  if (!at.type->isPointerType()) refuse(t, "a value of type '" + at.type.getAsString() + "'");
  value.kind = Value::Kind::Pointer;
  value.pointer.object = load_part(at, Part::Value, state);
  value.type = at.type->getPointeeType();
  if (at.type->isFunctionPointerType()) return value;
  value.node = points_to_.pointee(at.node);
  const std::size_t rank = points_to_.rank(value.node);
  if (rank > 0) value.pointer.offset = load_part(at, Part::Offset, state);
  for (std::size_t i = 1; i < rank; ++i) {
    value.pointer.outer.push_back(load_part(at, static_cast<Part>(i + 1), state));
  }
  return value;
}

// ---- states ---------------------------------------------------------------------------------

gcl::Expr Acsl::in_state(Expr variable, const State& state) {
  const auto is_parameter = [&] {
    return std::ranges::any_of(initial_.incoming(), [&](const auto& entry) {
      return std::ranges::find(entry.second, variable) != entry.second.end();
    });
  };
  const bool is_local = code_.locals().contains(variable.name());
  switch (state.kind) {
    case State::Kind::Current: return variable;
    case State::Kind::Old:
      if (is_local && is_parameter()) return variable;
      if (is_local) {
        refuse(at_, "a local variable in the state before the function", "use another label");
      }
      return c_.make(Kind::Old, {variable});
    case State::Kind::Entry:
      if (is_local && is_parameter()) return variable;
      return c_.make(Kind::Entry, {variable});
    case State::Kind::Snapshot: {
      if (is_local && is_parameter()) return variable;
      auto& copies = snapshots_.at(state.id).copies;
      const auto found = copies.find(variable.name());
      if (found != copies.end()) return found->second.second;
      const std::string name = variable.name() + "$at$" + std::to_string(code_.fresh_number());
      const Expr copy = code_.local(name, variable.sort());
      copies.emplace(variable.name(), std::pair(variable, copy));
      return copy;
    }
    case State::Kind::None:
      refuse(at_, "memory read without a label in a definition that has several");
    case State::Kind::Bound: break;
  }
  if (is_local) refuse(at_, "a local variable in a logic definition");
  const auto key = std::pair(state.id, variable.name());
  const auto found = bound_maps_.find(key);
  if (found != bound_maps_.end()) return found->second;
  const Expr any = bound_name(variable.name(), variable.sort());
  bound_maps_.emplace(key, any);
  bound_memory_.emplace_back(state, any);
  return any;
}

LogicState Acsl::label(const acsl::Identifier& label, const Scope& scope) {
  const std::string& text = label.text;
  if (const auto found = scope.labels.find(text); found != scope.labels.end()) {
    return found->second;
  }
  switch (scope.kind) {
    case Scope::Kind::Logic:
      if (text == "Here") return scope.here;
      refuse(label.range, "the label '" + text + "' in a logic definition");
    case Scope::Kind::Requires:
      if (text == "Here" || text == "Pre" || text == "Old") return {};
      refuse(label.range, "the label '" + text + "' in a precondition");
    case Scope::Kind::Ensures:
      if (text == "Here" || text == "Post") return {};
      if (text == "Pre" || text == "Old") return {State::Kind::Old, 0};
      refuse(label.range, "the label '" + text + "' in a postcondition");
    case Scope::Kind::Body:
    case Scope::Kind::Loop: break;
  }
  if (text == "Here") return {};
  if (text == "Pre") {
    if (code_.frames().size() == 1) return {State::Kind::Old, 0};
    return {State::Kind::Snapshot, starts_.at(&code_.frame())};
  }
  if (text == "LoopEntry" && scope.kind == Scope::Kind::Loop) return {State::Kind::Entry, 0};
  if (text == "LoopCurrent" && scope.kind == Scope::Kind::Loop) return {};
  if (text == "LoopEntry" || text == "LoopCurrent") {
    if (active_.empty()) refuse(label.range, "the label '" + text + "' outside of a loop");
    if (text == "LoopEntry") return {State::Kind::Snapshot, active_.back().entry};
    if (!active_.back().current) {
      refuse(label.range, "the label 'LoopCurrent' in a loop whose condition has effects");
    }
    return {State::Kind::Snapshot, *active_.back().current};
  }
  if (text == "Init") {  // before main, with the globals initialised
    const c::Frame* first = code_.frames().front();
    if (!procedures_.runs_first(first->function)) {
      refuse(label.range, "the label 'Init' in a function that is checked on its own");
    }
    return {State::Kind::Snapshot, starts_.at(first)};
  }
  const auto found = labels_.find({&code_.frame(), text});
  if (found == labels_.end()) {
    refuse(label.range, "the label '" + text + "', which is not before this place,");
  }
  return {State::Kind::Snapshot, found->second};
}

/// Of the state here.
std::size_t Acsl::snapshot(const SourceRange& range) {
  Snapshot one;
  one.block = code_.current();
  one.index = code_.cfg().blocks[code_.current()].statements.size();
  one.range = range;
  snapshots_.push_back(std::move(one));
  return snapshots_.size() - 1;
}

// ---- types ----------------------------------------------------------------------------------

std::optional<clang::QualType> Acsl::named_type(const acsl::Type& type) const {
  clang::ASTContext& ast = ast_;
  if (type.kind == acsl::Type::Kind::Keywords) {
    const std::map<std::string, clang::QualType> known = {
        {"void", ast.VoidTy},
        {"char", ast.CharTy},
        {"signed char", ast.SignedCharTy},
        {"unsigned char", ast.UnsignedCharTy},
        {"short", ast.ShortTy},
        {"unsigned short", ast.UnsignedShortTy},
        {"int", ast.IntTy},
        {"unsigned int", ast.UnsignedIntTy},
        {"long", ast.LongTy},
        {"unsigned long", ast.UnsignedLongTy},
        {"long long", ast.LongLongTy},
        {"unsigned long long", ast.UnsignedLongLongTy},
        {"_Bool", ast.BoolTy}};
    const auto found = known.find(type.name);
    if (found == known.end()) return std::nullopt;
    return found->second;
  }
  const clang::DeclContext* unit = ast.getTranslationUnitDecl();
  for (const clang::Decl* d : unit->lookup(&ast.Idents.get(type.name))) {
    if (type.kind == acsl::Type::Kind::Named) {
      if (const auto* alias = dyn_cast<clang::TypedefNameDecl>(d)) return ast.getTypedefType(alias);
    } else if (const auto* tag = dyn_cast<clang::TagDecl>(d)) {
      return ast.getTagDeclType(tag);
    }
  }
  return std::nullopt;
}

clang::QualType Acsl::c_type(const acsl::Type& type) {
  std::optional<clang::QualType> result = named_type(type);
  if (!result && type.kind == acsl::Type::Kind::Named) {
    const auto alias = logic_types_.find(type.name);
    if (alias != logic_types_.end() && alias->second->alias) result = c_type(*alias->second->alias);
  }
  if (!result) refuse(type.range, "the type '" + type.name + "'");
  for (const acsl::Derivation& step : type.derivations) {
    if (step.kind == acsl::Derivation::Kind::Pointer || !step.size) {
      *result = ast_.getPointerType(*result);  // a[] is a pointer, as for a parameter of C
    } else {
      refuse(type.range, "an array type in an annotation");
    }
  }
  return *result;
}

}  // namespace pawl::frontend::c
