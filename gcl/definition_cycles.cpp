// SPDX-License-Identifier: Apache-2.0
//
// Depth-first search with an explicit stack: a chain of 100,000 definitions is no reason to fall.
#include "gcl/definition_cycles.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "gcl/traverse.h"

namespace pawl::gcl {
namespace {

using Graph = std::vector<std::vector<std::size_t>>;

Graph call_graph(std::span<const FunctionDecl> functions) {
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < functions.size(); ++i) index.emplace(functions[i].name, i);
  Graph graph(functions.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!functions[i].body || !functions[i].body->expr) continue;
    post_order(functions[i].body->expr, [&](Expr e) {
      if (!e.is(Kind::Apply)) return;
      const auto callee = index.find(e.name());
      if (callee != index.end()) graph[i].push_back(callee->second);
    });
  }
  return graph;
}

class Search {
 public:
  Search(std::span<const FunctionDecl> functions, const Graph& graph)
      : functions_(functions), graph_(graph), state_(functions.size(), State::New) {}

  std::vector<DefinitionCycle> run() {
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (state_[i] == State::New) from(i);
    }
    return std::move(cycles_);
  }

 private:
  enum class State : std::uint8_t { New, OnPath, Done };
  struct Visit {
    std::size_t function;
    std::size_t next;  // callee to look at
  };

  void from(std::size_t root) {
    enter(root);
    while (!path_.empty()) {
      Visit& top = path_.back();
      if (top.next == graph_[top.function].size()) {
        state_[top.function] = State::Done;
        path_.pop_back();
        continue;
      }
      const std::size_t callee = graph_[top.function][top.next++];
      if (state_[callee] == State::New)
        enter(callee);
      else if (state_[callee] == State::OnPath)
        report(callee);
    }
  }

  void enter(std::size_t function) {
    state_[function] = State::OnPath;
    path_.push_back({function, 0});
  }

  /// The path from `function` to the top, and back. Its functions are then done, so that they are
  /// on no second cycle.
  void report(std::size_t function) {
    auto begin = std::ranges::find(path_, function, &Visit::function);
    DefinitionCycle cycle{function, ""};
    constexpr std::ptrdiff_t shown = 8;
    for (auto visit = begin; visit != path_.end(); ++visit) {
      cycle.function = std::min(cycle.function, visit->function);
      if (visit - begin < shown) cycle.path += functions_[visit->function].name + " -> ";
      state_[visit->function] = State::Done;
    }
    if (path_.end() - begin > shown) cycle.path += "... -> ";
    cycle.path += functions_[function].name;
    cycles_.push_back(std::move(cycle));
  }

  std::span<const FunctionDecl> functions_;
  const Graph& graph_;
  std::vector<State> state_;
  std::vector<Visit> path_;
  std::vector<DefinitionCycle> cycles_;
};

}  // namespace

std::vector<DefinitionCycle> definition_cycles(std::span<const FunctionDecl> functions) {
  const Graph graph = call_graph(functions);
  return Search(functions, graph).run();
}

}  // namespace pawl::gcl
