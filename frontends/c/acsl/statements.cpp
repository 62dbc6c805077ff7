// SPDX-License-Identifier: Apache-2.0
//
// Assertions and loop annotations, met in the order of the program; and the states that labels
// name: a copy of what is needed of a state is made where it is passed, once it is known what is
// needed.
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/effects.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/globals.h"
#include "frontends/c/lower/procedures.h"
#include "gcl/build.h"
#include "gcl/make_stmt.h"

namespace pawl::frontend::c {

using clang::dyn_cast;

LogicScope Acsl::body_scope(clang::SourceLocation where) {
  Scope scope;
  scope.kind = Scope::Kind::Body;
  scope.function = code_.frame().function;
  scope.where = where;
  return scope;
}

gcl::Expr Acsl::meant(const std::vector<acsl::Identifier>& behaviors) {
  if (behaviors.empty()) return c_.true_();
  const clang::FunctionDecl* function = code_.frame().function;
  if (procedures_.runs_first(function))
    refuse(behaviors.front().range, "a behavior of main inside of it");
  Scope before = body_scope(function->getBody()->getBeginLoc());
  before.here = label({"Pre", behaviors.front().range}, before);
  std::vector<Expr> any;
  for (const acsl::Identifier& wanted : behaviors) {
    bool found = false;
    for (const FunctionContract& one : contracts_of(function)) {
      for (const acsl::Behavior& behavior : one.contract->behaviors) {
        if (behavior.name != wanted.text) continue;
        found = true;
        any.push_back(assumptions(behavior, before));
      }
    }
    if (!found) refuse(wanted.range, "a behavior that the function does not have");
  }
  return gcl::mk_or(c_, any);
}

void Acsl::before(const clang::Stmt* stmt) {
  const auto found = before_.find(stmt);
  if (found == before_.end()) return;
  for (const Located* one : found->second) run(*one);
}

void Acsl::before_end(const clang::CompoundStmt* stmt) {
  const auto found = at_end_.find(stmt);
  if (found == at_end_.end()) return;
  for (const Located* one : found->second) run(*one);
}

void Acsl::run(const Located& one) {
  used_.insert(&one);
  const SourceRange range = acsl::range_of(one.annotation);
  if (const auto* ghost = std::get_if<acsl::Ghost>(&one.annotation)) {
    labels_[{&code_.frame(), ghost->label->text}] = snapshot(range);
    return;
  }
  const Scope scope = body_scope(one.where);
  for (const acsl::Assertion& each : std::get<acsl::Assertions>(one.annotation).assertions) {
    run_assertion(each, scope);
  }
}

void Acsl::run_assertion(const acsl::Assertion& assertion, const Scope& scope) {
  const SourceRange range = assertion.range;
  at_ = range;
  binders_.clear();
  const Expr when = meant(assertion.for_behaviors);
  states_facts_ = true;
  const Expr condition = gcl::mk_implies(c_, when, truth(assertion.predicate, scope));
  states_facts_ = false;
  switch (assertion.strength) {
    case acsl::Strength::Both: code_.emit_assert(condition, range); return;
    case acsl::Strength::Admit:
      diagnostics_.note(range, "this is assumed, not proved");
      code_.emit_assume(condition, range);
      return;
    case acsl::Strength::Check: break;
  }
  // Proved on a way of its own, that ends here: nobody relies on it.
  const gcl::BlockId aside = code_.new_block(range);
  const gcl::BlockId on = code_.new_block(range);
  code_.branch(std::nullopt, aside, on);
  code_.start(aside);
  code_.emit_assert(condition, range);
  code_.end_with(gcl::Halt{});
  code_.start(on);
}

// ---- functions and labels -----------------------------------------------------------------------

void Acsl::enter_function() {
  if (code_.frames().size() == 1) {
    snapshots_.clear();
    labels_.clear();
    starts_.clear();
    active_.clear();
    entered_.clear();
  }
  entered_.insert(code_.frame().function);
  starts_[&code_.frame()] = snapshot(code_.here());
}

void Acsl::at_label(const clang::LabelStmt* stmt) {
  labels_[{&code_.frame(), stmt->getDecl()->getName().str()}] = snapshot(code_.place(stmt));
}

void Acsl::finish_function() {
  for (const clang::FunctionDecl* function : entered_) {
    const auto found = inside_.find(function);
    if (found == inside_.end()) continue;
    for (const Located* one : found->second) {
      if (!used_.contains(one)) {
        diagnostics_.error(acsl::range_of(one->annotation),
                           "an annotation at this place is not supported",
                           "put it before a statement of a block");
      }
    }
  }
  // From the back, so that places stay where they are.
  std::vector<const Snapshot*> order;
  for (const Snapshot& one : snapshots_) order.push_back(&one);
  std::ranges::stable_sort(order, [](const Snapshot* a, const Snapshot* b) {
    return std::pair(a->block, a->index) > std::pair(b->block, b->index);
  });
  for (const Snapshot* one : order) {
    gcl::Block& statements = code_.cfg().blocks[one->block].statements;
    auto at = statements.begin() + static_cast<std::ptrdiff_t>(one->index);
    for (const auto& [name, copy] : one->copies) {
      at = statements.insert(at, gcl::make_assign({{copy.second, copy.first}}, one->range));
      ++at;
    }
  }
  snapshots_.clear();
}

// ---- loops --------------------------------------------------------------------------------------

namespace {

const clang::Stmt* body_of(const clang::Stmt* loop) {
  if (const auto* one = dyn_cast<clang::WhileStmt>(loop)) return one->getBody();
  if (const auto* one = dyn_cast<clang::ForStmt>(loop)) return one->getBody();
  return clang::cast<clang::DoStmt>(loop)->getBody();
}

}  // namespace

void Acsl::enter_loop(const clang::Stmt* loop) {
  Loop one;
  one.stmt = loop;
  one.entry = snapshot(code_.place(loop));
  active_.push_back(std::move(one));
}

void Acsl::leave_loop() { active_.pop_back(); }

void Acsl::loop_clauses(const clang::Stmt* loop, gcl::While& clauses) {
  const auto found = loops_.find(loop);
  if (found == loops_.end()) return;
  Scope scope = body_scope(body_of(loop)->getBeginLoc());
  scope.kind = Scope::Kind::Loop;
  Scope hinted = scope;
  for (const Located* each : found->second) {
    for (const acsl::Binder& one :
         std::get<acsl::LoopAnnotation>(each->annotation).skolem_constants) {
      if (!one.type.is_logic("integer") && !c_type(one.type)->isIntegralOrEnumerationType()) {
        refuse(one.range, "a skolem constant of this type");
      }
      std::string name = one.name;
      while (code_.locals().contains(name) || code_.reserved().contains(name) ||
             globals_.names_taken().contains(name)) {
        name += "'";
      }
      clauses.skolems.push_back(c_.var(name, c_.int_sort()));
      hinted.names.emplace_back(one.name, of_integer(clauses.skolems.back()));
    }
  }
  Frame frame;
  bool has_frame = false;
  for (const Located* each : found->second) {
    used_.insert(each);
    const auto& annotation = std::get<acsl::LoopAnnotation>(each->annotation);
    at_ = annotation.range;
    frame.range = annotation.range;
    if (!annotation.allocations.empty()) refuse(annotation.range, "'loop allocates' or 'frees'");
    for (const acsl::LoopInvariant& one : annotation.invariants) {
      if (one.strength != acsl::Strength::Both) {
        refuse(one.range, "a loop invariant that is only checked or only assumed");
      }
      binders_.clear();
      at_ = one.range;
      const Expr when = meant(one.for_behaviors);
      clauses.invariants.push_back(
          {gcl::mk_implies(c_, when, truth(one.predicate, scope)), one.range});
    }
    std::vector<Term> hints = annotation.predicates;
    hints.insert(hints.end(), annotation.candidate_invariants.begin(),
                 annotation.candidate_invariants.end());
    for (const Term& one : hints) {
      binders_.clear();
      at_ = one->range;
      clauses.predicates.push_back({truth(one, hinted), one->range});
    }
    for (const acsl::LoopAssigns& one : annotation.assigns) {
      if (!one.for_behaviors.empty()) refuse(one.clause.range, "'loop assigns' for one behavior");
      has_frame = true;
      frame.range = one.clause.range;
      at_ = one.clause.range;
      binders_.clear();
      for (const Term& location : one.clause.locations) {
        if (location->kind == acsl::TermKind::Everything) has_frame = false;
        if (location->kind == acsl::TermKind::Everything) continue;
        for (LocationSet& set : location_set(location, scope)) frame.sets.push_back(std::move(set));
      }
    }
    if (annotation.variant && annotation.variant->relation) {
      refuse(annotation.variant->range, "a variant with a relation of its own");
    }
  }
  frame.procedure = code_.procedure();
  frame.is_frame = has_frame;
  frame.marker = c_.var("annotated'" + std::to_string(++markers_), c_.bool_sort());
  frame.exempt = locals_of(reachable(code_.frame().function), code_.frame().function);
  for (const clang::VarDecl* var : declared_in(loop)) frame.exempt.insert(var);
  for (const auto& [var, stem] : code_.frame().names) frame.stems.emplace(stem, var);
  clauses.invariants.push_back({frame.marker, frame.range});
  frames_.push_back(std::move(frame));
}

void Acsl::loop_body(const clang::Stmt* loop, const clang::Expr* condition) {
  Loop& active = active_.back();
  const bool changes = condition != nullptr && has_calls_or_effects(condition);
  if (!changes) active.current = snapshot(code_.place(loop));
  const auto found = loops_.find(loop);
  if (found == loops_.end()) return;
  for (const Located* each : found->second) {
    const auto& variant = std::get<acsl::LoopAnnotation>(each->annotation).variant;
    if (!variant) continue;
    if (active.measure) refuse(variant->range, "a second variant of one loop");
    at_ = variant->range;
    binders_.clear();
    const Scope scope = body_scope(body_of(loop)->getBeginLoc());
    active.measure = code_.saved(integer(variant->measure, scope), variant->range, "variant");
  }
}

bool Acsl::watches_back_edge(const clang::Stmt* loop) const {
  const auto found = loops_.find(loop);
  if (found == loops_.end()) return false;
  return std::ranges::any_of(found->second, [](const Located* one) {
    return std::get<acsl::LoopAnnotation>(one->annotation).variant.has_value();
  });
}

/// The measure was not negative when the round began, and is less now.
void Acsl::loop_back(const clang::Stmt* loop) {
  const Expr before = active_.back().measure;
  if (!before) return;
  for (const Located* each : loops_.at(loop)) {
    const auto& variant = std::get<acsl::LoopAnnotation>(each->annotation).variant;
    if (!variant) continue;
    at_ = variant->range;
    binders_.clear();
    const Scope scope = body_scope(body_of(loop)->getBeginLoc());
    const Expr now = integer(variant->measure, scope);
    code_.emit_assert(
        gcl::mk_and(c_, {gcl::mk_le(c_, c_.int_const(0), before), gcl::mk_lt(c_, now, before)}),
        variant->range);
  }
}

}  // namespace pawl::frontend::c
