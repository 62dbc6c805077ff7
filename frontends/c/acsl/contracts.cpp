// SPDX-License-Identifier: Apache-2.0
//
// Contracts of functions as contracts of IL procedures. A function with a body is checked against
// its contract, on its own, for pointers that may meet; whoever calls it sees the contract alone.
// The contract of a function without a body is assumed, and said to be.
#include <algorithm>

#include "frontends/c/acsl/acsl.h"
#include "frontends/c/lower/call_graph.h"
#include "frontends/c/lower/code.h"
#include "frontends/c/lower/frame.h"
#include "frontends/c/lower/library.h"
#include "frontends/c/lower/procedures.h"
#include "gcl/build.h"
#include "gcl/traverse.h"

namespace pawl::frontend::c {

using acsl::Behavior;
using clang::dyn_cast;
using gcl::Kind;

std::vector<Acsl::FunctionContract> Acsl::contracts_of(const clang::FunctionDecl* function) const {
  const auto found = contracts_.find(function->getCanonicalDecl());
  if (found == contracts_.end()) return {};
  return found->second;
}

LogicScope Acsl::contract_scope(const FunctionContract& contract,
                                const clang::FunctionDecl* function, Scope::Kind kind) {
  Scope scope;
  scope.kind = kind;
  scope.function = function;
  scope.declared = contract.declared;
  return scope;
}

/// When a behavior is meant: what it assumes, on entry.
gcl::Expr Acsl::assumptions(const Behavior& behavior, const Scope& scope) {
  Scope before = scope;
  if (scope.kind == Scope::Kind::Ensures) before.here = {State::Kind::Old, 0};
  std::vector<Expr> all;
  for (const acsl::PredicateClause& one : behavior.assumes) {
    at_ = one.range;
    all.push_back(truth(one.predicate, before));
  }
  return gcl::mk_and(c_, all);
}

std::set<const clang::FunctionDecl*> Acsl::reachable(const clang::FunctionDecl* function) const {
  std::set<const clang::FunctionDecl*> seen;
  std::vector<const clang::FunctionDecl*> work = {function};
  while (!work.empty()) {
    const clang::FunctionDecl* next = work.back();
    work.pop_back();
    const clang::FunctionDecl* defined = nullptr;
    if (!next->isDefined(defined)) defined = next->getCanonicalDecl();
    if (!seen.insert(defined).second || !defined->hasBody()) continue;
    std::vector<const clang::Stmt*> statements = {defined->getBody()};
    while (!statements.empty()) {
      const clang::Stmt* s = statements.back();
      statements.pop_back();
      if (s == nullptr) continue;
      if (const auto* called = dyn_cast<clang::CallExpr>(s)) {
        if (const clang::FunctionDecl* callee = called->getDirectCallee()) {
          work.push_back(callee);
        } else {
          const auto targets = call_graph_.targets(called);
          work.insert(work.end(), targets.begin(), targets.end());
        }
      }
      for (const clang::Stmt* child : s->children()) statements.push_back(child);
    }
  }
  return seen;
}

bool Acsl::may_exit(const clang::FunctionDecl* function) const {
  return std::ranges::any_of(reachable(function), [](const clang::FunctionDecl* one) {
    const auto kind = c::builtin(one);
    return kind == Builtin::Stop && one->getName() != "abort" &&
           one->getName() != "__builtin_unreachable";
  });
}

/// Clauses that are accepted in their plainest form only, and what is not checked.
void Acsl::refuse_clauses(const acsl::Contract& contract, const clang::FunctionDecl* function) {
  std::vector<const Behavior*> all = {&contract.common};
  for (const Behavior& one : contract.behaviors) all.push_back(&one);
  for (const Behavior* one : all) {
    if (!one->allocations.empty()) refuse(one->allocations.front().range, "'allocates' or 'frees'");
    if (!one->breaks.empty() || !one->continues.empty() || !one->returns.empty()) {
      refuse(one->range, "a clause of a statement in the contract of a function");
    }
    for (const acsl::PredicateClause& clause : one->exits) {
      const bool never = clause.predicate->kind == acsl::TermKind::False;
      if (!never || may_exit(function)) {
        refuse(clause.range, "the clause 'exits'", "only 'exits \\false' of what never exits is");
      }
    }
    for (const auto* clauses : {&one->requires_, &one->ensures, &one->assumes}) {
      for (const acsl::PredicateClause& clause : *clauses) {
        if (clause.strength != acsl::Strength::Both) {
          refuse(clause.range, "a clause that is only checked or only assumed");
        }
      }
    }
    for (const acsl::AssignsClause& clause : one->assigns) {
      if (clause.from && told_.insert("from").second) {
        diagnostics_.note(clause.range, "what values depend on (\\from) is not checked");
      }
    }
  }
  if ((!contract.terminates.empty() || contract.decreases) && told_.insert("ends").second) {
    diagnostics_.note(
        contract.decreases ? contract.decreases->range : contract.terminates.front().range,
        "termination is not checked, but for loop variants");
  }
}

void Acsl::contract_clauses(const clang::FunctionDecl* function, gcl::Procedure& procedure) {
  const bool is_start = procedures_.runs_first(function);
  for (const FunctionContract& one : contracts_of(function)) {
    const acsl::Contract& contract = *one.contract;
    refuse_clauses(contract, function);
    const Scope before = contract_scope(one, function, Scope::Kind::Requires);
    const Scope after = contract_scope(one, function, Scope::Kind::Ensures);
    std::vector<const Behavior*> all = {&contract.common};
    for (const Behavior& each : contract.behaviors) all.push_back(&each);
    for (const Behavior* behavior : all) {
      for (const acsl::PredicateClause& clause : behavior->requires_) {
        binders_.clear();
        const Expr when = assumptions(*behavior, before);
        at_ = clause.range;
        const Expr what = gcl::mk_implies(c_, when, truth(clause.predicate, before));
        if (is_start && !std::ranges::all_of(gcl::free_vars(what), [&](Expr var) {
              return code_.locals().contains(var.name());
            })) {
          refuse(clause.range, "a precondition of main about memory");
        }
        procedure.requires_.push_back({what, clause.range});
      }
      for (const acsl::PredicateClause& clause : behavior->ensures) {
        binders_.clear();
        const Expr when = assumptions(*behavior, after);
        at_ = clause.range;
        const Expr what = gcl::mk_implies(c_, when, truth(clause.predicate, after));
        bool has_old = false;
        gcl::post_order(what, [&](Expr e) { has_old |= e.is(Kind::Old); });
        if (is_start && has_old) {
          refuse(clause.range, "a postcondition of main about the state before it");
        }
        procedure.ensures.push_back({what, clause.range});
      }
    }
    check_behaviors(one, function);
    if (is_start) {
      diagnostics_.note(contract.range, "what main assigns is not checked");
    } else {
      contract_frames(one, function, procedure);
    }
    if (!function->hasBody() && told_.insert(procedure.name).second) {
      diagnostics_.note(contract.range, "'" + function->getNameAsString() +
                                            "' has no body: its contract is assumed");
    }
  }
}

/// complete and disjoint behaviors: asserted on entry.
void Acsl::check_behaviors(const FunctionContract& contract, const clang::FunctionDecl* function) {
  const Scope scope = contract_scope(contract, function, Scope::Kind::Requires);
  for (const acsl::BehaviorsClause& clause : contract.contract->completeness) {
    if (!function->hasBody()) {
      diagnostics_.note(clause.range, "this is not checked: the function has no body");
      continue;
    }
    std::vector<Expr> chosen;
    for (const Behavior& one : contract.contract->behaviors) {
      const bool wanted =
          clause.names.empty() || std::ranges::any_of(clause.names, [&](const auto& name) {
            return name.text == one.name;
          });
      binders_.clear();
      if (wanted) chosen.push_back(assumptions(one, scope));
    }
    for (const acsl::Identifier& name : clause.names) {
      const bool known = std::ranges::any_of(
          contract.contract->behaviors, [&](const auto& one) { return one.name == name.text; });
      if (!known) refuse(name.range, "'" + name.text + "', which is no behavior of this contract,");
    }
    std::vector<Expr> all;
    if (clause.kind == acsl::BehaviorsClause::Kind::Complete) {
      all.push_back(gcl::mk_or(c_, chosen));
    } else {
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        for (std::size_t j = i + 1; j < chosen.size(); ++j) {
          all.push_back(gcl::mk_not(c_, gcl::mk_and(c_, {chosen[i], chosen[j]})));
        }
      }
    }
    code_.emit_assert(gcl::mk_and(c_, all), clause.range);
  }
}

void Acsl::contract_frames(const FunctionContract& contract, const clang::FunctionDecl* function,
                           gcl::Procedure& procedure) {
  Scope scope = contract_scope(contract, function, Scope::Kind::Ensures);
  const Scope after = scope;
  scope.here = {State::Kind::Old, 0};
  std::vector<const Behavior*> all = {&contract.contract->common};
  for (const Behavior& each : contract.contract->behaviors) all.push_back(&each);
  bool everything = contract.contract->common.assigns.empty();
  std::vector<Expr> changed;
  for (const Behavior* behavior : all) {
    if (behavior->assigns.empty()) continue;
    Frame frame;
    frame.procedure = procedure.name;
    frame.is_frame = true;
    frame.range = behavior->assigns.front().range;
    frame.exempt = locals_of(reachable(function), nullptr);
    binders_.clear();
    if (!behavior->assumes.empty()) frame.condition = assumptions(*behavior, after);
    bool all_of_it = false;
    for (const acsl::AssignsClause& clause : behavior->assigns) {
      at_ = clause.range;
      for (const Term& one : clause.locations) {
        if (one->kind == acsl::TermKind::Everything) {
          all_of_it = true;
          continue;
        }
        for (LocationSet& set : location_set(one, scope)) frame.sets.push_back(std::move(set));
      }
    }
    for (const LocationSet& set : frame.sets) changed.push_back(set.variable);
    if (behavior == all.front()) everything = all_of_it;
    if (!all_of_it) frames_.push_back(std::move(frame));
  }
  if (function->hasBody()) return;
  if (everything) {
    everything_.insert(procedure.name);
  } else {
    procedure.modifies.insert(procedure.modifies.end(), changed.begin(), changed.end());
  }
}

bool Acsl::changes_everything(const std::string& procedure) const {
  return everything_.contains(procedure);
}

/// Inlined, a function still has to be called as it wants to be.
void Acsl::assert_requires(const clang::FunctionDecl* function) {
  for (const FunctionContract& one : contracts_of(function)) {
    const Scope scope = contract_scope(one, function, Scope::Kind::Requires);
    std::vector<const Behavior*> all = {&one.contract->common};
    for (const Behavior& each : one.contract->behaviors) all.push_back(&each);
    for (const Behavior* behavior : all) {
      for (const acsl::PredicateClause& clause : behavior->requires_) {
        binders_.clear();
        const Expr when = assumptions(*behavior, scope);
        at_ = clause.range;
        code_.emit_assert(gcl::mk_implies(c_, when, truth(clause.predicate, scope)), clause.range);
      }
    }
  }
}

}  // namespace pawl::frontend::c
