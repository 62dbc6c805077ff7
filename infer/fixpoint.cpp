// SPDX-License-Identifier: Apache-2.0
//
// traverse and infer [FlanaganQadeer02, figure 4]. Differences from the paper:
//
// - The code is never rebuilt: invariants are assumptions at loop heads of one verification
//   condition (infer/procedure_vc.h).
// - Nested loops are inferred again in every round of the loop around them, but not from
//   scratch: the outer approximation only grows, so the inner least fixpoint only grows, and
//   starting from the last one gives the same result. When nothing an inner loop depends on has
//   changed, it is not touched at all.
// - With many predicates the abstract domain is a product of groups (infer/groups.h).
#include <algorithm>
#include <map>
#include <utility>

#include "abstraction/bdd.h"
#include "infer/infer.h"
#include "infer/loop_state.h"
#include "support/interrupt.h"

namespace pawl::infer {
namespace {

using gcl::Expr;
using gcl::PointKind;

constexpr double search_fraction = 0.8;

class Inference {
 public:
  Inference(gcl::Context& context, const gcl::Program& program, const gcl::Procedure& procedure,
            const Options& options, prover::QueryLog& log)
      : context_(context),
        procedure_(procedure),
        options_(options),
        log_(log),
        vc_(context, program, procedure) {
    std::string error;
    const auto sources = heuristics::make_sources(options.heuristics, error);
    for (std::size_t loop = 0; loop < vc_.loop_count(); ++loop) {
      const heuristics::LoopView view{context,         program, procedure,
                                      vc_.desugared(), loop,    options.path_predicates};
      loops_.push_back(std::make_unique<LoopState>(
          context, vc_, loop, heuristics::propose(view, sources), bdds_, options, log));
    }
  }

  std::vector<LoopInvariant> run() {
    try {
      traverse(std::nullopt);
    } catch (const abstraction::BddStopped&) {
      abandon_all();
    }
    return results(options_.prover, log_);
  }

 private:
  std::vector<LoopInvariant> results(const prover::ProverOptions& prover,
                                     prover::QueryLog& log) const {
    std::vector<LoopInvariant> found;
    for (const auto& loop : loops_) found.push_back(loop->result(prover, log));
    return found;
  }

  /// traverse(C, S): the loops of S in order, each in the context of what was inferred before.
  void traverse(std::optional<std::size_t> parent) {
    for (std::size_t loop = 0; loop < loops_.size(); ++loop) {
      if (vc_.desugared().loops[loop].parent != parent) continue;
      infer(*loops_[loop]);
      const bool more =
          std::ranges::any_of(loops_, [](const auto& one) { return !one->started(); });
      if (!parent && more && options_.on_loop_done) {
        options_.on_loop_done([this](const prover::ProverOptions& prover, prover::QueryLog& log) {
          return results(prover, log);
        });
      }
    }
  }

  /// infer(C, {P,I} while e do B end)
  void infer(LoopState& loop) {
    if (unchanged_since_last_time(loop)) return;
    if (!loop.started()) loop.set_budget(budget_for_next());
    loop.unite_at(PointKind::LoopEntry, assumptions(loop));  // r = r ∨ α(Norm(true, C))
    for (;;) {
      traverse(loop.index());  // B' = traverse(C ; H ; assume e ∧ I ∧ J, B)
      // next = r ∨ α(Norm(true, C ; H ; A ; B')). BDDs are canonical, so "did not grow" is set
      // equality; r only grows and there are finitely many regions, so the loop ends.
      const bool grown = loop.unite_at(PointKind::LoopBack, assumptions(loop));
      report(loop);
      if (interrupt_requested()) return abandon_all();
      // An interrupted r proves nothing, however it looks: it grows from below.
      if (loop.over_budget() && !loop.is_houdini()) {
        loop.fall_back_to_houdini("the loop's budget of queries or time ended");
        loop.unite_at(PointKind::LoopEntry, assumptions(loop));
        continue;
      }
      if (!grown) break;
    }
    remember(loop);
  }

  /// J of every loop on the way, assumed at its head, over versions.
  std::vector<Expr> assumptions(const LoopState& loop) const {
    std::vector<Expr> assumed;
    for (const std::size_t other : vc_.loops_on_the_way(loop.index())) {
      if (!loops_[other]->started()) continue;
      const Expr guard = vc_.guard(other, PointKind::LoopHead);
      for (const Expr conjunct : loops_[other]->invariant()) {
        assumed.push_back(context_.make(gcl::Kind::Implies,
                                        {guard, vc_.at(conjunct, other, PointKind::LoopHead)}));
      }
    }
    return assumed;
  }

  bool unchanged_since_last_time(const LoopState& loop) const {
    const auto known = last_assumptions_.find(loop.index());
    return known != last_assumptions_.end() && known->second == assumptions(loop);
  }
  void remember(const LoopState& loop) { last_assumptions_[loop.index()] = assumptions(loop); }

  void abandon_all() {
    const char* reason = interrupt_requested() ? "interrupted" : "timeout";
    for (const auto& loop : loops_) loop->abandon(reason);
  }

  /// Half of what is left for searching, unless it is the last one: a loop that takes all it gets
  /// leaves something to the others.
  Budget budget_for_next() const {
    const auto waiting = std::ranges::count_if(loops_, [](const auto& l) { return !l->started(); });
    return waiting > 1 ? search_.slice(0.5) : search_;
  }

  abstraction::BddOptions bdd_options() const {
    abstraction::BddOptions options;
    options.stop = [this] { return options_.prover.limits.budget.over(); };
    return options;
  }

  void report(const LoopState& loop) const {
    if (!options_.on_progress) return;
    options_.on_progress({procedure_.name, loop.index() + 1, loops_.size(), loop.rounds(),
                          loop.proposal().predicates().size(), loop.queries()});
  }

  gcl::Context& context_;
  const gcl::Procedure& procedure_;
  const Options& options_;
  prover::QueryLog& log_;
  /// What is left then is for Houdini.
  Budget search_ = options_.prover.limits.budget.slice(search_fraction);
  abstraction::BddManager bdds_{bdd_options()};
  ProcedureVc vc_;
  std::vector<std::unique_ptr<LoopState>> loops_;
  std::map<std::size_t, std::vector<Expr>> last_assumptions_;
};

}  // namespace

std::vector<LoopInvariant> infer_procedure(gcl::Context& context, const gcl::Program& program,
                                           const gcl::Procedure& procedure, const Options& options,
                                           prover::QueryLog& log) {
  return Inference(context, program, procedure, options, log).run();
}

}  // namespace pawl::infer
