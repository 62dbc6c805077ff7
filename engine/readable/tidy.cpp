// SPDX-License-Identifier: Apache-2.0
#include "engine/readable/tidy.h"

#include <algorithm>
#include <numeric>

#include "engine/readable/standing.h"
#include "gcl/build.h"
#include "gcl/conjuncts.h"
#include "gcl/parser.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "heuristics/linear.h"
#include "support/assert.h"

namespace pawl::engine {
namespace {

using gcl::Expr;
using gcl::Kind;

class Tidy {
 public:
  Tidy(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
       const prover::ProverOptions& options, prover::QueryLog& log)
      : context_(context), consequences_(context, program, options, log) {
    const std::vector<Expr> facts = standing_facts(program, procedure);
    for (const Expr fact : facts) consequences_.assume(fact);
    zeros_ = zero_parameters(context, procedure, facts, consequences_);
  }

  /// Offsets that are known to be 0 are not spoken of.
  Expr without_zeros(Expr e) { return replaced(context_, e, zeros_); }

  /// An instance that says as much: at the end of a range where the variable is only compared.
  Expr without_quantifier(Expr e) {
    if (!e.is(Kind::Forall) || e.bound().size() != 1 || reads(e.arg(0))) return e;
    const Expr variable = e.bound()[0];
    for (const Expr end : ends(e.arg(0), variable)) {
      const Expr instance = shorter(nice(gcl::substitute(context_, e.arg(0), {{variable, end}})));
      const std::vector<Expr> facts = {instance};
      if (consequences_.proof(facts, e)) return instance;
    }
    return e;
  }

  /// Indices of the facts that a proof of `fact` from `facts` uses.
  std::optional<std::vector<std::size_t>> proof(std::span<const Expr> facts, Expr fact) {
    return consequences_.proof(facts, fact);
  }

 private:
  static bool reads(Expr e) {
    bool found = false;
    gcl::post_order(e, [&](Expr one) { found |= one.is(Kind::Select) || one.is(Kind::Apply); });
    return found;
  }

  /// What the variable is compared with, and the integer before and after it.
  std::vector<Expr> ends(Expr body, Expr variable) {
    std::vector<Expr> found;
    gcl::post_order(body, [&](Expr e) {
      if (!e.is(Kind::Le) && !e.is(Kind::Lt)) return;
      for (const std::size_t side : {0, 1}) {
        const Expr end = e.arg(1 - side);
        if (e.arg(side) != variable || end.has_bound_vars()) continue;
        found.push_back(end);
        if (!e.is(Kind::Lt)) continue;
        found.push_back(side == 0 ? gcl::mk_sub(context_, end, context_.int_const(1))
                                  : gcl::mk_add(context_, end, context_.int_const(1)));
      }
    });
    return found;
  }

  /// `i < n` for `i - 1 + 1 < n`.
  Expr nice(Expr e) {
    gcl::Rewriter rewrite(context_, [&](Expr one) {
      if (one.is(Kind::Le)) return heuristics::nice_le(context_, one.arg(0), one.arg(1));
      return one.is(Kind::Lt) ? heuristics::nice_lt(context_, one.arg(0), one.arg(1)) : one;
    });
    return rewrite(e);
  }

  /// Without what is true or false by itself.
  Expr shorter(Expr e) {
    if (e.is(Kind::Implies)) {
      std::vector<Expr> premises;
      for (const Expr one : gcl::conjuncts(e.arg(0))) premises.push_back(decided(one));
      return gcl::mk_implies(context_, gcl::mk_and(context_, premises), shorter(e.arg(1)));
    }
    if (e.is(Kind::Or)) {
      std::vector<Expr> parts;
      for (const Expr one : e.args()) parts.push_back(decided(one));
      return gcl::mk_or(context_, parts);
    }
    return decided(e);
  }

  Expr decided(Expr e) {
    if (consequences_.implies(e)) return context_.true_();
    if (consequences_.implies(gcl::mk_not(context_, e))) return context_.false_();
    return e;
  }

  gcl::Context& context_;
  Consequences consequences_;
  gcl::Substitution zeros_;
};

ConjunctResult conjunct_of(Expr formula) {
  return {gcl::print(formula), prover::to_smtlib(formula), Origin::Inferred};
}

std::vector<Expr> parsed(gcl::Context& context, const gcl::Program& program,
                         const gcl::Procedure& procedure,
                         const std::vector<ConjunctResult>& conjuncts) {
  std::vector<Expr> formulas;
  for (const ConjunctResult& conjunct : conjuncts) {
    const SourceFile file("invariant", conjunct.text);
    Diagnostics diagnostics;
    formulas.push_back(
        gcl::parse_expr(context, file, program, procedure, {}, context.bool_sort(), diagnostics));
    PAWL_ASSERT(!diagnostics.has_errors(), "a printed invariant should parse again");
  }
  return formulas;
}

/// The longest first: what is long is what one would rather not read.
std::vector<std::size_t> longest_first(std::span<const Expr> formulas, std::size_t first) {
  std::vector<std::size_t> order(formulas.size() - first);
  std::iota(order.begin(), order.end(), first);
  std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t i) {
    return gcl::dag_size(std::span(&formulas[i], 1));
  });
  return order;
}

/// Moves what follows from the rest out of `formulas`. Each that goes follows from those that stay:
/// what went earlier is not among the facts.
std::vector<Expr> take_redundant(Tidy& tidy, std::size_t first, std::vector<Expr>& formulas) {
  std::vector<char> gone(formulas.size(), 0);
  for (const std::size_t i : longest_first(formulas, first)) {
    std::vector<Expr> others;
    for (std::size_t j = 0; j < formulas.size(); ++j) {
      if (j != i && gone[j] == 0) others.push_back(formulas[j]);
    }
    if (!others.empty() && tidy.proof(others, formulas[i])) gone[i] = 1;
  }
  std::vector<Expr> kept, taken;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    (gone[i] != 0 ? taken : kept).push_back(formulas[i]);
  }
  formulas = std::move(kept);
  return taken;
}

/// Those behind the first ones, with what they share said once.
void merge(gcl::Context& context, std::size_t first, std::vector<Expr>& formulas) {
  const std::vector<Expr> merged = gcl::merge_premises(context, std::span(formulas).subspan(first));
  formulas.resize(first);
  formulas.insert(formulas.end(), merged.begin(), merged.end());
}

}  // namespace

bool tidy(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
          const prover::ProverOptions& options, prover::QueryLog& log, std::size_t first,
          LoopResult& loop) {
  if (loop.invariant.size() <= first) return false;
  const std::vector<Expr> before = parsed(context, program, procedure, loop.invariant);
  Tidy tidy(context, program, procedure, options, log);
  std::vector<Expr> formulas(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t i = first; i < before.size(); ++i) {
    const Expr simple = tidy.without_quantifier(tidy.without_zeros(before[i]));
    const bool known = std::ranges::find(formulas, simple) != formulas.end();
    if (!known && !simple.is_true()) formulas.push_back(simple);
  }
  const std::vector<Expr> redundant = take_redundant(tidy, first, formulas);
  merge(context, first, formulas);
  if (formulas == before) return false;
  loop.invariant.resize(first);
  for (std::size_t i = first; i < formulas.size(); ++i) {
    loop.invariant.push_back(conjunct_of(formulas[i]));
  }
  std::vector<std::size_t> all(formulas.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const Expr one : redundant) {
    loop.redundant.push_back({gcl::print(one), tidy.proof(formulas, one).value_or(all), {}});
  }
  return true;
}

}  // namespace pawl::engine
