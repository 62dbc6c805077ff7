// SPDX-License-Identifier: Apache-2.0
//
// Questions about Q in terms of the abstract variables. Each predicate gets a Boolean constant,
// defined once in a scope of the prover, so that every question is a set of assumption literals
// and the solver keeps what it learned. Counts, and enforces the limits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "abstraction/abstract.h"
#include "abstraction/clause.h"

namespace pawl::abstraction {

/// A limit was reached: the search ends with what it has.
struct SearchEnd {
  Loss loss;
};

class Oracle {
 public:
  Oracle(const Problem& problem, const Options& options);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  std::uint32_t predicates() const { return static_cast<std::uint32_t>(constants_.size()); }
  gcl::Context& context() { return problem_.context; }
  const Problem& problem() const { return problem_; }

  /// From now on, at most so many more queries and Unknown answers; 0: any number.
  void allow(std::uint64_t queries, std::uint64_t unknowns);

  /// Is there a state of Q in the cube, and in which the extra literals hold?
  /// Throws SearchEnd before the query that would exceed a limit.
  prover::Answer satisfiable(std::span<const Literal> cube, std::span<const gcl::Expr> extra = {});
  /// Does Q imply the clause? Unknown counts as no: the clause is not used, which weakens.
  bool implied(std::span<const Literal> clause);

  /// After Yes (or Unknown: then it may be a mere candidate, or absent): the image of the state
  /// found. nullopt: none, or a predicate has no value in it.
  std::optional<Minterm> state();
  /// The model behind state(); null when there is none. Until the next question.
  const prover::Model* model() const { return model_.get(); }
  /// After No: the literals of the cube, and the extra literals, that were needed.
  struct Core {
    Cube cube;
    std::vector<gcl::Expr> extra;
  };
  Core core();

  gcl::Expr literal(Literal literal) const;
  gcl::Expr cube(std::span<const Literal> literals);
  gcl::Expr clause(std::span<const Literal> literals);
  void assert_formula(gcl::Expr formula) { problem_.prover.assert_formula(formula); }
  void push() { problem_.prover.push(); }
  void pop() { problem_.prover.pop(); }

  std::uint64_t queries() const { return queries_; }
  std::uint64_t unknowns() const { return unknowns_; }

 private:
  void check_limits() const;

  const Problem& problem_;
  const Options& options_;
  std::vector<gcl::Expr> constants_;
  std::vector<gcl::Expr> negated_constants_;
  std::unique_ptr<prover::Model> model_;
  Cube asked_;
  std::uint64_t queries_ = 0;
  std::uint64_t unknowns_ = 0;
  std::uint64_t max_queries_ = UINT64_MAX;   // absolute
  std::uint64_t max_unknowns_ = UINT64_MAX;  // absolute
};

}  // namespace pawl::abstraction
