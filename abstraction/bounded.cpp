// SPDX-License-Identifier: Apache-2.0
//
// The ladder: every implied clause of one literal, then of two, and so on. With one literal it is
// a Houdini step. Candidates are all clauses that no known point violates; one question asks for
// a state that violates any of them, and its image removes every candidate it violates, so that
// the number of questions depends on how many states are needed to tell the candidates apart, not
// on how many candidates there are.
// An Unknown answer splits the question: candidates that the solver's last attempt at a model
// violates are the doubtful ones. A single candidate that stays Unknown is dropped.
#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

#include "abstraction/cover.h"
#include "abstraction/search.h"
#include "gcl/build.h"

namespace pawl::abstraction {

namespace {

using prover::Answer;

constexpr std::size_t candidates_per_question = 1024;

class CandidateFilter {
 public:
  CandidateFilter(Search& search, const std::vector<Clause>& candidates) : search_(search) {
    for (std::size_t i = 0; i < candidates.size(); i += candidates_per_question) {
      const std::size_t end = std::min(candidates.size(), i + candidates_per_question);
      pending_.emplace_back(candidates.begin() + static_cast<std::ptrdiff_t>(i),
                            candidates.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }

  ~CandidateFilter() { leave_scope(); }
  CandidateFilter(const CandidateFilter&) = delete;
  CandidateFilter& operator=(const CandidateFilter&) = delete;

  // Each question decides a group, halves it or removes at least one candidate.
  void run() {
    while (!pending_.empty()) {
      std::vector<Clause> group = std::move(pending_.front());
      pending_.pop_front();
      std::erase_if(group, [&](const Clause& c) { return search_.upper.implies_clause(c); });
      if (!group.empty()) decide(std::move(group));
    }
  }

 private:
  void decide(std::vector<Clause> group) {
    switch (ask(group)) {
      case Answer::No:
        for (const Clause& clause : group) search_.upper &= search_.manager().clause(clause);
        return;
      case Answer::Yes:
        if (remove_violated(group)) {
          pending_.push_front(std::move(group));
        } else {
          split(std::move(group));  // no image to go by: as good as Unknown
        }
        return;
      case Answer::Unknown: split(std::move(group)); return;
    }
  }

  Answer ask(const std::vector<Clause>& group) {
    leave_scope();
    if (group.size() == 1) return search_.oracle.satisfiable(negated(group.front()));
    std::vector<gcl::Expr> violations;
    violations.reserve(group.size());
    for (const Clause& clause : group) violations.push_back(search_.oracle.cube(negated(clause)));
    search_.oracle.push();
    in_scope_ = true;  // until the next question: the model must stay valid
    search_.oracle.assert_formula(gcl::mk_or(search_.oracle.context(), violations));
    return search_.oracle.satisfiable({});
  }

  void leave_scope() {
    if (in_scope_) search_.oracle.pop();
    in_scope_ = false;
  }

  bool remove_violated(std::vector<Clause>& group) {
    const std::optional<Minterm> point = search_.oracle.state();
    if (!point) return false;
    search_.lower |= search_.manager().cube(cube_of(*point));
    const auto violated = [&](const Clause& clause) { return contains(*point, negated(clause)); };
    const bool removed = std::erase_if(group, violated) > 0;
    for (std::vector<Clause>& other : pending_) std::erase_if(other, violated);
    return removed;
  }

  void split(std::vector<Clause> group) {
    if (group.size() == 1) return;  // dropped: the result is weaker by this clause
    auto doubtful = group.begin();
    if (const std::optional<Minterm> point = search_.oracle.state()) {
      doubtful = std::stable_partition(group.begin(), group.end(), [&](const Clause& clause) {
        return !contains(*point, negated(clause));
      });
    }
    if (doubtful == group.begin() || doubtful == group.end()) {
      doubtful = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
    }
    pending_.emplace_front(doubtful, group.end());
    pending_.emplace_front(group.begin(), doubtful);
  }

  Search& search_;
  std::deque<std::vector<Clause>> pending_;
  bool in_scope_ = false;
};

}  // namespace

void bounded(Search& search, std::size_t max_literals, std::size_t max_candidates,
             std::size_t& completed) {
  std::vector<std::uint32_t> variables(search.oracle.predicates());
  std::iota(variables.begin(), variables.end(), 0u);
  for (std::size_t size = completed + 1; size <= std::min(max_literals, variables.size()); ++size) {
    if (size > 1 && clause_count(variables.size(), size, max_candidates) >= max_candidates) return;
    std::vector<Clause> candidates;
    for_each_implicate(search.lower, search.upper, variables, size,
                       [&](const Clause& clause) { candidates.push_back(clause); });
    CandidateFilter(search, candidates).run();
    completed = size;
  }
}

}  // namespace pawl::abstraction
