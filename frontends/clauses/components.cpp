// SPDX-License-Identifier: Apache-2.0
//
// Strongly connected components, after Tarjan, with a stack in place of recursion.
#include "frontends/clauses/components.h"

#include <algorithm>

namespace pawl::frontend::clauses {
namespace {

class Components {
 public:
  explicit Components(const System& system)
      : successors_(system.predicates.size()),
        order_(system.predicates.size(), 0),
        lowest_(system.predicates.size(), 0),
        component_(system.predicates.size(), none) {
    for (const Clause& clause : system.clauses) {
      if (clause.body && clause.head) {
        successors_[clause.body->predicate].push_back(clause.head->predicate);
      }
    }
  }

  std::vector<std::size_t> operator()() {
    for (std::size_t start = 0; start < order_.size(); ++start) {
      if (order_[start] == 0) visit(start);
    }
    return component_;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Frame {
    std::size_t node;
    std::size_t next = 0;  // successor to look at
  };

  void enter(std::size_t node) {
    order_[node] = lowest_[node] = ++visited_;
    open_.push_back(node);
    path_.push_back({node});
  }

  void visit(std::size_t start) {
    enter(start);
    while (!path_.empty()) {
      Frame& top = path_.back();
      const std::size_t node = top.node;
      if (top.next < successors_[node].size()) {
        const std::size_t to = successors_[node][top.next++];
        if (order_[to] == 0) {
          enter(to);
        } else if (component_[to] == none) {
          lowest_[node] = std::min(lowest_[node], order_[to]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) {
        std::size_t& above = lowest_[path_.back().node];
        above = std::min(above, lowest_[node]);
      }
      if (lowest_[node] == order_[node]) close(node);
    }
  }

  void close(std::size_t root) {
    std::size_t node = none;
    while (node != root) {
      node = open_.back();
      open_.pop_back();
      component_[node] = components_;
    }
    ++components_;
  }

  std::vector<std::vector<std::size_t>> successors_;
  std::vector<std::size_t> order_;  // of the first visit, from 1
  std::vector<std::size_t> lowest_;
  std::vector<std::size_t> component_;
  std::vector<std::size_t> open_;  // visited, of no component yet
  std::vector<Frame> path_;
  std::size_t visited_ = 0;
  std::size_t components_ = 0;
};

}  // namespace

std::vector<std::size_t> components(const System& system) { return Components(system)(); }

std::vector<bool> recursive_predicates(const System& system) {
  const std::vector<std::size_t> component = components(system);
  std::vector<bool> result(system.predicates.size(), false);
  for (const Clause& clause : system.clauses) {
    if (!clause.body || !clause.head) continue;
    const std::size_t from = clause.body->predicate;
    const std::size_t to = clause.head->predicate;
    if (component[from] == component[to]) result[from] = result[to] = true;
  }
  return result;
}

}  // namespace pawl::frontend::clauses
