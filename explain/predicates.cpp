// SPDX-License-Identifier: Apache-2.0
#include "explain/predicates.h"

#include <algorithm>

#include "explain/atoms.h"
#include "explain/render.h"
#include "gcl/build.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using gcl::Kind;

class Collection {
 public:
  Collection(gcl::Context& context, const gcl::Program& program, const Path& path,
             const Simulation& simulation, const std::set<std::size_t>& core)
      : context_(context),
        path_(path),
        conditions_(simulation.conditions),
        core_(core),
        predicates_(context, program) {
    follow_dependencies(simulation.store.entries());
  }

  void at(std::size_t step, const Store& store) {
    for (EntryId id : needed_) {
      if (store.entries().size() <= id) break;
      if (store.entries()[id].step == step) equation(store, store.entries()[id]);
    }
    for (const std::size_t index : core_) {
      if (conditions_[index].step == step) condition(store, conditions_[index]);
    }
    if (const auto* call = std::get_if<PathEnter>(&path_.steps[step].node)) {
      carry_in(step, store, call->callee);
    }
    if (const auto* call = std::get_if<PathLeave>(&path_.steps[step].node)) {
      carry_out(store, call->callee);
    }
  }

  std::vector<ScopedPredicate> take() { return predicates_.take(); }

 private:
  void follow_dependencies(const std::vector<Entry>& entries) {
    std::vector<EntryId> open;
    for (const std::size_t index : core_) {
      const Condition& one = conditions_[index];
      open.insert(open.end(), one.depends.begin(), one.depends.end());
    }
    while (!open.empty()) {
      const EntryId id = open.back();
      open.pop_back();
      if (!needed_.insert(id).second) continue;
      open.insert(open.end(), entries[id].depends.begin(), entries[id].depends.end());
    }
  }

  const gcl::Procedure& procedure(ActivationId activation) const {
    return *path_.activations[activation].procedure;
  }

  void add(Expr formula, ActivationId activation) {
    predicates_.add(formula, procedure(activation));
  }

  /// x = value; for an element m[key] = value. What is a symbolic constant says nothing.
  void equation(const Store& store, const Entry& entry) {
    if (entry.kind != Entry::Kind::Assigned) return;
    Renderer others(context_, store, entry.activation, entry.var);
    const Store::Layer* layer = store.layer(entry.value);
    const bool element = entry.key && layer != nullptr;
    Expr place = entry.var;
    if (element) {
      Renderer all(context_, store, entry.activation, {});
      const Expr key = all(entry.key);
      if (!key) return;
      place = gcl::mk_select(context_, entry.var, key);
    }
    const Expr value = others(element ? layer->value : entry.value);
    if (value && !(value == place)) add(gcl::mk_eq(context_, place, value), entry.activation);
    for (const Expr alias : entry.aliases) add(others(alias), entry.activation);
  }

  /// Its value in terms of what holds the constants now; where nothing does, as it is written.
  void condition(const Store& store, const Condition& one) {
    if (one.kind == Condition::Kind::Bound) return;
    Renderer render(context_, store, one.activation, {});
    for (const Expr alias : one.aliases) add(render(alias), one.activation);
    // One condition that contradicts itself holds nowhere: the equations say why.
    if (core_.size() == 1 && !one.depends.empty() && render(one.value)) return;
    const Expr value = render(one.value);
    add(value ? value : assumption_of(context_, path_.steps[one.step]), one.activation);
  }

  bool inside(ActivationId activation, ActivationId outer) const {
    while (activation != outer && activation != 0) {
      activation = path_.activations[activation].caller;
    }
    return activation == outer;
  }

  /// What the caller knows about the actuals, in terms of the formals, if the callee needs more
  /// than one fact: between the two of them nothing else remembers it.
  void carry_in(std::size_t step, const Store& store, ActivationId callee) {
    const bool needed = std::ranges::any_of(core_, [&](std::size_t index) {
      const Condition& one = conditions_[index];
      return one.kind == Condition::Kind::Assumed && inside(one.activation, callee);
    });
    if (!needed) return;
    Renderer render = Renderer::at_entry(context_, store, callee);
    for (const std::size_t index : core_) {
      const Condition& one = conditions_[index];
      const bool known = one.kind == Condition::Kind::Assumed && one.step < step &&
                         one.activation == store.caller(callee);
      if (known) add(render(one.value), callee);
    }
  }

  /// What was found out inside, in terms of the actuals.
  void carry_out(const Store& store, ActivationId callee) {
    const ActivationId caller = store.caller(callee);
    Renderer render(context_, store, caller, {});
    for (const std::size_t index : core_) {
      const Condition& one = conditions_[index];
      if (one.kind == Condition::Kind::Assumed && one.activation == callee) {
        add(render(store.in_caller(callee, one.value)), caller);
      }
    }
  }

  gcl::Context& context_;
  const Path& path_;
  const std::vector<Condition>& conditions_;
  const std::set<std::size_t>& core_;
  std::set<EntryId> needed_;
  PredicateList predicates_;
};

}  // namespace

void PredicateList::add(Expr formula, const gcl::Procedure& procedure) {
  if (!formula) return;
  for (const Expr atom : atoms(context_, formula)) {
    bool global = true;
    gcl::post_order(atom, [&](Expr e) {
      const auto is = [&](const auto& decl) { return decl.var == e; };
      global &= !e.is(Kind::Old);
      global &= !e.is(Kind::Var) || std::ranges::any_of(program_.globals, is) ||
                std::ranges::any_of(program_.constants, is);
    });
    const gcl::Procedure* scope = global ? nullptr : &procedure;
    if (seen_.emplace(atom, scope).second) found_.push_back({scope, atom});
  }
}

std::vector<ScopedPredicate> explaining_predicates(gcl::Context& context,
                                                   const gcl::Program& program, const Path& path,
                                                   const Simulation& simulation,
                                                   const std::set<std::size_t>& renamed,
                                                   const std::set<std::size_t>& core) {
  Collection collection(context, program, path, simulation, core);
  // The same simulation again: values are written in terms of what holds them at the time.
  SimulateOptions again;
  again.renamed = renamed;
  again.observer = [&](std::size_t step, const Store& store, const std::vector<Condition>&) {
    collection.at(step, store);
  };
  simulate(context, program, path, again);
  return collection.take();
}

}  // namespace pawl::explain
