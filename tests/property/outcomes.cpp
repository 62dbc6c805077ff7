// SPDX-License-Identifier: Apache-2.0
#include "tests/property/outcomes.h"

#include <stdexcept>

#include "gcl/build.h"
#include "tests/support/value_expr.h"

namespace pawl::test {

Decider::Decider(gcl::Context& context)
    : context_(context), prover_(prover::make_prover(context, {}, log_)) {}

bool Decider::satisfiable(std::span<const gcl::Expr> formulas) {
  prover_->push();
  for (const gcl::Expr formula : formulas) prover_->assert_formula(formula);
  const prover::Answer answer = prover_->satisfiable();
  prover_->pop();
  if (answer == prover::Answer::Unknown) throw std::runtime_error("the solver should decide");
  return answer == prover::Answer::Yes;
}

bool Decider::valid(gcl::Expr formula) { return !satisfiable(gcl::mk_not(context_, formula)); }

std::vector<gcl::Expr> describes(gcl::Context& context, const gcl::State& state,
                                 std::span<const gcl::Expr> vars, const gcl::Env& env) {
  std::vector<gcl::Expr> facts;
  for (const gcl::Expr var : vars) {
    facts.push_back(gcl::mk_eq(context, env.version(var), value_expr(context, state.at(var))));
  }
  return facts;
}

}  // namespace pawl::test
