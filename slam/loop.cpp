// SPDX-License-Identifier: Apache-2.0
#include "slam/loop.h"

#include <algorithm>
#include <set>

#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "heuristics/formula.h"
#include "slam/family.h"
#include "slam/symbolic.h"
#include "slam/trace_path.h"
#include "support/log.h"

namespace pawl::slam {
namespace {

using gcl::Expr;

bool speaks_of_globals_only(const gcl::Program& program, Expr predicate) {
  return std::ranges::all_of(gcl::free_vars(predicate), [&](Expr var) {
    const auto is_it = [&](const auto& one) { return one.var == var; };
    return std::ranges::any_of(program.globals, is_it) ||
           std::ranges::any_of(program.constants, is_it);
  });
}

/// Global if it can be: then calls need not hand it around.
PredicateSet::Added add(gcl::Context& context, const gcl::Program& program,
                        const std::string& procedure, Expr predicate, PredicateSet& into) {
  const Expr symbolic = to_symbolic(context, program, predicate);
  const bool global = speaks_of_globals_only(program, symbolic);
  return into.add(context, global ? std::string() : procedure, symbolic);
}

/// All questions are paid from one budget.
SlamOptions with_budget(SlamOptions options) {
  options.c2bp.strengthen.prover.limits.budget = options.budget;
  options.newton.prover.limits.budget = options.budget;
  return options;
}

class Loop {
 public:
  Loop(gcl::Context& context, const gcl::Program& program, const PredicateSet& given,
       const SlamOptions& options, prover::QueryLog& log)
      : context_(context), options_(with_budget(options)), log_(log), predicates_(given) {
    result_.program = gcl::internal_form(context, program, options.invariants);
    add_property_predicates(context, result_.program, predicates_);
  }

  //   E' = {}
  //   repeat: E = E u E'; B = C2BP(P, E); trace = BEBOP(B)
  //           no trace -> safe
  //           else E' = NEWTON(trace); feasible -> a bug
  SlamResult operator()() {
    C2bpOptions c2bp_options = options_.c2bp;
    c2bp_options.strengthen.stop = [this] { return out_of_time() || out_of_queries(); };
    C2bp c2bp(context_, result_.program, c2bp_options, log_);
    c2bp_ = &c2bp;
    while (may_go_on()) {
      add_binding_predicates(context_, result_.program, predicates_);
      const Abstraction abstraction = c2bp(predicates_, options_.entry);
      if (out_of_time() || out_of_queries()) continue;
      const BebopResult checked = check(abstraction);
      if (checked.verdict == BebopVerdict::Unknown) {
        give_up(unknown_reason(checked.reason));
      } else if (checked.verdict == BebopVerdict::Safe) {
        result_.verdict = SlamVerdict::Safe;
        result_.proof = proof_of(context_, result_.program, abstraction, checked, options_.entry);
        done_ = true;
      } else {
        explain(path_of(context_, result_.program, abstraction, checked));
      }
    }
    note_predicates();
    result_.counts = c2bp.counts();
    return std::move(result_);
  }

 private:
  // ---- rounds

  bool may_go_on() {
    if (done_) return false;
    switch (options_.budget.ended()) {
      case BudgetEnd::Interrupted: return give_up(SlamUnknown::Interrupted);
      case BudgetEnd::Time: return give_up(SlamUnknown::Timeout);
      case BudgetEnd::Work:
      case BudgetEnd::Queries: return give_up(SlamUnknown::QueryLimit);
      case BudgetEnd::None: break;
    }
    if (result_.rounds.size() >= options_.max_rounds) return give_up(SlamUnknown::RefinementLimit);
    if (predicates_.size() > options_.max_predicates) return give_up(SlamUnknown::PredicateLimit);
    if (out_of_queries()) return give_up(SlamUnknown::QueryLimit);
    return true;
  }

  BebopResult check(const Abstraction& abstraction) {
    BebopOptions bebop_options = options_.bebop;
    bebop_options.entry = abstraction.program.find(options_.entry);
    bebop_options.calls = BebopOptions::Calls::Unfold;
    bebop_options.proof = BebopOptions::Proof::Compute;
    bebop_options.known = abstraction.consistent;
    bebop_options.order = order_;
    bebop_options.budget = options_.budget;
    BebopResult checked = bebop(abstraction.program, bebop_options);
    if (checked.reason == BebopUnknown::Domain) {  // only sets of states have traces
      bebop_options.domain = Domain::Total;
      checked = bebop(abstraction.program, bebop_options);
    }
    order_ = std::move(checked.order);
    SlamRound round;
    round.round = result_.rounds.size() + 1;
    round.predicates = predicates_.size();
    round.statements = c2bp_->counts().abstracted - statements_before_;
    round.queries = c2bp_->strengthener().counts().queries - queries_before_;
    round.bdd_nodes = checked.live_nodes;
    round.trace = checked.trace.size();
    statements_before_ = c2bp_->counts().abstracted;
    queries_before_ = c2bp_->strengthener().counts().queries;
    result_.rounds.push_back(round);
    if (options_.on_round) options_.on_round(round);
    return checked;
  }

  // ---- refinement

  void explain(const explain::Path& path) {
    explain::Explanation answer =
        explain::newton(context_, result_.program, path, options_.newton, log_);
    if (auto* feasible = std::get_if<explain::Feasible>(&answer)) {
      result_.verdict = SlamVerdict::Violated;
      result_.run = std::move(*feasible);
      result_.failing = path.steps.back().stmt;
      done_ = true;
    } else if (const auto* disagreement = std::get_if<explain::Disagreement>(&answer)) {
      result_.disagreement = disagreement->what;
      done_ = true;
    } else if (std::holds_alternative<explain::Undecided>(answer)) {
      give_up(SlamUnknown::PathUndecided);
    } else {
      refine(path, std::get<explain::Infeasible>(answer));
    }
  }

  /// New predicates, or else a more precise abstraction with those there are: the path is
  /// infeasible, so something was lost.
  void refine(const explain::Path& path, const explain::Infeasible& found) {
    const bool repeated = !seen_.insert(shape(path)).second;
    if (add(found.predicates) > 0) return;
    log(LogLevel::Debug, "slam", "NEWTON repeats itself");
    if (add(explain::predicates_along(context_, result_.program, path, found.conditions)) > 0)
      return;
    if (c2bp_->strengthener().cube_length() != 0) {
      c2bp_->strengthener().lift_limits();
    } else if (c2bp_->correlation() != Correlation::Boolean) {
      c2bp_->set_correlation(Correlation::Boolean);
    } else {
      give_up(repeated ? SlamUnknown::RepeatedCounterexample : SlamUnknown::NoNewPredicates);
    }
  }

  /// How many are new.
  std::size_t add(const std::vector<explain::ScopedPredicate>& found) {
    const std::size_t before = predicates_.size();
    for (const explain::ScopedPredicate& one : found) {
      const std::string procedure = one.procedure != nullptr ? one.procedure->name : std::string();
      slam::add(context_, result_.program, procedure, one.expr, predicates_);
      add_family(one.expr);
      add_values(one.expr);
    }
    return predicates_.size() - before;
  }

  /// The program tells states apart by comparing one place with many others. Where one of the tests
  /// matters the others mostly do; each then costs nothing to abstract, and saves a round.
  void add_family(Expr found) {
    if (!found.is(gcl::Kind::Eq)) return;
    for (const Expr place : found.args()) {
      if (place.is(gcl::Kind::IntConst) || !families_.insert(place).second) continue;
      for (const auto& [procedure, predicate] : family_of(context_, result_.program, place)) {
        slam::add(context_, result_.program, procedure, predicate, predicates_);
      }
    }
  }

  /// A copy that has one of the values of a place mostly has the others as well.
  void add_values(Expr found) {
    if (!found.is(gcl::Kind::Eq)) return;
    for (const std::size_t side : {0U, 1U}) {
      const Expr copy = found.arg(side);
      if (!found.arg(1 - side).is(gcl::Kind::IntConst) || !copies_.insert(copy).second) continue;
      for (const auto& [procedure, value] : values_of_copy(context_, result_.program, copy)) {
        slam::add(context_, result_.program, procedure, value, predicates_);
      }
    }
  }

  static std::vector<const gcl::Stmt*> shape(const explain::Path& path) {
    std::vector<const gcl::Stmt*> result;
    for (const explain::PathStep& step : path.steps) result.push_back(step.stmt);
    return result;
  }

  // ---- the end

  bool give_up(SlamUnknown reason) {
    result_.reason = reason;
    done_ = true;
    return false;
  }

  static SlamUnknown unknown_reason(BebopUnknown reason) {
    switch (reason) {
      case BebopUnknown::BddLimit: return SlamUnknown::BddLimit;
      case BebopUnknown::Timeout: return SlamUnknown::Timeout;
      case BebopUnknown::Interrupted: return SlamUnknown::Interrupted;
      case BebopUnknown::Domain:
      case BebopUnknown::None: break;
    }
    return SlamUnknown::Interrupted;
  }

  bool out_of_queries() const {
    return options_.max_queries != 0 && c2bp_ != nullptr &&
           c2bp_->strengthener().counts().queries >= options_.max_queries;
  }
  bool out_of_time() const { return options_.budget.over(); }

  void note_predicates() {
    const auto note = [&](const std::string& scope) {
      for (const Expr predicate : predicates_.of(scope)) {
        result_.predicates.emplace_back(scope, gcl::print(to_source(context_, predicate)));
      }
    };
    note({});
    for (const gcl::Procedure& procedure : result_.program.procedures) note(procedure.name);
  }

  gcl::Context& context_;
  const SlamOptions options_;
  prover::QueryLog& log_;
  PredicateSet predicates_;
  SlamResult result_;
  C2bp* c2bp_ = nullptr;
  bool done_ = false;
  VariableOrder order_;  // of BEBOP's last round
  std::uint64_t statements_before_ = 0;
  std::uint64_t queries_before_ = 0;
  std::set<std::vector<const gcl::Stmt*>> seen_;
  std::set<Expr> families_;
  std::set<Expr> copies_;
};

}  // namespace

void add_property_predicates(gcl::Context& context, const gcl::Program& internal,
                             PredicateSet& into) {
  for (const gcl::Procedure& procedure : internal.procedures) {
    if (!procedure.body) continue;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      const auto* assertion = std::get_if<gcl::Assert>(&stmt.node);
      if (assertion == nullptr) return;
      for (const Expr atom : heuristics::atoms_of(assertion->condition.expr)) {
        add(context, internal, procedure.name, atom, into);
      }
    });
  }
}

const char* to_string(SlamUnknown reason) {
  switch (reason) {
    case SlamUnknown::None: return "none";
    case SlamUnknown::RepeatedCounterexample: return "repeated-counterexample";
    case SlamUnknown::NoNewPredicates: return "no-new-predicates";
    case SlamUnknown::PredicateLimit: return "predicate-limit";
    case SlamUnknown::RefinementLimit: return "refinement-limit";
    case SlamUnknown::QueryLimit: return "query-limit";
    case SlamUnknown::PathUndecided: return "path-undecided";
    case SlamUnknown::BddLimit: return "bdd-limit";
    case SlamUnknown::Timeout: return "timeout";
    case SlamUnknown::Interrupted: return "interrupted";
  }
  return "none";
}

SlamResult slam(gcl::Context& context, const gcl::Program& program, const PredicateSet& given,
                const SlamOptions& options, prover::QueryLog& log) {
  return Loop(context, program, given, options, log)();
}

}  // namespace pawl::slam
