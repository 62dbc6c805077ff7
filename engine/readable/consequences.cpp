// SPDX-License-Identifier: Apache-2.0
#include "engine/readable/consequences.h"

#include <algorithm>

#include "gcl/moments.h"
#include "gcl/vc.h"

namespace pawl::engine {
namespace {

/// Of the limits of a proof: nobody waits for what only reads better.
constexpr std::uint64_t fraction = 50;

}  // namespace

Consequences::Consequences(gcl::Context& context, const gcl::Program& program,
                           const prover::ProverOptions& options, prover::QueryLog& log)
    : context_(context) {
  prover::ProverOptions limited = options;
  limited.limits.divide_rlimit(fraction);
  prover_ = prover::make_prover(context, limited, log);
  prover_->set_caller("engine.consequences");
  for (const gcl::Expr fact : gcl::background(context, program)) prover_->assert_formula(fact);
}

/// Values of earlier states are constants of their own.
gcl::Expr Consequences::closed(gcl::Expr fact) {
  return gcl::read_vars(context_, fact, [&](gcl::Expr var, gcl::Moment moment) {
    if (moment == gcl::Moment::Now) return var;
    const char* when = moment == gcl::Moment::Old ? "@old" : "@entry";
    return context_.var(var.name() + when, var.sort());
  });
}

void Consequences::assume(gcl::Expr fact) { prover_->assert_formula(closed(fact)); }

bool Consequences::implies(gcl::Expr fact) {
  return prover_->entails({}, closed(fact)) == prover::Answer::Yes;
}

std::optional<std::vector<std::size_t>> Consequences::proof(std::span<const gcl::Expr> facts,
                                                            gcl::Expr fact) {
  std::vector<gcl::Expr> assumptions;
  for (const gcl::Expr one : facts) assumptions.push_back(closed(one));
  if (prover_->entails(assumptions, closed(fact)) != prover::Answer::Yes) return std::nullopt;
  const std::vector<gcl::Expr> core = prover_->unsat_core();
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < assumptions.size(); ++i) {
    if (std::ranges::find(core, assumptions[i]) != core.end()) used.push_back(i);
  }
  return used;
}

}  // namespace pawl::engine
