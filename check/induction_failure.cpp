// SPDX-License-Identifier: Apache-2.0
//
// A model of "the guard of the obligation, and not its condition" names a path (gcl/replay.h).
// The last loop head on it says what was havocked on the way; the state is the path's, in source
// names.
#include "check/induction_failure.h"

#include <algorithm>
#include <functional>

#include "gcl/replay.h"
#include "gcl/traverse.h"

namespace pawl::check {
namespace {

using gcl::Expr;

State read_state(const prover::Model& model, std::span<const Expr> variables, const gcl::Env& env) {
  State state;
  for (const Expr variable : variables) {
    const auto value = model.value(env.version(variable));
    if (value) state.push_back({variable.name(), *value});
  }
  return state;
}

/// The last loop head on the path, if any: index into Desugared::points.
std::optional<std::size_t> last_loop_head(std::vector<std::size_t> path,
                                          const gcl::Desugared& desugared, const gcl::Vc& vc) {
  std::ranges::reverse(path);
  for (const std::size_t segment : path) {
    for (std::size_t point = 0; point < desugared.points.size(); ++point) {
      if (desugared.points[point].kind == gcl::PointKind::LoopHead &&
          vc.point_segment[point] == segment) {
        return point;
      }
    }
  }
  return std::nullopt;
}

/// Variables that matter for the obligation's procedure, without those the failing state says
/// nothing about: everything mentioned in the code. Declared but unused names would be noise.
std::vector<Expr> used_variables(const gcl::Program& program, const gcl::Procedure& procedure,
                                 const gcl::Desugared& desugared) {
  std::vector<Expr> roots;
  gcl::for_each_stmt(desugared.body, [&](const gcl::Stmt& stmt) {
    if (const auto* a = std::get_if<gcl::Assert>(&stmt.node)) roots.push_back(a->condition.expr);
    if (const auto* a = std::get_if<gcl::Assume>(&stmt.node)) roots.push_back(a->condition.expr);
    if (const auto* a = std::get_if<gcl::Havoc>(&stmt.node)) {
      roots.insert(roots.end(), a->targets.begin(), a->targets.end());
    }
    if (const auto* a = std::get_if<gcl::Assign>(&stmt.node)) {
      roots.insert(roots.end(), a->targets.begin(), a->targets.end());
      for (const gcl::Located& value : a->values) roots.push_back(value.expr);
    }
  });
  const std::vector<Expr> used = gcl::free_vars(roots);
  std::vector<Expr> variables = visible_variables(program, procedure);
  std::erase_if(variables, [&](Expr v) {
    return !std::binary_search(used.begin(), used.end(), v, std::less<>{});
  });
  return variables;
}

}  // namespace

std::vector<Expr> visible_variables(const gcl::Program& program, const gcl::Procedure& procedure) {
  std::vector<Expr> variables;
  for (const auto* decls :
       {&program.globals, &procedure.parameters, &procedure.results, &procedure.locals}) {
    for (const gcl::VarDecl& decl : *decls) variables.push_back(decl.var);
  }
  return variables;
}

std::optional<InductionFailure> explain_induction_failure(
    const gcl::Program& program, const gcl::Procedure& procedure, const gcl::Desugared& desugared,
    const gcl::Passive& passive, const gcl::Vc& vc, const gcl::Goal& goal, prover::Prover& prover) {
  const std::unique_ptr<prover::Model> model = prover.model();
  if (model == nullptr) return std::nullopt;
  const std::vector<Expr> variables = used_variables(program, procedure, desugared);

  InductionFailure failure;
  failure.state = read_state(*model, variables, passive.obligation_env[goal.obligation]);
  const auto path = gcl::path_to(vc, goal.segment, [&](Expr e) { return model->value(e); });
  if (!path) return failure;
  const auto head = last_loop_head(*path, desugared, vc);
  if (!head) return failure;

  const std::size_t loop_index = desugared.points[*head].loop;
  const gcl::Loop& loop = desugared.loops[loop_index];
  failure.loop = loop.range;
  for (const Expr target : loop.targets) {
    if (std::ranges::find(variables, target) != variables.end()) {
      failure.havocked.push_back(target.name());
    }
  }
  const gcl::Obligation& obligation = desugared.obligations[goal.obligation];
  if (obligation.kind == gcl::ObligationKind::Consecution && obligation.loop == loop_index) {
    failure.before = read_state(*model, variables, passive.point_env[*head]);
  }
  return failure;
}

}  // namespace pawl::check
