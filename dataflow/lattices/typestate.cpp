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

}  // namespace

Outcome run_typestate(gcl::Context& context, gcl::Program internal, const Options& options,
                      prover::QueryLog& log) {
  const std::set<Expr> known = pointers(internal, automata(context, internal));
  const auto tracked = [known](Expr place) {
    const Expr variable = place_in(place)->variable;
    return is_state(variable) || known.contains(place);
  };
  const Store<Sets> lattice(context, Sets(8), Store<Sets>::Equalities::Tracked, tracked);
  return Analysis<Store<Sets>>(context, lattice, std::move(internal), options, log)();
}

}  // namespace pawl::dataflow
