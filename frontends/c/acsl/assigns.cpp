// SPDX-License-Identifier: Apache-2.0
//
// What `assigns` and `loop assigns` leave alone. What a procedure or a loop changes is known when
// all procedures are lowered; for each variable among that, everything outside of the locations
// that the clause lists is as it was: a postcondition, or an invariant of the loop. Both are
// checked like any other. New objects, and the variables of the functions that run meanwhile, are
// nobody else's business.
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/memory.h"
#include "frontends/c/lower/points_to.h"
#include "gcl/build.h"

namespace pawl::frontend::c {

using clang::dyn_cast;
using gcl::Kind;

std::set<const clang::VarDecl*> Acsl::declared_in(const clang::Stmt* root) const {
  std::set<const clang::VarDecl*> found;
  std::vector<const clang::Stmt*> work = {root};
  while (!work.empty()) {
    const clang::Stmt* s = work.back();
    work.pop_back();
    if (s == nullptr) continue;
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(s)) {
      for (const clang::Decl* d : declaration->decls()) {
        const auto* var = dyn_cast<clang::VarDecl>(d);
        if (var != nullptr && !var->hasGlobalStorage()) found.insert(var->getCanonicalDecl());
      }
    }
    for (const clang::Stmt* child : s->children()) work.push_back(child);
  }
  return found;
}

std::set<const clang::VarDecl*> Acsl::locals_of(
    const std::set<const clang::FunctionDecl*>& functions, const clang::FunctionDecl* but) const {
  std::set<const clang::VarDecl*> found;
  for (const clang::FunctionDecl* function : functions) {
    if (!function->hasBody() || function == but) continue;
    for (const clang::ParmVarDecl* one : function->parameters()) {
      found.insert(one->getCanonicalDecl());
    }
    for (const clang::VarDecl* one : declared_in(function->getBody())) found.insert(one);
  }
  return found;
}

namespace {

/// The variable with the longest IL name that `name` begins with.
const clang::VarDecl* owner_of(const std::string& name,
                               const std::map<std::string, const clang::VarDecl*>& stems) {
  for (std::string stem = name;;) {
    if (const auto found = stems.find(stem); found != stems.end()) return found->second;
    const std::size_t cut = stem.rfind('$');
    if (cut == std::string::npos) return nullptr;
    stem.resize(cut);
  }
}

bool is_bookkeeping(const std::string& name) { return name.starts_with("object$"); }

}  // namespace

/// `variable` is as it was `before`, outside of the locations. Null: nothing is said about it.
gcl::Expr Acsl::frame_formula(const Frame& frame, Expr variable, Expr before, Expr first_new) {
  using Key = LocationSet::Key;
  std::vector<Expr> keys;
  Expr now = variable;
  Expr then = before;
  for (gcl::Sort sort = variable.sort(); sort.is_map(); sort = sort.value()) {
    keys.push_back(c_.bound_var("k" + std::to_string(keys.size() + 1) + "'", c_.int_sort()));
    now = c_.make(Kind::Select, {now, keys.back()});
    then = c_.make(Kind::Select, {then, keys.back()});
  }
  std::vector<Expr> excused;
  for (const LocationSet& set : frame.sets) {
    if (!(set.variable == variable)) continue;
    std::vector<Expr> all;
    for (std::size_t i = 0; i < set.keys.size(); ++i) {
      const Key& key = set.keys[i];
      if (key.kind == Key::Kind::Any) continue;
      if (key.kind == Key::Kind::Point) {
        all.push_back(gcl::mk_eq(c_, keys[i], key.low));
        continue;
      }
      if (key.low) all.push_back(gcl::mk_le(c_, key.low, keys[i]));
      if (key.high) all.push_back(gcl::mk_le(c_, keys[i], key.high));
    }
    excused.push_back(gcl::mk_and(c_, all));
  }
  if (memory_.by_object().contains(variable.name()) && !keys.empty()) {
    std::set<std::size_t> objects;
    for (const clang::VarDecl* var : frame.exempt) {
      if (!points_to_.address_taken(var)) continue;
      objects.insert(points_to_.object_number(points_to_.variable(var)));
    }
    for (const std::size_t one : objects) {
      excused.push_back(gcl::mk_eq(c_, keys[0], c_.int_const(static_cast<std::int64_t>(one))));
    }
    if (first_new) excused.push_back(gcl::mk_le(c_, first_new, keys[0]));
  }
  const Expr excuse = gcl::mk_or(c_, excused);
  if (excuse.is_true()) return {};
  if (excuse.is_false()) return gcl::mk_eq(c_, variable, before);
  const Expr body = gcl::mk_or(c_, {excuse, gcl::mk_eq(c_, now, then)});
  return keys.empty() ? body : c_.make_quantifier(Kind::Forall, keys, {{now}}, body);
}

void Acsl::add_loop_frame(const Frame& frame, gcl::While& loop, const Changes& changed) {
  std::map<std::string, Expr> targets;
  gcl::for_each_stmt(loop.body, [&](const gcl::Stmt& stmt) {
    if (const auto* assign = std::get_if<gcl::Assign>(&stmt.node)) {
      for (const Expr target : assign->targets) targets.emplace(target.name(), target);
    } else if (const auto* unknown = std::get_if<gcl::Havoc>(&stmt.node)) {
      for (const Expr target : unknown->targets) targets.emplace(target.name(), target);
    } else if (const auto* call = std::get_if<gcl::Call>(&stmt.node)) {
      for (const Expr target : call->results) targets.emplace(target.name(), target);
      const auto theirs = changed.find(call->procedure);
      if (theirs == changed.end()) return;
      for (const std::string& name : theirs->second) {
        targets.emplace(name, globals_.all().at(name));
      }
    }
  });
  const bool allocates = targets.contains("object$next");
  for (const auto& [name, variable] : targets) {
    const bool is_global = globals_.all().contains(name);
    if (is_bookkeeping(name)) continue;
    const clang::VarDecl* owner = owner_of(name, is_global ? memory_stems() : frame.stems);
    if (!is_global && (owner == nullptr || frame.exempt.contains(owner))) continue;
    if (is_global && owner != nullptr && frame.exempt.contains(owner)) continue;
    const Expr first_new =
        allocates ? c_.make(Kind::Entry, {globals_.all().at("object$next")}) : Expr();
    const Expr same = frame_formula(frame, variable, c_.make(Kind::Entry, {variable}), first_new);
    if (same) loop.invariants.push_back({same, frame.range});
  }
}

std::map<std::string, const clang::VarDecl*> Acsl::memory_stems() const {
  std::map<std::string, const clang::VarDecl*> stems;
  for (const auto& [var, stem] : memory_.names()) stems.emplace(stem, var);
  return stems;
}

void Acsl::finish_loops(gcl::Block& body, const Changes& changed,
                        const std::map<std::string, const Frame*>& markers) {
  std::vector<gcl::Block*> work = {&body};
  while (!work.empty()) {
    gcl::Block* block = work.back();
    work.pop_back();
    for (gcl::Stmt& stmt : *block) {
      if (auto* choice = std::get_if<gcl::Choice>(&stmt.node)) {
        for (gcl::Block& one : choice->branches) work.push_back(&one);
      } else if (auto* branch = std::get_if<gcl::If>(&stmt.node)) {
        work.push_back(&branch->then_branch);
        work.push_back(&branch->else_branch);
      } else if (auto* labeled = std::get_if<gcl::LabeledBlock>(&stmt.node)) {
        work.push_back(&labeled->body);
      } else if (auto* loop = std::get_if<gcl::While>(&stmt.node)) {
        work.push_back(&loop->body);
        std::vector<const Frame*> found;
        std::erase_if(loop->invariants, [&](const gcl::Located& one) {
          if (!one.expr.is(Kind::Var)) return false;
          const auto marked = markers.find(one.expr.name());
          if (marked == markers.end()) return false;
          found.push_back(marked->second);
          return true;
        });
        for (const Frame* one : found) {
          seen_markers_.insert(one->marker.name());
          if (one->is_frame) add_loop_frame(*one, *loop, changed);
        }
      }
    }
  }
}

void Acsl::finish_frames(gcl::Program& program, const Changes& changed) {
  std::map<std::string, const Frame*> markers;
  for (const Frame& one : frames_) {
    if (one.marker) markers.emplace(one.marker.name(), &one);
  }
  const auto stems = memory_stems();
  for (gcl::Procedure& procedure : program.procedures) {
    if (procedure.body) finish_loops(*procedure.body, changed, markers);
    for (const Frame& frame : frames_) {
      if (frame.marker || frame.procedure != procedure.name) continue;
      const auto mine = changed.find(procedure.name);
      if (mine == changed.end()) continue;
      const bool allocates = mine->second.contains("object$next");
      for (const std::string& name : mine->second) {
        const clang::VarDecl* owner = owner_of(name, stems);
        if (is_bookkeeping(name) || (owner != nullptr && frame.exempt.contains(owner))) continue;
        const Expr variable = globals_.all().at(name);
        const Expr first_new =
            allocates ? c_.make(Kind::Old, {globals_.all().at("object$next")}) : Expr();
        Expr same = frame_formula(frame, variable, c_.make(Kind::Old, {variable}), first_new);
        if (same && frame.condition) same = gcl::mk_implies(c_, frame.condition, same);
        if (same) procedure.ensures.push_back({same, frame.range});
      }
    }
  }
  if (approximation_ != Approximation::Over) return;
  for (const Frame& one : frames_) {
    if (one.marker && !seen_markers_.contains(one.marker.name())) {
      diagnostics_.error(one.range,
                         "an annotation of a loop that is never reached or never repeated is "
                         "not supported",
                         "make assertions of its invariants");
    }
  }
}

}  // namespace pawl::frontend::c
