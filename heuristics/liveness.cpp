// SPDX-License-Identifier: Apache-2.0
//
// Liveness on structured code, backwards in one pass. The effect of a block on the live set is
// gen ∪ (after \ kill), so for a loop with `after` and its test live at the head, one evaluation
// of the body gives the least fixpoint: f(A ∪ f(A)) = f(A) whenever f has that form.
#include <map>
#include <set>

#include "heuristics/placement.h"
#include "support/overloaded.h"

namespace pawl::heuristics {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Stmt;

using LiveSet = std::set<Expr>;

void use(LiveSet& live, Expr e) {
  for (const Expr variable : gcl::free_vars(e)) live.insert(variable);
}
void use(LiveSet& live, const std::vector<gcl::Located>& formulas) {
  for (const gcl::Located& formula : formulas) use(live, formula.expr);
}
void join(LiveSet& into, const LiveSet& from) { into.insert(from.begin(), from.end()); }

class Liveness {
 public:
  explicit Liveness(const gcl::Program& program) : program_(program) {}

  LiveSet at_head(const std::vector<Frame>& path, LiveSet live) {
    for (const Frame& frame : path) {
      live = before(*frame.block, frame.index + 1, std::move(live));
      const Stmt& stmt = frame.stmt();
      if (const auto* labeled = std::get_if<gcl::LabeledBlock>(&stmt.node)) {
        labels_[labeled->label] = live;
      }
      // What is live at the head of a loop is also what is live at the end of its body.
      if (std::holds_alternative<gcl::While>(stmt.node)) live = before(stmt, std::move(live));
    }
    return live;
  }

 private:
  /// Live before block[from...], when `after` is live at its end.
  LiveSet before(const Block& block, std::size_t from, LiveSet after) {
    for (std::size_t i = block.size(); i > from; --i)
      after = before(block[i - 1], std::move(after));
    return after;
  }

  LiveSet before(const Stmt& stmt, LiveSet live) {
    return std::visit([&](const auto& node) { return step(node, std::move(live)); }, stmt.node);
  }

  LiveSet step(const gcl::Assert& node, LiveSet live) {
    return with(node.condition, std::move(live));
  }
  LiveSet step(const gcl::Assume& node, LiveSet live) {
    return with(node.condition, std::move(live));
  }
  LiveSet step(const gcl::Assign& node, LiveSet live) {
    for (const Expr target : node.targets) live.erase(target);
    use(live, node.values);
    return live;
  }
  LiveSet step(const gcl::Havoc& node, LiveSet live) {
    for (const Expr target : node.targets) live.erase(target);
    return live;
  }
  LiveSet step(const gcl::Choice& node, const LiveSet& after) {
    LiveSet live;
    for (const Block& branch : node.branches) join(live, before(branch, 0, after));
    return live;
  }
  LiveSet step(const gcl::If& node, const LiveSet& after) {
    LiveSet live = before(node.then_branch, 0, after);
    join(live, before(node.else_branch, 0, after));
    if (node.condition) use(live, node.condition->expr);
    return live;
  }
  LiveSet step(const gcl::While& node, LiveSet live) {
    if (node.condition) use(live, node.condition->expr);
    use(live, node.invariants);
    LiveSet result = before(node.body, 0, live);
    join(result, live);
    return result;
  }
  LiveSet step(const gcl::LabeledBlock& node, const LiveSet& after) {
    labels_[node.label] = after;
    return before(node.body, 0, after);
  }
  LiveSet step(const gcl::Exit& node, const LiveSet&) { return labels_[node.label]; }
  LiveSet step(const gcl::Call& node, LiveSet live) {
    for (const Expr result : node.results) live.erase(result);
    use(live, node.arguments);
    for (const gcl::VarDecl& global : program_.globals) live.insert(global.var);
    return live;
  }
  static LiveSet with(const gcl::Located& formula, LiveSet live) {
    use(live, formula.expr);
    return live;
  }

  const gcl::Program& program_;
  std::map<std::string, LiveSet> labels_;  // live where `exit L` goes; labels are unique on a path
};

/// Variables that reach a test, an assertion, a contract, a map or a result.
class Relevance {
 public:
  Relevance(const gcl::Program& program, const gcl::Procedure& procedure) {
    for (const gcl::Located& clause : procedure.requires_) mark(clause.expr);
    for (const gcl::Located& clause : procedure.ensures) mark(clause.expr);
    for (const gcl::VarDecl& result : procedure.results) mark(result.var);
    for (const gcl::VarDecl& global : program.globals) mark(global.var);
    gcl::for_each_stmt(*procedure.body, [&](const Stmt& stmt) { visit(stmt); });
    close();
  }

  bool contains(Expr variable) const { return relevant_.contains(variable); }

 private:
  void mark(Expr e) {
    for (const Expr variable : gcl::free_vars(e)) {
      if (relevant_.insert(variable).second) todo_.push_back(variable);
    }
  }

  void visit(const Stmt& stmt) {
    std::visit(overloaded{
                   [&](const gcl::Assert& node) { mark(node.condition.expr); },
                   [&](const gcl::Assume& node) { mark(node.condition.expr); },
                   [&](const gcl::Assign& node) { assign(node); },
                   [](const gcl::Havoc&) {},
                   [](const gcl::Choice&) {},
                   [&](const gcl::If& node) {
                     if (node.condition) mark(node.condition->expr);
                   },
                   [&](const gcl::While& node) {
                     if (node.condition) mark(node.condition->expr);
                     for (const gcl::Located& clause : node.invariants) mark(clause.expr);
                   },
                   [](const gcl::LabeledBlock&) {},
                   [](const gcl::Exit&) {},
                   [&](const gcl::Call& node) {
                     for (const gcl::Located& argument : node.arguments) mark(argument.expr);
                   },
               },
               stmt.node);
  }

  void assign(const gcl::Assign& node) {
    for (std::size_t i = 0; i < node.targets.size(); ++i) {
      if (node.targets[i].sort().is_map()) mark(node.targets[i]);
      flows_[node.targets[i]].push_back(node.values[i].expr);
    }
  }

  // Every variable is handled once: the closure ends.
  void close() {
    while (!todo_.empty()) {
      const Expr variable = todo_.back();
      todo_.pop_back();
      const auto found = flows_.find(variable);
      if (found == flows_.end()) continue;
      for (const Expr value : found->second) mark(value);
    }
  }

  ExprSet relevant_;
  std::vector<Expr> todo_;
  std::map<Expr, std::vector<Expr>> flows_;  // variable -> what is assigned to it
};

}  // namespace

ExprSet live_at_head(const gcl::Program& program, const gcl::Procedure& procedure,
                     const std::vector<Frame>& path) {
  LiveSet at_end;
  use(at_end, procedure.ensures);
  for (const gcl::VarDecl& result : procedure.results) at_end.insert(result.var);
  at_end.insert(procedure.modifies.begin(), procedure.modifies.end());
  const Relevance relevance(program, procedure);
  ExprSet result;
  for (const Expr variable : Liveness(program).at_head(path, std::move(at_end))) {
    if (relevance.contains(variable)) result.insert(variable);
  }
  return result;
}

}  // namespace pawl::heuristics
