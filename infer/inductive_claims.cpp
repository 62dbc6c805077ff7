// SPDX-License-Identifier: Apache-2.0
//
// Each claim is guarded by a literal of its own, so that one that is dropped need not be taken
// back; and the core of a refutation tells which claims a proof rests on: it is asked again only if
// one of those has gone.
#include "infer/inductive_claims.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "gcl/build.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "infer/instantiate.h"
#include "infer/procedure_vc.h"
#include "support/interrupt.h"
#include "support/log.h"

namespace pawl::infer {
namespace {

using gcl::Expr;
using gcl::Kind;
using gcl::PointKind;

struct Claim {
  std::size_t loop = 0;
  std::size_t index = 0;
  Expr formula;
  Expr active;  // literal
  bool dropped = false;
};

constexpr std::array points = {PointKind::LoopEntry, PointKind::LoopBack};

/// The questions about one loop.
class LoopQuestions {
 public:
  LoopQuestions(gcl::Context& context, const ProcedureVc& vc, std::size_t loop,
                std::vector<Claim>& claims, const prover::ProverOptions& options,
                prover::QueryLog& log)
      : context_(context),
        vc_(vc),
        loop_(loop),
        claims_(claims),
        instantiator_(context, terms_),
        prover_(prover::make_prover(context, options, log)) {
    prover_->set_caller("infer.claims");
    state_claims();
    const std::vector<Expr> constraints = vc_.constraints(loop_);
    terms_.collect(constraints);
    for (const Expr constraint : constraints) {
      prover_->assert_formula(instantiator_.weaken(constraint));
    }
    assume_claims();
  }

  /// Drops what is contradicted. Returns whether anything was.
  bool round() {
    bool dropped = false;
    for (Goal& goal : goals_) {
      if (goal.claim->dropped || !goal.is_open()) continue;
      if (interrupt_requested()) return dropped;
      dropped |= ask(goal);
    }
    return dropped;
  }

 private:
  struct Goal {
    Claim* claim = nullptr;
    PointKind point = PointKind::LoopEntry;
    Expr fact;  // at the point, of a key that stands for all
    std::vector<Claim*> rests_on;
    bool proved = false;

    bool is_open() const {
      return !proved || std::ranges::any_of(rests_on, [](Claim* c) { return c->dropped; });
    }
  };

  /// Bound variables become constants, the same for all claims: one is denied at a time.
  Expr opened(Expr formula) {
    while (formula.is(Kind::Forall)) {
      gcl::Substitution witness;
      for (const Expr variable : formula.bound()) {
        witness.emplace(variable, context_.var("some$" + variable.name(), variable.sort()));
      }
      formula = gcl::substitute(context_, formula.arg(0), witness);
    }
    return formula;
  }

  void state_claims() {
    std::vector<Expr> facts;
    for (Claim& claim : claims_) {
      if (claim.loop != loop_) continue;
      for (const PointKind point : points) {
        goals_.push_back({&claim, point, vc_.at(opened(claim.formula), loop_, point), {}});
        facts.push_back(goals_.back().fact);
      }
    }
    terms_.collect(facts);
  }

  void assume_claims() {
    const std::vector<std::size_t> loops = vc_.loops_on_the_way(loop_);
    for (Claim& claim : claims_) {
      if (std::ranges::find(loops, claim.loop) == loops.end()) continue;
      const Expr guard = vc_.guard(claim.loop, PointKind::LoopHead);
      const Expr at_head = vc_.at(claim.formula, claim.loop, PointKind::LoopHead);
      const Expr fact = context_.make(Kind::Implies, {guard, at_head});
      prover_->assert_formula(gcl::mk_implies(context_, claim.active, instantiator_.weaken(fact)));
      assumed_.push_back(&claim);
    }
  }

  bool ask(Goal& goal) {
    std::vector<Expr> assumptions = {vc_.guard(loop_, goal.point),
                                     gcl::mk_not(context_, instantiator_.weaken(goal.fact))};
    for (const Claim* claim : assumed_) {
      if (!claim->dropped) assumptions.push_back(claim->active);
    }
    switch (prover_->satisfiable(assumptions)) {
      case prover::Answer::No: {
        const std::vector<Expr> core = prover_->unsat_core();
        goal.proved = true;
        goal.rests_on.clear();
        for (Claim* claim : assumed_) {
          if (std::ranges::find(core, claim->active) != core.end()) goal.rests_on.push_back(claim);
        }
        return false;
      }
      case prover::Answer::Yes: {
        const auto model = prover_->model();
        goal.claim->dropped = true;
        if (model != nullptr) drop_contradicted(*model, goal.point);
        return true;
      }
      case prover::Answer::Unknown:
        log(LogLevel::Debug, "infer", [&] {
          return std::string(to_string(prover_->unknown_reason())) + ": " +
                 gcl::print(goal.claim->formula);
        });
        goal.claim->dropped = true;
        return true;
    }
    return false;
  }

  /// A state that contradicts one claim mostly contradicts others.
  void drop_contradicted(const prover::Model& model, PointKind point) {
    for (const Goal& goal : goals_) {
      if (goal.point != point || goal.claim->dropped) continue;
      const auto value = model.value(goal.fact);
      if (value && value->is_bool() && !value->as_bool()) goal.claim->dropped = true;
    }
  }

  gcl::Context& context_;
  const ProcedureVc& vc_;
  std::size_t loop_;
  std::vector<Claim>& claims_;
  GroundTerms terms_;
  Instantiator instantiator_;
  std::unique_ptr<prover::Prover> prover_;
  std::vector<Goal> goals_;
  std::vector<Claim*> assumed_;
};

}  // namespace

LoopClaims inductive_claims(gcl::Context& context, const gcl::Program& program,
                            const gcl::Procedure& procedure, const LoopClaims& claims,
                            const prover::ProverOptions& options, prover::QueryLog& log) {
  const ProcedureVc vc(context, program, procedure);
  std::vector<Claim> all;
  for (std::size_t loop = 0; loop < claims.size(); ++loop) {
    for (std::size_t i = 0; i < claims[loop].size(); ++i) {
      const Expr active = context.fresh_var("active", context.bool_sort());
      all.push_back({loop, i, claims[loop][i], active});
    }
  }
  std::vector<std::unique_ptr<LoopQuestions>> questions;
  for (std::size_t loop = 0; loop < claims.size(); ++loop) {
    if (claims[loop].empty()) continue;
    questions.push_back(std::make_unique<LoopQuestions>(context, vc, loop, all, options, log));
  }
  // Every round but the last drops a claim.
  const Budget& budget = options.limits.budget;
  bool dropped = true;
  while (dropped && !budget.over() && !interrupt_requested()) {
    dropped = false;
    for (const auto& loop : questions) dropped |= loop->round();
  }
  LoopClaims left(claims.size());
  if (dropped) return left;
  for (const Claim& claim : all) {
    if (!claim.dropped) left[claim.loop].push_back(claim.formula);
  }
  return left;
}

}  // namespace pawl::infer
