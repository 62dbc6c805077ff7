// SPDX-License-Identifier: Apache-2.0
//
// Typestates [StromYemini86, FischerJhalaMajumdar05 section 2.3]: in which state an object is. The
// states are variables that a specification brings (docs/typestate.md), or in GCL whatever is named
// like them, `spec$...`: a variable for one automaton, a map for one of each object. Beside them
// only pointers are known, to tell the objects apart.
#include <string_view>

#include "dataflow/analysis.h"
#include "dataflow/lattices/runs.h"
#include "dataflow/lattices/sets.h"
#include "dataflow/lattices/store.h"

namespace pawl::dataflow {
namespace {

using gcl::Expr;

bool is_state(Expr var) { return std::string_view(var.name()).starts_with("spec$"); }

/// Variables that are keys of maps somewhere: pointers.
std::set<Expr> pointers(const gcl::Program& program, const Automata& all) {
  std::set<Expr> found;
  std::vector<Expr> roots;
  for (const auto& cfa : all) {
    if (!cfa) continue;
    for (const Edge& edge : cfa->edges) {
      if (const auto* one = std::get_if<Assume>(&edge.operation)) roots.push_back(one->condition);
      if (const auto* one = std::get_if<Assign>(&edge.operation)) {
        roots.insert(roots.end(), one->values.begin(), one->values.end());
      }
    }
  }
  gcl::post_order(roots, [&](Expr e) {
    if (!e.is(gcl::Kind::Select) && !e.is(gcl::Kind::Store)) return;
    const std::vector<Expr> vars = gcl::free_vars(e.arg(1));
    found.insert(vars.begin(), vars.end());
  });
  // And what flows into them.
  for (bool grows = true; grows;) {
    const std::size_t before = found.size();
    for (const auto& cfa : all) {
      if (!cfa) continue;
      for (const Edge& edge : cfa->edges) {
        const auto* assign = std::get_if<Assign>(&edge.operation);
        for (std::size_t i = 0; assign != nullptr && i < assign->targets.size(); ++i) {
          if (found.contains(assign->targets[i]) && assign->values[i].is(gcl::Kind::Var)) {
            found.insert(assign->values[i]);
          }
        }
        const auto* call = std::get_if<Call>(&edge.operation);
        if (call == nullptr) continue;
        const gcl::Procedure& callee = program.procedures[call->callee];
        for (std::size_t i = 0; i < call->arguments.size(); ++i) {
          const bool is_pointer = found.contains(callee.parameters[i].var);
          if (is_pointer && call->arguments[i].is(gcl::Kind::Var)) found.insert(call->arguments[i]);
        }
        for (std::size_t i = 0; i < call->targets.size(); ++i) {
          if (found.contains(call->targets[i])) found.insert(callee.results[i].var);
        }
      }
    }
    grows = found.size() != before;
  }
  return found;
}

/// The operations of all procedures, each with the number of its procedure.
void for_each_operation(const Automata& all,
                        const std::function<void(std::size_t, const Operation&)>& visit) {
  for (const auto& cfa : all) {
    if (!cfa) continue;
    for (const Edge& edge : cfa->edges) visit(cfa->procedure, edge.operation);
  }
}

/// Pointers that somebody compares with null, and those that one of them is copied from or to: by
/// procedure. Which state an object is in mostly hangs on whether there is one at all, so that they
/// are null is what is asked first.
std::set<std::pair<std::size_t, Expr>> compared_with_null(gcl::Context& context,
                                                          const gcl::Program& program,
                                                          const Automata& all,
                                                          const std::set<Expr>& pointers) {
  using Variable = std::pair<std::size_t, Expr>;
  const Expr null = context.int_const(0);
  std::set<Variable> found;
  std::vector<std::pair<Variable, Variable>> copies;
  const auto add_copy = [&](Variable a, Variable b) {
    if (!a.second.is(gcl::Kind::Var) || !b.second.is(gcl::Kind::Var)) return;
    if (!pointers.contains(a.second) && !pointers.contains(b.second)) return;
    copies.emplace_back(a, b);
  };
  for_each_operation(all, [&](std::size_t procedure, const Operation& operation) {
    if (const auto* test = std::get_if<Assume>(&operation)) {
      gcl::post_order(test->condition, [&](Expr e) {
        if (!e.is(gcl::Kind::Eq) || !(e.arg(1) == null) || !pointers.contains(e.arg(0))) return;
        found.insert({procedure, e.arg(0)});
      });
    } else if (const auto* assign = std::get_if<Assign>(&operation)) {
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        add_copy({procedure, assign->targets[i]}, {procedure, assign->values[i]});
      }
    } else if (const auto* call = std::get_if<Call>(&operation)) {
      const gcl::Procedure& callee = program.procedures[call->callee];
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        add_copy({procedure, call->arguments[i]}, {call->callee, callee.parameters[i].var});
      }
      for (std::size_t i = 0; i < call->targets.size(); ++i) {
        add_copy({procedure, call->targets[i]}, {call->callee, callee.results[i].var});
      }
    }
  });
  for (bool grows = true; grows;) {
    const std::size_t before = found.size();
    for (const auto& [a, b] : copies) {
      if (found.contains(a) || found.contains(b)) found.insert({a, b});
    }
    grows = found.size() != before;
  }
  return found;
}

}  // namespace

Outcome run_typestate(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log) {
  const Automata all = automata(context, internal);
  const std::set<Expr> known = pointers(internal, all);
  Options with_nulls = options;
  for (const auto& [procedure, pointer] : compared_with_null(context, internal, all, known)) {
    with_nulls.predicates.emplace_back(internal.procedures[procedure].name,
                                       gcl::mk_eq(context, pointer, context.int_const(0)));
  }
  const auto tracked = [known](Expr place) {
    const Expr variable = place_in(place)->variable;
    return is_state(variable) || known.contains(place);
  };
  const Store<Sets> lattice(context, Sets(8), Store<Sets>::Equalities::Tracked, tracked);
  return Analysis<Store<Sets>>(context, lattice, std::move(internal), with_nulls, log)();
}

}  // namespace pawl::dataflow
