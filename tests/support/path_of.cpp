// SPDX-License-Identifier: Apache-2.0
#include "tests/support/path_of.h"

#include <stdexcept>

#include "gcl/build.h"
#include "support/overloaded.h"

namespace pawl::test {
namespace {

using namespace explain;

class Walk {
 public:
  Walk(gcl::Context& context, const gcl::Program& program, std::vector<std::size_t> decisions)
      : context_(context), program_(program), decisions_(std::move(decisions)) {}

  Path operator()(const gcl::Procedure& procedure) {
    path_.activations.push_back({&procedure, 0});
    for (const gcl::Located& clause : procedure.requires_) {
      path_.steps.push_back({PathAssume{clause.expr}, clause.range, 0, nullptr});
    }
    block(*procedure.body, 0);
    while (!path_.steps.empty() && !asserts(path_.steps.back())) path_.steps.pop_back();
    if (path_.steps.empty()) throw std::runtime_error("the path meets no assertion");
    const gcl::Expr condition = std::get<PathAssume>(path_.steps.back().node).condition;
    path_.steps.back().node = PathFailure{condition};
    return std::move(path_);
  }

 private:
  static bool asserts(const PathStep& step) {
    return step.stmt != nullptr && std::holds_alternative<gcl::Assert>(step.stmt->node);
  }

  std::size_t decide() { return next_ < decisions_.size() ? decisions_[next_++] : 0; }

  template <class Node>
  void add(Node node, const gcl::Stmt& stmt, ActivationId activation) {
    path_.steps.push_back({std::move(node), stmt.range, activation, &stmt});
  }

  bool test(const std::optional<gcl::Located>& condition, const gcl::Stmt& stmt, ActivationId a) {
    const std::size_t chosen = decide();
    if (!condition) {
      add(PathBranch{chosen, 2}, stmt, a);
    } else {
      add(PathAssume{chosen == 1 ? condition->expr : gcl::mk_not(context_, condition->expr)}, stmt,
          a);
    }
    return chosen == 1;
  }

  void block(const gcl::Block& block, ActivationId activation) {
    for (const gcl::Stmt& stmt : block) {
      if (leaving_ == nullptr) statement(stmt, activation);
    }
  }

  void statement(const gcl::Stmt& stmt, ActivationId a) {
    std::visit(overloaded{
                   [&](const gcl::Assert& s) { add(PathAssume{s.condition.expr}, stmt, a); },
                   [&](const gcl::Assume& s) { add(PathAssume{s.condition.expr}, stmt, a); },
                   [&](const gcl::Assign& s) {
                     PathAssign assign{s.targets, {}};
                     for (const gcl::Located& value : s.values) assign.values.push_back(value.expr);
                     add(std::move(assign), stmt, a);
                   },
                   [&](const gcl::Havoc& s) { add(PathHavoc{s.targets}, stmt, a); },
                   [&](const gcl::Choice& s) {
                     const std::size_t chosen = decide();
                     add(PathBranch{chosen, s.branches.size()}, stmt, a);
                     block(s.branches[chosen], a);
                   },
                   [&](const gcl::If& s) {
                     const bool holds = test(s.condition, stmt, a);
                     block(holds ? s.then_branch : s.else_branch, a);
                   },
                   [&](const gcl::While& s) {
                     while (leaving_ == nullptr && test(s.condition, stmt, a)) block(s.body, a);
                   },
                   [&](const gcl::LabeledBlock& s) {
                     block(s.body, a);
                     if (leaving_ != nullptr && *leaving_ == s.label) leaving_ = nullptr;
                   },
                   [&](const gcl::Exit& s) { leaving_ = &s.label; },
                   [&](const gcl::Call& s) { call(s, stmt, a); },
               },
               stmt.node);
  }

  void call(const gcl::Call& call, const gcl::Stmt& stmt, ActivationId caller) {
    const gcl::Procedure& callee = *program_.find_procedure(call.procedure);
    const ActivationId inner = path_.activations.size();
    path_.activations.push_back({&callee, caller});
    PathEnter enter{inner, {}};
    for (const gcl::Located& argument : call.arguments) enter.actuals.push_back(argument.expr);
    add(std::move(enter), stmt, caller);
    block(*callee.body, inner);
    add(PathLeave{inner, call.results}, stmt, caller);
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  std::vector<std::size_t> decisions_;
  std::size_t next_ = 0;
  const std::string* leaving_ = nullptr;  // the label of an exit on its way
  Path path_;
};

}  // namespace

Path path_of(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
             std::vector<std::size_t> decisions) {
  return Walk(context, program, std::move(decisions))(procedure);
}

}  // namespace pawl::test
