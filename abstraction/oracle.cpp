// SPDX-License-Identifier: Apache-2.0
#include "abstraction/oracle.h"

#include <algorithm>

#include "gcl/build.h"
#include "support/interrupt.h"

namespace pawl::abstraction {

using prover::Answer;

Oracle::Oracle(const Problem& problem, const Options& options)
    : problem_(problem), options_(options) {
  gcl::Context& context = problem.context;
  problem.prover.push();
  for (const gcl::Expr assumption : problem.assumptions) assert_formula(assumption);
  for (const gcl::Expr predicate : problem.predicates) {
    const gcl::Expr constant = context.fresh_var("predicate", context.bool_sort());
    constants_.push_back(constant);
    negated_constants_.push_back(gcl::mk_not(context, constant));
    assert_formula(gcl::mk_eq(context, constant, predicate));
  }
}

Oracle::~Oracle() {
  model_.reset();
  problem_.prover.pop();
}

void Oracle::allow(std::uint64_t queries, std::uint64_t unknowns) {
  max_queries_ = queries == 0 ? UINT64_MAX : queries_ + queries;
  max_unknowns_ = unknowns == 0 ? UINT64_MAX : unknowns_ + unknowns;
}

void Oracle::check_limits() const {
  if (interrupt_requested()) throw SearchEnd{Loss::Stopped};
  if (options_.stop && options_.stop()) throw SearchEnd{Loss::Stopped};
  if (queries_ >= max_queries_) throw SearchEnd{Loss::QueryLimit};
  if (unknowns_ >= max_unknowns_) throw SearchEnd{Loss::UnknownLimit};
}

Answer Oracle::satisfiable(std::span<const Literal> cube, std::span<const gcl::Expr> extra) {
  check_limits();
  model_.reset();
  asked_.assign(cube.begin(), cube.end());
  std::vector<gcl::Expr> assumptions(extra.begin(), extra.end());
  for (const Literal l : cube) assumptions.push_back(literal(l));
  ++queries_;
  const Answer answer = problem_.prover.satisfiable(assumptions);
  if (answer == Answer::Unknown) ++unknowns_;
  if (answer != Answer::No) model_ = problem_.prover.model();
  return answer;
}

bool Oracle::implied(std::span<const Literal> clause) {
  return satisfiable(negated(clause)) == Answer::No;
}

std::optional<Minterm> Oracle::state() {
  if (!model_) return std::nullopt;
  Minterm minterm(constants_.size());
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    const std::optional<gcl::Value> value = model_->value(constants_[i]);
    if (!value) return std::nullopt;
    minterm[i] = value->as_bool();
  }
  return minterm;
}

Oracle::Core Oracle::core() {
  Core core;
  for (const gcl::Expr needed : problem_.prover.unsat_core()) {
    const auto position =
        std::find_if(asked_.begin(), asked_.end(), [&](Literal l) { return literal(l) == needed; });
    if (position == asked_.end()) {
      core.extra.push_back(needed);
    } else {
      core.cube.push_back(*position);
    }
  }
  std::sort(core.cube.begin(), core.cube.end());
  return core;
}

gcl::Expr Oracle::literal(Literal literal) const {
  return literal.positive ? constants_[literal.predicate] : negated_constants_[literal.predicate];
}

gcl::Expr Oracle::cube(std::span<const Literal> literals) {
  std::vector<gcl::Expr> parts;
  for (const Literal l : literals) parts.push_back(literal(l));
  return gcl::mk_and(context(), parts);
}

gcl::Expr Oracle::clause(std::span<const Literal> literals) {
  std::vector<gcl::Expr> parts;
  for (const Literal l : literals) parts.push_back(literal(l));
  return gcl::mk_or(context(), parts);
}

}  // namespace pawl::abstraction
