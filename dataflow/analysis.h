// SPDX-License-Identifier: Apache-2.0
//
// The adaptive analysis [FischerJhalaMajumdar05, section 3.2], over any lattice:
//
//   repeat: D = least solution of (C, L_P)
//           D proves every assertion -> safe
//           else P = P u refine(D); a real run -> violated
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "dataflow/dataflow.h"
#include "dataflow/program_facts.h"
#include "dataflow/refine.h"
#include "gcl/old_constants.h"
#include "gcl/printer.h"
#include "gcl/traverse.h"
#include "support/interrupt.h"
#include "support/log.h"

namespace pawl::dataflow {

template <Lattice L>
class Analysis {
 public:
  Analysis(gcl::Context& context, const L& lattice, gcl::Program internal, const Options& options,
           prover::QueryLog& log)
      : context_(context),
        lattice_(lattice),
        options_(options),
        log_(log),
        predicates_(internal.procedures.size()) {
    outcome_.program = std::move(internal);
    for (const auto& [scope, predicate] : options.predicates) add(scope, predicate);
    rebuild();
  }

  Outcome operator()() {
    try {
      abstraction::BddOptions bdds;
      bdds.stop = options_.stop;
      const abstraction::BddManager manager(bdds);
      Transitions transitions(context_, program(), manager, predicates_,
                              {options_.prover, options_.stop}, log_);
      transitions_ = &transitions;
      run();
    } catch (const Stopped&) {
      give_up(Reason::Timeout);
    } catch (const TooExpensive&) {
      give_up(Reason::LatticeLimit);
    } catch (const abstraction::BddStopped&) {
      give_up(Reason::Timeout);
    } catch (const abstraction::BddLimit&) {
      give_up(Reason::BddLimit);
    }
    note_predicates();
    return std::move(outcome_);
  }

 private:
  using Goal = typename Search<L>::Goal;

  void run() {
    while (may_go_on()) {
      transitions_->forget_operations();
      Solver<L> solver(lattice_, *transitions_, task_);
      try {
        solver.solve(entry_);
      } catch (const Crowded& crowded) {
        begin_round(solver, {});
        promote(crowded);
        end_round();
        continue;
      }
      const std::vector<Goal> open = unproved(solver);
      begin_round(solver, open);
      if (open.empty()) {
        outcome_.verdict = Verdict::Safe;
        done_ = true;
      } else if (!options_.refine) {
        give_up(Reason::RefinementLimit);
      } else {
        refine(solver, open);
      }
      end_round();
      if (done_) describe(solver);
    }
  }

  bool may_go_on() {
    if (done_) return false;
    if (interrupt_requested()) return give_up(Reason::Interrupted);
    if (options_.stop && options_.stop()) return give_up(Reason::Timeout);
    if (outcome_.rounds.size() >= options_.max_rounds) return give_up(Reason::RefinementLimit);
    if (predicates_.size() > options_.max_predicates) return give_up(Reason::PredicateLimit);
    return true;
  }

  /// Assertions that some state of the solution may violate.
  std::vector<Goal> unproved(Solver<L>& solver) {
    std::set<std::pair<std::size_t, std::size_t>> open;
    for (const ContextSolution<L>& context : solver.contexts()) {
      const Cfa& cfa = *automata_[context.procedure];
      for (std::size_t i = 0; i < cfa.checks.size(); ++i) {
        for (const Piece<L>& piece : context.at[cfa.checks[i].at]) {
          if (!solver.may_fail(context.procedure, piece, cfa.checks[i])) continue;
          open.insert({context.procedure, i});
          break;
        }
      }
    }
    std::vector<Goal> goals;
    for (const auto& [procedure, check] : open) goals.push_back({procedure, check});
    return goals;
  }

  // ---- refinement

  /// The first assertion that something can be done about.
  void refine(Solver<L>& solver, const std::vector<Goal>& open) {
    Reason reason = Reason::NoNewPredicates;
    for (const Goal& goal : open) {
      Search<L> search(solver, goal, Search<L>::Memory::Own, options_.max_path_states);
      const auto found = search(entry_);
      if (found == Search<L>::Outcome::Found) {
        reason = explain(search);
      } else {
        reason = refine(solver, goal, search, found);
      }
      if (reason == Reason::None || done_) return;
    }
    give_up(reason);
  }

  /// No path by itself goes wrong, as far as could be seen. Facts are lost at joins; or there are
  /// too many paths, and one that the solution allows has to do.
  Reason refine(Solver<L>& solver, const Goal& goal, const Search<L>& paths,
                typename Search<L>::Outcome found) {
    const bool all_seen = found == Search<L>::Outcome::Exhausted;
    if (all_seen && separate(paths, goal)) return Reason::None;
    Search<L> coarse(solver, goal, Search<L>::Memory::Solution, options_.max_path_states);
    if (coarse(entry_) == Search<L>::Outcome::Found) {
      const Reason reason = explain(coarse);
      if (reason == Reason::None) return reason;
    }
    if (!all_seen && separate(paths, goal)) return Reason::None;
    return all_seen ? Reason::NoNewPredicates : Reason::PathLimit;
  }

  /// What varies becomes a matter of predicates.
  void promote(const Crowded& crowded) {
    const std::string& scope = program().procedures[crowded.procedure].name;
    for (const gcl::Expr fact : crowded.facts) {
      for (const gcl::Expr var : gcl::free_vars(fact)) left_.insert(var);
      const bool together = fact.is(gcl::Kind::And) || fact.is(gcl::Kind::Or);
      for (const gcl::Expr one : together ? fact.args() : std::span(&fact, 1)) add(scope, one);
    }
    note("facts that many pieces differ in become predicates");
    rebuild();
  }

  /// Cases 1 and 3: the path is infeasible, or a run.
  Reason explain(const Search<L>& search) {
    const explain::Path path = path_of(context_, program(), automata_, entry_, search.path());
    explain::NewtonOptions options;
    options.prover = options_.prover;
    explain::Explanation answer = explain::newton(context_, program(), path, options, log_);
    if (auto* feasible = std::get_if<explain::Feasible>(&answer)) {
      outcome_.verdict = Verdict::Violated;
      outcome_.run = std::move(*feasible);
      outcome_.failing = path.steps.back().stmt;
      note("a run");
      done_ = true;
      return Reason::None;
    }
    if (const auto* disagreement = std::get_if<explain::Disagreement>(&answer)) {
      outcome_.disagreement = disagreement->what;
      done_ = true;
      return Reason::None;
    }
    if (std::holds_alternative<explain::Undecided>(answer)) return Reason::PathUndecided;
    const auto& infeasible = std::get<explain::Infeasible>(answer);
    const std::string steps = std::to_string(path.steps.size());
    if (add(infeasible.predicates)) {
      note("an infeasible path of " + steps + " steps");
      return Reason::None;
    }
    if (add(explain::predicates_along(context_, program(), path, infeasible.conditions))) {
      note("an infeasible path of " + steps + " steps, step by step");
      return Reason::None;
    }
    return Reason::NoNewPredicates;
  }

  /// Case 2: every path alone is precise enough, but not what they join to.
  bool separate(const Search<L>& search, const Goal& goal) {
    const Cfa& cfa = *automata_[goal.procedure];
    const std::set<gcl::Expr> wanted = slice_of(cfa, cfa.checks[goal.check]);
    for (const std::set<gcl::Expr>& about : {wanted, std::set<gcl::Expr>()}) {
      std::size_t added = 0;
      for (const auto& [procedure, fact] : separating(lattice_, task_, search, about)) {
        added += add(program().procedures[procedure].name, fact) ? 1U : 0U;
        if (added == max_separating) break;
      }
      if (added > 0) {
        note("a join that loses what its paths know");
        rebuild();
        return true;
      }
    }
    return false;
  }

  bool add(const std::vector<explain::ScopedPredicate>& found) {
    const std::size_t before = predicates_.size();
    for (const explain::ScopedPredicate& one : found) {
      add(one.procedure != nullptr ? one.procedure->name : std::string(), one.expr);
    }
    if (predicates_.size() == before) return false;
    rebuild();
    return true;
  }

  /// Global if it can be: then calls need not hand it around. New?
  bool add(const std::string& scope, gcl::Expr predicate) {
    const gcl::Expr symbolic = gcl::to_symbolic(context_, program(), predicate);
    const std::vector<gcl::Expr> vars = gcl::free_vars(symbolic);
    const bool global = std::ranges::all_of(vars, [&](gcl::Expr var) {
      const auto is_it = [&](const auto& one) { return one.var == var; };
      return std::ranges::any_of(program().globals, is_it) ||
             std::ranges::any_of(program().constants, is_it);
    });
    if (global) {
      return predicates_.add(context_, std::nullopt, symbolic) == Predicates::Added::New;
    }
    const gcl::Procedure* procedure = program().find_procedure(scope);
    const auto number = static_cast<std::size_t>(procedure - program().procedures.data());
    for (const gcl::Expr var : vars) {
      if (const gcl::Expr of = gcl::constant_of(context_, var)) remembered_[number].push_back(of);
    }
    return predicates_.add(context_, number, symbolic) == Predicates::Added::New;
  }

  /// The automata remember what predicates say of the entry.
  void rebuild() {
    if (!automata_.empty() && remembered_ == built_) return;
    built_ = remembered_;
    automata_ = automata(context_, program(), remembered_);
    facts_ = facts_of(program(), automata_);
    entry_ = static_cast<std::size_t>(program().find_procedure(options_.entry) -
                                      program().procedures.data());
  }

  // ---- what is told

  void begin_round(const Solver<L>& solver, const std::vector<Goal>& open) {
    Round round;
    round.round = outcome_.rounds.size() + 1;
    round.predicates = predicates_.size();
    round.posts = solver.posts();
    round.contexts = solver.contexts().size();
    round.unproved = open.size();
    outcome_.rounds.push_back(std::move(round));
    outcome_.unproved.clear();
    for (const Goal& goal : open) {
      outcome_.unproved.push_back(automata_[goal.procedure]->checks[goal.check].stmt);
    }
  }
  void end_round() {
    if (options_.on_round) options_.on_round(outcome_.rounds.back());
  }
  void note(std::string text) { outcome_.rounds.back().refinement = std::move(text); }

  bool give_up(Reason reason) {
    outcome_.reason = reason;
    done_ = true;
    return false;
  }

  void note_predicates() {
    for (PredicateId id = 0; id < predicates_.size(); ++id) {
      const auto scope = predicates_.scope(id);
      outcome_.predicates.emplace_back(
          scope ? program().procedures[*scope].name : std::string(),
          gcl::print(gcl::to_source(context_, predicates_.meaning(id))));
    }
  }

  /// Tables of what was found, and the proof if it is one.
  void describe(const Solver<L>& solver) {
    std::map<std::size_t, std::vector<const ContextSolution<L>*>> by_procedure;
    std::vector<ContextFacts> contexts;
    for (const ContextSolution<L>& one : solver.contexts()) {
      by_procedure[one.procedure].push_back(&one);
      contexts.push_back(facts(one));
    }
    for (const auto& [procedure, own] : by_procedure) {
      outcome_.tables.push_back(table(*automata_[procedure], own));
    }
    if (outcome_.verdict == Verdict::Safe || !options_.refine) {
      outcome_.proof = proof_of(context_, program(), *transitions_, contexts, solver.start());
    }
  }

  ContextFacts facts(const ContextSolution<L>& context) {
    const Cfa& cfa = *automata_[context.procedure];
    ContextFacts result{
        context.procedure, facts(context.at[cfa.entry]), facts(context.at[cfa.exit]), {}};
    for (LocationId at = 0; at < cfa.locations.size(); ++at) {
      if (cfa.locations[at].loop != nullptr) result.heads.push_back(facts(context.at[at]));
    }
    return result;
  }

  StateFacts facts(const Predicated<L>& state) {
    StateFacts result;
    for (const Piece<L>& piece : state) {
      result.push_back({piece.region, lattice_.meaning(piece.element)});
      outcome_.dropped += result.back().meaning.dropped;
    }
    return result;
  }

  FactTable table(const Cfa& cfa, const std::vector<const ContextSolution<L>*>& contexts) {
    FactTable result{program().procedures[cfa.procedure].name, {}};
    for (LocationId at = 0; at < cfa.locations.size(); ++at) {
      const Location& location = cfa.locations[at];
      const Edge* next = nullptr;
      for (const EdgeId edge : location.out) {
        if (cfa.edges[edge].stmt != nullptr) next = &cfa.edges[edge];
      }
      if (next == nullptr && at != cfa.exit) continue;
      FactRow row{location.range, {}, location.loop != nullptr, {}};
      row.operation = next != nullptr ? operation(location, cfa) : end_of_procedure;
      Predicated<L> all;
      for (const ContextSolution<L>* one : contexts) {
        Predicated<L> here;
        for (const Piece<L>& piece : one->at[at]) {
          add_piece(lattice_, here, present(piece.region), piece.element);
        }
        all = join(lattice_, all, here);
      }
      for (const Piece<L>& piece : all) {
        row.pieces.push_back({text(piece.region), lattice_.print(piece.element)});
      }
      result.rows.push_back(std::move(row));
    }
    const auto in_text = [](const FactRow& row) {
      return std::tuple(row.operation == end_of_procedure, row.range.begin.line,
                        row.range.begin.column);
    };
    std::ranges::stable_sort(result.rows, {}, in_text);
    return result;
  }

  /// Tests once, whatever their outcome.
  std::string operation(const Location& location, const Cfa& cfa) const {
    for (const Check& check : cfa.checks) {
      if (&cfa.locations[check.at] == &location) return "{" + gcl::print(check.condition) + "}";
    }
    const Edge& next = cfa.edges[location.out.front()];
    return next.decision ? "*" : to_string(program(), next.operation);
  }

  /// Without what held on entry.
  static abstraction::Bdd present(const abstraction::Bdd& region) {
    std::vector<std::uint32_t> past;
    for (const std::uint32_t var : region.support()) {
      if (var % copies != static_cast<std::uint32_t>(Copy::Now)) past.push_back(var);
    }
    return region.exists(past);
  }

  std::string text(const abstraction::Bdd& region) {
    std::string result;
    for (const gcl::Expr one : formulas(context_, *transitions_, {{region, {}}})) {
      const bool wraps = one.is(gcl::Kind::Or);
      result +=
          (result.empty() ? "" : " && ") + (wraps ? "(" + gcl::print(one) + ")" : gcl::print(one));
    }
    return result.empty() ? "true" : result;
  }

  static constexpr const char* end_of_procedure = "(end)";
  static constexpr std::size_t max_separating = 4;  // predicates at a time

  const gcl::Program& program() const { return outcome_.program; }

  gcl::Context& context_;
  const L& lattice_;
  const Options& options_;
  prover::QueryLog& log_;
  Predicates predicates_;
  Outcome outcome_;
  std::map<std::size_t, std::vector<gcl::Expr>> remembered_, built_;
  Automata automata_;
  ProgramFacts facts_;
  std::set<gcl::Expr> left_;  // variables, to the predicates
  Task task_{outcome_.program, automata_, facts_.relevant, facts_.modified,
             facts_.rank,      left_,     options_.stop};
  Transitions* transitions_ = nullptr;
  std::size_t entry_ = 0;
  bool done_ = false;
};

}  // namespace pawl::dataflow
