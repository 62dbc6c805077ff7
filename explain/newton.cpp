// SPDX-License-Identifier: Apache-2.0
//
// The phases of NEWTON [BallRajamani02]. We decide the exact path first, so that what is feasible
// is never explained away, and rename afterwards: a value is replaced by a new symbolic constant
// where a condition already follows, and every renaming that would make the path feasible is
// undone.
#include "explain/newton.h"

#include <algorithm>

#include "explain/predicates.h"
#include "explain/run_of.h"
#include "explain/simulate.h"
#include "gcl/vc.h"

namespace pawl::explain {
namespace {

using gcl::Expr;
using prover::Answer;

/// Beyond these the explanation may be less abstract or not minimal; it stays an explanation.
constexpr std::size_t max_renaming_attempts = 60;
constexpr std::size_t max_deletion_attempts = 60;

class Newton {
 public:
  Newton(gcl::Context& context, const gcl::Program& program, const Path& path,
         const NewtonOptions& options, prover::QueryLog& log)
      : context_(context),
        program_(program),
        path_(path),
        prover_(options.make_prover(context, options.prover, log)) {
    prover_->set_caller("explain.newton");
    for (const Expr fact : gcl::background(context, program)) prover_->assert_formula(fact);
  }

  Explanation operator()() {
    const Simulation exact = simulate(context_, program_, path_, {});
    switch (satisfiable(exact.conditions)) {
      case Answer::Yes: return run_of(context_, program_, path_, exact, *prover_->model());
      case Answer::No: return explain(exact);
      case Answer::Unknown: break;
    }
    return Undecided{Undecided::Reason::Solver, prover_->unknown_reason()};
  }

 private:
  Answer satisfiable(std::span<const Condition> conditions) {
    std::vector<Expr> formulas;
    for (const Condition& one : conditions) formulas.push_back(one.exact);
    return prover_->satisfiable(formulas);
  }

  Infeasible explain(const Simulation& exact) {
    const std::size_t length = infeasible_prefix(exact.conditions);
    path_.steps.resize(exact.conditions[length - 1].step + 1);
    const std::set<std::size_t> renamed =
        harmless(redundant(std::span(exact.conditions).first(length)));
    const Simulation abstract = simulate(context_, program_, path_, {renamed, {}});
    const std::set<std::size_t> core = minimal_core(abstract.conditions);
    Infeasible result;
    result.predicates = explaining_predicates(context_, program_, path_, abstract, renamed, core);
    for (const std::size_t index : core) {
      const Condition& one = abstract.conditions[index];
      if (one.kind == Condition::Kind::Assumed) result.conditions.push_back(one.step);
    }
    return result;
  }

  /// The number of conditions after which the path is first known to be infeasible. Unknown counts
  /// as feasible: the prefix is longer then, and infeasible all the same.
  std::size_t infeasible_prefix(std::span<const Condition> conditions) {
    std::size_t feasible = 0;
    std::size_t infeasible = conditions.size();
    while (feasible + 1 < infeasible) {
      const std::size_t middle = (feasible + infeasible) / 2;
      const bool no = satisfiable(conditions.first(middle)) == Answer::No;
      (no ? infeasible : feasible) = middle;
    }
    return infeasible;
  }

  /// The steps whose condition follows from those before. Unknown: it is taken not to.
  std::vector<std::size_t> redundant(std::span<const Condition> conditions) {
    std::vector<std::size_t> found;
    std::vector<Expr> before;
    for (const Condition& one : conditions) {
      const bool candidate = one.kind == Condition::Kind::Assumed && !one.depends.empty();
      if (candidate && found.size() < max_renaming_attempts &&
          prover_->entails(before, one.exact) == Answer::Yes) {
        found.push_back(one.step);
      }
      before.push_back(one.exact);
    }
    return found;
  }

  /// Those renamings, in the order of the path, under which it stays infeasible.
  std::set<std::size_t> harmless(const std::vector<std::size_t>& steps) {
    std::set<std::size_t> all(steps.begin(), steps.end());
    if (all.empty() || stays_infeasible(all)) return all;
    std::set<std::size_t> kept;
    for (const std::size_t step : steps) {
      kept.insert(step);
      if (!stays_infeasible(kept)) kept.erase(step);  // also when nobody knows
    }
    return kept;
  }

  bool stays_infeasible(const std::set<std::size_t>& renamed) {
    const Simulation abstract = simulate(context_, program_, path_, {renamed, {}});
    return satisfiable(abstract.conditions) == Answer::No;
  }

  /// Indices of conditions. The solver's core, then without one condition at a time, the earliest
  /// first: what is close to the failure explains it best.
  std::set<std::size_t> minimal_core(std::span<const Condition> conditions) {
    std::vector<Expr> core;
    if (satisfiable(conditions) == Answer::No) {
      core = prover_->unsat_core();
    } else {  // it was unsatisfiable before; a solver that does not repeat itself costs precision
      for (const Condition& one : conditions) core.push_back(one.exact);
    }
    std::size_t attempts = 0;
    for (std::size_t i = 0; i < core.size() && attempts < max_deletion_attempts; ++attempts) {
      std::vector<Expr> rest = core;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (prover_->satisfiable(rest) == Answer::No) {
        core = rest;
      } else {
        ++i;
      }
    }
    std::set<std::size_t> indices;
    for (const Expr formula : core) {
      const auto found = std::ranges::find(conditions, formula, &Condition::exact);
      indices.insert(static_cast<std::size_t>(found - conditions.begin()));
    }
    return indices;
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  Path path_;  // cut where it becomes infeasible
  std::unique_ptr<prover::Prover> prover_;
};

}  // namespace

Explanation newton(gcl::Context& context, const gcl::Program& program, const Path& path,
                   const NewtonOptions& options, prover::QueryLog& log) {
  return Newton(context, program, path, options, log)();
}

}  // namespace pawl::explain
