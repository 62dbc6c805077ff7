// SPDX-License-Identifier: Apache-2.0
//
// Shortest first: all clauses of one literal, then of two, then of three. A clause that is taken
// because nothing shorter or earlier implies it is prime without a further test. What is left
// after that (or when the sweep would be too long) is covered by shrinking the maximal clause of
// a point that should be excluded; then everything implied by the rest goes, longest first.
// Minato's irredundant covers from the BDD itself were rejected: they depend on variable order.
#include "abstraction/cover.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/assert.h"

namespace pawl::abstraction {

namespace {

constexpr std::size_t longest_swept = 3;
constexpr std::size_t max_sweep = 50'000;  // clauses of one size; beyond, only units are swept

class Sweep {
 public:
  Sweep(std::span<const std::uint32_t> variables, std::size_t size,
        const std::function<void(const Clause&)>& visit)
      : variables_(variables), size_(size), visit_(visit) {}

  // `function` and `known` are restricted to the states that violate the clause so far. As deep
  // as clauses are long.
  void extend(const Bdd& function, const Bdd& known, std::size_t start) {
    if (known.is_false()) return;  // known implies the clause and all longer ones
    if (clause_.size() == size_) {
      if (function.is_false()) visit_(clause_);
      return;
    }
    const std::size_t missing = size_ - clause_.size();
    for (std::size_t i = start; i + missing <= variables_.size(); ++i) {
      for (const bool positive : {true, false}) {
        const Literal literal{variables_[i], positive};
        clause_.push_back(literal);
        extend(function.cofactor(!literal), known.cofactor(!literal), i + 1);
        clause_.pop_back();
      }
    }
  }

 private:
  std::span<const std::uint32_t> variables_;
  std::size_t size_;
  const std::function<void(const Clause&)>& visit_;
  Clause clause_;
};

class CoverBuilder {
 public:
  /// `function` implies `known`.
  CoverBuilder(const Bdd& function, const Bdd& known, std::size_t max_clauses)
      : function_(function), known_(known), covered_(known), max_clauses_(max_clauses) {
    std::ranges::set_union(function.support(), known.support(), std::back_inserter(variables_));
  }

  void sweep(std::size_t size) {
    if (covered_ == function_ || full()) return;
    for_each_implicate(function_, covered_, variables_, size, [this](const Clause& clause) {
      if (!full() && !covered_.implies_clause(clause)) add(clause);
    });
  }

  bool sweep_is_affordable(std::size_t size) const {
    return size == 1 || clause_count(variables_.size(), size, max_sweep) < max_sweep;
  }

  // Each round excludes at least one more point, so this ends.
  void cover_points() {
    while (!(covered_ == function_) && !full()) {
      const Bdd open = covered_ & !function_;
      const Minterm point = open.nearest(Minterm(variables_.back() + 1, false));
      add(shrunk(point));
    }
  }

  bool full() const { return clauses_.size() > max_clauses_; }

  // Longest first: behind_ is what is kept of the longer ones, ahead[i] the i shortest.
  std::vector<Clause> irredundant() {
    std::sort(clauses_.begin(), clauses_.end(), shown_before);
    const BddManager manager = function_.manager();
    std::vector<Bdd> ahead{known_};
    for (const Clause& clause : clauses_) ahead.push_back(ahead.back() & manager.clause(clause));
    Bdd behind = manager.constant(true);
    std::vector<Clause> kept;
    for (std::size_t i = clauses_.size(); i-- > 0;) {
      if ((ahead[i] & behind).implies_clause(clauses_[i])) continue;
      behind &= manager.clause(clauses_[i]);
      kept.push_back(clauses_[i]);
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
  }

 private:
  void add(const Clause& clause) {
    clauses_.push_back(clause);
    covered_ &= function_.manager().clause(clause);
  }

  // A prime implicate that excludes the point: literals that can go, go, last predicate first.
  Clause shrunk(const Minterm& point) const {
    Clause clause;
    for (const std::uint32_t variable : variables_) clause.push_back({variable, !point[variable]});
    for (std::size_t i = clause.size(); i-- > 0;) {
      Clause shorter = clause;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
      if (function_.implies_clause(shorter)) clause = std::move(shorter);
    }
    return clause;
  }

  const Bdd& function_;
  const Bdd& known_;
  Bdd covered_;  // the conjunction of known_ and clauses_; implied by function_
  std::vector<std::uint32_t> variables_;
  std::size_t max_clauses_;
  std::vector<Clause> clauses_;
};

}  // namespace

std::size_t clause_count(std::size_t variables, std::size_t size, std::size_t limit) {
  if (size > variables) return 0;
  double count = 1;
  for (std::size_t i = 0; i < size; ++i) {
    count *= 2 * static_cast<double>(variables - i) / static_cast<double>(i + 1);
  }
  return count >= static_cast<double>(limit) ? limit
                                             : static_cast<std::size_t>(std::llround(count));
}

void for_each_implicate(const Bdd& function, const Bdd& known,
                        std::span<const std::uint32_t> variables, std::size_t size,
                        const std::function<void(const Clause&)>& visit) {
  Sweep(variables, size, visit).extend(function, known, 0);
}

std::optional<std::vector<Clause>> prime_cover(const Bdd& function, std::size_t max_clauses) {
  return prime_cover(function, function.manager().constant(true), max_clauses);
}

std::optional<std::vector<Clause>> prime_cover(const Bdd& function, const Bdd& known,
                                               std::size_t max_clauses) {
  const Bdd both = function & known;
  if (both.is_false()) return std::vector<Clause>{Clause{}};
  CoverBuilder builder(both, known, max_clauses);
  for (std::size_t size = 1; size <= longest_swept && builder.sweep_is_affordable(size); ++size) {
    builder.sweep(size);
  }
  builder.cover_points();
  if (builder.full()) return std::nullopt;
  return builder.irredundant();
}

std::vector<Clause> short_implicates(const Bdd& function, std::size_t max_literals) {
  if (function.is_false()) return {Clause{}};
  const Bdd known = function.manager().constant(true);
  CoverBuilder builder(function, known, max_sweep);
  for (std::size_t size = 1; size <= max_literals && builder.sweep_is_affordable(size); ++size) {
    builder.sweep(size);
  }
  return builder.irredundant();
}

}  // namespace pawl::abstraction
