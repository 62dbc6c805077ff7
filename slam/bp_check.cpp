// SPDX-License-Identifier: Apache-2.0
//
// One walk over the program with the names in scope.
#include "slam/bp_check.h"

#include <set>
#include <string>
#include <unordered_set>

#include "support/overloaded.h"

namespace pawl::slam {
namespace {

std::string count(std::size_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// Can it be written between braces?
bool has_text_form(const std::string& name) {
  int depth = 0;
  for (const char c : name) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0 || c == '\n') return false;
  }
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  return depth == 0 && !name.empty() && !blank(name.front()) && !blank(name.back());
}

enum class Ticks { Allowed, Forbidden };

class Checker {
 public:
  Checker(const BpProgram& program, Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {}

  void run() {
    names(program_.globals, "global");
    std::unordered_set<std::string> known;
    for (const BpProcedure& procedure : program_.procedures) {
      if (!known.insert(procedure.name).second) {
        diagnostics_.error(procedure.range, "procedure '" + procedure.name + "' declared twice");
      }
      check(procedure);
    }
  }

 private:
  void names(const std::vector<BpVariable>& variables, const char* what) {
    std::unordered_set<std::string> known;
    for (const BpVariable& variable : variables) {
      if (!has_text_form(variable.name)) {
        diagnostics_.error(variable.range, "the name '" + variable.name + "' cannot be written");
      }
      if (!known.insert(variable.name).second) {
        diagnostics_.error(variable.range,
                           std::string(what) + " '" + variable.name + "' is declared twice");
      }
    }
  }

  void check(const BpProcedure& procedure) {
    procedure_ = &procedure;
    labels_.clear();
    local_names_.clear();
    names(procedure.variables, "variable");
    for (const BpVariable& variable : procedure.variables) local_names_.insert(variable.name);
    collect_labels(procedure.body);
    check(procedure.body, 0);
  }

  template <class Visit>
  static void each_block(const BpStmt& stmt, Visit visit) {
    if (const auto* conditional = std::get_if<BpIf>(&stmt.node)) {
      for (const BpArm& arm : conditional->arms) visit(arm.body);
      visit(conditional->otherwise);
    } else if (const auto* loop = std::get_if<BpWhile>(&stmt.node)) {
      visit(loop->body);
    } else if (const auto* branch = std::get_if<BpBranch>(&stmt.node)) {
      for (const BpBlock& choice : branch->choices) visit(choice);
    }
  }

  void collect_labels(const BpBlock& block) {
    for (const BpStmt& stmt : block) {
      for (const std::string& label : stmt.labels) {
        if (labels_.insert(label).second) continue;
        diagnostics_.error(stmt.range, "label '" + label + "' is used twice in this procedure",
                           "choose another name");
      }
      each_block(stmt, [this](const BpBlock& inner) { collect_labels(inner); });
    }
  }

  void check(const BpBlock& block, int depth) {
    for (const BpStmt& stmt : block) {
      stmt_ = &stmt;
      check_node(stmt);
      if (depth >= max_bp_nesting) {
        error("statements nested too deeply");
        continue;
      }
      each_block(stmt, [&](const BpBlock& inner) { check(inner, depth + 1); });
    }
  }

  void check_node(const BpStmt& stmt) {
    std::visit(
        overloaded{[](const BpSkip&) {}, [this](const BpGoto& node) { check_goto(node); },
                   [this](const BpAssign& node) { check_assign(node); },
                   [this](const BpCall& node) { check_call(node); },
                   [this](const BpReturn& node) {
                     exprs(node.values);
                     if (node.values.size() == procedure_->results) return;
                     error("'return' has " + count(node.values.size(), "value") + ", but '" +
                               procedure_->name + "' has " + count(procedure_->results, "result"),
                           "give one value per result");
                   },
                   [this](const BpAssume& node) { expr(node.condition); },
                   [this](const BpAssert& node) { expr(node.condition); },
                   [this](const BpAbortif& node) { expr(node.condition); },
                   [this](const BpEnforce& node) {
                     expr(node.condition);
                     if (node.condition.has(BpOp::Nondet) || node.condition.has(BpOp::Choose) ||
                         node.condition.has(BpOp::Schoose)) {
                       error("'enforce' with a nondeterministic condition",
                             "what is enforced should hold or not in every state");
                     }
                   },
                   [this](const BpDead& node) { distinct(node.variables, "'dead'"); },
                   [this](const BpIf& node) {
                     if (node.arms.empty()) error("'if' without a condition");
                     for (const BpArm& arm : node.arms) expr(arm.condition);
                   },
                   [this](const BpWhile& node) { expr(node.condition); },
                   [this](const BpBranch& node) {
                     if (node.choices.empty()) error("'branch' without a choice");
                   }},
        stmt.node);
  }

  void check_goto(const BpGoto& node) {
    if (node.labels.empty()) error("'goto' without a label");
    for (const std::string& label : node.labels) {
      if (labels_.contains(label)) continue;
      error("unknown label '" + label + "'", "labels are known in their own procedure only");
    }
  }

  void check_assign(const BpAssign& node) {
    distinct(node.targets, "the assignment");
    if (node.targets.size() != node.values.size()) {
      error(count(node.targets.size(), "target") + ", but " + count(node.values.size(), "value"),
            "a parallel assignment has one value per target");
    }
    exprs(node.values);
    if (!node.constrain.absent()) expr(node.constrain, Ticks::Allowed);
  }

  void check_call(const BpCall& node) {
    exprs(node.arguments);
    distinct(node.targets, "the call");
    if (node.procedure >= program_.procedures.size()) return error("call of no procedure");
    const BpProcedure& callee = program_.procedures[node.procedure];
    if (node.arguments.size() != callee.formals) {
      error("'" + callee.name + "' has " + count(callee.formals, "parameter") + ", but the call " +
                count(node.arguments.size(), "argument"),
            "give one argument per parameter");
    }
    if (!node.targets.empty() && node.targets.size() != callee.results) {
      error("'" + callee.name + "' has " + count(callee.results, "result") + ", but the call " +
                count(node.targets.size(), "target"),
            "give one target per result, or none at all");
    }
  }

  void exprs(const std::vector<BpExpr>& list) {
    for (const BpExpr& e : list) expr(e);
  }

  void expr(const BpExpr& e, Ticks ticks = Ticks::Forbidden) {
    if (e.absent()) return error("an expression is missing");
    for (const BpExpr::Node& node : e.nodes()) {
      if (node.op == BpOp::Next && ticks == Ticks::Forbidden) {
        return error("the next value of a variable outside of 'constrain'",
                     "'x is the value of x after an assignment, and known in its constraint only");
      }
      if (node.op == BpOp::Var || node.op == BpOp::Next) known(node.var);
    }
  }

  void known(VarRef var) {
    const std::size_t size =
        var.is_global() ? program_.globals.size() : procedure_->variables.size();
    if (var.index >= size) return error("a variable that is not declared");
    if (var.is_global() && local_names_.contains(program_.globals[var.index].name)) {
      error("global '" + program_.globals[var.index].name + "' is hidden by a local variable");
    }
  }

  void distinct(const std::vector<VarRef>& variables, const char* where) {
    std::set<VarRef> seen;
    for (const VarRef var : variables) {
      known(var);
      if (seen.insert(var).second) continue;
      const bool declared = var.is_global() ? var.index < program_.globals.size()
                                            : var.index < procedure_->variables.size();
      error((declared ? "'" + program_.variable(*procedure_, var).name + "'" : "a variable") +
                " occurs twice in " + where,
            "each variable gets one value");
    }
  }

  void error(std::string message, std::string hint = {}) {
    diagnostics_.error(stmt_->range, std::move(message), std::move(hint));
  }

  const BpProgram& program_;
  Diagnostics& diagnostics_;
  const BpProcedure* procedure_ = nullptr;
  const BpStmt* stmt_ = nullptr;
  std::unordered_set<std::string> labels_;
  std::unordered_set<std::string> local_names_;
};

}  // namespace

void check_bp(const BpProgram& program, Diagnostics& diagnostics) {
  Checker(program, diagnostics).run();
}

}  // namespace pawl::slam
