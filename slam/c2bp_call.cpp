// SPDX-License-Identifier: Apache-2.0
//
// Calls through prm and ret [BallMillsteinRajamani05, section 4.5]: the callee's formal predicates
// are told about the actuals; what comes back is read with the callee's symbolic constants as the
// original actuals, and updates what the call may have changed.
#include <algorithm>

#include "gcl/build.h"
#include "slam/procedure_abstraction.h"
#include "slam/symbolic.h"

namespace pawl::slam {

using gcl::Expr;

/// The value of a global before the call. No program name has a space.
Expr ProcedureAbstraction::original(Expr global) {
  return context_.var("original " + global.name(), global.sort());
}

Expr ProcedureAbstraction::returned(Expr result) {
  return context_.var("returned " + result.name(), result.sort());
}

void ProcedureAbstraction::add(const gcl::Call& call, const gcl::Stmt& stmt, BpBlock& out) {
  const std::uint32_t callee_number = shared_.numbers.at(call.procedure);
  const gcl::Procedure& callee = *c2bp_.program_.find_procedure(call.procedure);
  const Interface& interface = shared_.result.interfaces[callee_number];
  while (results_.size() < interface.returns.size()) {
    results_.push_back(VarRef::local(static_cast<std::uint32_t>(target_.variables.size())));
    target_.variables.push_back({"ret" + std::to_string(results_.size()), {}});
  }
  BpCall statement;
  statement.procedure = callee_number;
  statement.targets.assign(results_.begin(),
                           results_.begin() + static_cast<long>(interface.returns.size()));
  statement.arguments = arguments(call, callee, interface);
  const std::vector<VarRef> used = statement.targets;
  out.push_back(made(std::move(statement), SourceStep::Role::Statement, &stmt));
  update(call, callee, after_call(call, callee, interface), stmt, out);
  if (!used.empty()) {
    BpStmt forgotten{BpDead{used}};
    forgotten.range = stmt.range;
    out.push_back(std::move(forgotten));
  }
}

std::vector<BpExpr> ProcedureAbstraction::arguments(const gcl::Call& call,
                                                    const gcl::Procedure& callee,
                                                    const Interface& interface) {
  gcl::Substitution actual;
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    actual[callee.parameters[i].var] = symbolic(call.arguments[i].expr);
  }
  std::vector<BpExpr> result;
  for (const Expr formal : interface.formals) {
    result.push_back(choose(gcl::substitute(context_, formal, actual), scope_));
  }
  return result;
}

/// What the variables mean right after the call, before its results are assigned.
ProcedureAbstraction::Scope ProcedureAbstraction::after_call(const gcl::Call& call,
                                                             const gcl::Procedure& callee,
                                                             const Interface& interface) {
  gcl::Substitution before;
  for (const Expr global : callee.modifies) before[global] = original(global);
  Scope result;
  for (std::size_t i = 0; i < scope_.meaning.size(); ++i) {
    const bool stale = !scope_.vars[i].is_global();
    result.vars.push_back(scope_.vars[i]);
    result.meaning.push_back(stale ? gcl::substitute(context_, scope_.meaning[i], before)
                                   : scope_.meaning[i]);
  }
  gcl::Substitution reading;
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    reading[callee.parameters[i].var] =
        gcl::substitute(context_, symbolic(call.arguments[i].expr), before);
  }
  for (const gcl::VarDecl& one : callee.results) reading[one.var] = returned(one.var);
  for (const gcl::VarDecl& global : c2bp_.program_.globals) {
    const auto changed = before.find(global.var);
    reading[old_constant(context_, global.var)] =
        changed != before.end() ? changed->second : global.var;
  }
  for (std::size_t i = 0; i < interface.returns.size(); ++i) {
    result.vars.push_back(results_[i]);
    result.meaning.push_back(
        simplify(context_, gcl::substitute(context_, interface.returns[i], reading)));
  }
  return result;
}

/// Every predicate that speaks of a result, and every local one of a global the callee may change.
/// The callee itself kept the global predicates up to date.
void ProcedureAbstraction::update(const gcl::Call& call, const gcl::Procedure& callee,
                                  const Scope& scope, const gcl::Stmt& stmt, BpBlock& out) {
  const std::unordered_set<Expr> results(call.results.begin(), call.results.end());
  const std::unordered_set<Expr> changed(callee.modifies.begin(), callee.modifies.end());
  gcl::Substitution assigned;
  for (std::size_t i = 0; i < call.results.size(); ++i) {
    assigned[call.results[i]] = returned(callee.results[i].var);
  }
  std::vector<VarRef> targets;
  std::vector<BpExpr> values;
  for (std::size_t i = 0; i < scope_.meaning.size(); ++i) {
    const bool stale = !scope_.vars[i].is_global() && speaks_of(scope_.meaning[i], changed);
    if (!stale && !speaks_of(scope_.meaning[i], results)) continue;
    targets.push_back(scope_.vars[i]);
    values.push_back(choose(gcl::substitute(context_, scope_.meaning[i], assigned), scope));
  }
  // The callee may have changed global variables too: everything is consistent again only now.
  BpExpr constrain =
      consistent(targets, values, changed.empty() ? About::Changed : About::Everything);
  if (targets.empty() && !constrain.is(BpOp::True)) {
    out.push_back(made(BpAssume{constrain}, SourceStep::Role::Return, &stmt));
    return;
  }
  assign(std::move(targets), std::move(values), std::move(constrain), stmt,
         SourceStep::Role::Return, out);
}

}  // namespace pawl::slam
