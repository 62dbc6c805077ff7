// SPDX-License-Identifier: Apache-2.0
//
// A breadth-first search through statements, without a solver; the number of rounds of each loop is
// bounded, so it ends.
#include "heuristics/error_paths.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "gcl/build.h"

namespace pawl::heuristics {
namespace {

using gcl::Block;
using gcl::Stmt;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// Breadth first. Beginnings are shared: steps and what is left to do are lists that grow at the
/// front, kept in two vectors and named by their index.
class Walk {
 public:
  Walk(gcl::Context& context, const gcl::Procedure& procedure,
       const std::vector<const Stmt*>& failing, const PathLimits& limits)
      : context_(context), procedure_(procedure), failing_(failing), limits_(limits) {}

  std::vector<explain::Path> operator()() {
    Place start;
    for (const gcl::Located& clause : procedure_.requires_) {
      start = after(start, explain::PathAssume{clause.expr}, clause.range, nullptr);
    }
    start.rest = enter(*procedure_.body, nullptr, 0, none);
    open_.push_back(start);
    for (std::size_t visits = 0; visits < limits_.visits && !open_.empty(); ++visits) {
      const Place next = open_.front();
      open_.pop_front();
      if (paths_.size() < limits_.paths && next.length <= limits_.steps) visit(next);
    }
    return std::move(paths_);
  }

 private:
  struct Step {
    explain::PathStep step;
    std::size_t before = none;
  };
  /// The statements of a block from `index` on, then `next`.
  struct Rest {
    const Block* block = nullptr;
    std::size_t index = 0;
    const Stmt* around = nullptr;  // the loop or labelled block whose body this is, or null
    std::size_t rounds = 0;        // of that loop, this one included
    std::size_t next = none;
  };
  struct Place {
    std::size_t last = none;  // step
    std::size_t length = 0;
    std::size_t rest = none;
  };

  Place after(Place place, decltype(explain::PathStep::node) node, const SourceRange& range,
              const Stmt* stmt) {
    steps_.push_back({{std::move(node), range, 0, stmt}, place.last});
    return {steps_.size() - 1, place.length + 1, place.rest};
  }
  Place after(const Place& place, decltype(explain::PathStep::node) node, const Stmt& stmt) {
    return after(place, std::move(node), stmt.range, &stmt);
  }

  std::size_t enter(const Block& block, const Stmt* around, std::size_t rounds, std::size_t next) {
    rests_.push_back({&block, 0, around, rounds, next});
    return rests_.size() - 1;
  }

  void visit(Place place) {
    if (place.rest == none) return;  // the procedure returns
    Rest rest = rests_[place.rest];
    if (rest.index == rest.block->size()) {
      place.rest = rest.next;
      const bool again =
          rest.around != nullptr && std::holds_alternative<gcl::While>(rest.around->node);
      if (again) return iterate(*rest.around, rest.rounds, place);
      open_.push_back(place);
      return;
    }
    const Stmt& stmt = (*rest.block)[rest.index++];
    rests_.push_back(rest);
    place.rest = rests_.size() - 1;
    std::visit([&](const auto& node) { step(node, stmt, place); }, stmt.node);
  }

  void step(const gcl::Assert& node, const Stmt& stmt, const Place& place) {
    if (std::ranges::find(failing_, &stmt) != failing_.end()) {
      fail(after(place, explain::PathFailure{node.condition.expr}, stmt));
    }
    open_.push_back(after(place, explain::PathAssume{node.condition.expr}, stmt));
  }
  void step(const gcl::Assume& node, const Stmt& stmt, const Place& place) {
    open_.push_back(after(place, explain::PathAssume{node.condition.expr}, stmt));
  }
  void step(const gcl::Assign& node, const Stmt& stmt, const Place& place) {
    explain::PathAssign assign{node.targets, {}};
    for (const gcl::Located& value : node.values) assign.values.push_back(value.expr);
    open_.push_back(after(place, std::move(assign), stmt));
  }
  void step(const gcl::Havoc& node, const Stmt& stmt, const Place& place) {
    open_.push_back(after(place, explain::PathHavoc{node.targets}, stmt));
  }
  void step(const gcl::Choice& node, const Stmt& stmt, const Place& place) {
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
      Place taken = after(place, explain::PathBranch{i, node.branches.size()}, stmt);
      taken.rest = enter(node.branches[i], nullptr, 0, place.rest);
      open_.push_back(taken);
    }
  }
  void step(const gcl::If& node, const Stmt& stmt, const Place& place) {
    Place yes = test(node.condition, Outcome::Holds, stmt, place);
    yes.rest = enter(node.then_branch, nullptr, 0, place.rest);
    Place no = test(node.condition, Outcome::Fails, stmt, place);
    no.rest = enter(node.else_branch, nullptr, 0, place.rest);
    open_.insert(open_.end(), {yes, no});
  }
  void step(const gcl::While&, const Stmt& stmt, const Place& place) { iterate(stmt, 0, place); }
  void step(const gcl::LabeledBlock& node, const Stmt& stmt, Place place) {
    place.rest = enter(node.body, &stmt, 0, place.rest);
    open_.push_back(place);
  }
  void step(const gcl::Exit& node, const Stmt& /*stmt*/, Place place) {
    bool left = false;
    while (!left && place.rest != none) {
      const Rest& rest = rests_[place.rest];
      const auto* block =
          rest.around == nullptr ? nullptr : std::get_if<gcl::LabeledBlock>(&rest.around->node);
      left = block != nullptr && block->label == node.label;
      place.rest = rest.next;
    }
    open_.push_back(place);
  }
  void step(const gcl::Call& /*node*/, const Stmt& /*stmt*/, const Place& /*place*/) {}

  enum class Outcome { Fails, Holds };
  Place test(const std::optional<gcl::Located>& condition, Outcome outcome, const Stmt& stmt,
             const Place& place) {
    const bool holds = outcome == Outcome::Holds;
    if (!condition) return after(place, explain::PathBranch{holds ? 1U : 0U, 2}, stmt);
    return after(
        place,
        explain::PathAssume{holds ? condition->expr : gcl::mk_not(context_, condition->expr)},
        stmt);
  }

  /// Before the next test of a loop. `place` goes on after it.
  void iterate(const Stmt& stmt, std::size_t done, const Place& place) {
    const auto& loop = std::get<gcl::While>(stmt.node);
    open_.push_back(test(loop.condition, Outcome::Fails, stmt, place));
    if (done == limits_.rounds) return;
    Place inside = test(loop.condition, Outcome::Holds, stmt, place);
    inside.rest = enter(loop.body, &stmt, done + 1, place.rest);
    open_.push_back(inside);
  }

  void fail(const Place& place) {
    explain::Path path;
    path.activations.push_back({&procedure_, 0});
    for (std::size_t i = place.last; i != none; i = steps_[i].before) {
      path.steps.push_back(steps_[i].step);
    }
    std::ranges::reverse(path.steps);
    paths_.push_back(std::move(path));
  }

  gcl::Context& context_;
  const gcl::Procedure& procedure_;
  const std::vector<const Stmt*>& failing_;
  const PathLimits& limits_;
  std::vector<Step> steps_;
  std::vector<Rest> rests_;
  std::deque<Place> open_;
  std::vector<explain::Path> paths_;
};

}  // namespace

std::vector<explain::Path> error_paths(gcl::Context& context, const gcl::Procedure& procedure,
                                       const std::vector<const gcl::Stmt*>& failing,
                                       const PathLimits& limits) {
  return Walk(context, procedure, failing, limits)();
}

}  // namespace pawl::heuristics
