// SPDX-License-Identifier: Apache-2.0
#include "dataflow/refine.h"

#include "gcl/traverse.h"

namespace pawl::dataflow {

std::set<gcl::Expr> slice_of(const Cfa& cfa, const Check& check) {
  const std::vector<gcl::Expr> first = gcl::free_vars(check.condition);
  std::set<gcl::Expr> wanted(first.begin(), first.end());
  for (bool grows = true; grows;) {
    const std::size_t before = wanted.size();
    for (const Edge& edge : cfa.edges) {
      const auto* assign = std::get_if<Assign>(&edge.operation);
      if (assign == nullptr) continue;
      for (std::size_t i = 0; i < assign->targets.size(); ++i) {
        if (!wanted.contains(assign->targets[i])) continue;
        const std::vector<gcl::Expr> vars = gcl::free_vars(assign->values[i]);
        wanted.insert(vars.begin(), vars.end());
      }
    }
    grows = wanted.size() != before;
  }
  return wanted;
}

std::set<gcl::Expr> tested_in(const Cfa& cfa) {
  std::set<gcl::Expr> found;
  for (const Edge& edge : cfa.edges) {
    const auto* assume = std::get_if<Assume>(&edge.operation);
    if (assume == nullptr || edge.stmt == nullptr) continue;
    if (!std::holds_alternative<gcl::If>(edge.stmt->node)) continue;
    const std::vector<gcl::Expr> vars = gcl::free_vars(assume->condition);
    found.insert(vars.begin(), vars.end());
  }
  return found;
}

}  // namespace pawl::dataflow
