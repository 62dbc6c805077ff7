// SPDX-License-Identifier: Apache-2.0
//
// Predicates without interpolation and without minimising: weakest preconditions backwards,
// equations of the store forwards. Formulas of a caller's locals are not in scope inside a callee,
// so preconditions are carried over a call only as far as they speak of globals and of what the
// call returns; the equations of the store, which are polymorphic, say the rest.
#include <algorithm>
#include <unordered_map>

#include "explain/fold.h"
#include "explain/newton.h"
#include "explain/predicates.h"
#include "gcl/build.h"
#include "gcl/connect.h"
#include "support/overloaded.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using gcl::Kind;

/// Larger preconditions have no atoms that anybody would want.
constexpr std::size_t max_precondition_size = 400;

class Backwards {
 public:
  Backwards(gcl::Context& context, const Path& path, std::span<const std::size_t> conditions,
            PredicateList& predicates)
      : context_(context), path_(path), conditions_(conditions), predicates_(predicates) {}

  void operator()() {
    if (conditions_.empty()) return;
    const std::size_t last = conditions_.back();
    // What must not happen: all conditions together. Read backwards, each is a conjunct more.
    for (std::size_t i = last + 1; i-- > 0;) {
      const PathStep& step = path_.steps[i];
      before(i, step);
      const std::vector<Expr> now = conjuncts_;
      for (const Expr one : now) add(one, step.activation);
    }
  }

 private:
  void add(Expr one, ActivationId activation) {
    const std::vector<Expr> vars = gcl::free_vars(one);
    if (std::ranges::any_of(vars, [&](Expr var) { return foreign_.contains(var); })) return;
    predicates_.add(one, *path_.activations[activation].procedure);
  }

  void before(std::size_t index, const PathStep& step) {
    std::visit(overloaded{
                   [&](const PathAssign& assign) {
                     gcl::Substitution values;
                     for (std::size_t i = 0; i < assign.targets.size(); ++i) {
                       values.emplace(assign.targets[i], assign.values[i]);
                     }
                     replace(values);
                   },
                   [&](const PathHavoc& havoc) { forget(havoc.targets); },
                   [&](const PathAssume&) { assume(index, step); },
                   [&](const PathFailure&) { assume(index, step); },
                   [](const PathBranch&) {},
                   [&](const PathEnter& call) { before_call(step.activation, call); },
                   [&](const PathLeave& call) { before_return(step.activation, call); },
               },
               step.node);
  }

  void assume(std::size_t index, const PathStep& step) {
    if (!std::ranges::binary_search(conditions_, index)) return;
    conjuncts_.push_back(assumption_of(context_, step));
  }

  void replace(const gcl::Substitution& values) {
    std::vector<Expr> next;
    for (const Expr one : conjuncts_) {
      const Expr replaced = read_over_write(substitute_now(one, values));
      if (gcl::dag_size(std::span(&replaced, 1)) <= max_precondition_size) next.push_back(replaced);
    }
    conjuncts_ = std::move(next);
  }

  Expr substitute_now(Expr e, const gcl::Substitution& values) {
    return gcl::read_vars(context_, e, [&](Expr var, gcl::Moment moment) {
      if (moment == gcl::Moment::Old) return context_.make(Kind::Old, {var});
      const auto found = values.find(var);
      return found == values.end() ? var : found->second;
    });
  }

  Expr read_over_write(Expr e) {
    return gcl::Rewriter(context_, [&](Expr node) {
      if (node.is(Kind::Select)) return read_element(context_, node.arg(0), node.arg(1));
      return fold_node(context_, node);
    })(e);
  }

  /// Nobody knows these before: what speaks of them ends here.
  void forget(std::span<const Expr> targets) {
    std::erase_if(conjuncts_, [&](Expr one) {
      return std::ranges::any_of(targets, [&](Expr t) { return gcl::occurs(t, one); });
    });
  }

  /// Stands for a variable of a caller inside a callee.
  Expr foreign(ActivationId activation, Expr var) {
    return context_.var(var.name() + "#" + std::to_string(activation), var.sort());
  }

  /// Into the callee, at its end: results for targets; the caller's own variables are foreign.
  void before_return(ActivationId caller, const PathLeave& call) {
    const gcl::Procedure& outer = *path_.activations[caller].procedure;
    const gcl::Procedure& callee = *path_.activations[call.callee].procedure;
    gcl::Substitution values;
    const auto hide = [&](const std::vector<gcl::VarDecl>& decls) {
      for (const gcl::VarDecl& decl : decls) {
        values.emplace(decl.var, foreign(caller, decl.var));
        foreign_.emplace(foreign(caller, decl.var), decl.var);
      }
    };
    hide(outer.parameters);
    hide(outer.results);
    hide(outer.locals);
    for (std::size_t i = 0; i < call.targets.size(); ++i) {
      values.insert_or_assign(call.targets[i], callee.results[i].var);
    }
    // old() of the caller is not that of the callee.
    std::erase_if(conjuncts_, [&](Expr one) { return gcl::mentions(one, Kind::Old); });
    replace(values);
  }

  /// Out of the callee, at its start: actuals for formals, globals for old(), foreign variables
  /// become the caller's again.
  void before_call(ActivationId caller, const PathEnter& call) {
    const gcl::Procedure& callee = *path_.activations[call.callee].procedure;
    gcl::Substitution values;
    for (std::size_t i = 0; i < call.actuals.size(); ++i) {
      values.emplace(callee.parameters[i].var, call.actuals[i]);
    }
    std::vector<Expr> locals;  // not initialised: anything
    for (const gcl::VarDecl& decl : callee.results) locals.push_back(decl.var);
    for (const gcl::VarDecl& decl : callee.locals) locals.push_back(decl.var);
    forget(locals);
    for (const auto& [hidden, var] : foreign_) {
      if (hidden == foreign(caller, var)) values.emplace(hidden, var);
    }
    std::vector<Expr> next;
    for (const Expr one : conjuncts_) {
      next.push_back(gcl::read_vars(context_, one, [](Expr var, gcl::Moment) { return var; }));
    }
    conjuncts_ = std::move(next);
    replace(values);
  }

  gcl::Context& context_;
  const Path& path_;
  std::span<const std::size_t> conditions_;
  PredicateList& predicates_;
  std::vector<Expr> conjuncts_;
  std::unordered_map<Expr, Expr> foreign_;  // stand-in -> variable
};

}  // namespace

std::vector<ScopedPredicate> predicates_along(gcl::Context& context, const gcl::Program& program,
                                              const Path& path,
                                              std::span<const std::size_t> conditions) {
  PredicateList predicates(context, program);
  Backwards(context, path, conditions, predicates)();
  const Simulation exact = simulate(context, program, path, {});
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < exact.conditions.size(); ++i) {
    const Condition& one = exact.conditions[i];
    const bool used =
        one.kind == Condition::Kind::Bound || std::ranges::binary_search(conditions, one.step);
    if (used) all.insert(i);
  }
  for (const ScopedPredicate& one : explaining_predicates(context, program, path, exact, {}, all)) {
    predicates.add(one.expr, *(one.procedure ? one.procedure : path.activations[0].procedure));
  }
  return predicates.take();
}

}  // namespace pawl::explain
