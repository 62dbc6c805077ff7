// SPDX-License-Identifier: Apache-2.0
#include "dataflow/cfa.h"

#include <algorithm>

#include "gcl/build.h"
#include "gcl/old_constants.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl::dataflow {
namespace {

using gcl::Expr;

class Builder {
 public:
  Builder(gcl::Context& context, const gcl::Program& program, std::size_t number)
      : context_(context), program_(program), procedure_(program.procedures[number]) {
    cfa_.procedure = number;
  }

  Cfa operator()(std::vector<Expr> remembered) {
    cfa_.entry = location(procedure_.range);
    const LocationId begin = location(procedure_.range);
    const LocationId end = block(*procedure_.body, begin);
    cfa_.exit = end;
    for (const Expr var : mentioned_) remembered.push_back(var);
    std::sort(remembered.begin(), remembered.end());
    remembered.erase(std::unique(remembered.begin(), remembered.end()), remembered.end());
    Assign set;
    for (const Expr var : remembered) {
      set.targets.push_back(gcl::old_constant(context_, var));
      set.values.push_back(var);
    }
    edge(cfa_.entry, begin, remembered.empty() ? Operation(Skip{}) : Operation(std::move(set)),
         nullptr);
    cfa_.remembered = std::move(remembered);
    return std::move(cfa_);
  }

 private:
  LocationId location(const SourceRange& range) {
    cfa_.locations.push_back({range, nullptr, {}, {}});
    return cfa_.locations.size() - 1;
  }

  void edge(LocationId from, LocationId to, Operation operation, const gcl::Stmt* stmt,
            std::optional<Decision> decision = {}) {
    cfa_.locations[from].out.push_back(cfa_.edges.size());
    cfa_.locations[to].in.push_back(cfa_.edges.size());
    cfa_.edges.push_back({from, to, std::move(operation), stmt, decision});
  }

  Expr symbolic(Expr e) {
    const Expr result = gcl::to_symbolic(context_, program_, e);
    if (result == e) return result;
    for (const Expr var : gcl::free_vars(result)) {
      if (const Expr of = gcl::constant_of(context_, var)) mentioned_.push_back(of);
    }
    return result;
  }

  LocationId block(const gcl::Block& code, LocationId from) {
    for (const gcl::Stmt& stmt : code) {
      cfa_.locations[from].range = stmt.range;
      from = std::visit([&](const auto& node) { return add(node, stmt, from); }, stmt.node);
    }
    return from;
  }

  LocationId step(LocationId from, Operation operation, const gcl::Stmt& stmt) {
    const LocationId to = location(stmt.range);
    edge(from, to, std::move(operation), &stmt);
    return to;
  }

  LocationId add(const gcl::Assert& node, const gcl::Stmt& stmt, LocationId from) {
    const Expr condition = symbolic(node.condition.expr);
    cfa_.checks.push_back({from, condition, Assume{gcl::mk_not(context_, condition)}, &stmt});
    return step(from, Assume{condition}, stmt);
  }
  LocationId add(const gcl::Assume& node, const gcl::Stmt& stmt, LocationId from) {
    return step(from, Assume{symbolic(node.condition.expr)}, stmt);
  }
  LocationId add(const gcl::Assign& node, const gcl::Stmt& stmt, LocationId from) {
    Assign assign{node.targets, {}};
    for (const gcl::Located& value : node.values) assign.values.push_back(symbolic(value.expr));
    return step(from, std::move(assign), stmt);
  }
  LocationId add(const gcl::Havoc& node, const gcl::Stmt& stmt, LocationId from) {
    return step(from, Havoc{node.targets}, stmt);
  }
  LocationId add(const gcl::Call& node, const gcl::Stmt& stmt, LocationId from) {
    const gcl::Procedure* callee = program_.find_procedure(node.procedure);
    Call call{static_cast<std::size_t>(callee - program_.procedures.data()), {}, node.results};
    for (const gcl::Located& argument : node.arguments) {
      call.arguments.push_back(symbolic(argument.expr));
    }
    return step(from, std::move(call), stmt);
  }

  LocationId add(const gcl::Choice& node, const gcl::Stmt& stmt, LocationId from) {
    const LocationId after = location(stmt.range);
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
      const LocationId begin = location(stmt.range);
      edge(from, begin, Skip{}, &stmt, Decision{i, node.branches.size()});
      edge(block(node.branches[i], begin), after, Skip{}, nullptr);
    }
    return after;
  }

  /// What a test leads to; without a condition the program leaves it open.
  LocationId test(const std::optional<gcl::Located>& condition, bool holds, const gcl::Stmt& stmt,
                  LocationId from) {
    const LocationId to = location(stmt.range);
    if (!condition) {
      edge(from, to, Skip{}, &stmt, Decision{holds ? 1U : 0U, 2});
      return to;
    }
    const Expr yes = symbolic(condition->expr);
    edge(from, to, Assume{holds ? yes : gcl::mk_not(context_, yes)}, &stmt);
    return to;
  }

  LocationId add(const gcl::If& node, const gcl::Stmt& stmt, LocationId from) {
    const LocationId yes = block(node.then_branch, test(node.condition, true, stmt, from));
    const LocationId no = block(node.else_branch, test(node.condition, false, stmt, from));
    const LocationId after = location(stmt.range);
    edge(yes, after, Skip{}, nullptr);
    edge(no, after, Skip{}, nullptr);
    return after;
  }

  LocationId add(const gcl::While& node, const gcl::Stmt& stmt, LocationId from) {
    const LocationId head = location(stmt.range);
    cfa_.locations[head].loop = &stmt;
    edge(from, head, Skip{}, nullptr);
    const LocationId end = block(node.body, test(node.condition, true, stmt, head));
    edge(end, head, Skip{}, nullptr);
    return test(node.condition, false, stmt, head);
  }

  LocationId add(const gcl::LabeledBlock& node, const gcl::Stmt& stmt, LocationId from) {
    const LocationId after = location(stmt.range);
    labels_.emplace_back(node.label, after);
    const LocationId end = block(node.body, from);
    labels_.pop_back();
    edge(end, after, Skip{}, nullptr);
    return after;
  }

  /// What follows an exit is not reached: a location that no edge leads to.
  LocationId add(const gcl::Exit& node, const gcl::Stmt& stmt, LocationId from) {
    const auto found = std::find_if(labels_.rbegin(), labels_.rend(),
                                    [&](const auto& one) { return one.first == node.label; });
    PAWL_ASSERT(found != labels_.rend(), "an exit should stand inside its block");
    edge(from, found->second, Skip{}, nullptr);
    return location(stmt.range);
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  const gcl::Procedure& procedure_;
  Cfa cfa_;
  std::vector<std::pair<std::string, LocationId>> labels_;
  std::vector<Expr> mentioned_;
};

/// `m[k] := v` for m := m[k := v], as it is written.
std::string assignment(Expr target, Expr value) {
  std::string left = gcl::print(target);
  while (value.is(gcl::Kind::Store) && gcl::print(value.arg(0)) == left) {
    left += "[" + gcl::print(value.arg(1)) + "]";
    value = value.arg(2);
  }
  return left + " := " + gcl::print(value);
}

std::string list(std::span<const Expr> es) {
  std::string text;
  for (const Expr e : es) text += (text.empty() ? "" : ", ") + gcl::print(e);
  return text;
}

}  // namespace

Automata automata(gcl::Context& context, const gcl::Program& program,
                  const std::map<std::size_t, std::vector<Expr>>& remembered) {
  Automata result(program.procedures.size());
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    if (!program.procedures[i].body) continue;
    const auto found = remembered.find(i);
    result[i] = Builder(context, program,
                        i)(found == remembered.end() ? std::vector<Expr>() : found->second);
  }
  return result;
}

std::string to_string(const gcl::Program& program, const Operation& operation) {
  return std::visit(overloaded{
                        [](const Skip&) { return std::string(); },
                        [](const Assume& one) { return "[" + gcl::print(one.condition) + "]"; },
                        [](const Assign& one) {
                          return one.targets.size() == 1
                                     ? assignment(one.targets[0], one.values[0])
                                     : list(one.targets) + " := " + list(one.values);
                        },
                        [](const Havoc& one) { return "havoc " + list(one.targets); },
                        [&](const Call& one) {
                          return (one.targets.empty() ? "" : list(one.targets) + " := ") +
                                 program.procedures[one.callee].name + "(" + list(one.arguments) +
                                 ")";
                        },
                    },
                    operation);
}

}  // namespace pawl::dataflow
