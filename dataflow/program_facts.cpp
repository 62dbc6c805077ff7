// SPDX-License-Identifier: Apache-2.0
#include "dataflow/program_facts.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "gcl/traverse.h"
#include "support/overloaded.h"

namespace pawl::dataflow {
namespace {

using gcl::Expr;

std::vector<std::size_t> callees(const Cfa& cfa) {
  std::vector<std::size_t> result;
  for (const Edge& edge : cfa.edges) {
    if (const auto* call = std::get_if<Call>(&edge.operation)) result.push_back(call->callee);
  }
  return result;
}

/// Procedures in post-order of the call graph.
std::vector<std::size_t> order(const Automata& automata) {
  struct Frame {
    std::size_t procedure;
    std::vector<std::size_t> next;
  };
  std::vector<std::size_t> result;
  std::vector<bool> seen(automata.size());
  std::vector<Frame> stack;
  const auto enter = [&](std::size_t procedure) {
    if (seen[procedure] || !automata[procedure]) return;
    seen[procedure] = true;
    std::vector<std::size_t> next = callees(*automata[procedure]);
    std::ranges::reverse(next);
    stack.push_back({procedure, std::move(next)});
  };
  for (std::size_t i = 0; i < automata.size(); ++i) {
    enter(i);
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next.empty()) {
        result.push_back(top.procedure);
        stack.pop_back();
      } else {
        const std::size_t callee = top.next.back();
        top.next.pop_back();
        enter(callee);
      }
    }
  }
  return result;
}

/// Globals in the code of one procedure.
std::set<Expr> mentioned(const gcl::Program& program, const Cfa& cfa) {
  std::vector<Expr> all;
  const auto add = [&](const std::vector<Expr>& some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  for (const Edge& edge : cfa.edges) {
    std::visit(overloaded{
                   [](const Skip&) {},
                   [&](const Assume& one) { all.push_back(one.condition); },
                   [&](const Assign& one) {
                     add(one.targets);
                     add(one.values);
                   },
                   [&](const Havoc& one) { add(one.targets); },
                   [&](const Call& one) {
                     add(one.arguments);
                     add(one.targets);
                   },
               },
               edge.operation);
  }
  for (const Check& check : cfa.checks) all.push_back(check.condition);
  const std::vector<Expr> vars = gcl::free_vars(all);
  std::set<Expr> found;
  for (const gcl::VarDecl& global : program.globals) {
    if (std::binary_search(vars.begin(), vars.end(), global.var)) found.insert(global.var);
  }
  return found;
}

}  // namespace

ProgramFacts facts_of(const gcl::Program& program, const Automata& automata) {
  ProgramFacts facts;
  facts.rank.assign(automata.size(), 0);
  facts.modified.resize(automata.size());
  std::vector<std::set<Expr>> relevant(automata.size());
  const std::vector<std::size_t> bottom_up = order(automata);
  for (std::size_t i = 0; i < bottom_up.size(); ++i) facts.rank[bottom_up[i]] = i;
  for (std::size_t i = 0; i < automata.size(); ++i) {
    facts.modified[i] = program.procedures[i].modifies;
    std::sort(facts.modified[i].begin(), facts.modified[i].end());
    if (!automata[i]) continue;
    relevant[i] = mentioned(program, *automata[i]);
    relevant[i].insert(facts.modified[i].begin(), facts.modified[i].end());
    for (const gcl::ConstDecl& constant : program.constants) relevant[i].insert(constant.var);
  }
  // Once is enough without recursion.
  for (bool grows = true; grows;) {
    grows = false;
    for (const std::size_t i : bottom_up) {
      const std::size_t before = relevant[i].size();
      for (const std::size_t callee : callees(*automata[i])) {
        relevant[i].insert(relevant[callee].begin(), relevant[callee].end());
      }
      grows |= relevant[i].size() != before;
    }
  }
  for (const std::set<Expr>& one : relevant) facts.relevant.emplace_back(one.begin(), one.end());
  return facts;
}

std::vector<Expr> targets_of(const gcl::Program& program, const gcl::While& loop) {
  std::set<Expr> found;
  gcl::for_each_stmt(loop.body, [&](const gcl::Stmt& stmt) {
    std::visit(
        overloaded{
            [&](const gcl::Assign& one) { found.insert(one.targets.begin(), one.targets.end()); },
            [&](const gcl::Havoc& one) { found.insert(one.targets.begin(), one.targets.end()); },
            [&](const gcl::Call& one) {
              found.insert(one.results.begin(), one.results.end());
              const auto& modified = program.find_procedure(one.procedure)->modifies;
              found.insert(modified.begin(), modified.end());
            },
            [](const auto&) {},
        },
        stmt.node);
  });
  return {found.begin(), found.end()};
}

}  // namespace pawl::dataflow
