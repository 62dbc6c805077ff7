// SPDX-License-Identifier: Apache-2.0
//
// Every step of BEBOP's trace carries the source statement that it stands for; what C2BP added has
// none and is passed over.
#include "slam/trace_path.h"

#include "gcl/build.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::slam {
namespace {

using gcl::Expr;

class Translation {
 public:
  Translation(gcl::Context& context, const gcl::Program& program, const Abstraction& abstraction,
              const BebopResult& result)
      : context_(context), program_(program), abstraction_(abstraction), result_(result) {}

  explain::Path operator()() {
    const std::uint32_t first = result_.cfg.nodes[result_.trace.front().node].procedure;
    path_.activations.push_back({&source(first), 0});
    stack_.push_back({0, nullptr});
    for (const BebopStep& step : result_.trace) add(step);
    return std::move(path_);
  }

 private:
  struct Open {
    explain::ActivationId activation = 0;
    const gcl::Stmt* call = nullptr;  // in the caller
  };

  const gcl::Procedure& source(std::uint32_t bp_procedure) const {
    return program_.procedures[abstraction_.sources[bp_procedure]];
  }

  void add(const BebopStep& step) {
    PAWL_ASSERT(step.kind != BebopStep::Kind::StepOver, "the trace should be unfolded");
    if (step.kind == BebopStep::Kind::Leave) return leave();
    const BpStmt* stmt = result_.cfg.nodes[step.node].stmt;
    if (stmt == nullptr || stmt->origin == no_origin) return;
    const SourceStep& from = abstraction_.steps[stmt->origin];
    switch (from.role) {
      case SourceStep::Role::Statement:
        if (step.kind == BebopStep::Kind::Enter) return enter(*from.stmt);
        return statement(*from.stmt, step.kind);
      case SourceStep::Role::Holds:
      case SourceStep::Role::Fails: return condition(*from.stmt, from.role);
      case SourceStep::Role::Branch: {
        const auto& choice = std::get<gcl::Choice>(from.stmt->node);
        return push(explain::PathBranch{from.branch, choice.branches.size()}, *from.stmt);
      }
      case SourceStep::Role::LoopHead:
      case SourceStep::Role::Entry:
      case SourceStep::Role::Return: return;
    }
  }

  void statement(const gcl::Stmt& stmt, BebopStep::Kind kind) {
    if (const auto* assertion = std::get_if<gcl::Assert>(&stmt.node)) {
      const Expr holds = assertion->condition.expr;
      if (kind == BebopStep::Kind::Failure) return push(explain::PathFailure{holds}, stmt);
      return push(explain::PathAssume{holds}, stmt);
    }
    if (const auto* assume = std::get_if<gcl::Assume>(&stmt.node)) {
      return push(explain::PathAssume{assume->condition.expr}, stmt);
    }
    if (const auto* unknown = std::get_if<gcl::Havoc>(&stmt.node)) {
      return push(explain::PathHavoc{unknown->targets}, stmt);
    }
    const auto* assign = std::get_if<gcl::Assign>(&stmt.node);
    PAWL_ASSERT(assign != nullptr, "a call on an unfolded trace should be entered");
    explain::PathAssign step{assign->targets, {}};
    for (const gcl::Located& value : assign->values) step.values.push_back(value.expr);
    push(std::move(step), stmt);
  }

  void condition(const gcl::Stmt& stmt, SourceStep::Role role) {
    const auto* test = std::get_if<gcl::If>(&stmt.node);
    const std::optional<gcl::Located>& tested =
        test != nullptr ? test->condition : std::get<gcl::While>(stmt.node).condition;
    const bool holds = role == SourceStep::Role::Holds;
    if (!tested) return push(explain::PathBranch{holds ? 1U : 0U, 2}, stmt);
    push(explain::PathAssume{holds ? tested->expr : gcl::mk_not(context_, tested->expr)}, stmt);
  }

  void enter(const gcl::Stmt& stmt) {
    const auto& call = std::get<gcl::Call>(stmt.node);
    const explain::ActivationId callee = path_.activations.size();
    explain::PathEnter step{callee, {}};
    for (const gcl::Located& argument : call.arguments) step.actuals.push_back(argument.expr);
    push(std::move(step), stmt);
    path_.activations.push_back(
        {program_.find_procedure(call.procedure), stack_.back().activation});
    stack_.push_back({callee, &stmt});
  }

  void leave() {
    PAWL_ASSERT(stack_.size() > 1, "only a procedure that was entered should be left");
    const Open open = stack_.back();
    stack_.pop_back();
    const auto& call = std::get<gcl::Call>(open.call->node);
    push(explain::PathLeave{open.activation, call.results}, *open.call);
  }

  void push(decltype(explain::PathStep::node) node, const gcl::Stmt& stmt) {
    path_.steps.push_back({std::move(node), stmt.range, stack_.back().activation, &stmt});
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const Abstraction& abstraction_;
  const BebopResult& result_;
  explain::Path path_;
  std::vector<Open> stack_;
};

}  // namespace

explain::Path path_of(gcl::Context& context, const gcl::Program& program,
                      const Abstraction& abstraction, const BebopResult& result) {
  return Translation(context, program, abstraction, result)();
}

}  // namespace pawl::slam
