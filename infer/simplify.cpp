// SPDX-License-Identifier: Apache-2.0
#include "infer/simplify.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "gcl/build.h"
#include "gcl/traverse.h"
#include "infer/concretize.h"
#include "infer/instantiate.h"

namespace pawl::infer {
namespace {

using gcl::Expr;
using gcl::Kind;

bool mentions_any(Expr formula, std::span<const Expr> variables) {
  const std::vector<Expr> free = gcl::free_vars(formula);
  return std::ranges::any_of(variables, [&](Expr v) {
    return std::binary_search(free.begin(), free.end(), v, std::less<>{});
  });
}

/// Entry(e) and Old(e) as opaque constants: whatever their values are, the argument is the same.
Expr without_earlier_states(gcl::Context& context, Expr formula) {
  gcl::Rewriter rewrite(context, [&](Expr e) {
    if (!e.is(Kind::Entry) && !e.is(Kind::Old)) return e;
    return context.var("earlier$" + std::to_string(e.id()), e.sort());
  });
  return rewrite(formula);
}

/// Do the others imply `conjunct`? Asked without quantifiers: the negation has constants for its
/// bound variables, and the others are instantiated at the terms in sight.
bool implied(gcl::Context& context, Expr conjunct, std::span<const Expr> others,
             prover::Prover& prover) {
  GroundTerms terms;
  Instantiator instantiator(context, terms);
  const Expr negation = instantiator.weaken(gcl::mk_not(context, conjunct));
  terms.collect(std::span<const Expr>(&negation, 1));
  terms.collect(others);
  prover.push();
  for (const Expr other : others) prover.assert_formula(instantiator.weaken(other));
  prover.assert_formula(negation);
  const bool is_implied = prover.satisfiable() == prover::Answer::No;
  prover.pop();
  return is_implied;
}

}  // namespace

std::vector<Expr> simplify(gcl::Context& context, std::vector<Expr> conjuncts,
                           std::span<const Expr> targets, const prover::ProverOptions& options,
                           prover::QueryLog& log) {
  std::erase_if(conjuncts, [&](Expr e) { return !e.is_false() && !mentions_any(e, targets); });
  std::vector<Expr> opaque;
  opaque.reserve(conjuncts.size());
  for (const Expr conjunct : conjuncts) {
    opaque.push_back(without_earlier_states(context, conjunct));
  }
  std::vector<std::size_t> longest_first(conjuncts.size());
  std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
  std::ranges::stable_sort(longest_first, std::greater<>{}, [&](std::size_t i) {
    return gcl::dag_size(std::span<const Expr>(&opaque[i], 1));
  });
  const auto prover = prover::make_prover(context, options, log);
  prover->set_caller("infer.simplify");
  std::vector<char> kept(conjuncts.size(), 1);
  for (const std::size_t i : longest_first) {
    std::vector<Expr> others;
    for (std::size_t j = 0; j < opaque.size(); ++j) {
      if (j != i && kept[j] != 0) others.push_back(opaque[j]);
    }
    if (implied(context, opaque[i], others, *prover)) kept[i] = 0;
  }
  std::vector<Expr> result;
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    if (kept[i] != 0) result.push_back(conjuncts[i]);
  }
  return result;
}

bool mentions(gcl::Context& context, std::span<const Expr> conjuncts, Expr predicate,
              std::span<const Expr> skolems) {
  gcl::Substitution bind;
  for (const Expr skolem : skolems) {
    bind.emplace(skolem, context.bound_var(skolem.name(), skolem.sort()));
  }
  const Expr negated = negate(context, predicate);
  const Expr forms[] = {predicate, negated, gcl::substitute(context, predicate, bind),
                        gcl::substitute(context, negated, bind)};
  return std::ranges::any_of(conjuncts, [&](Expr conjunct) {
    return std::ranges::any_of(forms, [&](Expr form) { return gcl::occurs(form, conjunct); });
  });
}

}  // namespace pawl::infer
