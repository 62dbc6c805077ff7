// SPDX-License-Identifier: Apache-2.0
//
// A path through automata becomes one through the program: edges carry the statement they were made
// of, calls open an activation, and what has no statement is passed over.
#include "dataflow/path.h"

#include "gcl/old_constants.h"
#include "support/overloaded.h"

namespace pawl::dataflow {
namespace {

using gcl::Expr;

class Translation {
 public:
  Translation(gcl::Context& context, const gcl::Program& program, const Automata& automata)
      : context_(context), program_(program), automata_(automata) {}

  explain::Path operator()(std::size_t start, const std::vector<PathMove>& moves) {
    path_.activations.push_back({&program_.procedures[start], 0});
    stack_.push_back(0);
    for (const PathMove& move : moves) add(move);
    return std::move(path_);
  }

 private:
  void add(const PathMove& move) {
    const Cfa& cfa = *automata_[move.procedure];
    if (move.kind == PathMove::Kind::Failure) {
      const Check& check = cfa.checks[move.check];
      return push(explain::PathFailure{source(check.condition)}, check.stmt);
    }
    const Edge& edge = cfa.edges[move.edge];
    switch (move.kind) {
      case PathMove::Kind::Step: return step(edge);
      case PathMove::Kind::Enter: return enter(edge);
      case PathMove::Kind::Leave: return leave(edge);
      case PathMove::Kind::Failure: return;
    }
  }

  void step(const Edge& edge) {
    if (edge.stmt == nullptr) return;
    if (edge.decision) {
      return push(explain::PathBranch{edge.decision->chosen, edge.decision->branches}, edge.stmt);
    }
    std::visit(
        overloaded{
            [](const Skip&) {},
            [&](const Assume& one) { push(explain::PathAssume{source(one.condition)}, edge.stmt); },
            [&](const Assign& one) {
              explain::PathAssign assign{one.targets, {}};
              for (const Expr value : one.values) assign.values.push_back(source(value));
              push(std::move(assign), edge.stmt);
            },
            [&](const Havoc& one) { push(explain::PathHavoc{one.targets}, edge.stmt); },
            [](const Call&) {},
        },
        edge.operation);
  }

  void enter(const Edge& edge) {
    const Call& call = std::get<Call>(edge.operation);
    const explain::ActivationId callee = path_.activations.size();
    explain::PathEnter enter{callee, {}};
    for (const Expr argument : call.arguments) enter.actuals.push_back(source(argument));
    push(std::move(enter), edge.stmt);
    path_.activations.push_back({&program_.procedures[call.callee], stack_.back()});
    stack_.push_back(callee);
  }

  void leave(const Edge& edge) {
    const explain::ActivationId callee = stack_.back();
    stack_.pop_back();
    push(explain::PathLeave{callee, std::get<Call>(edge.operation).targets}, edge.stmt);
  }

  void push(decltype(explain::PathStep::node) node, const gcl::Stmt* stmt) {
    path_.steps.push_back({std::move(node), stmt->range, stack_.back(), stmt});
  }

  Expr source(Expr e) { return gcl::to_source(context_, e); }

  gcl::Context& context_;
  const gcl::Program& program_;
  const Automata& automata_;
  explain::Path path_;
  std::vector<explain::ActivationId> stack_;
};

}  // namespace

explain::Path path_of(gcl::Context& context, const gcl::Program& program, const Automata& automata,
                      std::size_t start, const std::vector<PathMove>& moves) {
  return Translation(context, program, automata)(start, moves);
}

}  // namespace pawl::dataflow
