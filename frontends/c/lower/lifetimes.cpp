// SPDX-License-Identifier: Apache-2.0
//
// For how long objects exist: a ghost map from objects to what they are now. Where it is asked for,
// every entry of a scope makes new objects of the variables whose address is taken, so that a
// pointer to the last round's variable leads to none of this round's. A scope ends where control
// arrives after it, however it left: nothing is accessed on the way.
#include "frontends/c/lower/lifetimes.h"

#include "frontends/c/lower/arithmetic.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/lvalues.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/memory_calls.h"
#include "frontends/c/lower/objects.h"
#include "frontends/c/lower/points_to.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using clang::isa;
using gcl::Expr;
using gcl::Kind;

namespace {

// What an object is: nothing, or nothing any more; there, until its scope ends; to be freed.
constexpr std::int64_t gone = 0;
constexpr std::int64_t there = 1;
constexpr std::int64_t allocated = 2;

std::vector<const clang::VarDecl*> variables_in(const clang::Stmt* root) {
  std::vector<const clang::VarDecl*> found;
  std::vector<const clang::Stmt*> work = {root};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(s)) {
      for (const clang::Decl* d : declaration->decls()) {
        if (const auto* var = dyn_cast<clang::VarDecl>(d)) found.push_back(var);
      }
    }
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return found;
}

bool contains(const clang::Stmt* root, const clang::Stmt* wanted) {
  std::vector<const clang::Stmt*> work = {root};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == wanted) return true;
    if (s == nullptr) continue;
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return false;
}

}  // namespace

Lifetimes::Lifetimes(const Rooms& rooms)
    : options_(rooms.options),
      approximation_(rooms.approximation),
      context_(rooms.context),
      ast_(rooms.ast),
      points_to_(rooms.points_to),
      code_(rooms.code),
      globals_(rooms.globals),
      memory_(rooms.memory),
      lvalues_(rooms.lvalues),
      objects_(rooms.objects),
      bytes_(rooms.bytes) {}

bool Lifetimes::tracks_lives() const {
  return options_.checks.contains(Hazard::Lifetime) || options_.checks.contains(Hazard::Free) ||
         options_.leaks != Leaks::Ignore;
}

Expr Lifetimes::lives() {
  return globals_.global("object$state",
                         context_.map_sort(context_.int_sort(), context_.int_sort()));
}

/// How many objects are allocated now.
Expr Lifetimes::allocated_count() {
  return globals_.global("object$allocated", context_.int_sort());
}

void Lifetimes::set_life(Expr object, std::int64_t life, const SourceRange& range) {
  code_.emit_assign(lives(), gcl::mk_store(context_, lives(), object, code_.number(life)), range);
}

/// Null is no object, and exists; following it is another mistake. What strangers hand in exists.
Expr Lifetimes::exists(Expr object) {
  if (object.is(Kind::IntConst)) {
    const std::size_t index = std::stoul(object.text());
    if (index == 0) return context_.true_();
    if (index <= points_to_.objects().size()) {
      const Object& one = points_to_.objects()[index - 1];
      const bool is_static = one.variable != nullptr && one.variable->hasGlobalStorage();
      if (is_static || one.kind == Object::Kind::String) return context_.true_();
    }
  }
  return gcl::mk_or(context_, {gcl::mk_le(context_, object, code_.number(0)),
                               gcl::mk_lt(context_, code_.number(gone),
                                          gcl::mk_select(context_, lives(), object))});
}

void Lifetimes::need_live(Expr object, const SourceRange& range) {
  if (!tracks_lives()) return;
  code_.set_here(range);
  code_.need(exists(object), Hazard::Lifetime);
}

/// Before main runs: variables of the program and texts exist, nothing else.
void Lifetimes::initialise_lives() {
  if (!tracks_lives()) return;
  code_.emit_assign(lives(), context_.make_const_map(lives().sort(), code_.number(gone)),
                    code_.here());
  code_.emit_assign(allocated_count(), code_.number(0), code_.here());
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    const bool is_static = object.variable != nullptr && object.variable->hasGlobalStorage();
    if (is_static || object.kind == Object::Kind::String) {
      set_life(code_.number(static_cast<std::int64_t>(i + 1)), there, code_.here());
    }
  }
}

/// The same for a function that is looked at by itself.
void Lifetimes::assume_lives() {
  if (!tracks_lives()) return;
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    const bool is_static = object.variable != nullptr && object.variable->hasGlobalStorage();
    if (!is_static && object.kind != Object::Kind::String) continue;
    const Expr which = code_.number(static_cast<std::int64_t>(i + 1));
    code_.emit_assume(
        gcl::mk_eq(context_, gcl::mk_select(context_, lives(), which), code_.number(there)),
        code_.here());
  }
}

void Lifetimes::note_allocation(Expr object, const SourceRange& range) {
  if (!tracks_lives()) return;
  set_life(object, allocated, range);
  code_.emit_assign(allocated_count(), gcl::mk_add(context_, allocated_count(), code_.number(1)),
                    range);
}

/// free(p), where p is not null.
void Lifetimes::end_allocation(Expr object, const SourceRange& range) {
  if (objects_.tracks_sizes()) {  // what was freed has no bytes
    code_.emit_assign(objects_.sizes(),
                      gcl::mk_store(context_, objects_.sizes(), object, code_.number(0)), range);
  }
  if (!tracks_lives()) return;
  set_life(object, gone, range);
  code_.emit_assign(allocated_count(), gcl::mk_sub(context_, allocated_count(), code_.number(1)),
                    range);
}

/// What free and realloc take: null, or the start of what was allocated and not freed.
void Lifetimes::need_allocated(const Pointer& pointer, NodeId node, const SourceRange& range) {
  if (!tracks_lives()) return;
  code_.set_here(range);
  const Expr state = gcl::mk_select(context_, lives(), pointer.object);
  std::vector<Expr> all = {gcl::mk_eq(context_, state, code_.number(allocated))};
  if (const Expr address = objects_.byte_address(pointer, node)) {
    all.push_back(gcl::mk_eq(context_, address, code_.number(0)));
  } else if (!objects_.leads_nowhere(node)) {
    code_.refuse_here("freeing this pointer", "leave out what asks for valid pointers");
  }
  const Expr is_null = gcl::mk_eq(context_, pointer.object, code_.number(0));
  code_.need(gcl::mk_or(context_, {is_null, gcl::mk_and(context_, all)}), Hazard::Free);
}

// ---- variables ------------------------------------------------------------------------------

bool Lifetimes::has_a_life(const clang::VarDecl* var) const {
  return tracks_lives() && !var->hasGlobalStorage() &&
         points_to_.address_taken(var->getCanonicalDecl());
}

/// The variable comes into being: an object of its own.
void Lifetimes::begin_life(const clang::VarDecl* var, const SourceRange& range) {
  if (!has_a_life(var)) return;
  const clang::VarDecl* canonical = var->getCanonicalDecl();
  Expr& object = code_.frame().objects[canonical];
  if (!object || !code_.frame().renewed.contains(canonical)) {
    code_.frame().renewed.insert(canonical);
    object =
        code_.local("object$" + memory_.stem_of(var) + "$" + std::to_string(code_.fresh_number()),
                    context_.int_sort());
  }
  code_.emit_assign(object, globals_.next_object(), range);
  code_.emit_assign(globals_.next_object(),
                    gcl::mk_add(context_, globals_.next_object(), code_.number(1)), range);
  set_life(object, there, range);
  const std::size_t index = points_to_.object_number(points_to_.variable(canonical));
  const auto bytes = index > 0 ? objects_.bytes_of_object(index - 1) : std::nullopt;
  if (bytes) objects_.note_bytes(object, code_.number(*bytes));
}

void Lifetimes::end_life(const clang::VarDecl* var, const SourceRange& range) {
  if (!has_a_life(var)) return;
  const auto found = code_.frame().objects.find(var->getCanonicalDecl());
  if (found != code_.frame().objects.end()) set_life(found->second, gone, range);
}

/// Control has left whatever scopes are in there.
void Lifetimes::end_lives_in(const clang::Stmt* scopes) {
  if (!tracks_lives() || scopes == nullptr) return;
  for (const clang::VarDecl* var : variables_in(scopes)) end_life(var, code_.here());
}

/// Before the body of a function: nothing of it exists yet, but for its parameters.
void Lifetimes::begin_activation() {
  if (!tracks_lives()) return;
  const clang::FunctionDecl* function = code_.frame().function;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    begin_life(parameter, code_.here());
  }
  for (const clang::VarDecl* var : variables_in(function->getBody())) {
    if (!has_a_life(var)) continue;
    begin_life(var, code_.here());  // so that the object has a number; it begins at its declaration
    end_life(var, code_.here());
  }
}

void Lifetimes::end_activation() {
  if (!tracks_lives()) return;
  const clang::FunctionDecl* function = code_.frame().function;
  for (const clang::ParmVarDecl* parameter : function->parameters())
    end_life(parameter, code_.here());
  end_lives_in(function->getBody());
  for (const Expr block : code_.frame().automatic_blocks) set_life(block, gone, code_.here());
}

/// A switch may jump over declarations: the variables of its body exist all the same.
void Lifetimes::begin_switch(const clang::SwitchStmt* stmt) {
  const auto* body = dyn_cast<clang::CompoundStmt>(stmt->getBody());
  if (!tracks_lives() || body == nullptr) return;
  for (const clang::Stmt* one : body->body()) {
    if (!isa<clang::DeclStmt>(one)) continue;
    for (const clang::VarDecl* var : variables_in(one)) begin_life(var, code_.here());
  }
}

/// At a label: what is declared in a scope that the label is not in has ended. What is declared
/// before it in a scope that it is in exists, also if the declaration was jumped over.
void Lifetimes::at_label(const clang::LabelStmt* label) {
  if (!tracks_lives()) return;
  std::vector<const clang::Stmt*> work = {code_.frame().function->getBody()};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    const bool is_scope = isa<clang::CompoundStmt>(s) || isa<clang::ForStmt>(s);
    if (is_scope && !contains(s, label)) {
      end_lives_in(s);
      continue;
    }
    bool before = true;
    for (const clang::Stmt* child : s->children()) {
      work.push_back(child);
      if (child == nullptr) continue;
      before = before && !contains(child, label);
      if (!before || !isa<clang::DeclStmt>(child)) continue;
      for (const clang::VarDecl* var : variables_in(child)) {
        const auto found = code_.frame().objects.find(var->getCanonicalDecl());
        if (!has_a_life(var) || found == code_.frame().objects.end()) continue;
        const Expr state = gcl::mk_select(context_, lives(), found->second);
        bytes_.either(
            gcl::mk_eq(context_, state, code_.number(gone)), code_.here(),
            [&] { begin_life(var, code_.here()); }, [] {});
      }
    }
  }
}

/// alloca: until the function ends.
void Lifetimes::note_automatic_block(Expr object, const clang::CallExpr* e) {
  if (!tracks_lives()) return;
  const SourceRange range = code_.place(e);
  set_life(object, there, range);
  if (is_main(code_.frame().function) && code_.frames().size() == 1) return;
  const Object& made =
      points_to_.objects()[points_to_.object_number(points_to_.allocation_root(e)) - 1];
  const bool may_repeat = made.many && points_to_.is_repeated(e);
  if (may_repeat) code_.refuse(e->getSourceRange(), "alloca in a loop, with a check of lifetimes");
  const Expr block = code_.temporary("automatic");
  code_.emit_assign(block, object, range);
  code_.frame().automatic_blocks.push_back(block);
}

/// Where a statement expression ends is not seen.
void Lifetimes::refuse_lives_in(const clang::StmtExpr* block) {
  if (!tracks_lives()) return;
  for (const clang::VarDecl* var : variables_in(block->getSubStmt())) {
    if (!has_a_life(var)) continue;
    code_.refuse(var->getSourceRange(), "the address of a variable of a statement expression",
                 "leave out what asks for lifetimes");
  }
}

// ---- leaks ----------------------------------------------------------------------------------

/// How many allocated objects the pointers that can be named lead to themselves.
Expr Lifetimes::held_count() {
  std::vector<Expr> held;
  const auto add = [&](const clang::VarDecl* var) {
    if (!var->getType()->isPointerType() || var->getType()->isFunctionPointerType()) return;
    if (held.size() >= 8) return;
    held.push_back(memory_.read_pointer(lvalues_.variable(var)).object);
  };
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var != nullptr && globals_.is_used(var) && var->isCanonicalDecl()) add(var);
  }
  // What is in scope to the end of the function that runs; what its callers hold counts when they
  // run on.
  const Frame& inner = code_.frame();
  if (inner.labels.empty()) {
    const auto* body = dyn_cast<clang::CompoundStmt>(inner.function->getBody());
    for (const clang::Stmt* one : body->body()) {
      const auto* declaration = dyn_cast<clang::DeclStmt>(one);
      if (declaration == nullptr) continue;
      for (const clang::Decl* d : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(d);
        if (var != nullptr && inner.names.contains(var->getCanonicalDecl())) add(var);
      }
    }
  }
  Expr count = code_.number(0);
  for (std::size_t i = 0; i < held.size(); ++i) {
    const Expr state = gcl::mk_select(context_, lives(), held[i]);
    std::vector<Expr> first = {gcl::mk_eq(context_, state, code_.number(allocated))};
    for (std::size_t k = 0; k < i; ++k) {
      first.push_back(gcl::mk_not(context_, gcl::mk_eq(context_, held[k], held[i])));
    }
    count = gcl::mk_add(
        context_, count,
        gcl::mk_ite(context_, gcl::mk_and(context_, first), code_.number(1), code_.number(0)));
  }
  return count;
}

/// All that is allocated and not freed can be reached: it is freed, or a variable leads to it. What
/// only other objects lead to is not counted, so that a run that fails here shows nothing.
void Lifetimes::need_no_leak(const SourceRange& range) {
  if (options_.leaks == Leaks::Ignore) return;
  code_.set_here(range);
  Expr known = code_.number(0);
  if (options_.leaks == Leaks::Unreachable) known = held_count();
  const Expr good = gcl::mk_eq(context_, allocated_count(), known);
  if (options_.leaks == Leaks::Unreachable) {
    if (approximation_ == Approximation::Under) {
      code_.emit_assume(good, range);
      return;
    }
    code_.not_exact(range, "what can be reached");
  }
  code_.emit_assert(good, range, "leak");
}

}  // namespace pawl::frontend::c
