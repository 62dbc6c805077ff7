// SPDX-License-Identifier: Apache-2.0
//
// For how long objects exist: a ghost map from objects to what they are now. Where it is asked for,
// every entry of a scope makes new objects of the variables whose address is taken, so that a
// pointer to the last round's variable leads to none of this round's. A scope ends where control
// arrives after it, however it left: nothing is accessed on the way.
#include <algorithm>

#include "frontends/c/lower/lowering.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

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

bool Lowering::tracks_lives() const {
  return options_.checks.contains(Hazard::Lifetime) || options_.checks.contains(Hazard::Free) ||
         options_.leaks != Leaks::Ignore;
}

Expr Lowering::lives() {
  return global("object$state", context_.map_sort(context_.int_sort(), context_.int_sort()));
}

/// How many objects are allocated now.
Expr Lowering::allocated_count() { return global("object$allocated", context_.int_sort()); }

void Lowering::set_life(Expr object, std::int64_t life, const SourceRange& range) {
  emit_assign(lives(), gcl::mk_store(context_, lives(), object, number(life)), range);
}

/// Null is no object, and exists; following it is another mistake. What strangers hand in exists.
Expr Lowering::exists(Expr object) {
  if (object.is(Kind::IntConst)) {
    const std::size_t index = std::stoul(object.text());
    if (index == 0) return context_.true_();
    if (index <= points_to_.objects().size()) {
      const Object& one = points_to_.objects()[index - 1];
      const bool is_static = one.variable != nullptr && one.variable->hasGlobalStorage();
      if (is_static || one.kind == Object::Kind::String) return context_.true_();
    }
  }
  return gcl::mk_or(
      context_, {gcl::mk_le(context_, object, number(0)),
                 gcl::mk_lt(context_, number(gone), gcl::mk_select(context_, lives(), object))});
}

void Lowering::need_live(Expr object, const SourceRange& range) {
  if (!tracks_lives()) return;
  here_ = range;
  need(exists(object), Hazard::Lifetime);
}

/// Before main runs: variables of the program and texts exist, nothing else.
void Lowering::initialise_lives() {
  if (!tracks_lives()) return;
  emit_assign(lives(), context_.make_const_map(lives().sort(), number(gone)), here_);
  emit_assign(allocated_count(), number(0), here_);
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    const bool is_static = object.variable != nullptr && object.variable->hasGlobalStorage();
    if (is_static || object.kind == Object::Kind::String) {
      set_life(number(static_cast<std::int64_t>(i + 1)), there, here_);
    }
  }
}

/// The same for a function that is looked at by itself.
void Lowering::assume_lives() {
  if (!tracks_lives()) return;
  for (std::size_t i = 0; i < points_to_.objects().size(); ++i) {
    const Object& object = points_to_.objects()[i];
    const bool is_static = object.variable != nullptr && object.variable->hasGlobalStorage();
    if (!is_static && object.kind != Object::Kind::String) continue;
    const Expr which = number(static_cast<std::int64_t>(i + 1));
    emit_assume(gcl::mk_eq(context_, gcl::mk_select(context_, lives(), which), number(there)),
                here_);
  }
}

void Lowering::note_allocation(Expr object, const SourceRange& range) {
  if (!tracks_lives()) return;
  set_life(object, allocated, range);
  emit_assign(allocated_count(), gcl::mk_add(context_, allocated_count(), number(1)), range);
}

/// free(p), where p is not null.
void Lowering::end_allocation(Expr object, const SourceRange& range) {
  if (tracks_sizes()) {  // what was freed has no bytes
    emit_assign(sizes(), gcl::mk_store(context_, sizes(), object, number(0)), range);
  }
  if (!tracks_lives()) return;
  set_life(object, gone, range);
  emit_assign(allocated_count(), gcl::mk_sub(context_, allocated_count(), number(1)), range);
}

/// What free and realloc take: null, or the start of what was allocated and not freed.
void Lowering::need_allocated(const Pointer& pointer, NodeId node, const SourceRange& range) {
  if (!tracks_lives()) return;
  here_ = range;
  const Expr state = gcl::mk_select(context_, lives(), pointer.object);
  std::vector<Expr> all = {gcl::mk_eq(context_, state, number(allocated))};
  if (const Expr address = byte_address(pointer, node)) {
    all.push_back(gcl::mk_eq(context_, address, number(0)));
  } else if (!leads_nowhere(node)) {
    refuse_here("freeing this pointer", "leave out what asks for valid pointers");
  }
  const Expr is_null = gcl::mk_eq(context_, pointer.object, number(0));
  need(gcl::mk_or(context_, {is_null, gcl::mk_and(context_, all)}), Hazard::Free);
}

// ---- variables ------------------------------------------------------------------------------

bool Lowering::has_a_life(const clang::VarDecl* var) const {
  return tracks_lives() && !var->hasGlobalStorage() &&
         points_to_.address_taken(var->getCanonicalDecl());
}

/// The variable comes into being: an object of its own.
void Lowering::begin_life(const clang::VarDecl* var, const SourceRange& range) {
  if (!has_a_life(var)) return;
  const clang::VarDecl* canonical = var->getCanonicalDecl();
  Expr& object = frame().objects[canonical];
  if (!object || !frame().renewed.contains(canonical)) {
    frame().renewed.insert(canonical);
    object =
        local("object$" + stem_of(var) + "$" + std::to_string(++temporaries_), context_.int_sort());
  }
  emit_assign(object, next_object(), range);
  emit_assign(next_object(), gcl::mk_add(context_, next_object(), number(1)), range);
  set_life(object, there, range);
  const std::size_t index = points_to_.object_number(points_to_.variable(canonical));
  const auto bytes = index > 0 ? bytes_of_object(index - 1) : std::nullopt;
  if (bytes) note_bytes(object, number(*bytes));
}

void Lowering::end_life(const clang::VarDecl* var, const SourceRange& range) {
  if (!has_a_life(var)) return;
  const auto found = frame().objects.find(var->getCanonicalDecl());
  if (found != frame().objects.end()) set_life(found->second, gone, range);
}

/// Control has left whatever scopes are in there.
void Lowering::end_lives_in(const clang::Stmt* scopes) {
  if (!tracks_lives() || scopes == nullptr) return;
  for (const clang::VarDecl* var : variables_in(scopes)) end_life(var, here_);
}

/// Before the body of a function: nothing of it exists yet, but for its parameters.
void Lowering::begin_activation() {
  if (!tracks_lives()) return;
  const clang::FunctionDecl* function = frame().function;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    begin_life(parameter, here_);
  }
  for (const clang::VarDecl* var : variables_in(function->getBody())) {
    if (!has_a_life(var)) continue;
    begin_life(var, here_);  // so that the object has a number; it begins at its declaration
    end_life(var, here_);
  }
}

void Lowering::end_activation() {
  if (!tracks_lives()) return;
  const clang::FunctionDecl* function = frame().function;
  for (const clang::ParmVarDecl* parameter : function->parameters()) end_life(parameter, here_);
  end_lives_in(function->getBody());
  for (const Expr block : frame().automatic_blocks) set_life(block, gone, here_);
}

/// A switch may jump over declarations: the variables of its body exist all the same.
void Lowering::begin_switch(const clang::SwitchStmt* stmt) {
  const auto* body = dyn_cast<clang::CompoundStmt>(stmt->getBody());
  if (!tracks_lives() || body == nullptr) return;
  for (const clang::Stmt* one : body->body()) {
    if (!isa<clang::DeclStmt>(one)) continue;
    for (const clang::VarDecl* var : variables_in(one)) begin_life(var, here_);
  }
}

/// At a label: what is declared in a scope that the label is not in has ended. What is declared
/// before it in a scope that it is in exists, also if the declaration was jumped over.
void Lowering::at_label(const clang::LabelStmt* label) {
  if (!tracks_lives()) return;
  std::vector<const clang::Stmt*> work = {frame().function->getBody()};
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
        const auto found = frame().objects.find(var->getCanonicalDecl());
        if (!has_a_life(var) || found == frame().objects.end()) continue;
        const Expr state = gcl::mk_select(context_, lives(), found->second);
        either(
            gcl::mk_eq(context_, state, number(gone)), here_, [&] { begin_life(var, here_); },
            [] {});
      }
    }
  }
}

/// alloca: until the function ends.
void Lowering::note_automatic_block(Expr object, const clang::CallExpr* e) {
  if (!tracks_lives()) return;
  const SourceRange range = place(e);
  set_life(object, there, range);
  if (is_main(frame().function) && frames_.size() == 1) return;
  const Object& made =
      points_to_.objects()[points_to_.object_number(points_to_.allocation_root(e)) - 1];
  const bool may_repeat = made.many && points_to_.is_repeated(e);
  if (may_repeat) refuse(e->getSourceRange(), "alloca in a loop, with a check of lifetimes");
  const Expr block = temporary("automatic");
  emit_assign(block, object, range);
  frame().automatic_blocks.push_back(block);
}

/// Where a statement expression ends is not seen.
void Lowering::refuse_lives_in(const clang::StmtExpr* block) {
  if (!tracks_lives()) return;
  for (const clang::VarDecl* var : variables_in(block->getSubStmt())) {
    if (!has_a_life(var)) continue;
    refuse(var->getSourceRange(), "the address of a variable of a statement expression",
           "leave out what asks for lifetimes");
  }
}

// ---- leaks ----------------------------------------------------------------------------------

/// How many allocated objects the pointers that can be named lead to themselves.
Expr Lowering::held_count() {
  std::vector<Expr> held;
  const auto add = [&](const clang::VarDecl* var) {
    if (!var->getType()->isPointerType() || var->getType()->isFunctionPointerType()) return;
    if (held.size() >= 8) return;
    held.push_back(read_pointer(variable(var)).object);
  };
  for (const clang::Decl* d : ast_.getTranslationUnitDecl()->decls()) {
    const auto* var = dyn_cast<clang::VarDecl>(d);
    if (var != nullptr && is_used(var) && var->isCanonicalDecl()) add(var);
  }
  // What is in scope to the end of the function that runs; what its callers hold counts when they
  // run on.
  const Frame& inner = frame();
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
  Expr count = number(0);
  for (std::size_t i = 0; i < held.size(); ++i) {
    const Expr state = gcl::mk_select(context_, lives(), held[i]);
    std::vector<Expr> first = {gcl::mk_eq(context_, state, number(allocated))};
    for (std::size_t k = 0; k < i; ++k) {
      first.push_back(gcl::mk_not(context_, gcl::mk_eq(context_, held[k], held[i])));
    }
    count = gcl::mk_add(context_, count,
                        gcl::mk_ite(context_, gcl::mk_and(context_, first), number(1), number(0)));
  }
  return count;
}

/// All that is allocated and not freed can be reached: it is freed, or a variable leads to it. What
/// only other objects lead to is not counted, so that a run that fails here shows nothing.
void Lowering::need_no_leak(const SourceRange& range) {
  if (options_.leaks == Leaks::Ignore) return;
  here_ = range;
  Expr known = number(0);
  if (options_.leaks == Leaks::Unreachable) known = held_count();
  const Expr good = gcl::mk_eq(context_, allocated_count(), known);
  if (options_.leaks == Leaks::Unreachable) {
    if (approximation_ == Approximation::Under) {
      emit_assume(good, range);
      return;
    }
    not_exact(range, "what can be reached");
  }
  emit_assert(good, range, "leak");
}

}  // namespace pawl::frontend::c
