// SPDX-License-Identifier: Apache-2.0
#include "dataflow/proof.h"

#include <algorithm>
#include <optional>

#include "abstraction/region.h"
#include "dataflow/program_facts.h"
#include "gcl/build.h"
#include "gcl/old_constants.h"
#include "gcl/traverse.h"

namespace pawl::dataflow {
namespace {

using abstraction::Bdd;
using gcl::Expr;

constexpr std::size_t max_clauses = 500;

using Clauses = std::vector<abstraction::Clause>;

/// What a region says of one predicate by itself, or of two that are the same in it; taken out of
/// `region` and of `possible`. Tests of one pointer for null have as many copies as the pointer,
/// and each may stand for each other in every clause: of these there are too many to write down.
Clauses take_equalities(Bdd& region, Bdd& possible) {
  Clauses result;
  const auto say = [&](abstraction::Clause clause) {
    if (!possible.implies_clause(clause)) result.push_back(std::move(clause));
  };
  std::vector<std::uint32_t> kept;
  std::vector<std::uint32_t> gone;
  for (const std::uint32_t var : region.support()) {
    const abstraction::Literal self{var, true};
    bool found = false;
    for (const bool value : {true, false}) {
      const abstraction::Literal fixed{var, value};
      if (found || !region.implies_clause(std::vector{fixed})) continue;
      found = true;
      say({fixed});
    }
    for (const std::uint32_t other : kept) {
      for (const bool same : {true, false}) {
        const abstraction::Literal theirs{other, same};
        const abstraction::Clause there = {!self, theirs};
        const abstraction::Clause back = {self, !theirs};
        if (found || !region.implies_clause(there) || !region.implies_clause(back)) continue;
        found = true;
        say(there);
        say(back);
      }
      if (found) break;
    }
    (found ? gone : kept).push_back(var);
  }
  region = region.exists(gone);
  possible = possible.exists(gone);
  return result;
}

/// A region as clauses, in program terms; what is too long to write down, and what holds in all
/// states anyway, is left out.
std::vector<Expr> clauses_of(gcl::Context& context, Transitions& transitions, const Bdd& region) {
  Bdd possible = transitions.consistent(region);
  Bdd rest = region & possible;
  std::vector<Expr> result;
  if (rest.is_false()) return {context.false_()};
  Clauses clauses = take_equalities(rest, possible);
  const auto exact = abstraction::Region::exactly(rest | !possible, max_clauses);
  if (exact) clauses.insert(clauses.end(), exact->clauses().begin(), exact->clauses().end());
  for (const abstraction::Clause& clause : clauses) {
    std::vector<Expr> literals;
    for (const abstraction::Literal& one : clause) {
      const Expr meaning = transitions.meaning(one.predicate);
      literals.push_back(one.positive ? meaning : gcl::mk_not(context, meaning));
    }
    result.push_back(gcl::mk_or(context, literals));
  }
  return result;
}

class Writer {
 public:
  Writer(gcl::Context& context, const gcl::Program& program, Transitions& transitions)
      : context_(context), program_(program), transitions_(transitions) {}

  /// All contexts of one procedure.
  ProcedureProof operator()(const std::vector<const ContextFacts*>& contexts, bool starts) {
    const gcl::Procedure& procedure = program_.procedures[contexts.front()->procedure];
    ProcedureProof proof;
    proof.invariants.resize(contexts.front()->heads.size());
    if (!starts) proof.requires_ = required(contexts);
    std::vector<Expr> changed = procedure.modifies;
    for (const gcl::VarDecl& one : procedure.results) changed.push_back(one.var);
    std::set<Expr> locals;  // of no meaning to callers
    for (const gcl::VarDecl& one : procedure.locals) locals.insert(one.var);
    std::vector<const gcl::While*> loops;
    gcl::for_each_stmt(*procedure.body, [&](const gcl::Stmt& stmt) {
      if (const auto* loop = std::get_if<gcl::While>(&stmt.node)) loops.push_back(loop);
    });
    for (const ContextFacts* one : contexts) {
      const Expr when = contexts.size() == 1 ? context_.true_() : on_entry(*one);
      add(when, one->exit, changed, locals, proof.ensures);
      for (std::size_t i = 0; i < one->heads.size(); ++i) {
        add(when, one->heads[i], targets_of(program_, *loops[i]), {}, proof.invariants[i]);
      }
    }
    return proof;
  }

 private:
  /// On entry to a procedure old(g) is g.
  Expr now(Expr e) {
    gcl::Substitution present;
    for (const Expr var : gcl::free_vars(e)) {
      if (const Expr of = gcl::constant_of(context_, var)) present[var] = of;
    }
    return gcl::substitute(context_, e, present);
  }

  std::vector<Expr> required(const std::vector<const ContextFacts*>& contexts) {
    std::vector<Expr> cases;
    for (const ContextFacts* one : contexts) {
      std::vector<Expr> all;
      for (const Expr fact : formulas(context_, transitions_, one->entry)) {
        const Expr current = now(fact);
        if (!current.is_true() && std::ranges::find(all, current) == all.end()) {
          all.push_back(current);
        }
      }
      if (contexts.size() == 1) return all;
      cases.push_back(gcl::mk_and(context_, all));
    }
    return {gcl::mk_or(context_, cases)};
  }

  /// That the procedure was entered in this context.
  Expr on_entry(const ContextFacts& context) {
    gcl::Substitution past;
    for (const gcl::VarDecl& global : program_.globals) {
      past[global.var] = gcl::old_constant(context_, global.var);
    }
    std::vector<Expr> all;
    for (const Expr fact : formulas(context_, transitions_, context.entry)) {
      all.push_back(gcl::substitute(context_, now(fact), past));
    }
    return gcl::mk_and(context_, all);
  }

  /// What speaks of nothing that changes is known anyway.
  void add(Expr when, const StateFacts& state, const std::vector<Expr>& changed,
           const std::set<Expr>& hidden, std::vector<Expr>& to) {
    for (const Expr fact : formulas(context_, transitions_, state, hidden)) {
      const bool news = fact.is_false() || std::ranges::any_of(gcl::free_vars(fact), [&](Expr var) {
                          return std::ranges::find(changed, var) != changed.end();
                        });
      const Expr claim = gcl::mk_implies(context_, when, fact);
      if (news && !claim.is_true()) to.push_back(gcl::to_source(context_, claim));
    }
  }

  gcl::Context& context_;
  const gcl::Program& program_;
  Transitions& transitions_;
};

}  // namespace

std::vector<Expr> formulas(gcl::Context& context, Transitions& transitions, const StateFacts& state,
                           const std::set<Expr>& hidden) {
  if (state.empty()) return {context.false_()};
  const auto speaks_of_hidden = [&](Expr e) {
    return !hidden.empty() &&
           std::ranges::any_of(gcl::free_vars(e), [&](Expr var) { return hidden.contains(var); });
  };
  const auto visible = [&](const Bdd& region) {
    std::vector<std::uint32_t> gone;
    for (const std::uint32_t var : region.support()) {
      if (speaks_of_hidden(transitions.meaning(var))) gone.push_back(var);
    }
    return gone.empty() ? region : region.exists(gone);
  };
  Bdd all = transitions.none();
  std::vector<Expr> facts;
  for (const PieceFacts& piece : state) {
    all |= visible(piece.region);
    for (const Expr fact : piece.meaning.facts) {
      const bool known = std::ranges::find(facts, fact) != facts.end();
      if (!known && !speaks_of_hidden(fact)) facts.push_back(fact);
    }
  }
  std::vector<Expr> result = clauses_of(context, transitions, all);
  for (const Expr fact : facts) {
    // Pieces that only hidden predicates keep apart may say different things of one state.
    Bdd holds = transitions.none();
    Bdd fails = transitions.none();
    for (const PieceFacts& piece : state) {
      const auto& known = piece.meaning.facts;
      const bool has = std::ranges::find(known, fact) != known.end();
      (has ? holds : fails) |= visible(piece.region);
    }
    holds &= !fails;
    if (holds.is_false()) continue;
    if (holds == all) {
      result.push_back(fact);
      continue;
    }
    // Where there is no state the premise may hold as well: the shorter one is written.
    std::vector<Expr> premise = clauses_of(context, transitions, holds);
    const std::vector<Expr> wider = clauses_of(context, transitions, holds | !all);
    if (!wider.empty() && wider.size() < premise.size()) premise = wider;
    if (!premise.empty()) {
      result.push_back(gcl::mk_implies(context, gcl::mk_and(context, premise), fact));
    }
  }
  return result;
}

Proof proof_of(gcl::Context& context, const gcl::Program& program, Transitions& transitions,
               const std::vector<ContextFacts>& contexts, std::size_t start) {
  std::map<std::size_t, std::vector<const ContextFacts*>> by_procedure;
  for (const ContextFacts& one : contexts) by_procedure[one.procedure].push_back(&one);
  Proof proof;
  for (const auto& [procedure, own] : by_procedure) {
    const bool starts = std::ranges::find(own, &contexts[start]) != own.end();
    proof.emplace(program.procedures[procedure].name,
                  Writer(context, program, transitions)(own, starts));
  }
  return proof;
}

}  // namespace pawl::dataflow
