// SPDX-License-Identifier: Apache-2.0
#include "dataflow/distance.h"

#include <algorithm>

namespace pawl::dataflow {
namespace {

std::size_t sum(std::size_t a, std::size_t b) {
  const bool far = a == Distances::unreachable || b == Distances::unreachable;
  return far ? Distances::unreachable : a + b;
}

}  // namespace

Distances::Distances(const gcl::Program& program, const Automata& automata, std::size_t procedure,
                     LocationId goal) {
  exit_.resize(program.procedures.size());
  for (std::size_t i = 0; i < automata.size(); ++i) {
    if (automata[i]) exit_[i].assign(automata[i]->locations.size(), unreachable);
  }
  goal_ = exit_;
  for (std::size_t i = 0; i < automata.size(); ++i) {
    if (automata[i]) exit_[i][automata[i]->exit] = 0;
  }
  relax(automata, exit_, false);
  goal_[procedure][goal] = 0;
  relax(automata, goal_, true);
}

/// Locations whose distance became smaller, until there is none. A callee that became shorter makes
/// its calls shorter.
void Distances::relax(const Automata& automata, Table& table, bool into_callees) {
  std::vector<std::vector<std::pair<std::size_t, EdgeId>>> calls(automata.size());
  std::vector<std::pair<std::size_t, LocationId>> todo;
  for (std::size_t i = 0; i < automata.size(); ++i) {
    if (!automata[i]) continue;
    for (EdgeId edge = 0; edge < automata[i]->edges.size(); ++edge) {
      const auto* call = std::get_if<Call>(&automata[i]->edges[edge].operation);
      if (call != nullptr) calls[call->callee].emplace_back(i, edge);
    }
    for (LocationId at = 0; at < table[i].size(); ++at) {
      if (table[i][at] == 0) todo.emplace_back(i, at);
    }
  }
  const auto improve = [&](std::size_t procedure, EdgeId number) {
    const Edge& edge = automata[procedure]->edges[number];
    std::size_t length = table[procedure][edge.to];
    if (const auto* call = std::get_if<Call>(&edge.operation)) {
      const LocationId entry = automata[call->callee]->entry;
      length = sum(sum(length, exit_[call->callee][entry]), 1);
      if (into_callees) length = std::min(length, table[call->callee][entry]);
    }
    if (sum(length, 1) >= table[procedure][edge.from]) return;
    table[procedure][edge.from] = length + 1;
    todo.emplace_back(procedure, edge.from);
  };
  // First come first served, so that most are right at once.
  for (std::size_t next = 0; next < todo.size(); ++next) {
    const auto [procedure, at] = todo[next];
    for (const EdgeId edge : automata[procedure]->locations[at].in) improve(procedure, edge);
    if (at != automata[procedure]->entry) continue;
    for (const auto& [caller, edge] : calls[procedure]) improve(caller, edge);
  }
}

}  // namespace pawl::dataflow
