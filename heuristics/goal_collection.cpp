// SPDX-License-Identifier: Apache-2.0
#include "heuristics/goal_collection.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "gcl/build.h"
#include "gcl/targets.h"
#include "heuristics/formula.h"
#include "support/assert.h"

namespace pawl::heuristics {
namespace {

using gcl::Block;
using gcl::Expr;
using gcl::Located;
using gcl::Stmt;

using Goals = std::vector<Goal>;

/// Tests multiply goals; the first ones, which are nearest to the end of the text, stay.
constexpr std::size_t max_goals = 40;
constexpr std::size_t max_goal_size = 120;

std::string place(const char* what, const SourceRange& range) {
  if (!range.known()) return what;
  return std::string(what) + " in line " + std::to_string(range.begin.line);
}

void add(Goals& goals, Goal goal) {
  if (goal.formula.is_true() || goals.size() >= max_goals) return;
  const auto same = [&](const Goal& known) { return known.formula == goal.formula; };
  if (std::ranges::none_of(goals, same)) goals.push_back(std::move(goal));
}

void add_all(Goals& goals, const Goals& more) {
  for (const Goal& goal : more) add(goals, goal);
}

void add_clause(Goals& goals, const Located& clause, const char* what) {
  for (const Expr conjunct : gcl::conjuncts(clause.expr)) {
    add(goals, {.formula = conjunct, .arbitrary = {}, .reason = place(what, clause.range)});
  }
}

class Collector {
 public:
  Collector(gcl::Context& context, const gcl::Program& program)
      : context_(context), program_(program) {}

  Goals run(const gcl::Procedure& procedure, const std::vector<Frame>& path,
            const gcl::While& loop) {
    Goals goals;
    for (const Located& clause : procedure.ensures) add_clause(goals, clause, "ensures");
    for (const Frame& frame : path) {
      goals = before(*frame.block, frame.index + 1, std::move(goals));
      const Stmt& stmt = frame.stmt();
      if (const auto* labeled = std::get_if<gcl::LabeledBlock>(&stmt.node)) {
        labels_[labeled->label] = goals;
      }
      const auto* around = std::get_if<gcl::While>(&stmt.node);
      if (around == nullptr || around == &loop) continue;
      for (Goal& goal : goals) goal.where = Goal::Where::AfterOuterLoop;
      // What the loop around has to keep must hold at the end of its body.
      for (const Located& clause : around->invariants) add_clause(goals, clause, "invariant");
    }
    Goals inside = before(loop.body, 0, {});
    for (Goal& goal : inside) goal.where = Goal::Where::InLoop;
    add_all(goals, inside);
    return goals;
  }

 private:
  /// What must hold before block[from...] for `goals` to hold after it.
  Goals before(const Block& block, std::size_t from, Goals goals) {
    for (std::size_t i = block.size(); i > from; --i) {
      goals = std::visit([&](const auto& node) { return step(node, std::move(goals)); },
                         block[i - 1].node);
    }
    return goals;
  }

  Goals step(const gcl::Assert& node, const Goals& goals) {
    Goals result;
    add_clause(result, node.condition, "assert");
    add_all(result, goals);
    return result;
  }

  Goals step(const gcl::Assume& node, const Goals& goals) {
    return under(node.condition.expr, goals);
  }

  Goals step(const gcl::Assign& node, const Goals& goals) {
    gcl::Substitution now;
    for (std::size_t i = 0; i < node.targets.size(); ++i) {
      now.emplace(node.targets[i], node.values[i].expr);
    }
    return substituted(goals, now);
  }

  Goals step(const gcl::Havoc& node, const Goals& goals) {
    std::vector<Expr> targets = node.targets;
    std::ranges::sort(targets, std::less<>{});
    return for_any(targets, goals);
  }

  Goals step(const gcl::Choice& node, const Goals& goals) {
    Goals result;
    for (const Block& branch : node.branches) add_all(result, before(branch, 0, goals));
    return result;
  }

  Goals step(const gcl::If& node, const Goals& goals) {
    const Goals then_goals = before(node.then_branch, 0, goals);
    const Goals else_goals = before(node.else_branch, 0, goals);
    Goals result;
    if (node.condition) {
      const Expr condition = node.condition->expr;
      add_all(result, changed_under(condition, then_goals, goals));
      add_all(result, changed_under(gcl::mk_not(context_, condition), else_goals, goals));
    } else {
      add_all(result, then_goals);
      add_all(result, else_goals);
    }
    return result;
  }

  /// A loop other than the one the goals are for: arbitrarily many rounds have passed.
  Goals step(const gcl::While& node, const Goals& goals) {
    Goals inside = before(node.body, 0, {});
    if (node.condition) inside = under(node.condition->expr, inside);
    Goals result;
    for (const Located& clause : node.invariants) add_clause(result, clause, "invariant");
    const std::vector<Expr> targets = gcl::targets(program_, node.body);
    add_all(result, for_any(targets, inside));
    add_all(result, for_any(targets, goals));
    return result;
  }

  Goals step(const gcl::LabeledBlock& node, const Goals& goals) {
    labels_[node.label] = goals;
    return before(node.body, 0, goals);
  }

  Goals step(const gcl::Exit& node, const Goals&) { return labels_[node.label]; }

  Goals step(const gcl::Call& node, const Goals& goals) {
    const gcl::Procedure* callee = program_.find_procedure(node.procedure);
    PAWL_ASSERT(callee != nullptr, "a called procedure should be declared");
    gcl::Substitution arguments;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
      arguments.emplace(callee->parameters[i].var, node.arguments[i].expr);
    }
    Goals contract;
    for (const Located& clause : callee->requires_) add_clause(contract, clause, "requires");
    Goals result = substituted(contract, arguments);
    add_all(result, for_any(gcl::targets(program_, Block{Stmt{node, {}}}), goals));
    return result;
  }

  /// Goals as premise ==> goal, where the premise has to do with the goal.
  Goals under(Expr premise, const Goals& goals) {
    Goals result;
    for (Goal goal : goals) {
      if (share_variable(premise, goal.formula)) {
        goal.formula = gcl::mk_implies(context_, premise, goal.formula);
      }
      add(result, std::move(goal));
    }
    return result;
  }

  /// A goal that a branch leaves as it was does not depend on the branch being taken.
  Goals changed_under(Expr premise, const Goals& goals, const Goals& before_branching) {
    Goals result;
    for (const Goal& goal : goals) {
      const auto same = [&](const Goal& known) { return known.formula == goal.formula; };
      const bool unchanged = std::ranges::any_of(before_branching, same);
      add_all(result, unchanged ? Goals{goal} : under(premise, {goal}));
    }
    return result;
  }

  Goals substituted(const Goals& goals, const gcl::Substitution& now) {
    Goals result;
    const auto concerned = [&](Expr variable) { return now.contains(variable); };
    for (Goal goal : goals) {
      if (std::ranges::none_of(variables_of(goal.formula), concerned)) {
        add(result, std::move(goal));
        continue;
      }
      goal.formula = simplify(context_, substitute_now(context_, goal.formula, now));
      if (gcl::dag_size(std::span<const Expr>(&goal.formula, 1)) > max_goal_size) continue;
      for (const Expr conjunct : gcl::conjuncts(goal.formula)) {
        goal.formula = conjunct;
        add(result, goal);
      }
    }
    return result;
  }

  /// `variables` by id.
  Goals for_any(const std::vector<Expr>& variables, const Goals& goals) {
    Goals result;
    for (Goal goal : goals) {
      gcl::Substitution now;
      for (const Expr variable : variables_of(goal.formula)) {
        if (!std::binary_search(variables.begin(), variables.end(), variable)) continue;
        const Expr any = opaque(context_, variable.sort(), opaque_count_++);
        now.emplace(variable, any);
        goal.arbitrary.push_back(any);
      }
      if (!now.empty()) goal.formula = substitute_now(context_, goal.formula, now);
      add(result, std::move(goal));
    }
    return result;
  }

  bool share_variable(Expr a, Expr b) {
    const std::vector<Expr>& right = variables_of(b);
    return std::ranges::any_of(
        variables_of(a), [&](Expr v) { return std::binary_search(right.begin(), right.end(), v); });
  }

  /// By id. Most statements do not concern most goals, and finding that out is most of the work.
  const std::vector<Expr>& variables_of(Expr formula) {
    const auto [entry, is_new] = variables_of_.try_emplace(formula);
    if (is_new) entry->second = gcl::free_vars(formula);
    return entry->second;
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  std::map<std::string, Goals> labels_;  // what must hold where `exit L` goes
  std::unordered_map<Expr, std::vector<Expr>> variables_of_;
  std::size_t opaque_count_ = 0;
};

}  // namespace

std::vector<Goal> collect_goals(gcl::Context& context, const gcl::Program& program,
                                const gcl::Procedure& procedure, const std::vector<Frame>& path,
                                const gcl::While& loop) {
  return Collector(context, program).run(procedure, path, loop);
}

}  // namespace pawl::heuristics
