// SPDX-License-Identifier: Apache-2.0
//
// Octagons and polyhedra, of the variables that matter most: what a shape costs grows with its
// dimensions, of polyhedra exponentially.
#include <algorithm>
#include <set>

#include "dataflow/analysis.h"
#include "dataflow/lattices/relational.h"
#include "dataflow/lattices/runs.h"
#include "gcl/traverse.h"

namespace pawl::dataflow {
namespace {

using gcl::Expr;

constexpr std::size_t max_octagon = 20;     // variables of one procedure
constexpr std::size_t max_polyhedron = 10;  // likewise
constexpr std::size_t in_loop = 8;          // what an occurrence counts

/// How often the integers of a procedure occur: in its loops first of all.
std::map<Expr, std::size_t> occurrences(const gcl::Context& context,
                                        const gcl::Procedure& procedure, const Cfa& cfa) {
  std::set<const gcl::Stmt*> inside;
  gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
    const auto* loop = std::get_if<gcl::While>(&stmt.node);
    if (loop == nullptr) return;
    inside.insert(&stmt);
    gcl::for_each_stmt(loop->body, [&](const gcl::Stmt& one) { inside.insert(&one); });
  });
  std::map<Expr, std::size_t> count;
  const auto add = [&](Expr e, std::size_t times) {
    for (const Expr var : gcl::free_vars(e)) {
      if (var.sort() == context.int_sort()) count[var] += times;
    }
  };
  for (const Edge& edge : cfa.edges) {
    const std::size_t times = inside.contains(edge.stmt) ? in_loop : 1;
    if (const auto* one = std::get_if<Assume>(&edge.operation)) add(one->condition, times);
    if (const auto* one = std::get_if<Assign>(&edge.operation)) {
      for (const Expr target : one->targets) add(target, times);
      for (const Expr value : one->values) add(value, times);
    }
    if (const auto* one = std::get_if<Call>(&edge.operation)) {
      for (const Expr target : one->targets) add(target, times);
      for (const Expr argument : one->arguments) add(argument, times);
    }
  }
  for (const gcl::VarDecl& one : procedure.results) add(one.var, 1);
  return count;
}

std::set<Expr> most_frequent(const std::map<Expr, std::size_t>& count, std::size_t most) {
  std::vector<std::pair<Expr, std::size_t>> all(count.begin(), count.end());
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::set<Expr> result;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) result.insert(all[i].first);
  return result;
}

}  // namespace

Outcome run_relational(gcl::Context& context, gcl::Program internal, const Options& options,
                       prover::QueryLog& log) {
  const bool polyhedra = options.lattice == LatticeKind::Polyhedra;
  std::set<Expr> tracked;
  std::vector<Expr> tests;
  for (const auto& cfa : automata(context, internal)) {
    if (!cfa) continue;
    const gcl::Procedure& procedure = internal.procedures[cfa->procedure];
    tracked.merge(most_frequent(occurrences(context, procedure, *cfa),
                                polyhedra ? max_polyhedron : max_octagon));
    for (const Edge& edge : cfa->edges) {
      if (const auto* one = std::get_if<Assume>(&edge.operation)) tests.push_back(one->condition);
    }
  }
  std::sort(tests.begin(), tests.end());
  tests.erase(std::unique(tests.begin(), tests.end()), tests.end());
  const Relational lattice(context, polyhedra ? ShapeKind::Polyhedron : ShapeKind::Octagon,
                           std::move(tracked), tests);
  const ShapeLimit limit;
  return Analysis<Relational>(context, lattice, std::move(internal), options, log)();
}

}  // namespace pawl::dataflow
